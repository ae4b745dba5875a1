package discover

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

func TestSearchHasItsOrder(t *testing.T) {
	t.Parallel()
	page := func(address string) []lead {
		return readPage(&fetch.Result{FinalURL: address, ContentType: "text/html", Body: []byte(`<!doctype html><meta name="generator" content="WordPress 6">
			<a href="/rss/a">RSS</a><link rel="alternate" type="application/rss+xml" href="/link"><a href="/rss/b">RSS</a>`)}).leads()
	}
	sitemaps := promising(lead{From: FromRobots}, []string{"https://example.org/sitemap.xml"})
	var got []string
	for _, l := range inOrder(append(page("https://example.org/article"), page("https://example.org/")...), sitemaps) {
		got = append(got, l.From+strings.TrimPrefix(l.URL, "https://example.org"))
	}
	want := []string{"link/link", "link/link", "platform/feed/", "platform/feed/", "robots/sitemap.xml", "anchor/rss/a", "anchor/rss/b", "anchor/rss/a", "anchor/rss/b"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestManyAnnouncementsLeaveRoomForNews(t *testing.T) {
	t.Parallel()
	announced := make([]lead, 2*maxCandidates)
	for i := range announced {
		announced[i] = lead{URL: fmt.Sprintf("https://example.org/%d", i), From: FromLink}
	}
	news := lead{URL: "https://example.org/sitemap-news.xml", From: FromRobots}
	leads := inOrder(slices.Clone(announced), []lead{news})
	if at := slices.Index(leads, news); at != maxAnnounced || len(leads) != len(announced)+1 {
		t.Errorf("the sitemap of news is number %d of %d", at, len(leads))
	}
	leads = slices.DeleteFunc(leads, func(l lead) bool { return l == news })
	if !slices.Equal(leads, announced) {
		t.Errorf("the order has changed: %v", leads)
	}
	if few := inOrder(slices.Clone(announced[:3]), []lead{news}); few[3] != news {
		t.Errorf("%v", few)
	}
	if only := inOrder(slices.Clone(announced), nil); !slices.Equal(only, announced) {
		t.Errorf("%v", only)
	}
}

// What hangs keeps nobody from seeing what is there, and whoever stops a search is left alone at once.
func TestSearchTellsAsItGoesAndStops(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var found, hung []string
	var done *Summary
	err := w.patient(t, timeBox).Run(ctx, w.URL("sections-hang.test", "/"), func(e Event) {
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
		t.Errorf("somebody waited for what hangs: %v", hung)
	}
}

func TestCandidatesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("elejemplo.test", "/"))
	for path, want := range map[string]Candidate{
		"/rss/portada.xml":  {Kind: "rss", PerDay: 84.7, FullText: true}, // every 17 minutes
		"/rss/deportes.xml": {Kind: "rss", PerDay: 20},
		"/atom/cultura.xml": {Kind: "atom", PerDay: 4.8},
		"/sitemap-news.xml": {Kind: "news_sitemap", PerDay: 84.7},
		"/comments/feed/":   {Kind: "rss", PerDay: 360, Comments: true}, // what comes within an hour counts as an hour
	} {
		c := f.candidate(w.URL("elejemplo.test", path))
		if c == nil || c.Kind != want.Kind || c.PerDay != want.PerDay || c.FullText != want.FullText || c.Comments != want.Comments ||
			c.Language != "es" || c.Items != 20 || c.Newest == nil || c.HTTPS {
			t.Errorf("%s: %+v", path, c)
		}
	}
	if c := w.discover(t, w.TLSURL("https-twin.test", "/rss")).candidate(w.TLSURL("https-twin.test", "/rss")); c == nil || !c.HTTPS {
		t.Errorf("by https: %+v", c)
	}
}

func TestPagesAboutFeedsLeadNoFurther(t *testing.T) {
	t.Parallel()
	result := &fetch.Result{FinalURL: "https://example.org/rss", ContentType: "text/html", Body: []byte(`<!doctype html><a href="/rss/a">RSS</a>`)}
	for name, c := range map[string]struct {
		lead lead
		want int
	}{
		"a link":              {lead{URL: "https://www.example.org/rss", From: FromAnchor}, 1},
		"an announcement":     {lead{URL: "https://example.org/rss", From: FromLink}, 1},
		"a guess":             {lead{URL: "https://example.org/rss", From: FromWellKnown}, 0},
		"a page of that page": {lead{URL: "https://example.org/rss", From: FromAnchor, depth: 1}, 0},
		"another outlet":      {lead{URL: "https://example.com/rss", From: FromAnchor}, 0},
	} {
		feeds := c.lead.listed(result)
		if len(feeds) != c.want || c.want > 0 && feeds[0].depth != 1 {
			t.Errorf("%s: %+v", name, feeds)
		}
	}
}
