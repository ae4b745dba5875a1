package bench

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// connection is a connection or a transaction.
type connection interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

const dropSearchIndexes = `DO $$ DECLARE name text; BEGIN
	FOR name IN SELECT indexname FROM pg_indexes
	WHERE schemaname = 'public' AND indexdef LIKE '%USING gin%' LOOP EXECUTE format('DROP INDEX %I', name); END LOOP;
END $$`

// WithoutSearchIndexes calls load, and builds the GIN indexes afterwards, which takes a tenth of the time
// of maintaining them.
func WithoutSearchIndexes(ctx context.Context, conn connection, load func() error) error {
	rows, err := conn.Query(ctx, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND indexdef LIKE '%USING gin%'")
	if err != nil {
		return err
	}
	indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, dropSearchIndexes); err != nil {
		return err
	}
	if err := load(); err != nil {
		return err
	}
	for _, sql := range indexes {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	return nil
}
