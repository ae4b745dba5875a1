package discover

import (
	"slices"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

func TestWhatCantBeHadLeadsHome(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for pasted, want := range map[string]fetch.Outcome{
		w.URL("elejemplo.test", "/section/Deportes"):      fetch.NotFound, // a section that has gone
		w.URL("elejemplo.test", "/rss/old.xml"):           fetch.NotFound, // a feed that has gone
		w.URL("feeds.elejemplo.test", "/rss/portada.xml"): fetch.NotFound, // on a host that isn't used any more
		w.URL("elejemplo.test", "/private/draft"):         fetch.Robots,
	} {
		f := w.discover(t, pasted)
		if f.arrival.Outcome != string(want) {
			t.Errorf("%s: arrived with %s, want %s", pasted, f.arrival.Outcome, want)
		}
		if front := f.candidate(w.URL("elejemplo.test", "/rss/portada.xml")); front == nil || !front.Preselected || front.From != FromLink {
			t.Errorf("%s: candidates %v", pasted, f.titles())
		}
		if f.fields["name"].Value != "El Ejemplo" {
			t.Errorf("%s: the name is %q", pasted, f.fields["name"].Value)
		}
	}
}

func TestWhoAsksForLessIsntAskedMore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("status-429.test", "/feed"))
	if f.arrival.Outcome != string(fetch.RateLimited) || f.done == nil {
		t.Errorf("arrival %+v", f.arrival)
	}
	if asked := w.Requests("status-429.test"); len(asked) != 2 { // robots.txt and the address itself
		t.Errorf("asked for %v", asked)
	}
}

func TestHostWithoutAnAddressIsAskedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("nowhere.test", "/feed"))
	if f.arrival.Outcome != string(fetch.DNS) || len(f.candidates) != 0 || f.done.Partial {
		t.Errorf("arrival %+v, done %+v", f.arrival, f.done)
	}
	if asked := w.Requests(""); len(asked) != 0 {
		t.Errorf("asked for %v", asked)
	}
}

func TestHomepageWithoutLinksIsSearchedBlind(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	w.discover(t, w.URL("no-feeds.test", "/"))
	asked := w.Requests("no-feeds.test")
	if !slices.ContainsFunc(asked, func(r simulator.Request) bool { return r.Path == "/rss.xml" }) || len(asked) > maxCandidates {
		t.Errorf("asked for %v", asked)
	}
}
