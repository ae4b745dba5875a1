package discover

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func TestPageWithoutFeedBecomesPageList(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	home := w.URL("list-only.test", "/")
	for _, pasted := range []string{
		home,
		w.URL("list-only.test", "/articles/news-1"), // has no list and declares itself an article
		w.URL("list-only.test", "/gone"),
	} {
		f := w.discover(t, pasted)
		if len(f.candidates) != 1 {
			t.Fatalf("%s: candidates %v", pasted, f.titles())
		}
		c := f.candidates[0]
		if c.URL != home || c.Kind != "html_list" || c.From != FromPage || c.Recipe == nil || !c.Preselected ||
			c.Items != 20 || len(c.Preview) != 20 || c.Newest == nil {
			t.Errorf("%s: %+v", pasted, c)
		}
		if !slices.Contains(c.Warnings, noFeedWarning) {
			t.Errorf("%s: warnings %v", pasted, c.Warnings)
		}
		for _, item := range c.Preview {
			if len(item.Title) < 15 || !strings.HasPrefix(item.URL, home+"articles/") || item.Published == nil ||
				item.Identity == "" {
				t.Errorf("%s: item %+v", pasted, item)
			}
		}
		p, err := w.finder.Preview(context.Background(), PreviewRequest{URL: c.URL, Kind: &c.Kind, Recipe: c.Recipe})
		if err != nil || p.Outcome != string(fetch.OK) || p.Items != c.Items ||
			p.Preview[0].Identity != c.Preview[0].Identity {
			t.Errorf("a preview differs: %+v, %v", p, err)
		}
	}
}

func TestPageListIsOnlyProposedWithoutUsableFeed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, host := range []string{"elejemplo.test", "wordpress.test", "hidden-feeds.test", "sitemaps.test",
		"https-twin.test"} {
		f := w.discover(t, w.URL(host, "/"))
		if slices.ContainsFunc(f.candidates, func(c *Candidate) bool { return c.From == FromPage }) {
			t.Errorf("%s has feeds, but a page list is proposed: %v", host, f.titles())
		}
	}
	f := w.discover(t, w.URL("list-dead-feed.test", "/"))
	if list := f.candidate(w.URL("list-dead-feed.test", "/")); list == nil || !list.Preselected ||
		f.candidates[0] != list || !slices.Contains(list.Warnings, noNewsWarning) {
		t.Errorf("with a stale feed: %v", f.titles())
	}
	// Feeds that may work on a retry, and pages that must not be read.
	for _, host := range []string{"status-500.test", "status-429.test", "reset.test", "robots-forbid.test",
		"robots-broken.test", "links-only.test"} {
		if f := w.discover(t, w.URL(host, "/")); slices.ContainsFunc(f.candidates,
			func(c *Candidate) bool { return c.From == FromPage }) {
			t.Errorf("%s: %v", host, f.titles())
		}
	}
}

func TestPageListDoesNotReplaceAFailingGivenFeed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for host, proposed := range map[string]bool{"status-500.test": false, "reset.test": false, "hang.test": false,
		"status-410.test": true} {
		f := w.discover(t, w.URL(host, "/feed"))
		if got := slices.ContainsFunc(f.candidates, func(c *Candidate) bool { return c.From == FromPage }); got != proposed {
			t.Errorf("%s: %v", host, f.titles())
		}
	}
}

func TestExistingPageListIsNotPreselected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	home := w.URL("list-only.test", "/")
	recipe := w.discover(t, home).candidates[0].Recipe
	_, err := w.register.Create(context.Background(), audit.Actor{Name: "Test"}, source.CreateInput{
		Details: source.Details{Name: "The List", HomepageURL: home},
		Endpoints: []source.EndpointDetails{{Kind: "html_list", URL: home,
			ReadSettings: source.ReadSettings{Recipe: recipe}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := w.discover(t, home).candidates[0]; c.Preselected || c.Existing == nil || c.Existing.Why != SameAddress {
		t.Errorf("%+v", c)
	}
}
