package sourcelist

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func TestListEndpointsFiltersAndPages(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	one := r.create("one.example", func(in *source.CreateInput) {
		in.MediaType = "newspaper"
		in.Endpoints = append(in.Endpoints, source.EndpointDetails{Kind: "atom", URL: "https://www.feeds.example/one"})
	})
	two := r.create("two.example")
	archived := r.create("three.example")
	if _, err := r.Archive(t.Context(), r.actor, archived.ID, archived.Version); err != nil {
		t.Fatal(err)
	}
	if _, err := r.UpdateEndpoint(t.Context(), r.actor, one.ID, one.Endpoints[0].ID, 1,
		func(e *source.EndpointDetails) { e.Intent = "retired" }); err != nil {
		t.Fatal(err)
	}
	read := func(q EndpointQuery) (urls []string) {
		t.Helper()
		q.Limit = 10
		list, next, err := r.ListEndpoints(t.Context(), q)
		if err != nil || next != "" {
			t.Fatalf("%+v: next %q, %v", q, next, err)
		}
		for _, e := range list {
			urls = append(urls, strings.TrimPrefix(e.URL, "https://"))
		}
		return urls
	}
	for _, c := range []struct {
		name  string
		query EndpointQuery
		want  []string
	}{
		{"live endpoints", EndpointQuery{}, []string{"www.feeds.example/one", "two.example/rss"}},
		{"of a source", EndpointQuery{SourceID: &two.ID}, []string{"two.example/rss"}},
		{"by kind", EndpointQuery{Kinds: []feed.Kind{"atom", "rdf"}}, []string{"www.feeds.example/one"}},
		{"by intent", EndpointQuery{Intents: []source.Intent{"retired"}}, []string{"one.example/rss"}},
		{"by lifecycle", EndpointQuery{Lifecycles: []source.Lifecycle{source.Archived}}, []string{"three.example/rss"}},
		{"by media type", EndpointQuery{MediaTypes: []source.MediaType{"newspaper"}}, []string{"www.feeds.example/one"}},
		{"by host", EndpointQuery{Host: "Feeds.Example"}, []string{"www.feeds.example/one"}},
		{"by host with www", EndpointQuery{Host: "www.two.example"}, []string{"two.example/rss"}},
		{"by a part of a host", EndpointQuery{Host: "example"}, nil},
		{"changed in the future", EndpointQuery{UpdatedSince: time.Now().Add(time.Hour)}, nil},
		{"by change", EndpointQuery{Intents: []source.Intent{"active", "retired"},
			Lifecycles: []source.Lifecycle{source.Active}, ByUpdate: true, UpdatedSince: time.Now().Add(-time.Hour)},
			[]string{"www.feeds.example/one", "two.example/rss", "one.example/rss"}},
	} {
		if got := read(c.query); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	for _, byUpdate := range []bool{false, true} {
		first, next, err := r.ListEndpoints(t.Context(), EndpointQuery{Limit: 1, ByUpdate: byUpdate})
		if err != nil || len(first) != 1 || next == "" {
			t.Fatalf("the first page: %v, %q, %v", first, next, err)
		}
		second, last, err := r.ListEndpoints(t.Context(), EndpointQuery{Limit: 1, ByUpdate: byUpdate, Cursor: next})
		if err != nil || len(second) != 1 || last != "" || second[0].ID == first[0].ID ||
			second[0].SourceName != "The two.example" {
			t.Errorf("the second page: %+v, %q, %v", second, last, err)
		}
		if _, _, err := r.ListEndpoints(t.Context(),
			EndpointQuery{Limit: 1, ByUpdate: !byUpdate, Cursor: next}); !problem.Is(err, problem.InvalidCursor) {
			t.Errorf("a cursor of the other order: %v", err)
		}
	}
}
