package sourcelist

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// openIncident opens an incident of the service.
func (r *testRegister) openIncident() {
	r.t.Helper()
	r.exec(`INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains, started_at)
		VALUES (gen_random_uuid(), 'service', '', 'unreachable', 20, 20, 20, now())`)
}

func (r *testRegister) closeIncident() {
	r.t.Helper()
	r.exec("UPDATE incidents SET ended_at = now() WHERE ended_at IS NULL")
}

// createChecked creates a source that has been checked.
func (r *testRegister) createChecked(domain, country string, state health.State, cause health.Cause) {
	r.t.Helper()
	made := r.create(domain, func(n *source.CreateInput) { n.Lifecycle, n.Country = source.Active, country })
	r.exec(`UPDATE endpoint_states SET health = $2, health_cause = $3, health_since = now() - interval '1 day'
		WHERE endpoint_id IN (SELECT id FROM endpoints WHERE source_id = $1)`, made.ID, state, cause)
}

// wantFacet checks the counts of a facet.
func (r *testRegister) wantFacet(q Query, name Name, want ...Count) {
	r.t.Helper()
	facets, err := r.Facets(r.t.Context(), q, name)
	if err != nil {
		r.t.Fatal(err)
	}
	if got := facets.Counts[name]; !slices.Equal(got, want) {
		r.t.Errorf("%+v: the facet %s has %v, want %v", q, name, got, want)
	}
}

func TestHealthIsUnknownDuringAnIncident(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.createChecked("failing.example", "ES", health.Failing, health.DNS)
	r.createChecked("ok.example", "ES", health.OK, health.None)
	r.createChecked("quiet.example", "FR", health.Quiet, health.Silence)
	r.create("draft.example", func(n *source.CreateInput) { n.Lifecycle, n.Country = source.Draft, "ES" })
	failing, unknown, inSpain := Query{Health: []health.State{"failing"}}, Query{Health: []health.State{"unknown"}},
		Query{Countries: []string{"ES"}}
	dns, lastKnown := Query{Causes: []health.Cause{"dns"}},
		Query{Health: []health.State{"failing", "quiet"}, Causes: []health.Cause{"dns"}, LastKnown: true}
	stored := func() int {
		return r.count("SELECT count(*) FROM source_health h JOIN endpoints e ON e.source_id = h.source_id JOIN " +
			"endpoint_states t ON t.endpoint_id = e.id WHERE h.state = t.health AND h.state IN ('failing', 'ok', 'quiet')")
	}
	before := func(when string) {
		t.Helper()
		for _, row := range r.list(Query{}).Rows {
			if row.LastKnown != nil || row.Health.State == health.Unknown {
				t.Errorf("%s: %s has %+v", when, row.Domain, row.Health)
			}
		}
		for _, c := range []struct {
			q    Query
			want string
		}{{failing, "The failing.example"}, {dns, "The failing.example"}, {lastKnown, "The failing.example"}, {unknown, ""}} {
			if got := r.listNames(c.q); got != c.want {
				t.Errorf("%s: %+v lists %q", when, c.q, got)
			}
		}
		for _, q := range []Query{{}, failing, unknown} {
			r.wantFacet(q, byHealth, Count{"failing", 1}, Count{"ok", 1}, Count{"quiet", 1})
		}
		r.wantFacet(inSpain, byHealth, Count{"failing", 1}, Count{"ok", 1})
		r.wantFacet(Query{}, byCause, Count{"dns", 1}, Count{"silence", 1})
		r.wantFacet(failing, "country", Count{"ES", 1})
	}
	before("before the incident")

	r.openIncident()
	for _, row := range append(r.list(Query{}).Rows, r.list(unknown).Rows...) {
		isChecked := row.Domain != "draft.example"
		if got := row.Health.State == health.Unknown && row.Health.Cause == health.None &&
			time.Since(*row.Health.Since) < time.Hour && row.LastKnown.State != health.Unknown; got != isChecked {
			t.Errorf("%s has %+v, last known %+v", row.Domain, row.Health, row.LastKnown)
		}
	}
	for _, c := range []struct {
		q    Query
		want string
	}{
		{failing, ""}, {dns, ""}, {unknown, "The failing.example, The ok.example, The quiet.example"},
		{lastKnown, "The failing.example"},
		{Query{Health: []health.State{"failing", "unknown"}, Countries: []string{"ES"}},
			"The failing.example, The ok.example"},
		{Query{Health: []health.State{"unknown"}, Causes: []health.Cause{"dns"}}, ""},
		{Query{Health: []health.State{"failing"}, Text: "failing"}, ""},
		{Query{Health: []health.State{"unknown"}, Text: "failing"}, "The failing.example"},
		{Query{Assignees: []string{None}}, "The failing.example, The quiet.example"}, // the work list stays
	} {
		if got := r.listNames(c.q); got != c.want {
			t.Errorf("during the incident, %+v lists %q, want %q", c.q, got, c.want)
		}
		found, err := r.IDs(t.Context(), c.q, 10)
		if page := r.list(c.q); err != nil || len(found) != len(page.Rows) {
			t.Errorf("%+v has the ids %v, %v", c.q, found, err)
		}
	}
	for _, q := range []Query{{}, failing, unknown} {
		r.wantFacet(q, byHealth, Count{"unknown", 3})
	}
	r.wantFacet(inSpain, byHealth, Count{"unknown", 2})
	r.wantFacet(Query{}, byCause)
	r.wantFacet(inSpain, byCause)
	r.wantFacet(failing, "country")
	r.wantFacet(unknown, "country", Count{"ES", 2}, Count{"FR", 1})
	r.wantFacet(Query{Health: []health.State{"unknown"}, Countries: []string{"ES"}}, byLifecycle, Count{"active", 2})
	r.wantFacet(lastKnown, byHealth, Count{"failing", 1})
	// Alerts are about the last known health.
	if n, err := r.CountHealth(t.Context(), failing); err != nil || n != 1 {
		t.Errorf("an alert rule matches %d sources, %v", n, err)
	}
	if matches, err := r.HealthMatches(t.Context(), failing, nil, 10); err != nil || len(matches) != 1 ||
		matches[0].State != health.Failing {
		t.Errorf("an alert rule matches %+v, %v", matches, err)
	}
	if n := stored(); n != 3 {
		t.Errorf("%d states are stored as before", n)
	}
	r.wantExactCounts("the incident")

	r.closeIncident()
	before("after the incident")
}

