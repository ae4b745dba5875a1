package discover

import (
	"context"
	"crypto/tls"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// siteTimeout is enough for the simulated sites and short for those that never answer.
const siteTimeout = 3 * time.Second

// world is a Finder on the simulated internet with its own register.
type world struct {
	*simulator.Simulator
	finder   *Finder
	register *source.Register
	db       *postgres.DB
}

func newWorld(t *testing.T, options simulator.Options) world {
	t.Helper()
	sim, err := simulator.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	db := postgres.FromPool(testdb.New(t))
	w := world{sim, nil, source.NewRegister(db, nil), db}
	w.finder = w.newFinder(t, siteTimeout)
	return w
}

// newFinder returns a Finder with a timeout per request.
func (w world) newFinder(t *testing.T, timeout time.Duration) *Finder {
	t.Helper()
	client, err := fetch.New(fetch.Config{Lab: w.DNS, HostInterval: -1, Timeout: timeout,
		TLS: &tls.Config{RootCAs: w.Roots()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return New(client, w.register)
}

// outcome is the result of a discovery; candidates are sorted by rank.
type outcome struct {
	arrival    *Arrival
	candidates []*Candidate
	fields     map[string]outletfield.Field
	existing   []*ExistingSource
	attempts   []Attempt
	done       *Summary
}

func (w world) discover(t *testing.T, address string) outcome {
	t.Helper()
	return w.discoverAs(context.Background(), t, address)
}

// discoverAs runs a discovery for the member of ctx.
func (w world) discoverAs(ctx context.Context, t *testing.T, address string) outcome {
	t.Helper()
	f := outcome{fields: map[string]outletfield.Field{}}
	err := w.finder.Run(ctx, address, func(e Event) {
		switch e.Type {
		case Reached:
			f.arrival = e.Reached
		case Found:
			at := slices.IndexFunc(f.candidates, func(c *Candidate) bool { return c.URL == e.Candidate.URL })
			if at < 0 {
				at, f.candidates = len(f.candidates), append(f.candidates, nil)
			}
			f.candidates[at] = e.Candidate
		case Tried:
			f.attempts = append(f.attempts, *e.Attempt)
		case Proposed:
			f.fields[e.Field.Name] = *e.Field
		case Existing:
			f.existing = append(f.existing, e.Existing)
		case Done:
			f.done = e.Done
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(f.candidates, Compare)
	return f
}

// preview returns a preview. It repeats a request that is refused while the previews of other tests
// hold the memory for large documents.
func (w world) preview(t *testing.T, address string) *Preview {
	t.Helper()
	p, err := w.finder.Preview(context.Background(), PreviewRequest{URL: address})
	for problem.Is(err, problem.TooManySearches) && t.Context().Err() == nil {
		p, err = w.finder.Preview(context.Background(), PreviewRequest{URL: address})
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// selected returns the preselected addresses, sorted by rank.
func (f outcome) selected() (list []string) {
	for _, c := range f.candidates {
		if c.Preselected {
			list = append(list, c.URL)
		}
	}
	return list
}

func (f outcome) candidate(address string) *Candidate {
	for _, c := range f.candidates {
		if c.URL == address {
			return c
		}
	}
	return nil
}

// hasOutcome reports whether an attempt or a candidate has an outcome.
func (f outcome) hasOutcome(outcome string) bool {
	return slices.ContainsFunc(f.attempts, func(a Attempt) bool { return a.Outcome == outcome }) ||
		slices.ContainsFunc(f.candidates, func(c *Candidate) bool { return c.Outcome == outcome })
}

func (f outcome) titles() (list []string) {
	for _, c := range f.candidates {
		list = append(list, c.Title)
	}
	return list
}

func TestFeedsAreFoundFromAnyPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, pasted := range []string{
		w.URL("elejemplo.test", "/"),                   // the homepage
		w.URL("elejemplo.test", "/section/Deportes"),   // a missing section
		w.URL("elejemplo.test", "/articles/portada-1"), // an article
		w.URL("elejemplo.test", "/atom/cultura.xml"),   // one of its feeds
	} {
		f := w.discover(t, pasted)
		if f.done == nil || f.done.Partial {
			t.Fatalf("%s: incomplete: %+v", pasted, f.done)
		}
		var selected []string
		for _, c := range f.candidates {
			if c.Preselected {
				selected = append(selected, c.Title)
			}
			if c.Comments && c.Preselected {
				t.Errorf("%s: the comment feed is preselected", pasted)
			}
		}
		want := "Portada"
		if strings.HasSuffix(pasted, "cultura.xml") { // a given feed is the main one
			want = "El Ejemplo – Cultura"
		}
		if !slices.Equal(selected, []string{want}) {
			t.Errorf("%s: preselected %v among %v, want %s", pasted, selected, f.titles(), want)
		}
		if c := f.candidate(w.URL("elejemplo.test", "/rss/deportes.xml")); c == nil || c.Group != GroupSection {
			t.Errorf("%s: the section feed is not in its group among %v", pasted, f.titles())
		}
		if last := f.candidates; len(last) > 1 && !last[len(last)-1].Comments {
			t.Errorf("%s: the comment feed is not last in %v", pasted, f.titles())
		}
	}
}

func TestFieldsStateTheirOrigin(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("elejemplo.test", "/"))
	for name, want := range map[string]outletfield.Field{
		"name":     {Value: "El Ejemplo", From: "the page's data for search engines"},
		"language": {Value: "es", From: "the page's language"},
		"country":  {Value: "ES", From: "the page's data for search engines"},
	} {
		if got := f.fields[name]; got.Value != want.Value || got.From != want.From {
			t.Errorf("%s: %q from %s, want %q from %s", name, got.Value, got.From, want.Value, want.From)
		}
	}
}

func TestExistingEndpointIsNotPreselected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	feed := w.URL("elejemplo.test", "/rss/portada.xml")
	made, err := w.register.Create(context.Background(), audit.Actor{Name: "Test"}, source.CreateInput{
		Details:   source.Details{Name: "El Ejemplo", HomepageURL: w.URL("elejemplo.test", "/")},
		Endpoints: []source.EndpointDetails{{Kind: "rss", URL: feed}},
	})
	if err != nil {
		t.Fatal(err)
	}
	f := w.discover(t, w.URL("elejemplo.test", "/"))
	if len(f.existing) != 1 || f.existing[0].SourceID != made.ID || f.existing[0].Why != SameSource {
		t.Errorf("existing: %+v", f.existing)
	}
	for _, c := range f.candidates {
		if c.FinalURL == feed && (c.Existing == nil || c.Preselected) {
			t.Errorf("%s exists, but the candidate is %+v", feed, c)
		}
	}
	moved := w.URL("moved-301.test", "/feed")
	f = w.discover(t, moved)
	if len(f.existing) != 1 || f.existing[0].Why != RedirectsTo {
		t.Errorf("after a redirect: %+v", f.existing)
	}
	if c := f.candidate(moved); c == nil || c.Preselected || c.Existing == nil || c.Existing.Why != RedirectsTo {
		t.Errorf("a feed that redirects to an existing endpoint: %+v", c)
	}
}

func TestFeedLinkedByAnchorIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("hidden-feeds.test", "/"))
	if len(f.candidates) != 1 || f.candidates[0].From != FromAnchor || !f.candidates[0].Preselected {
		t.Errorf("candidates: %v", f.titles())
	}
}

func TestMixedScriptHostIsFlagged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for host, want := range map[string]bool{"xn--gzette-3nf.test": true, "xn--zeitungfrkln-ejb5f.test": false} {
		f := w.discover(t, w.URL(host, "/"))
		flagged := slices.ContainsFunc(f.candidates[0].Warnings,
			func(words string) bool { return strings.Contains(words, "mixes alphabets") })
		if flagged != want {
			t.Errorf("%s: %v", host, f.candidates[0].Warnings)
		}
	}
}

func mustParse(t *testing.T, address string) weburl.URL {
	t.Helper()
	parsed, err := weburl.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// TestFeedOnAnotherDomainBelongsToTheAnnouncingSource saves a discovered feed that is hosted on
// another domain.
func TestFeedOnAnotherDomainBelongsToTheAnnouncingSource(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	home, hosted := w.URL("cdn-feeds.test", "/"), w.URL("stadtanzeiger-static.test", "/rss/alle.xml")
	f := w.discover(t, home)
	c := f.candidate(hosted)
	if c == nil || !c.Preselected || c.AnnouncedBy != home || c.ExternalDomain != "stadtanzeiger-static.test" {
		t.Fatalf("the feed on another domain: %+v", c)
	}
	made, err := w.register.Create(t.Context(), audit.Actor{Name: "Test"}, source.CreateInput{
		Details:   source.Details{Name: f.fields[outletfield.Name].Value, HomepageURL: f.fields[outletfield.Homepage].Value},
		Endpoints: []source.EndpointDetails{{Kind: feed.Kind(c.Kind), URL: c.URL}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if f = w.discover(t, home); len(f.selected()) != 0 {
		t.Errorf("preselected %v again", f.selected())
	}
	for _, pasted := range []string{home, hosted} {
		f := w.discover(t, pasted)
		if c := f.candidate(hosted); c == nil || c.Existing == nil || c.Existing.SourceID != made.ID ||
			c.Existing.Why != SameAddress {
			t.Errorf("%s: the saved feed is not an endpoint of the announcing source: %+v", pasted, c)
		}
	}
	// Other addresses of the host of the feed are not those of the outlet.
	if match, err := w.register.Match(t.Context(), mustParse(t, w.URL("stadtanzeiger-static.test", "/"))); err != nil ||
		match != nil {
		t.Errorf("the domain of the feed belongs to %+v, %v", match, err)
	}
}
