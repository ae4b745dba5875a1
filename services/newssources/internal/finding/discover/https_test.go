package discover

import (
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestHTTPSTwinIsPreselected(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("https-twin.test", "/"))
	want := []string{w.TLSURL("https-twin.test", "/rss"), w.TLSURL("https-twin.test", "/sport.rss")}
	if got := f.selected(); !slices.Equal(got, want[:1]) || f.candidate(want[1]) == nil ||
		f.candidate(want[1]).Group != GroupSection {
		t.Errorf("preselected: %v, want %v", got, want)
	}
	if plain := f.candidate(w.URL("https-twin.test", "/rss")); plain.Preselected || plain.Overlap == nil ||
		plain.Overlap.URL != want[0] {
		t.Errorf("http candidate: %+v", plain)
	}
}

func TestServerWithoutHTTPSGetsFewRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for _, host := range []string{"ten.test", "expired.test"} { // without https; with an expired certificate
		f := w.discover(t, w.URL(host, "/"))
		if len(f.selected()) == 0 {
			t.Errorf("%s: nothing is preselected", host)
		}
		for _, address := range f.selected() {
			if strings.HasPrefix(address, "https") {
				t.Errorf("%s is proposed", address)
			}
		}
		// At most one handshake each for robots.txt, the best feed and the logo.
		if handshakes := w.Handshakes(host); handshakes < 1 || handshakes > 3 {
			t.Errorf("%s: %d handshakes", host, handshakes)
		}
	}
}

// TestHTTPSTwinDoesNotChangeCandidate checks that the comparison with the https twin does not write
// to the candidate, because candidates are ranked at the same time.
func TestHTTPSTwinDoesNotChangeCandidate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address := mustParse(t, w.URL("https-twin.test", "/rss"))
	s := w.finder.newSearch(t.Context(), address, credentials{}, siteTimeout, func(Event) {})
	result := s.get(t.Context(), fetch.Request{URL: address.String()})
	l := lead{url: address, from: FromLink}
	candidate, document := s.judge(l, result, feed.Options{})
	plain := newRankedCandidate(l, candidate, document)
	twin, _ := s.fetchHTTPSTwin(t.Context(), plain)
	if twin == nil || len(plain.shared) > 0 {
		t.Errorf("the twin is %+v, the shared items of the candidate are %v", twin, plain.shared)
	}
}
