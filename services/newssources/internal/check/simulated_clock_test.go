package check

import (
	"sync/atomic"
	"time"
)

// simulatedClock runs like the real clock, and is ahead of it by a duration that only grows. The sites and the sessions of the database use it.
type simulatedClock struct{ ahead atomic.Int64 }

func (c *simulatedClock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// advance sets the clock to a later time.
func (c *simulatedClock) advance(h *harness, to time.Time) {
	h.Helper()
	ahead := time.Until(to).Truncate(time.Microsecond)
	h.exec("UPDATE simulated.clock SET ahead = $1", ahead)
	c.ahead.Store(int64(ahead))
}

// simulateNow contains the statements that make the sessions of a database use simulated.now() instead of now().
var simulateNow = []string{
	"CREATE SCHEMA simulated",
	"CREATE TABLE simulated.clock AS SELECT interval '0' AS ahead",
	"CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN pg_catalog.now() + (SELECT ahead FROM simulated.clock); END $$",
	"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = simulated, pg_catalog, public', current_database()); END $$",
	"GRANT USAGE ON SCHEMA simulated TO PUBLIC",
	"GRANT SELECT, UPDATE ON simulated.clock TO PUBLIC",
	// Functions that have their own search path. The first schema is that in which tables are created.
	"ALTER FUNCTION make_check_partitions() SET search_path = public, simulated, pg_catalog",
	"ALTER FUNCTION drop_check_partitions(int, int) SET search_path = public, simulated, pg_catalog",
}
