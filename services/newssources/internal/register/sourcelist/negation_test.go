package sourcelist

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// insertVaried inserts sources that differ in all filtered columns, and gives some a health.
func (r *testRegister) insertVaried() {
	r.t.Helper()
	for i := range 48 {
		made := r.create(fmt.Sprintf("s%d.example", i), func(n *source.CreateInput) {
			n.Name = fmt.Sprintf("S%02d", i)
			n.Country = []string{"", "ES", "FR", "ES"}[i%4]
			if n.Country == "ES" && i%8 == 1 {
				n.Region = "ES-CT"
			}
			n.Languages = [][]string{{}, {"es"}, {"es", "ca"}, {"pt-BR"}}[i%4]
			n.Tags = [][]string{{}, {"sport"}, {"sport", "politics"}}[i%3]
			n.Endpoints[0].Kind = []feed.Kind{feed.RSS, feed.Atom}[i%2]
			n.MediaType, n.Owner = []source.MediaType{"", "tv"}[i%2], []string{"", "", "Ada"}[i%3]
			if i%5 == 0 {
				n.Endpoints, n.Tier, n.Paywall = nil, new(2), "none"
			}
			n.Lifecycle = []source.Lifecycle{source.Active, source.Active, source.Draft}[i%3]
		})
		if i%16 == 15 {
			r.must(r.Archive(r.t.Context(), r.actor, made.ID, 1))
		}
	}
	r.exec("UPDATE sources SET created_at = '2026-03-01'::timestamptz + right(name, 2)::int * interval '6 hours'")
	r.exec(`UPDATE source_health h
		SET state = 'failing', cause = 'dns', checked = 1, affected = 1, since = now() - interval '9 days'
		FROM sources s
		WHERE s.id = h.source_id
			AND s.lifecycle = 'active'
			AND right(s.name, 1) IN ('1', '4')`)
	r.exec(`UPDATE source_health h
		SET state = 'ok', checked = 1, last_new_item_at = now(), assignee_id = $1,
			snoozed_until = CASE WHEN right(s.name, 1) = '7' THEN now() + interval '1 day' END
		FROM sources s
		WHERE s.id = h.source_id
			AND s.lifecycle = 'active'
			AND right(s.name, 1) IN ('3', '7')`, r.actor.ActorID)
}

// filterCases are queries with one filter each.
func (r *testRegister) filterCases() []Query {
	me, week, soon := r.actor.ActorID.String(), 7, 10
	return []Query{
		{Lifecycles: []source.Lifecycle{source.Draft}}, {Lifecycles: []source.Lifecycle{source.Active, source.Draft}},
		{Countries: []string{"ES"}}, {Countries: []string{None}}, {Countries: []string{None, "FR"}},
		{Regions: []string{"ES-CT"}}, {Regions: []string{None}},
		{Languages: []string{"pt"}}, {Languages: []string{"es", None}}, {Languages: []string{None}},
		{Tags: []string{"Sport"}}, {Tags: []string{"politics", None}}, {Tags: []string{None}},
		{Kinds: []feed.Kind{feed.RSS}}, {Kinds: []feed.Kind{None}}, {MediaTypes: []source.MediaType{"tv"}},
		{Scopes: []source.Scope{None}}, {Tiers: []string{"2"}}, {Tiers: []string{None}}, {Tiers: []string{"2", None}},
		{Paywalls: []source.Paywall{"none"}}, {Rights: []source.Rights{"unknown"}},
		{Owners: []string{"Ada"}}, {Owners: []string{None}},
		{Health: []health.State{health.Failing}}, {Health: []health.State{None}}, {Health: []health.State{None, health.OK}},
		{Causes: []health.Cause{health.DNS}}, {Causes: []health.Cause{None}},
		{Assignees: []string{me}}, {Assignees: []string{None}}, {Assignees: []string{me, None}},
		{SilentDays: week}, {DueMinutes: &soon}, {Import: new(uuid.UUID)},
		{Parents: []string{None}}, {Parents: []string{me}}, {Parents: []string{me, None}},
		{CreatedFrom: "2026-03-05"}, {CreatedTo: "2026-03-05"}, {UpdatedFrom: "2026-03-05"}, {UpdatedTo: "2026-03-05"},
	}
}

