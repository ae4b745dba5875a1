package check

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// maxClaim is the largest number of endpoints that one claim returns.
	maxClaim = 500
	// claimQueryTimeout limits the wait for the response to a claim, which takes less than a second.
	// It detects a dead connection earlier than the time-out of all batches does.
	claimQueryTimeout = 10 * time.Second
)

// claimDue claims the domains that are ready, those that have waited longest first, and returns the
// endpoint of each that is due first: the one that the queue names, or the first one of the index
// if that endpoint is not due any more. A domain without due endpoints is moved to the time at
// which its next one is due. Nothing is claimed while an administrator has paused the checks.
//
// The domains are read in the order of queued_at, the only time of the queue with an index. A
// trigger sets it to ready_at when a domain is not leased. A claim does not change it and therefore
// needs no index entries; the domains that are leased are skipped, because ready_at is the end of
// their lease. The claim begins at the start of the queue (see queueStarts).
//
// The claim also reserves a period for the requests of the check. A domain whose next request may
// only start after fetch.MaxWait is not claimed, because its crawl delay has not passed. Otherwise,
// the check waits up to fetch.MaxWait, as interactive requests do.
//
// The statement reads each row of the queue and of the states once: the rows of the queue are
// updated by their physical location (ctid), which cannot change while they are locked. now() is in
// subqueries, which are evaluated once instead of for each row.
const claimDue = `
	WITH ready AS (
		SELECT ctid AS place, domain, endpoint_id FROM check_hosts
		WHERE queued_at >= $7 AND queued_at <= (SELECT now()) AND ready_at <= (SELECT now())
			AND next_request_at <= (SELECT now()) + $6::interval
			AND NOT EXISTS (SELECT FROM job_pauses WHERE kind = 'checks')
		ORDER BY queued_at LIMIT $1 FOR UPDATE SKIP LOCKED
	), next AS (
		SELECT r.place, s.*, coalesce(s.next_check_at <= (SELECT now()), false) AS is_due FROM ready r LEFT JOIN LATERAL (
			(SELECT ` + claimedState + ` FROM endpoint_states s
				WHERE s.endpoint_id = r.endpoint_id AND s.domain = r.domain AND s.enabled AND s.next_check_at <= (SELECT now()))
			UNION ALL
			(SELECT ` + claimedState + ` FROM endpoint_states s WHERE s.domain = r.domain AND s.enabled ORDER BY s.next_check_at
				LIMIT 1)
			LIMIT 1
		) s ON true
	), claimed AS (
		UPDATE check_hosts h SET
			lease = CASE WHEN n.is_due THEN $3::uuid END, lease_worker = CASE WHEN n.is_due THEN $4::uuid END,
			lease_token = NULL, endpoint_id = n.endpoint_id,
			next_request_at = CASE WHEN n.is_due THEN greatest(h.next_request_at, (SELECT now())) + $5::interval
			ELSE h.next_request_at END,
			free_at = CASE WHEN n.is_due THEN (SELECT now()) + $2::interval ELSE h.free_at END,
			ready_at = CASE WHEN n.is_due THEN (SELECT now()) + $2::interval
			WHEN n.endpoint_id IS NOT NULL THEN greatest(n.next_check_at, h.free_at) END
		FROM next n WHERE h.ctid = n.place
		RETURNING h.domain, h.lease, h.next_request_at, n.*
	)
	SELECT c.domain, c.lease, (SELECT now()) AS claimed_at, c.next_request_at, c.endpoint_id, c.revision, c.requested,
		c.requested_by, e.url, e.kind, e.charset, e.default_zone, e.identity_policy,
		e.recipe, e.schedule, coalesce(c.next_reasons->0->>'code' = 'settings', false) AS is_replanned, cr.sealed, c.etag,
		c.last_modified, c.body_hash, c.full_check_at, c.wrong_validators,
		c.failed_checks = 0 AND c.last_success_at IS NOT NULL AS was_working
	FROM claimed c JOIN endpoints e ON e.id = c.endpoint_id LEFT JOIN endpoint_credentials cr ON cr.endpoint_id = e.id
	WHERE c.is_due`

// claimedState lists the columns of endpoint_states that a claim reads.
const claimedState = `s.endpoint_id, s.next_check_at, s.revision, s.requested, s.requested_by, s.next_reasons, s.etag, s.last_modified, s.body_hash, s.full_check_at,
	s.wrong_validators, s.failed_checks, s.last_success_at`

// useNestedLoops sets further planner options for a claim. Recording does not use it, because its
// triggers join transition tables, which have no index and need hash joins.
const useNestedLoops = "SELECT set_config('enable_hashjoin', 'off', true), " +
	"set_config('enable_mergejoin', 'off', true)"

// claimIntervals is the number of intervals that a claim reserves for the requests of its check:
// robots.txt, the endpoint, and the interval before the next request of others.
const claimIntervals = 3

