package check

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// attemptsDays and itemsDays are the retention of attempts, for three months of history, and of
	// items, which other programs read within hours.
	attemptsDays, itemsDays = 90, 30
	// upkeepEvery is the period of making and dropping partitions, and upkeepRetry the pause after an
	// error, such as a lock that a dump holds.
	upkeepEvery, upkeepRetry = time.Hour, 10 * time.Minute
	// upkeepTimeout is the statement timeout of the partition upkeep. Moving rows out of the
	// default partition takes longer than a request may, and no request depends on it.
	upkeepTimeout = 10 * time.Minute
	// unusedAfter is the time after which the row of a domain without endpoints is deleted. The pauses
	// and holds of a domain are at most a day.
	unusedAfter = 2 * 24 * time.Hour
	// robotsAfter is the time for which an expired robots.txt is kept, because its rules stay valid
	// while the site cannot be reached.
	robotsAfter = 30 * 24 * time.Hour
	// deleteBatch is the maximum number of rows that one statement deletes, so that locks are held
	// for milliseconds.
	deleteBatch = 1000
	// expiredAfter is the time after which a partition should have been dropped: one day by
	// drop_check_partitions, and one for retries.
	expiredAfter = 2 * 24 * time.Hour
)

// maintain makes and drops partitions and deletes unused rows until ctx ends. Checks do not depend
// on it: a row without a monthly partition is stored in the default partition.
func (w *Worker) maintain(ctx context.Context) {
	for ctx.Err() == nil {
		wait := upkeepEvery
		if err := w.upkeep(ctx); err != nil && ctx.Err() == nil {
			w.observer.UpkeepFailed()
			level := slog.LevelError
			if postgres.IsUnavailable(err) {
				level = slog.LevelWarn
			}
			w.log.Log(ctx, level, "the upkeep of the tables of the checks failed; checks continue", "error", err, "retry_in",
				upkeepRetry.String())
			wait = upkeepRetry
		}
		ctxtime.Sleep(ctx, wait)
	}
}

// upkeep deletes unused rows and maintains the partitions.
func (w *Worker) upkeep(ctx context.Context) error {
	return errors.Join(w.deleteUnused(ctx, deleteDomains, unusedAfter), w.deleteUnused(ctx, deleteRobots, robotsAfter),
		w.maintainPartitions(ctx))
}

// maintainPartitions makes the partitions of the next months and drops the old ones. These are two
// transactions, because a table that a dump reads cannot be dropped.
func (w *Worker) maintainPartitions(ctx context.Context) error {
	if err := w.callUpkeep(ctx, "SELECT make_check_partitions()"); err != nil {
		return err
	}
	return w.callUpkeep(ctx, "SELECT drop_check_partitions($1, $2)", attemptsDays, itemsDays)
}

func (w *Worker) callUpkeep(ctx context.Context, call string, args ...any) error {
	return w.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT set_config('statement_timeout', $1, true)",
			strconv.FormatInt(upkeepTimeout.Milliseconds(), 10)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, call, args...)
		return err
	})
}

const (
	// deleteDomains deletes domains that were only requested for people or by redirects, and those of
	// former endpoints.
	deleteDomains = `
	DELETE FROM check_hosts h USING (
		SELECT ctid AS place FROM check_hosts d
		WHERE ready_at IS NULL AND lease IS NULL AND greatest(next_request_at, free_at, held_until) < now() - $1::interval
			AND NOT EXISTS (SELECT FROM endpoint_states s WHERE s.domain = d.domain AND s.enabled)
		LIMIT $2 FOR UPDATE SKIP LOCKED
	) unused
	WHERE h.ctid = unused.place`
	deleteRobots = `
	DELETE FROM robots_files f USING (
		SELECT ctid AS place FROM robots_files WHERE expires_at < now() - $1::interval
		LIMIT $2 FOR UPDATE SKIP LOCKED
	) unused
	WHERE f.ctid = unused.place`
)

// deleteUnused deletes the rows that were not used for a time, in batches.
func (w *Worker) deleteUnused(ctx context.Context, statement string, after time.Duration) error {
	return postgres.InSteps(ctx, deleteBatch, func(limit int) (int, error) {
		tag, err := w.db.Pool.Exec(ctx, statement, after, limit)
		return int(tag.RowsAffected()), err
	})
}

// ReadPartitions returns the state of the partitions. It reads the catalog, and at most queue.MaxCount
// rows of the default partitions.
func ReadPartitions(ctx context.Context, db *postgres.DB) (p observe.Partitions, err error) {
	err = db.Pool.QueryRow(ctx, `
		WITH parents(parent, kept) AS (
			VALUES ('attempts', make_interval(days => $1)), ('items', make_interval(days => $2))
		)
		SELECT
			(SELECT coalesce(min(month), now() + interval '1 year')
				FROM parents, generate_series(date_trunc('month', now(), 'UTC'), now() + interval '1 year', '1 month') month
				WHERE to_regclass(parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM')) IS NULL),
			(SELECT count(*)
				FROM parents JOIN pg_inherits i ON i.inhparent = parent::regclass JOIN pg_class c ON c.oid = i.inhrelid
				WHERE c.relname ~ '_\d{4}_\d\d$'
					AND to_timestamp(right(c.relname, 7), 'YYYY_MM') + interval '1 month' + $3::interval < now() - kept),
			(SELECT count(*) FROM (SELECT FROM attempts_default UNION ALL SELECT FROM items_default LIMIT $4) rows)`,
		attemptsDays, itemsDays, expiredAfter, queue.MaxCount).Scan(&p.Until, &p.Expired, &p.DefaultRows)
	return p, err
}
