package check

import (
	"context"

	"github.com/jackc/pgx/v5"
)

const (
	// upkeepLock is the key of an advisory lock, unique in this database.
	upkeepLock = 7_243_104
	// Retention of attempts, for three months of history, and of items, which other programs read within hours.
	attemptsDays, itemsDays = 90, 30
)

// upkeep makes the partitions of the next months and drops the old ones, in one worker at a time.
func (w *Worker) upkeep(ctx context.Context) error {
	return pgx.BeginFunc(ctx, w.db.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", upkeepLock); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "SELECT ensure_check_partitions(now(), $1, $2)", attemptsDays, itemsDays)
		return err
	})
}
