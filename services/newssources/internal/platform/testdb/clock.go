package testdb

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Clock runs like the real clock, and is ahead of it by a duration that only grows, so that weeks
// pass in minutes. Sites, workers and the sessions of a database use it.
type Clock struct{ ahead atomic.Int64 }

// Now returns the simulated time.
func (c *Clock) Now() time.Time { return time.Now().Add(c.Ahead()) }

// Ahead returns by how much the clock is ahead of the real one.
func (c *Clock) Ahead() time.Duration { return time.Duration(c.ahead.Load()) }

// Set sets by how much the clock is ahead.
func (c *Clock) Set(ahead time.Duration) { c.ahead.Store(int64(ahead)) }

// AheadAt returns by how much the clock is to be ahead for its time to be at least to.
func (c *Clock) AheadAt(to time.Time) time.Duration {
	return max(time.Until(to), c.Ahead()).Truncate(time.Microsecond)
}

// Advance sets by how much the clock and that of a database are ahead; see AheadAt.
func (c *Clock) Advance(ctx context.Context, db postgres.Executor, ahead time.Duration) error {
	c.Set(ahead)
	_, err := db.Exec(ctx, "UPDATE simulated.clock SET ahead = $1", ahead)
	return err
}

// SimulateClock makes new sessions of a database, its column defaults and its functions use
// simulated.now() instead of now(). Only clock_timestamp() returns the real time. The connection
// must be that of the owner.
func SimulateClock(ctx context.Context, db postgres.Executor) error {
	_, err := db.Exec(ctx, simulateClock)
	return err
}

const simulateClock = `
	CREATE SCHEMA simulated;
	CREATE TABLE simulated.clock AS SELECT interval '0' AS ahead;
	CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
	BEGIN RETURN pg_catalog.now() + (SELECT ahead FROM simulated.clock); END $$;
	GRANT USAGE ON SCHEMA simulated TO PUBLIC;
	GRANT SELECT, UPDATE ON simulated.clock TO PUBLIC;
	DO $$ DECLARE found record; BEGIN
		EXECUTE format('ALTER DATABASE %I SET search_path = simulated, pg_catalog, public', current_database());
		FOR found IN
			SELECT d.adrelid::regclass AS relation, a.attname
			FROM pg_attrdef d
			JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
			WHERE pg_get_expr(d.adbin, d.adrelid) = 'now()'
		LOOP
			EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT simulated.now()', found.relation, found.attname);
		END LOOP;
		-- Functions that have their own search path. New tables are created in its first schema.
		FOR found IN
			SELECT p.oid::regprocedure AS function
			FROM pg_proc p, unnest(p.proconfig) c
			WHERE p.pronamespace = 'public'::regnamespace AND c LIKE 'search_path=%'
		LOOP
			EXECUTE format('ALTER ROUTINE %s SET search_path = public, simulated, pg_catalog', found.function);
		END LOOP;
	END $$;`
