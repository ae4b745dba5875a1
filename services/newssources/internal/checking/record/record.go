package record

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// selectStored reads and locks the endpoints whose domain is still leased by these checks.
var selectStored = "SELECT " + selectState + `, s.revision, coalesce(src.tier, 0) AS tier, e.schedule,
		coalesce(k.revision, 0) AS known_revision, k.fingerprints, k.titles, k.gaps, k.newest_at AS newest,
		w.id AS subscription_id, coalesce(w.hub, '') AS hub, coalesce(w.topic, '') AS topic,
		coalesce(w.state, '') AS subscription_state, w.since AS subscribed_at,
		w.lease_until, w.delivered_at, coalesce(w.missed, 0) AS missed, w.created_at AS hub_seen_at,
		(SELECT row_to_json(i) FROM endpoint_held_items i WHERE i.endpoint_id = s.endpoint_id) AS held,
		coalesce(o.url, '') AS outlet_url, coalesce(o.key, 0) AS outlet_key, coalesce(o.documents, 0) AS outlet_documents,
		o.learned_at AS outlet_learned_at
	FROM unnest($1::text[], $2::uuid[], $3::uuid[]) r(domain, lease, endpoint_id)
	JOIN check_hosts h ON h.domain = r.domain AND h.lease = r.lease AND h.free_at > now()
	JOIN endpoint_states s ON s.endpoint_id = r.endpoint_id
	JOIN endpoints e ON e.id = s.endpoint_id JOIN sources src ON src.id = e.source_id
	LEFT JOIN endpoint_known_items k ON k.endpoint_id = s.endpoint_id
	LEFT JOIN endpoint_outlets o ON o.endpoint_id = s.endpoint_id
	LEFT JOIN websub_subscriptions w ON w.endpoint_id = s.endpoint_id AND w.named
	ORDER BY s.endpoint_id FOR UPDATE OF s`

// Config configures how results are recorded.
type Config struct {
	HostInterval time.Duration   // between the end of a check and the next request to the same registrable domain
	Limits       schedule.Limits // of the intervals
}

// RecordedCheck is what was stored for a finding.
type RecordedCheck struct {
	Finding              *Finding
	NewItems, KnownItems int
	Health               health.State
	NextCheckAt          time.Time
	ScheduleErr          error // the stored schedule is invalid; the endpoint is checked adaptively
}

// Record stores the results of checks and ends their leases. It returns what was stored, in the order of
// the findings. A result is dropped if the lease of its domain has ended, so that the stream of items
// never gets an old one, or if the endpoint was changed, paused or deleted meanwhile.
func (c Config) Record(ctx context.Context, tx postgres.Tx, findings []*Finding) ([]RecordedCheck, error) {
	if err := lockDomains(ctx, tx, findings); err != nil {
		return nil, err
	}
	byID, err := readStored(ctx, tx, findings)
	if err != nil {
		return nil, err
	}
	if err := markRefusals(ctx, tx, findings); err != nil {
		return nil, err
	}
	var verdicts []*verdict
	for _, f := range findings {
		if s := byID[f.EndpointID]; s != nil && s.Revision == f.Revision {
			verdicts = append(verdicts, c.decide(f, s))
		}
	}
	if err := c.compareOutlets(ctx, tx, verdicts, byID); err != nil {
		return nil, err
	}
	if err := write(ctx, tx, verdicts); err != nil {
		return nil, err
	}
	if err := recordWithdrawnItems(ctx, tx, verdicts); err != nil {
		return nil, err
	}
	if err := endWork(ctx, tx, verdicts); err != nil {
		return nil, err
	}
	stored := make([]RecordedCheck, len(verdicts))
	for i, v := range verdicts {
		stored[i] = RecordedCheck{v.finding, len(v.items), v.itemsTotal - len(v.items), v.state.Health, v.state.NextCheckAt,
			v.scheduleErr}
	}
	return stored, c.freeDomains(ctx, tx, findings)
}

// endWork ends the work on the sources of the endpoints that recovered.
func endWork(ctx context.Context, tx postgres.Tx, verdicts []*verdict) error {
	var recovered []uuid.UUID
	for _, v := range verdicts {
		if v.hasRecovered {
			recovered = append(recovered, v.finding.EndpointID)
		}
	}
	if len(recovered) == 0 {
		return nil
	}
	return worklist.End(ctx, tx, recovered)
}

func lockDomains(ctx context.Context, tx postgres.Tx, findings []*Finding) error {
	domains := make([]string, len(findings))
	for i, f := range findings {
		domains[i] = f.Domain
	}
	batch := &pgx.Batch{}
	batch.Queue(queue.UseIndexes)
	batch.Queue(queue.LockDomains, domains)
	return tx.SendBatch(ctx, batch).Close()
}

func readStored(ctx context.Context, tx postgres.Tx, findings []*Finding) (map[uuid.UUID]*stored, error) {
	domains, leases, ids := make([]string, len(findings)), make([]uuid.UUID, len(findings)),
		make([]uuid.UUID, len(findings))
	for i, f := range findings {
		domains[i], leases[i], ids[i] = f.Domain, f.Lease, f.EndpointID
	}
	rows, err := tx.Query(ctx, selectStored, domains, leases, ids)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[stored])
	byID := make(map[uuid.UUID]*stored, len(list))
	for _, s := range list {
		byID[s.EndpointID] = s
	}
	return byID, err
}

// freeDomains ends the leases. The next request to a domain may start after the pause, or after the
// requests of others that have reserved their times since the claim. The site may have asked others
// to wait meanwhile.
func (c Config) freeDomains(ctx context.Context, tx postgres.Tx, findings []*Finding) error {
	domains, leases, reserved := make([]string, len(findings)), make([]uuid.UUID, len(findings)),
		make([]time.Time, len(findings))
	pauses, free, waits := make([]time.Time, len(findings)), make([]time.Time, len(findings)),
		make([]*time.Time, len(findings))
	for i, f := range findings {
		domains[i], leases[i], reserved[i] = f.Domain, f.Lease, f.NextRequestAt
		pauses[i], free[i], waits[i] = c.pauseUntil(f), c.hostFreeAt(f), c.waitUntil(f)
	}
	_, err := tx.Exec(ctx, `UPDATE check_hosts h
		SET lease = NULL, lease_token = NULL, lease_worker = NULL, free_at = greatest(r.free_at, h.held_until),
			held_until = CASE WHEN h.held_until > now() THEN greatest(h.held_until, r.held_until) ELSE r.held_until END,
			next_request_at = CASE WHEN h.next_request_at = r.reserved THEN r.pause
			ELSE greatest(h.next_request_at, r.pause) END,
			(ready_at, endpoint_id) = (
				SELECT greatest(f.next_check_at, r.free_at, h.held_until), f.endpoint_id FROM (`+queue.FirstDue+`) f)
		FROM unnest($1::text[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[],
			$6::timestamptz[]) r(domain, lease, reserved, pause, free_at, held_until)
		WHERE h.domain = r.domain AND h.lease = r.lease`, domains, leases, reserved, pauses, free, waits)
	return err
}