// TestReadersNoticeAnIncident checks that the first read of each kind after an incident began or
// ended is right.
func TestReadersNoticeAnIncident(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.createChecked("failing.example", "ES", health.Failing, health.DNS)
	query := func(q Query) func() int {
		return func() int { return len(r.list(q).Rows) }
	}
	counted := func(q Query, facet Name) func() int {
		return func() int {
			facets, err := r.Facets(t.Context(), q, facet)
			if err != nil {
				t.Fatal(err)
			}
			return len(slices.DeleteFunc(facets.Counts[facet], func(c Count) bool { return c.Value == "unknown" }))
		}
	}
	for name, known := range map[string]func() int{
		"list":           func() int { return map[bool]int{true: 1}[r.list(Query{}).Rows[0].Health.State == health.Failing] },
		"filter":         query(Query{Health: []health.State{"failing"}}),
		"search":         query(Query{Health: []health.State{"failing"}, Text: "failing"}),
		"sorted":         query(Query{Health: []health.State{"failing"}, Sort: "-health"}),
		"facet":          counted(Query{}, byHealth),
		"cause":          counted(Query{}, byCause),
		"filtered facet": counted(Query{Countries: []string{"ES"}}, byHealth),
		"ids": func() int {
			ids, err := r.IDs(t.Context(), Query{Health: []health.State{"failing"}}, 5)
			if err != nil {
				t.Fatal(err)
			}
			return len(ids)
		},
	} {
		for i, want := range []int{1, 0, 1} {
			switch i {
			case 1:
				r.openIncident()
			case 2:
				r.closeIncident()
			}
			if got := known(); got != want {
				t.Errorf("%s: step %d has %d, want %d", name, i, got, want)
			}
		}
	}
}

// TestPagingContinuesDuringAnIncident follows cursors while an incident begins and ends: no source
// is missing or listed twice.
func TestPagingContinuesDuringAnIncident(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertChecked(60)
	for _, sort := range []string{"health", "-health", "name", "-last_new_item", "next_check"} {
		// All states include unknown, so that the filter has the same matches during the incident.
		for _, filter := range [][]health.State{nil, health.States()} {
			q := Query{Sort: sort, Health: filter, Limit: 7}
			want := ids(r.list(Query{Sort: sort, Health: filter}).Rows)
			var got []uuid.UUID
			for page := 0; ; page++ {
				switch page % 3 {
				case 1:
					r.openIncident()
				case 0:
					r.closeIncident()
				}
				found := r.list(q)
				if got = append(got, ids(found.Rows)...); found.Next == "" {
					break
				}
				q.Cursor = found.Next
			}
			r.closeIncident()
			if !slices.Equal(got, want) {
				t.Errorf("%s, filter %v: %d sources, want %d", sort, filter, len(got), len(want))
			}
		}
	}
}
