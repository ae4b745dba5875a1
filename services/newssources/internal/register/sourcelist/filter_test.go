package sourcelist

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// listNames returns the names of the rows that match q, and checks the total.
func (r *testRegister) listNames(q Query) string {
	r.t.Helper()
	page := r.list(q)
	var list []string
	for _, row := range page.Rows {
		list = append(list, row.Name)
	}
	if page.Total != len(list) {
		r.t.Errorf("%+v: %d rows, total %d", q, len(list), page.Total)
	}
	return strings.Join(list, ", ")
}

func TestSearchFindsNamesAndAddresses(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	add := func(name, homepage string, feeds ...string) {
		r.create("x.example", func(n *source.CreateInput) {
			n.Name, n.HomepageURL, n.Endpoints = name, homepage, nil
			for _, feed := range feeds {
				n.Endpoints = append(n.Endpoints, source.EndpointDetails{Kind: "rss", URL: feed})
			}
		})
	}
	add("El País", "https://elpais.example/", "https://feeds.elsewhere.example/elpais/Portada.xml?id=7")
	add("100% News_Line", "https://line.example/")
	add("朝日新聞", "https://asahi.example/")
	add("Українська правда", "https://pravda.example/")
	add("Ελευθερία", "https://eleftheria.example/path/to/home")
	add("Кириллица", "https://www.новости.рф/")
	add("Łódź Dziennik", "https://lodz.example/")
	add("A blog", "https://medium.com/@somebody")
	add(`Back\slash`, "https://backslash.example/")

	for _, c := range []struct{ text, want string }{
		{"pais", "El País"}, {"PAÍS", "El País"}, {"pai\u0301s", "El País"}, {"país el", "El País"}, {"pais qq", ""},
		{"elsewhere", "El País"}, {"portada.xml?id=7", "El País"}, {"ELSEWHERE portada", "El País"},
		{"https://www.feeds.elsewhere.example/elpais/", "El País"},
		{"http://feeds.elsewhere.example/elpais/Portada.xml?id=7&utm_source=x", "El País"},
		{"100%", "100% News_Line"}, {"%", "100% News_Line"}, {"_", "100% News_Line"}, {"s_l", "100% News_Line"}, {"0%0", ""},
		{"s%l", ""},
		{`\`, `Back\slash`}, {`k\s`, `Back\slash`},
		{"新聞", "朝日新聞"}, {"日", "朝日新聞"}, {"правда", "Українська правда"}, {"УКРАЇНСЬКА", "Українська правда"},
		{"ελευθερια", "Ελευθερία"}, {"ΕΛΕΥΘΕΡΊΑ", "Ελευθερία"}, {"https://eleftheria.example/path", "Ελευθερία"},
		{"новости", "Кириллица"}, {"НОВОСТИ.РФ", "Кириллица"}, {"xn--p1ai", "Кириллица"},
		{"https://новости.рф/", "Кириллица"},
		{"lodz", "Łódź Dziennik"}, {"łódź", "Łódź Dziennik"}, {"@somebody", "A blog"},
		{"\x00", ""}, {"\xff", ""}, {"'; --", ""},
		{"q", ""}, {"zz", ""}, {"zzz", ""},
	} {
		if got := r.listNames(Query{Text: c.text}); got != c.want {
			t.Errorf("%q finds %q, want %q", c.text, got, c.want)
		}
	}
	if got := r.list(Query{Text: " \t\u0301 "}).Total; got != 9 {
		t.Errorf("an empty search finds %d sources", got)
	}
}

func TestFiltersSelectSources(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	add := func(name string, lifecycle source.Lifecycle, country, languages, tags, kinds string) {
		made := r.create(strings.ToLower(name)+".example", func(n *source.CreateInput) {
			n.Name, n.Lifecycle, n.Country, n.Endpoints = name, source.Draft, country, nil
			n.Languages, n.Tags = strings.Fields(languages), strings.Fields(tags)
			for i, kind := range strings.Fields(kinds) {
				n.Endpoints = append(n.Endpoints,
					source.EndpointDetails{Kind: feed.Kind(kind), URL: fmt.Sprintf("https://%s.example/%d", name, i)})
				if kind == "html_list" {
					n.Endpoints[i].Recipe = &pagelist.Recipe{List: "article"}
				}
			}
		})
		if lifecycle == source.Archived {
			r.must(r.Archive(t.Context(), r.actor, made.ID, 1))
		} else {
			r.update(made, func(d *source.Details) { d.Lifecycle = lifecycle })
		}
	}
	add("A", source.Active, "ES", "es ca", "Politik sport", "rss atom")
	add("B", source.Active, "FR", "fr", "politik", "rss rss")
	add("C", source.Draft, "", "", "", "")
	add("D", source.Paused, "ES", "es", "Sport", "html_list")
	add("E", source.Archived, "ES", "es", "sport", "rss")
	add("F", source.Active, "", "pt-BR", "", "sitemap")

	for _, c := range []struct {
		query Query
		want  string
	}{
		{Query{}, "A, B, C, D, F"},
		{Query{Lifecycles: []source.Lifecycle{source.Archived}}, "E"},
		{Query{Lifecycles: []source.Lifecycle{source.Draft, source.Archived}}, "C, E"},
		{Query{Lifecycles: []source.Lifecycle{"unknown"}}, ""},
		{Query{Countries: []string{"ES"}}, "A, D"},
		{Query{Countries: []string{"ES", "FR"}}, "A, B, D"},
		{Query{Countries: []string{None}}, "C, F"},
		{Query{Countries: []string{None, "FR"}}, "B, C, F"},
		{Query{Languages: []string{"ca"}}, "A"},
		{Query{Languages: []string{"ca", "fr"}}, "A, B"},
		{Query{Languages: []string{"pt"}}, "F"}, {Query{Languages: []string{"es-MX"}}, ""},
		{Query{Tags: []string{None}}, "C, F"}, {Query{Tags: []string{None, "politik"}}, "A, B, C, F"},
		{Query{Tiers: []string{None}, Countries: []string{"FR"}}, "B"}, {Query{Tiers: []string{"3"}}, ""},
		{Query{Paywalls: []source.Paywall{"none"}}, ""},
		{Query{Paywalls: []source.Paywall{"unknown"}, Rights: []source.Rights{"unknown"}, Scopes: []source.Scope{None},
			MediaTypes: []source.MediaType{None}, Owners: []string{None, "Ada"}}, "A, B, C, D, F"},
		{Query{Languages: []string{None}}, "C"},
		{Query{Languages: []string{"pt-BR", None}}, "C, F"},
		{Query{Tags: []string{"POLITIK"}}, "A, B"},
		{Query{Tags: []string{" politik ", "sport"}}, "A, B, D"},
		{Query{Tags: []string{"unused"}}, ""},
		{Query{Kinds: []feed.Kind{"rss"}}, "A, B"},
		{Query{Kinds: []feed.Kind{"atom", "sitemap"}}, "A, F"},
		{Query{Kinds: []feed.Kind{None}}, "C"},
		{Query{Kinds: []feed.Kind{None, "html_list"}}, "C, D"},
		// Archived sources keep their endpoints.
		{Query{Lifecycles: []source.Lifecycle{source.Archived}, Kinds: []feed.Kind{"rss"}}, "E"},
		{Query{Countries: []string{"ES"}, Tags: []string{"sport"}, Kinds: []feed.Kind{"html_list"},
			Languages: []string{"es"}}, "D"},
		{Query{Countries: []string{"ES"}, Text: "a.example"}, "A"},
		{Query{Countries: []string{"FR"}, Languages: []string{"es"}}, ""},
		{Query{Text: "example", Tags: []string{"politik"}, Sort: "-name"}, "B, A"},
		{Query{Tags: []string{"a\x00b"}, Countries: []string{"\x00"}}, ""},
		{Query{Languages: []string{"\x00", "\xff"}, Kinds: []feed.Kind{"\x00"}}, ""},
	} {
		if got := r.listNames(c.query); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.query, got, c.want)
		}
	}
}

func TestFacetsIgnoreTheirOwnFilter(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	for i := range 40 {
		made := r.create(fmt.Sprintf("s%d.example", i), func(n *source.CreateInput) {
			n.Country = []string{"", "ES", "FR", "BR"}[i%4]
			n.Languages = [][]string{{}, {"es"}, {"es", "ca"}, {"pt-BR"}}[i%4]
			n.Tags = [][]string{{}, {"sport"}, {"Sport", "politik"}}[i%3]
			n.Endpoints[0].Kind = []feed.Kind{feed.RSS, feed.Atom}[i%2]
			if i%5 == 0 {
				n.Endpoints = nil
			}
		})
		if i%8 == 7 {
			r.must(r.Archive(t.Context(), r.actor, made.ID, 1))
		}
	}
	for _, q := range []Query{
		{}, {Lifecycles: []source.Lifecycle{source.Archived}},
		{Lifecycles: []source.Lifecycle{source.Archived, source.Active}}, {Countries: []string{"ES"}},
		{Countries: []string{None, "FR"}},
		{Languages: []string{"es"}}, {Languages: []string{None}}, {Tags: []string{"politik"}}, {Kinds: []feed.Kind{None}},
		{Kinds: []feed.Kind{"atom", "rss"}},
		{Text: "s1"}, {Text: "nothing like that"},
		{Text: "s", Countries: []string{"ES"}, Languages: []string{"es"}, Tags: []string{"SPORT"},
			Kinds: []feed.Kind{"atom"}},
	} {
		facets, err := r.Facets(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		// The count of a value is the total of the list with that value as its only filter of the facet.
		for name, facet := range map[Name]struct {
			counts []Count
			only   func(Query, ...string) Query
			values []string
		}{
			"lifecycle": {facets.Counts["lifecycle"],
				func(q Query, v ...string) Query { q.Lifecycles = []source.Lifecycle{source.Lifecycle(v[0])}; return q },
				[]string{"draft", "active", "paused", "archived"}},
			"country": {facets.Counts["country"], func(q Query, v ...string) Query { q.Countries = v; return q },
				[]string{None, "ES", "FR", "BR", "DE"}},
			"language": {facets.Counts["language"], func(q Query, v ...string) Query { q.Languages = v; return q },
				[]string{None, "es", "ca", "pt-BR", "de"}},
			"tag": {facets.Counts["tag"], func(q Query, v ...string) Query { q.Tags = v; return q },
				[]string{None, "sport", "politik"}},
			"kind": {facets.Counts["kind"],
				func(q Query, v ...string) Query { q.Kinds = []feed.Kind{feed.Kind(v[0])}; return q },
				[]string{None, "rss", "atom", "rdf"}},
		} {
			var want []Count
			for _, value := range facet.values {
				if total := r.list(facet.only(q, value)).Total; total > 0 {
					want = append(want, Count{value, total})
				}
			}
			slices.SortFunc(want, func(a, b Count) int {
				if a.Count != b.Count {
					return b.Count - a.Count
				}
				return strings.Compare(a.Value, b.Value)
			})
			if !slices.Equal(facet.counts, want) {
				t.Errorf("%+v: %s counts %v, want %v", q, name, facet.counts, want)
			}
		}
	}
	summary, err := r.Summary(t.Context())
	if err != nil || summary.Lifecycle[source.Active] != 35 || summary.Lifecycle[source.Archived] != 5 ||
		summary.Lifecycle[source.Draft] != 0 ||
		summary.Endpoints != r.count("SELECT count(*) FROM endpoints WHERE live") {
		t.Errorf("the summary is %+v, %v", summary, err)
	}
	counts, err := r.CountByLifecycle(t.Context())
	if want := map[string]int{"draft": 0, "active": 35, "paused": 0, "archived": 5}; err != nil ||
		!maps.Equal(counts, want) {
		t.Errorf("the counts for the metrics are %v, %v", counts, err)
	}
}

func TestFacetsReturnTheMostFrequentValues(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	for i := range 5 {
		r.create(fmt.Sprintf("s%d.example", i), func(n *source.CreateInput) {
			for j := range 50 {
				n.Tags = append(n.Tags, fmt.Sprintf("%d-%d", i, j))
			}
		})
	}
	r.create("last.example", func(n *source.CreateInput) { n.Tags = []string{"4-49"} })
	facets, err := r.Facets(t.Context(), Query{})
	if err != nil {
		t.Fatal(err)
	}
	if len(facets.Counts["tag"]) != maxFacetValues || facets.Counts["tag"][0] != (Count{"4-49", 2}) {
		t.Errorf("%d values, the first is %v, %v", len(facets.Counts["tag"]), facets.Counts["tag"][0], err)
	}
}

// TestListOnlyFiltersEqualTheContract compares the filters that alert rules cannot have with those that
// the contract names.
func TestListOnlyFiltersEqualTheContract(t *testing.T) {
	t.Parallel()
	contract, err := openapi3.NewLoader().LoadFromFile("../../../openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var listOnly []any
	for _, f := range filters {
		if f.listOnly != nil {
			listOnly = append(listOnly, string(f.name))
		}
	}
	want := contract.Components.Schemas["SourceFilter"].Value.Extensions["x-list-only"]
	if !reflect.DeepEqual(any(listOnly), want) {
		t.Errorf("alert rules cannot have %v, want %v", listOnly, want)
	}
	if (&Query{Not: &Query{SilentDays: 1}}).ListOnlyReason() == nil ||
		(&Query{Owners: []string{None}}).ListOnlyReason() != nil {
		t.Error("not_silent_days must be a filter of the list only, unlike owner")
	}
}
