package discover

import (
	"slices"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
)

func TestPageOfFeedsIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("feed-page.test", "/"))
	if got := f.selected(); !slices.Equal(got, []string{w.URL("feed-page.test", "/xml/front.xml")}) ||
		len(f.candidates) != 3 {
		t.Errorf("preselected %v among %v", got, f.titles())
	}
	for _, section := range []string{"/xml/sport.xml", "/xml/world.xml"} {
		if c := f.candidate(w.URL("feed-page.test", section)); c == nil || c.Group != GroupSection {
			t.Errorf("%s is not a section feed among %v", section, f.titles())
		}
	}
	if c := f.candidates[0]; c.From != FromAnchor || c.Title != "The Morning Herald – Front page" {
		t.Errorf("the first: %+v", c)
	}
	if name := f.fields[outletfield.Name]; name.Value != "The Morning Herald" {
		t.Errorf("the name is %+v", name)
	}
}

func TestSloppyHead(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("sloppy-head.test", "/"))
	for path, title := range map[string]string{"/rss/todo": "The Sloppy Head – Todo", "/rss/deportes": "Deportes",
		"/rss/cultura": "Cultura"} {
		if c := f.candidate(w.URL("sloppy-head.test", path)); c == nil || c.From != FromLink ||
			c.Preselected != (path == "/rss/todo") || c.Title != title {
			t.Errorf("%s is not as expected among %v", path, f.titles())
		}
	}
	for name, want := range map[string]string{outletfield.Name: "El Norte & el Sur", outletfield.Country: "MX", outletfield.Language: "es"} {
		if got := f.fields[name]; got.Value != want {
			t.Errorf("%s: %+v, want %s", name, got, want)
		}
	}
}

func TestRefreshIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("refresh.test", "/"))
	if c := f.candidate(w.URL("refresh.test", "/portail/flux.php")); c == nil || !c.Preselected ||
		f.fields[outletfield.Name].Value != "Le Portail" {
		t.Errorf("candidates %v, fields %+v", f.titles(), f.fields)
	}
}
