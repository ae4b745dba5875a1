package sourcelist

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestHealthFiltersDoNotReadAllSources checks that the filters on the health and on the work read
// the sources that match, or those of an index until the page is full.
func TestHealthFiltersDoNotReadAllSources(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	fillEndpoints(t, r)
	db, err := postgres.Open(t.Context(), r.db.Pool.Config().ConnString(), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	for _, statement := range []string{
		`SET statement_timeout = 0`,
		`SET session_replication_role = replica`, // without the triggers that count
		`INSERT INTO source_health (source_id, state, cause, since, affected, checked, assignee_id, snoozed_until,
				recent_items)
			SELECT id, CASE WHEN n % 20 = 0 THEN 'failing' ELSE 'ok' END, CASE WHEN n % 20 = 0 THEN 'timeout' ELSE '' END, now(),
				1, 1,
				CASE WHEN n % 200 = 0 THEN '00000000-0000-7000-8000-000000000001'::uuid END,
				CASE WHEN n % 40 = 0 THEN now() + interval '1 day' END, n * 7919 % 1000
			FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM sources WHERE lifecycle = 'active') s
			ON CONFLICT (source_id) DO UPDATE SET state = excluded.state, cause = excluded.cause,
				assignee_id = excluded.assignee_id, snoozed_until = excluded.snoozed_until,
				recent_items = excluded.recent_items`,
		`SET session_replication_role = origin`,
		`SET default_statistics_target = 1000`,
		`VACUUM ANALYZE source_health, sources`,
	} {
		if _, err := db.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	lists := NewReader(db)
	if _, err := lists.RepairCounts(t.Context()); err != nil {
		t.Fatal(err)
	}
	read := func() (n int) {
		t.Helper()
		for _, statement := range []string{"SELECT pg_stat_force_next_flush()", "SELECT"} {
			if _, err := db.Pool.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Pool.QueryRow(t.Context(), `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))
			FROM pg_stat_user_tables WHERE relname IN ('sources', 'source_health')`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	yes, no := true, false
	for name, c := range map[string]struct {
		q     Query
		total int
	}{
		"a state":                   {Query{Health: []health.State{"failing"}}, 1999},
		"a cause":                   {Query{Causes: []health.Cause{"timeout"}}, 1999},
		"without assignee":          {Query{Assignees: []string{None}}, 1800},
		"a member":                  {Query{Assignees: []string{"00000000-0000-7000-8000-000000000001"}}, 199},
		"a member or none":          {Query{Assignees: []string{"00000000-0000-7000-8000-000000000001", None}}, 1999},
		"snoozed":                   {Query{Snoozed: &yes}, 999},
		"not snoozed, a cause":      {Query{Causes: []health.Cause{"timeout"}, Snoozed: &no}, 1000},
		"without assignee, snoozed": {Query{Assignees: []string{None}, Snoozed: &yes}, 800},
		"a cause, by change":        {Query{Causes: []health.Cause{"timeout"}, Sort: "-updated"}, 1999},
		"by items per day":          {Query{Sort: "-activity"}, manyEndpoints},
		"fewest items per day":      {Query{Sort: "activity"}, manyEndpoints},
		"a cause, by items":         {Query{Causes: []health.Cause{"timeout"}, Sort: "-activity"}, 1999},
		"of paused sources, a cause": {Query{Causes: []health.Cause{"timeout"},
			Lifecycles: []source.Lifecycle{source.Paused}}, 0},
	} {
		c.q.Limit = 50
		before := read()
		page, err := lists.List(t.Context(), c.q)
		if err != nil || page.Total != c.total || page.TotalIsMinimum || len(page.Rows) != min(50, c.total) {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
		if n := read() - before; n > manyEndpoints/4 {
			t.Errorf("%s: %d rows are read", name, n)
		}
	}
	r.openIncident()
	for name, c := range map[string]struct {
		q     Query
		total int
	}{
		"all":            {Query{Health: []health.State{"unknown"}}, manyEndpoints - rareEndpoints},
		"all, by change": {Query{Health: []health.State{"unknown"}, Sort: "-updated"}, manyEndpoints - rareEndpoints},
		"all, by health": {Query{Health: []health.State{"unknown"}, Sort: "-health"}, manyEndpoints - rareEndpoints},
		"another state":  {Query{Health: []health.State{"failing"}}, 0},
		"a cause":        {Query{Causes: []health.Cause{"timeout"}}, 0},
		"the last known states": {Query{Health: []health.State{"failing"}, Causes: []health.Cause{"timeout"},
			LastKnown: true}, 1999},
	} {
		c.q.Limit = 50
		before := read()
		page, err := lists.List(t.Context(), c.q)
		if err != nil || page.Total != c.total || len(page.Rows) != min(50, c.total) {
			t.Errorf("during an incident, %s: %+v, %v", name, page, err)
		}
		if n := read() - before; n > manyEndpoints/4 {
			t.Errorf("during an incident, %s: %d rows are read", name, n)
		}
	}
	r.closeIncident()
	if page, err := lists.List(t.Context(), Query{Snoozed: &no, Limit: 50}); err != nil || len(page.Rows) != 50 {
		t.Errorf("not snoozed: %+v, %v", page, err)
	}
}
