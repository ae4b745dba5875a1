package discover

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestLeadsAreSortedByOrigin(t *testing.T) {
	t.Parallel()
	page := func(address string) []lead {
		return leadsOf(parsePage(&fetch.Result{FinalURL: address, ContentType: "text/html",
			Body: []byte(`<!doctype html><meta name="generator" content="WordPress 6">
			<a href="/rss/a">RSS</a><link rel="alternate" type="application/rss+xml" href="/link"><a href="/rss/b">RSS</a>`)}))
	}
	sitemaps := newsSitemapsFirst(lead{from: FromRobots}, []string{"https://example.org/sitemap.xml"})
	var got []string
	s := (&Finder{}).newSearch(t.Context(), mustParse(t, "https://example.org/"), credentials{}, siteTimeout,
		func(Event) {})
	for _, l := range s.sortLeads(slices.Concat(page("https://example.org/article"), page("https://example.org/"),
		sitemaps)) {
		got = append(got, l.from+strings.TrimPrefix(l.url.String(), "https://example.org"))
	}
	want := []string{"link/link", "link/link", "platform/feed/", "platform/feed/", "anchor/rss/a", "anchor/rss/b",
		"anchor/rss/a", "anchor/rss/b", "robots/sitemap.xml"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSitemapsPrecedeExcessAlternates(t *testing.T) {
	t.Parallel()
	announced := make([]lead, 20)
	for i := range announced {
		announced[i] = lead{url: mustParse(t, fmt.Sprintf("https://example.org/%d", i)), from: FromLink}
	}
	news := lead{url: mustParse(t, "https://example.org/sitemap-news.xml"), from: FromRobots}
	s := (&Finder{}).newSearch(t.Context(), mustParse(t, "https://example.org/"), credentials{}, siteTimeout,
		func(Event) {})
	leads := s.sortLeads(append(slices.Clone(announced), news))
	if at := slices.Index(leads, news); at != maxAnnounced || len(leads) != len(announced)+1 {
		t.Errorf("the news sitemap is number %d of %d", at, len(leads))
	}
	leads = slices.DeleteFunc(leads, func(l lead) bool { return l == news })
	if !slices.Equal(leads, announced) {
		t.Errorf("the order changed: %v", leads)
	}
	if few := s.sortLeads(append(slices.Clone(announced[:3]), news)); few[3] != news {
		t.Errorf("%v", few)
	}
	if only := s.sortLeads(slices.Clone(announced)); !slices.Equal(only, announced) {
		t.Errorf("%v", only)
	}
}

// TestCandidatesAreEmittedImmediately checks that requests that hang delay no candidate, and that a
// discovery can be cancelled.
func TestCandidatesAreEmittedImmediately(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var found, hung []string
	var done *Summary
	err := w.newFinder(t, Timeout).Run(ctx, w.URL("sections-hang.test", "/"), func(e Event) {
		switch e.Type {
		case Found:
			switch {
			case e.Candidate.Kind != "":
				found = append(found, e.Candidate.URL)
				stop()
			case e.Candidate.Outcome == string(fetch.Timeout):
				hung = append(hung, e.Candidate.URL)
			}
		case Done:
			done = e.Done
		}
	})
	if err != nil || !slices.Equal(found, []string{w.URL("sections-hang.test", "/feed")}) || done == nil || !done.Partial {
		t.Errorf("found %v, done %+v, %v", found, done, err)
	}
	if len(hung) > 0 {
		t.Errorf("the discovery waited for requests that hang: %v", hung)
	}
}

func TestCandidateMetadata(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for path, want := range map[string]Candidate{
		"/rss/portada.xml":  {Kind: "rss", PerDay: 84.7, FullText: true}, // one item every 17 minutes
		"/rss/deportes.xml": {Kind: "rss", PerDay: 20},
		"/atom/cultura.xml": {Kind: "atom", PerDay: 4.8},
		"/sitemap-news.xml": {Kind: "news_sitemap", PerDay: 84.7},
		"/comments/feed/":   {Kind: "rss", PerDay: 360, Comments: true}, // all items within one hour
	} {
		address := w.URL("elejemplo.test", path)
		c := w.discover(t, address).candidate(address)
		if c == nil || c.Kind != want.Kind || c.PerDay != want.PerDay || c.FullText != want.FullText ||
			c.Comments != want.Comments ||
			c.Language != "es" || c.Items != 20 || c.Newest == nil || c.HTTPS {
			t.Errorf("%s: %+v", path, c)
		}
	}
	if c := w.discover(t, w.TLSURL("https-twin.test", "/rss")).candidate(w.TLSURL("https-twin.test", "/rss")); c == nil ||
		!c.HTTPS {
		t.Errorf("https candidate: %+v", c)
	}
}

func TestFeedsListedIn(t *testing.T) {
	t.Parallel()
	result := &fetch.Result{FinalURL: "https://example.org/rss", ContentType: "text/html",
		Body: []byte(`<!doctype html><a href="/rss/a">RSS</a>`)}
	s := (&Finder{}).newSearch(t.Context(), mustParse(t, "https://example.org/"), credentials{}, siteTimeout,
		func(Event) {})
	for name, c := range map[string]struct {
		lead lead
		want int
	}{
		"anchor":          {lead{url: mustParse(t, "https://www.example.org/rss"), from: FromAnchor}, 1},
		"alternate":       {lead{url: mustParse(t, "https://example.org/rss"), from: FromLink}, 1},
		"well-known path": {lead{url: mustParse(t, "https://example.org/rss"), from: FromWellKnown}, 1},
		"sitemap":         {lead{url: mustParse(t, "https://example.org/rss"), from: FromSitemap}, 0},
		"list that a page of feeds links to": {lead{url: mustParse(t, "https://example.org/all.opml"), from: FromAnchor,
			depth: 1}, 1},
		"page listed by a page of feeds": {lead{url: mustParse(t, "https://example.org/rss"), from: FromAnchor, depth: 1}, 0},
	} {
		feeds := s.feedsListedIn(c.lead, result)
		if len(feeds) != c.want || c.want > 0 && feeds[0].depth != c.lead.depth+1 {
			t.Errorf("%s: %+v", name, feeds)
		}
	}
}
