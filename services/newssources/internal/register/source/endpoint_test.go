package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func (r *testRegister) add(s *Source, url string, changes ...func(*EndpointDetails)) (*Endpoint, error) {
	details := EndpointDetails{Kind: "rss", URL: url}
	for _, change := range changes {
		change(&details)
	}
	return r.AddEndpoint(r.t.Context(), r.actor, s.ID, details)
}

// wantDerived checks the derived columns of a source: found must be searchable, lost must not.
func (r *testRegister) wantDerived(id uuid.UUID, count int, kinds, found string, lost ...string) {
	r.t.Helper()
	var gotCount int
	var gotKinds, text string
	err := r.db.Pool.QueryRow(r.t.Context(), "SELECT endpoint_count, endpoint_kinds::text, search_text FROM sources "+
		"WHERE id = $1", id).
		Scan(&gotCount, &gotKinds, &text)
	if err != nil {
		r.t.Fatal(err)
	}
	if gotCount != count || gotKinds != kinds || !strings.Contains(text, found) {
		r.t.Errorf("derived %d %s %q, want %d %s and %q", gotCount, gotKinds, text, count, kinds, found)
	}
	for _, word := range lost {
		if strings.Contains(text, word) {
			r.t.Errorf("the search text still contains %q", word)
		}
	}
}

func TestAddressesAreUniqueAmongLiveEndpoints(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	first, second := r.create("first.example"), r.create("second.example")
	for _, same := range []string{"https://first.example/rss", "http://www.first.example/rss/",
		"feed://FIRST.example/rss?utm_source=x#top"} {
		_, err := r.add(second, same)
		p := r.problemOf(err, problem.DuplicateEndpoint)
		if existing := p.Extensions["existing"].(DuplicateOf); existing.ID != first.ID || existing.Name != first.Name ||
			!strings.Contains(p.Detail, first.Name) {
			t.Errorf("%s: %+v %s", same, existing, p.Detail)
		}
	}
	_, err := r.Create(t.Context(), r.actor,
		sourceInput("third.example", func(n *CreateInput) { n.Endpoints[0].URL = "https://first.example/rss" }))
	r.wantProblem(err, problem.DuplicateEndpoint)
	_, err = r.Create(t.Context(), r.actor, sourceInput("www.first.example", func(n *CreateInput) { n.Endpoints = nil }))
	if existing := r.problemOf(err,
		problem.DuplicateSource).Extensions["existing"].(DuplicateOf); existing.ID != first.ID {
		t.Errorf("got %+v", existing)
	}

	// Retiring an endpoint frees its address; reactivating it needs the address again.
	feed := first.Endpoints[0]
	retired, err := r.UpdateEndpoint(t.Context(), r.actor, first.ID, feed.ID, 1,
		func(d *EndpointDetails) { d.Intent = EndpointRetired })
	if err != nil {
		t.Fatal(err)
	}
	r.wantDerived(first.ID, 0, "[]", "first.example", "first.example/rss")
	moved, err := r.add(second, "https://first.example/rss")
	if err != nil {
		t.Fatalf("the address of a retired endpoint is not free: %v", err)
	}
	_, err = r.UpdateEndpoint(t.Context(), r.actor, first.ID, feed.ID, retired.Version,
		func(d *EndpointDetails) { d.Intent = EndpointActive })
	r.wantProblem(err, problem.DuplicateEndpoint)
	if err := r.DeleteEndpoint(t.Context(), r.actor, second.ID, moved.ID, 1); err != nil {
		t.Fatal(err)
	}
	if _, err = r.UpdateEndpoint(t.Context(), r.actor, first.ID, feed.ID, retired.Version,
		func(d *EndpointDetails) { d.Intent = EndpointActive }); err != nil {
		t.Error(err)
	}

	// Archiving a source also frees its addresses.
	r.must(r.Archive(t.Context(), r.actor, first.ID, first.Version))
	r.wantDerived(first.ID, 1, `["rss"]`, "first.example/rss")
	again := r.create("first.example")
	_, err = r.Unarchive(t.Context(), r.actor, first.ID, first.Version+1)
	r.wantProblem(err, problem.DuplicateSource)
	r.update(again, func(d *Details) { d.HomepageURL = "https://elsewhere.example/" })
	_, err = r.Unarchive(t.Context(), r.actor, first.ID, first.Version+1)
	if existing := r.problemOf(err,
		problem.DuplicateEndpoint).Extensions["existing"].(DuplicateOf); existing.ID != again.ID {
		t.Errorf("got %+v", existing)
	}
	if err := r.DeleteEndpoint(t.Context(), r.actor, again.ID, again.Endpoints[0].ID, 1); err != nil {
		t.Fatal(err)
	}
	r.must(r.Unarchive(t.Context(), r.actor, first.ID, first.Version+1))
	r.wantDerived(first.ID, 1, `["rss"]`, "first.example/rss")
}

func TestOutletsOnSharedHosts(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	at := func(homepage string) func(*CreateInput) {
		return func(n *CreateInput) { n.HomepageURL, n.Endpoints = homepage, nil }
	}
	r.create("a.example", at("https://medium.com/@ada"))
	r.create("b.example", at("https://medium.com/@grace/some-post"))
	r.create("c.example", at("https://ada.blogspot.de/"))
	_, err := r.Create(t.Context(), r.actor, sourceInput("d.example", at("https://medium.com/feed/@Ada")))
	if p := r.problemOf(err, problem.DuplicateSource); !strings.Contains(p.Detail, "medium.com/@ada") {
		t.Errorf("the detail is %s", p.Detail)
	}
	_, err = r.Create(t.Context(), r.actor, sourceInput("e.example", at("http://ada.blogspot.com/feeds/posts/default")))
	r.wantProblem(err, problem.DuplicateSource)
}

