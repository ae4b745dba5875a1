package discover

import (
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

func TestHTTPSIsProposedWhereItIsTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("https-twin.test", "/"))
	want := []string{w.TLSURL("https-twin.test", "/rss"), w.TLSURL("https-twin.test", "/sport.rss")}
	if got := f.selected(); !slices.Equal(got, want) {
		t.Errorf("preselected: %v, want %v", got, want)
	}
	if plain := f.candidate(w.URL("https-twin.test", "/rss")); plain.Preselected || plain.Overlap == nil || plain.Overlap.URL != want[0] {
		t.Errorf("by http: %+v", plain)
	}
}

func TestNoHTTPSCostsLittle(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, host := range []string{"ten.test", "expired.test"} { // none, and one that can't be trusted
		f := w.discover(t, w.URL(host, "/"))
		if len(f.selected()) == 0 {
			t.Errorf("%s: nothing is preselected", host)
		}
		for _, address := range f.selected() {
			if strings.HasPrefix(address, "https") {
				t.Errorf("%s is proposed", address)
			}
		}
		if asked := w.Handshakes(host); asked < 1 || asked > 3 { // for robots.txt, for the best of its feeds, and for a logo
			t.Errorf("%s: %d handshakes", host, asked)
		}
	}
}

// Feeds are compared with their twins at the same time, while those that were found are compared with each other.
func TestTwinsAreComparedBesideEverythingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	r := &run{Finder: w.finder, ctx: t.Context(), patience: siteTimeout}
	address := w.URL("https-twin.test", "/rss")
	result := r.get(r.ctx, fetch.Request{URL: address})
	plain := newTold(r.judge(lead{URL: address, From: FromLink}, result))
	twin, _ := r.twin(r.ctx, plain)
	if twin == nil || len(plain.shared) > 0 {
		t.Errorf("the twin is %+v, and what is compared by others has changed: %v", twin, plain.shared)
	}
}
