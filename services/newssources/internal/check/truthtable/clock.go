package main

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// clock runs like the real clock, and is ahead of it by a duration that only grows. The sites, the sessions of the database and the workers
// use it, so that weeks pass in minutes.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// simulateNow contains the statements that make new sessions of a database, its column defaults and its functions use simulated.now()
// instead of now().
var simulateNow = []string{
	"CREATE SCHEMA simulated",
	"CREATE TABLE simulated.clock AS SELECT interval '0' AS ahead",
	`CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
	BEGIN RETURN pg_catalog.now() + (SELECT ahead FROM simulated.clock); END $$`,
	`DO $$ DECLARE found record; BEGIN
		EXECUTE format('ALTER DATABASE %I SET search_path = simulated, pg_catalog, public', current_database());
		FOR found IN SELECT d.adrelid::regclass AS relation, a.attname FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
			WHERE pg_get_expr(d.adbin, d.adrelid) = 'now()' LOOP
			EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT simulated.now()', found.relation, found.attname);
		END LOOP;
		FOR found IN SELECT p.oid::regprocedure AS function, substring(c FROM 13) AS path FROM pg_proc p, unnest(p.proconfig) c
			WHERE p.pronamespace = 'public'::regnamespace AND c LIKE 'search_path=%' LOOP
			EXECUTE format('ALTER ROUTINE %s SET search_path = simulated, %s', found.function, found.path);
		END LOOP;
	END $$`,
}

// advance sets the clock to a later time. The workers learn the time first, because they start checks as soon as the database has it.
// Heartbeats of workers have the real time (clock_timestamp).
func (c *clock) advance(ctx context.Context, db *pgxpool.Pool, workers []*worker, to time.Time) error {
	ahead := max(time.Until(to), time.Duration(c.ahead.Load())).Truncate(time.Microsecond)
	for _, w := range workers {
		w.setClock(ahead)
	}
	c.ahead.Store(int64(ahead))
	_, err := db.Exec(ctx, "UPDATE simulated.clock SET ahead = $1", ahead)
	return err
}