// claim claims at most limit endpoints, each of another domain. The batch is one transaction, to
// which the planner options apply. The id of the claim is the lease of all its domains, so that a
// claim whose response was lost can be undone.
func (w *Worker) claim(ctx context.Context, limit int) (tasks []*queue.Task, err error) {
	ctx, cancel := context.WithTimeout(ctx, claimQueryTimeout)
	defer cancel()
	start, err := w.queueStarts.get(ctx, w.db, nil)
	if err != nil {
		return nil, err
	}
	id, sent := uuid.New(), time.Now()
	lost := w.lostClaims
	batch := &pgx.Batch{}
	if len(lost) > 0 {
		batch.Queue(freeLeases+" AND lease = ANY($1)"+freed, lost)
	}
	batch.Queue(queue.UseIndexes)
	batch.Queue(useNestedLoops)
	batch.Queue(claimDue, min(limit, maxClaim), queue.LeaseTime, id, w.id, claimIntervals*w.config.HostInterval,
		fetch.MaxWait, start).
		Query(func(rows pgx.Rows) (err error) {
			tasks, err = pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[queue.Task])
			return err
		})
	if err := w.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		w.lostClaims = append(w.lostClaims, id)
		return nil, err
	}
	w.lostClaims = w.lostClaims[len(lost):]
	now := time.Now()
	for _, t := range tasks {
		t.Began, t.Latency = now, now.Sub(sent)
	}
	return tasks, nil
}

// reservation returns the period that the claim has reserved for the requests of the check. It also applies without
// spacing, so that the requests do not query the hold of the site, which the claim has already read.
func (c Config) reservation(t *queue.Task) *fetch.Reservation {
	until := t.Began.Add(t.NextRequestAt.Sub(t.ClaimedAt))
	return fetch.NewReservation(t.Domain, until.Add(-claimIntervals*c.HostInterval), until.Add(-t.Latency))
}

// freeLeases and freed enclose a condition on the leases that end: of claims that were lost, or of
// workers that have ended. Their domains keep their places in the queue. Domains that are locked
// are skipped, because a transaction that records a result ends their leases.
const (
	freeLeases = `
	WITH freed AS (
		SELECT ctid AS place, domain FROM check_hosts WHERE queued_at <= now() AND lease IS NOT NULL`
	freed = ` FOR UPDATE SKIP LOCKED
	)
	UPDATE check_hosts h SET ` + endLease + ` FROM freed WHERE h.ctid = freed.place`
	// endLease returns a domain to the queue, as if it had not been claimed.
	endLease = `lease = NULL, lease_token = NULL, lease_worker = NULL, free_at = greatest(now(), h.held_until),
		(ready_at, endpoint_id) = (
			SELECT greatest(least(now(), f.next_check_at), h.held_until), f.endpoint_id FROM (` + queue.FirstDue + `) f)`
)

// release returns claimed endpoints to the queue, as if they had not been claimed: they keep their
// place, so that endpoints that became due later do not overtake them.
func (w *Worker) release(ctx context.Context, tasks []*queue.Task) error {
	domains, leases := make([]string, len(tasks)), make([]uuid.UUID, len(tasks))
	for i, t := range tasks {
		domains[i], leases[i] = t.Domain, t.Lease
	}
	_, err := w.db.Pool.Exec(ctx, `UPDATE check_hosts h SET `+endLease+`
		FROM unnest($1::text[], $2::uuid[]) r(domain, lease) WHERE h.domain = r.domain AND h.lease = r.lease`,
		domains, leases)
	w.queueStarts.forget()
	return err
}

// idleBatch is the number of domains that removeIdleDomains examines: it takes about as long as the
// claim of a few hundred.
const idleBatch = 5000

// removeIdleDomains updates the ready time of queued domains without a due endpoint, for example
// after a member has archived many sources or undone an import. It returns the number of these
// domains.
func (w *Worker) removeIdleDomains(ctx context.Context) (int64, error) {
	start, err := w.queueStarts.get(ctx, w.db, nil)
	if err != nil {
		return 0, err
	}
	tag, err := w.db.Pool.Exec(ctx, `
		WITH ready AS (
			SELECT ctid AS place FROM check_hosts d
			WHERE queued_at >= $2 AND queued_at <= now() AND ready_at <= now() AND lease IS NULL
				AND NOT EXISTS (SELECT FROM job_pauses WHERE kind = 'checks')
				AND NOT EXISTS (SELECT FROM endpoint_states s WHERE s.domain = d.domain AND s.enabled AND s.next_check_at <= now())
			ORDER BY queued_at LIMIT $1 FOR UPDATE SKIP LOCKED
		)
		UPDATE check_hosts h
		SET (ready_at, endpoint_id) = (
			SELECT greatest(h.free_at, f.next_check_at), f.endpoint_id FROM (`+queue.FirstDue+`) f)
		FROM ready r WHERE h.ctid = r.place`, idleBatch, start)
	return tag.RowsAffected(), err
}