func TestEndpointsOfArchivedSourcesAreReadOnly(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	r.must(r.Archive(t.Context(), r.actor, made.ID, 1))
	_, err := r.add(made, "https://daily.example/2")
	r.wantProblem(err, problem.Archived)
	_, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, made.Endpoints[0].ID, 1,
		func(d *EndpointDetails) { d.Name = "x" })
	r.wantProblem(err, problem.Archived)
	r.wantProblem(r.DeleteEndpoint(t.Context(), r.actor, made.ID, made.Endpoints[0].ID, 1), problem.Archived)
	_, err = r.add(&Source{ID: uuid.New()}, "https://daily.example/2")
	r.wantProblem(err, problem.NotFound)
}

func TestAddUpdateAndDeleteEndpoint(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	added, err := r.add(made, "feed://daily.example/Atom?utm_source=x",
		func(d *EndpointDetails) { d.Kind, d.Name, d.Section = "atom", "All", "Start" })
	if err != nil {
		t.Fatal(err)
	}
	r.wantDerived(made.ID, 2, `["atom", "rss"]`, "daily.example/atom")
	read, err := r.Endpoint(t.Context(), made.ID, added.ID)
	if err != nil || *read != *added || read.URLEntered != "feed://daily.example/Atom?utm_source=x" {
		t.Errorf("read %+v, %v", read, err)
	}
	changed, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 1,
		func(d *EndpointDetails) { d.Kind, d.Intent = "json_feed", EndpointPaused })
	if err != nil || changed.Version != 2 || changed.URLEntered != added.URLEntered {
		t.Errorf("changed to %+v, %v", changed, err)
	}
	r.wantDerived(made.ID, 2, `["json_feed", "rss"]`, "daily.example/atom")
	same, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 2,
		func(d *EndpointDetails) { d.Name = " All " })
	if err != nil || same.Version != 2 {
		t.Errorf("a change without effect returned %+v, %v", same, err)
	}
	_, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 2,
		func(d *EndpointDetails) { d.URL, d.Kind = "x y", "?" })
	if got := strings.Join(invalidFields(t, err), ","); got != "/kind unknown,/url address" {
		t.Errorf("got %s", got)
	}
	moved, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, added.ID, 2,
		func(d *EndpointDetails) { d.URL = "https://daily.example/new" })
	if err != nil || moved.URLEntered != "https://daily.example/new" {
		t.Errorf("moved to %+v, %v", moved, err)
	}
	r.wantDerived(made.ID, 2, `["json_feed", "rss"]`, "daily.example/new", "atom")
	_, err = r.Endpoint(t.Context(), uuid.New(), added.ID)
	r.wantProblem(err, problem.NotFound)
	if err := r.DeleteEndpoint(t.Context(), r.actor, made.ID, added.ID, 3); err != nil {
		t.Fatal(err)
	}
	r.wantDerived(made.ID, 1, `["rss"]`, "daily.example/rss", "/new")
	list, err := r.Endpoints(t.Context(), made.ID)
	if err != nil || len(list) != 1 {
		t.Errorf("got %+v, %v", list, err)
	}
	now := r.must(r.Get(t.Context(), made.ID))
	if now.Version != 1 || !now.UpdatedAt.After(made.UpdatedAt) {
		t.Errorf("the source is %+v", now)
	}
	history := r.history(made.ID)
	want := []string{
		`endpoint.created v1 intent: none -> "active"; kind: none -> "atom"; name: none -> "All"; section: none -> "Start"; url: none -> "https://daily.example/Atom"`,
		`endpoint.updated v2 intent: "active" -> "paused"; kind: "atom" -> "json_feed"`,
		`endpoint.updated v3 url: "https://daily.example/Atom" -> "https://daily.example/new"`,
		`endpoint.deleted v4 intent: "paused" -> none; kind: "json_feed" -> none; name: "All" -> none; section: "Start" -> none; url: "https://daily.example/new" -> none`,
	}
	if got := strings.Join(history[2:], "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the history is\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

func TestRetiredEndpointsLeaveTheirAddressFree(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example", func(n *CreateInput) { n.Endpoints[0].Intent = EndpointRetired })
	r.wantDerived(made.ID, 0, "[]", "daily.example", "rss")
	if _, err := r.add(made, "https://daily.example/rss"); err != nil {
		t.Errorf("the address is not free: %v", err)
	}
}

func TestMaximumNumberOfEndpoints(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example", func(n *CreateInput) {
		n.Endpoints = nil
		for i := range MaxEndpoints {
			n.Endpoints = append(n.Endpoints, EndpointDetails{Kind: "rss", URL: fmt.Sprintf("https://daily.example/%d", i)})
		}
	})
	r.wantDerived(made.ID, MaxEndpoints, `["rss"]`, "daily.example/999")
	_, err := r.add(made, "https://daily.example/one-more")
	r.wantProblem(err, problem.Invalid)
}

// TestUpdateRefreshesDerivedColumns changes the name and the homepage.
func TestUpdateRefreshesDerivedColumns(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	made = r.update(made, func(d *Details) {
		d.Name, d.HomepageURL = "Ελευθερία", "https://www.пример.рф/новости/"
	})
	r.wantDerived(made.ID, 1, `["rss"]`, "ελευθερια", "the daily")
	r.wantDerived(made.ID, 1, `["rss"]`, "xn--e1afmkfd.xn--p1ai/%d0%bd")
	r.wantDerived(made.ID, 1, `["rss"]`, "пример.рф")
	r.update(made, func(d *Details) { d.Name = "Plain" })
	r.wantDerived(made.ID, 1, `["rss"]`, "plain", "ελευθερια")
}