// TestNotLeavesOutWhatAFilterFinds checks each filter against its opposite: alone, beside
// others and beside itself, by the list, its count and its walk along an index.
func TestNotLeavesOutWhatAFilterFinds(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertVaried()
	snoozed, isIn := r.list(Query{Snoozed: new(true)}), false
	for _, row := range r.list(Query{Snoozed: &isIn}).Rows {
		if slices.Contains(ids(snoozed.Rows), row.ID) {
			t.Errorf("%s is snoozed and not snoozed", row.Name)
		}
	}
	beside := []Query{{}, {Countries: []string{"ES"}}, {Health: []health.State{health.Failing}},
		{Snoozed: new(false)}, {Text: "s1"}, {Lifecycles: []source.Lifecycle{source.Active, source.Archived}}}
	for _, filter := range r.filterCases() {
		for _, other := range append(beside, filter) { // beside itself, it matches no source
			if len(filter.Lifecycles) > 0 && slices.Equal(other.Lifecycles, beside[len(beside)-1].Lifecycles) {
				continue
			}
			found := ids(r.list(filter).Rows)
			with := other
			with.Not = &filter
			var want []uuid.UUID
			for _, row := range r.list(other).Rows {
				if len(filter.Lifecycles) == 0 && len(other.Lifecycles) > 0 {
					all := filter
					all.Lifecycles = other.Lifecycles
					found = ids(r.list(all).Rows)
				}
				if !slices.Contains(found, row.ID) {
					want = append(want, row.ID)
				}
			}
			for _, limit := range []int{countLimit, 2} { // sorted, and walked
				r.limit = limit
				page := r.list(with)
				if !slices.Equal(ids(page.Rows), want) {
					t.Errorf("not %s beside %s with the limit %d: %d rows, want %d", text(filter), text(other), limit,
						len(page.Rows), len(want))
				}
				total, isMinimum, err := r.Count(t.Context(), with)
				if err != nil || total != page.Total || isMinimum != page.TotalIsMinimum {
					t.Errorf("not %s beside %s: the count is %d %v, %v; the list has %d %v", text(filter), text(other), total,
						isMinimum, err, page.Total, page.TotalIsMinimum)
				}
			}
			r.limit = countLimit
		}
	}
}

func text(q Query) string {
	data, _ := json.Marshal(q)
	return string(data)
}

// TestFacetsOfAnExclusion checks that the facet of a filter ignores its exclusion, too, and that
// other facets do not.
func TestFacetsOfAnExclusion(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertVaried()
	facets, err := r.Facets(t.Context(), Query{Not: &Query{Countries: []string{"ES"}}}, "country", "region", "health")
	if err != nil {
		t.Fatal(err)
	}
	for name, counts := range facets.Counts {
		for _, count := range counts {
			q := map[Name]Query{
				"country": {Countries: []string{count.Value}},
				"region":  {Regions: []string{count.Value}, Not: &Query{Countries: []string{"ES"}}},
				"health":  {Health: []health.State{health.State(count.Value)}, Not: &Query{Countries: []string{"ES"}}},
			}[name]
			if total := r.list(q).Total; total != count.Count {
				t.Errorf("%s %s is counted %d times, but the list has %d", name, count.Value, count.Count, total)
			}
		}
	}
	if len(facets.Counts["country"]) != 3 || len(facets.Counts["region"]) != 1 {
		t.Errorf("the facets are %v", facets.Counts)
	}
}

// TestExclusionsDuringAnIncident checks that exclusions follow the health that the list shows.
func TestExclusionsDuringAnIncident(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertVaried()
	all := r.list(Query{}).Total
	checked := r.list(Query{Health: health.States()}).Total
	r.openIncident()
	for _, c := range []struct {
		not  Query
		want int
	}{
		{Query{Health: []health.State{health.Failing}}, all}, {Query{Health: []health.State{health.Unknown}}, all - checked},
		{Query{Health: []health.State{None}}, checked}, {Query{Causes: []health.Cause{health.DNS}}, all},
		{Query{Causes: []health.Cause{None}}, 0},
	} {
		if total := r.list(Query{Not: &c.not}).Total; total != c.want {
			t.Errorf("not %s: %d sources, want %d", text(c.not), total, c.want)
		}
	}
	if total := r.list(Query{Causes: []health.Cause{None}}).Total; total != all {
		t.Errorf("without a cause: %d sources, want %d", total, all)
	}
}

func TestQueriesKeepTheirJSONForm(t *testing.T) {
	t.Parallel()
	const stored = `{"country":["ES"],"not_assignee":["me"],"not_tag":["a","none"],"silent_days":3}`
	var q Query
	if err := json.Unmarshal([]byte(stored), &q); err != nil {
		t.Fatal(err)
	}
	want := Query{Countries: []string{"ES"}, SilentDays: 3, Not: &Query{Tags: []string{"a", None}, Assignees: []string{"me"}}}
	if !reflect.DeepEqual(q, want) {
		t.Errorf("read %+v", q)
	}
	if got := text(q); got != stored {
		t.Errorf("wrote %s", got)
	}
	if got := text(Query{Not: &Query{}}); strings.Contains(got, "not") {
		t.Errorf("wrote %s", got)
	}
}
