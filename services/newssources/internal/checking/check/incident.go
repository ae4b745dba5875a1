package check

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/network"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// heartbeatEvery is the interval of the heartbeats of a worker, each of which costs a
	// millisecond. A worker without a heartbeat for lostAfter counts as lost, and its leases end.
	// After a shorter pause, it keeps its leases.
	heartbeatEvery, lostAfter = 2 * time.Second, 10 * time.Second
)

// Incident is an outage of the own network. Its scope is "service" if no worker reaches the sites, and
// "worker" if one does not, while others do.
type Incident struct {
	ID                      uuid.UUID
	Scope, Worker, Failure  string
	Checks, Failed, Domains int
	StartedAt               time.Time
	EndedAt                 *time.Time
}

// Incidents returns the latest incidents, or those that are open.
func (c *Control) Incidents(ctx context.Context, onlyOpen bool, limit int) ([]Incident, error) {
	rows, err := c.db.Pool.Query(ctx, `SELECT id, scope, worker, failure, checks, failed, domains, started_at, ended_at
		FROM incidents
		WHERE ended_at IS NULL OR NOT $1 ORDER BY started_at DESC LIMIT $2`, onlyOpen, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Incident])
}

// lostWorker is the condition on workers whose heartbeats have ended. After a start of the database
// server, all have time to reconnect.
const lostWorker = "seen_at < clock_timestamp() - $1::interval AND id <> $2 AND clock_timestamp() > " +
	"pg_postmaster_start_time() + $1::interval"

// lostLease is the condition on the leases of workers whose heartbeats have ended. A worker without
// a row is lost if its lease began more than lostAfter ago, because a running worker inserts its
// row again within that time.
const lostLease = ` AND (
			lease_worker IN (SELECT id FROM check_workers WHERE ` + lostWorker + `)
			OR lease_worker <> $2 AND free_at < now() + $3::interval - $1::interval
			AND NOT EXISTS (SELECT FROM check_workers c WHERE c.id = lease_worker)
		)`

// heartbeat reports that the worker runs and whether its network works, opens and closes incidents,
// and ends the leases of workers whose heartbeats have ended. It reads the trusted canaries. All
// workers take the same lock, so that two of them never decide at once.
func (w *Worker) heartbeat(ctx context.Context) error {
	since, found := w.network.Offline()
	var offlineFor *time.Duration
	if !since.IsZero() {
		age := time.Since(since)
		offlineFor = &age
	}
	var opened, closed, trusted []string
	err := w.db.Tx(ctx, func(tx postgres.Tx) error {
		opened, closed, trusted = nil, nil, nil
		batch := &pgx.Batch{}
		batch.Queue("SELECT pg_advisory_xact_lock($1)", postgres.IncidentLock)
		if time.Since(w.heartbeatFailure) > lostAfter { // otherwise, the others may not have reached the database either
			batch.Queue(freeLeases+lostLease+freed, lostAfter, w.id, queue.LeaseTime)
			batch.Queue("DELETE FROM check_workers WHERE "+lostWorker, lostAfter, w.id)
		}
		batch.Queue(`INSERT INTO check_workers (id, name, seen_at, offline_since)
			VALUES ($1, $2, clock_timestamp(), now() - $3::interval)
			ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, offline_since = excluded.offline_since`,
			w.id, w.config.Name, offlineFor)
		// An incident ends when a worker reaches the sites, or, for one worker, when it has ended or all
		// workers are offline.
		batch.Queue(`UPDATE incidents i SET ended_at = now() WHERE ended_at IS NULL AND CASE scope
				WHEN 'service' THEN EXISTS (SELECT FROM check_workers WHERE offline_since IS NULL)
				ELSE NOT EXISTS (SELECT FROM check_workers WHERE offline_since IS NULL) OR NOT EXISTS (
					SELECT FROM check_workers c WHERE c.id = i.worker_id AND offline_since IS NOT NULL) END
			RETURNING scope`).Query(collectTexts(&closed))
		if offlineFor != nil {
			batch.Queue(`INSERT INTO incidents (id, scope, worker_id, worker, failure, checks, failed, domains, started_at)
				SELECT $1, s.scope, CASE s.scope WHEN 'worker' THEN $2::uuid END, CASE s.scope WHEN 'worker' THEN $3 ELSE '' END,
					$4, $5, $6, $7, s.since
				FROM (SELECT CASE count(*) FILTER (WHERE offline_since IS NULL) WHEN 0 THEN 'service' ELSE 'worker' END AS scope,
					min(offline_since) AS since FROM check_workers) s
				ON CONFLICT DO NOTHING RETURNING scope`,
				uuid.Must(uuid.NewV7()), w.id, w.config.Name, found.Failure, found.Checks, found.Failed, found.Domains).
				Query(collectTexts(&opened))
		}
		network.QueueTrusted(batch, &trusted)
		return tx.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		w.heartbeatFailure = time.Now()
		return err
	}
	w.canaries.SetTrusted(trusted)
	for _, scope := range opened {
		w.log.Warn("the network of the checker does not work: incident opened, checks are suspended", "scope", scope,
			"failure", string(found.Failure),
			"checks", found.Checks, "failed", found.Failed, "domains", found.Domains)
	}
	for _, scope := range closed {
		w.log.Info("incident closed", "scope", scope)
	}
	return nil
}

func collectTexts(into *[]string) func(pgx.Rows) error {
	return func(rows pgx.Rows) (err error) {
		*into, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	}
}

// startDuringIncident suspends a worker that starts during an incident. It checks nothing until a
// canary answers.
func (w *Worker) startDuringIncident(ctx context.Context) error {
	var isOpen bool
	err := w.db.Pool.QueryRow(ctx, network.SelectIsIncident).Scan(&isOpen)
	if err == nil && isOpen && w.canaries.AreTrusted() {
		w.network.StartOffline()
	}
	return err
}

// unregister reports that the worker has ended.
func (w *Worker) unregister(ctx context.Context) error {
	_, err := w.db.Pool.Exec(ctx, "DELETE FROM check_workers WHERE id = $1", w.id)
	return err
}
