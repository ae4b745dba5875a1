package check

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// assignBatch is the number of endpoints that one transaction assigns: it locks their domains for a
// few milliseconds.
const assignBatch = 500

// unassigned is an endpoint that is new, has changed, or that a person wants to be checked.
type unassigned struct {
	EndpointID uuid.UUID
	Revision   int64
	URL        string
}

// assignDomains assigns endpoints to the queues of their domains. The triggers of the database
// cannot do this, because the registrable domain depends on the public suffix list. It returns the
// number of endpoints. An endpoint that cannot be assigned is logged and retried later.
func (w *Worker) assignDomains(ctx context.Context) (int, error) {
	batch := w.db.Batch("assign_endpoints")
	ids, err := w.db.IDs(ctx, `
		SELECT s.endpoint_id
		FROM endpoint_states s
		WHERE s.enabled AND s.domain IS NULL AND `+batch.NotFailed("s.endpoint_id")+`
		ORDER BY s.endpoint_id -- uses the partial index of endpoints without a domain
		LIMIT $1`, assignBatch)
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	err = batch.EachPart(ctx, ids, assignBatch, func(part []uuid.UUID) error { return w.assign(ctx, part) })
	if err != nil && !postgres.StopsBatch(ctx, err) {
		w.log.ErrorContext(ctx, "endpoints could not be assigned to their sites; they are not checked", "error", err)
		err = nil
	}
	return len(ids), err
}

// assign assigns endpoints to the queues of their domains in one transaction.
func (w *Worker) assign(ctx context.Context, ids []uuid.UUID) error {
	rows, err := w.db.Pool.Query(ctx, `
		SELECT s.endpoint_id, s.revision, e.url
		FROM endpoint_states s
		JOIN endpoints e ON e.id = s.endpoint_id
		WHERE s.endpoint_id = ANY($1)`, ids)
	if err != nil {
		return err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[unassigned])
	if err != nil {
		return err
	}
	var revisions []int64
	var domains []string
	ids = nil
	for _, u := range list {
		ids, revisions = append(ids, u.EndpointID), append(revisions, u.Revision)
		domains = append(domains, weburl.DomainOf(u.URL))
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(domains)))
	return w.db.Tx(ctx, func(tx postgres.Tx) error {
		batch := &pgx.Batch{}
		batch.Queue("INSERT INTO check_hosts (domain) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", distinct)
		batch.Queue(queue.LockDomains, distinct)
		batch.Queue(`UPDATE endpoint_states s SET domain = h.domain
			FROM unnest($1::uuid[], $2::bigint[], $3::text[]) r(id, revision, domain)
			JOIN check_hosts h ON h.domain = r.domain -- unless the upkeep has deleted it before it was locked
			WHERE s.endpoint_id = r.id AND s.revision = r.revision AND s.domain IS NULL`, ids, revisions, domains)
		batch.Queue(queue.SettleDomains, distinct)
		return tx.SendBatch(ctx, batch).Close()
	})
}
