package check

import (
	"context"
	"log/slog"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/health"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/schedule"
	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

const (
	monthEndpoints = 18 // CHECK_MONTH_ENDPOINTS=10000 simulates more
	perDomain      = 3  // endpoints of one domain
	// monthStep is the step of the simulated clock when no endpoint of a free domain is due.
	monthStep = 30 * time.Minute
)

// simulatedClock makes the sessions of a database use simulated.now() instead of now().
var simulatedClock = []string{
	"CREATE SCHEMA simulated",
	"CREATE TABLE simulated.clock AS SELECT now() AS at",
	"CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (SELECT at FROM simulated.clock); END $$",
	"DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = simulated, pg_catalog, public', current_database()); END $$",
}

// newSimulatedHarness returns a harness whose database has a simulated clock, without sites.
func newSimulatedHarness(t *testing.T, config Config) *harness {
	t.Helper()
	address := testdb.URL(t)
	open := func() *pgxpool.Pool {
		pool, err := pgxpool.New(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	setup := open()
	for _, statement := range simulatedClock {
		if _, err := setup.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	h := &harness{T: t, counts: &counts{outcomes: map[string]int{}}}
	h.Worker = NewWorker(postgres.FromPool(open()), &fetch.Client{}, nil, config, h.counts, slog.New(slog.DiscardHandler))
	return h
}

// outage is a period in which a simulated site fails.
type outage struct{ from, to time.Time }

// TestMonth simulates 30 days of checks: no endpoint is left unchecked, no domain is requested within its pause, and each outage and
// recovery is recorded within two intervals.
func TestMonth(t *testing.T) {
	t.Parallel()
	count := monthEndpoints
	if n, err := strconv.Atoi(os.Getenv("CHECK_MONTH_ENDPOINTS")); err == nil {
		count = n
	}
	config := Config{HostInterval: time.Second, Limits: schedule.Limits{Min: 4 * time.Hour, Max: 12 * time.Hour}}
	h := newSimulatedHarness(t, config)
	h.exec(`INSERT INTO sources (id, created_at, updated_at, version, name, name_key, search_text, homepage_url, canonical_domain, lifecycle, media_type, country, languages, endpoint_kinds)
		VALUES (gen_random_uuid(), now(), now(), 1, 'Site', 'site', '', 'https://site.example/', 'site.example', 'active', 'online', '', '[]', '[]')`)
	h.exec(`INSERT INTO endpoints (id, created_at, updated_at, version, source_id, kind, url_entered, url, url_key)
		SELECT gen_random_uuid(), now(), now(), 1, s.id, 'rss', '', u, u FROM sources s, generate_series(0, $1 - 1) n,
			LATERAL (SELECT 'http://site-' || n / $2 || '.example/' || n % $2 AS u) a`, count, perDomain)
	h.assignAll()
	start := value[time.Time](h, "SELECT now()")
	end := start.AddDate(0, 0, 30)
	h.exec("SELECT ensure_check_partitions(now() + interval '31 days', 90, 60)")

	outages := map[uuid.UUID]outage{}
	seen := map[uuid.UUID]bool{}
	respond := func(id uuid.UUID, at time.Time) Response {
		if !seen[id] {
			seen[id] = true
			if len(seen)%4 == 0 { // one outage, of half a day to three days
				from := start.Add(time.Duration(1+id[14]%20) * 24 * time.Hour)
				outages[id] = outage{from, from.Add(time.Duration(1+id[13]%6) * 12 * time.Hour)}
			}
		}
		if o := outages[id]; !at.Before(o.from) && at.Before(o.to) {
			return Response{Cause: health.Timeout}
		}
		return Response{}
	}
	idle := 0
	for at := start; at.Before(end); {
		replayed, err := h.Replay(t.Context(), maxClaim, respond)
		if err != nil {
			t.Fatal(err)
		}
		if idle++; replayed.Checks > 0 {
			idle = 0
		}
		if idle < 3 { // small steps until all domains are free again
			at = at.Add(config.HostInterval/2 + replayTime)
		} else {
			at = at.Add(monthStep)
		}
		h.exec("UPDATE simulated.clock SET at = $1", at)
	}
	h.expectMonth(count, outages, start, end)
}

// expectMonth compares the attempts with the outages.
func (h *harness) expectMonth(count int, outages map[uuid.UUID]outage, start, end time.Time) {
	h.Helper()
	limits := h.config.Limits
	if n := value[int](h, `SELECT count(*) FROM (SELECT a.started_at - lag(a.started_at) OVER (PARTITION BY s.domain ORDER BY a.started_at) AS gap
		FROM attempts a JOIN endpoint_states s USING (endpoint_id)) g WHERE gap < $1`, h.config.HostInterval); n != 0 {
		h.Errorf("%d requests of a domain followed another one too early", n)
	}
	rows, err := h.db.Pool.Query(context.Background(), "SELECT endpoint_id, started_at, health FROM attempts ORDER BY endpoint_id, started_at")
	if err != nil {
		h.Fatal(err)
	}
	defer rows.Close()
	// failingMax is the maximum interval of failing endpoints. margin adds 10 % of jitter and the resolution of the clock.
	const failingMax = 24 * time.Hour
	margin := func(d time.Duration) time.Duration { return d + d/10 + 2*monthStep }
	checks, noticed, recovered := map[uuid.UUID]int{}, map[uuid.UUID]time.Time{}, map[uuid.UUID]time.Time{}
	last := map[uuid.UUID]time.Time{}
	for rows.Next() {
		var id uuid.UUID
		var at time.Time
		var state health.State
		if err := rows.Scan(&id, &at, &state); err != nil {
			h.Fatal(err)
		}
		o, breaks := outages[id]
		longest := limits.Max
		if breaks && at.After(o.from) && at.Before(o.to.Add(margin(failingMax))) {
			longest = failingMax
		}
		if previous, found := last[id]; found && at.Sub(previous) > margin(longest) {
			h.Errorf("%s was not checked for %s", id, at.Sub(previous))
		}
		last[id] = at
		checks[id]++
		isBad := state != health.OK && state != health.New && state != health.Quiet
		switch {
		case isBad && (!breaks || at.Before(o.from)):
			h.Errorf("%s is %s without an outage", id, state)
		case isBad && noticed[id].IsZero():
			noticed[id] = at
		case breaks && !isBad && at.After(o.to) && recovered[id].IsZero():
			recovered[id] = at
		}
	}
	if len(checks) != count {
		h.Errorf("%d of %d endpoints were checked", len(checks), count)
	}
	for id, at := range last {
		if end.Sub(at) > margin(failingMax) {
			h.Errorf("%s was forgotten on %s", id, at)
		}
	}
	for id, o := range outages {
		if noticed[id].IsZero() || noticed[id].Sub(o.from) > 2*margin(limits.Max) {
			h.Errorf("the outage of %s at %s was noticed at %s", id, o.from, noticed[id])
		}
		if recovered[id].IsZero() || recovered[id].Sub(o.to) > 2*margin(failingMax) {
			h.Errorf("the recovery of %s at %s was noticed at %s", id, o.to, recovered[id])
		}
	}
	h.Logf("%d endpoints, %d outages, first check %s", count, len(outages), start)
}
