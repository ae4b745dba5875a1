package discover

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

func TestFailedAddressFallsBackToHomepage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for pasted, want := range map[string]fetch.Outcome{
		w.URL("elejemplo.test", "/section/Deportes"):      fetch.NotFound, // a removed section
		w.URL("elejemplo.test", "/rss/old.xml"):           fetch.NotFound, // a removed feed
		w.URL("feeds.elejemplo.test", "/rss/portada.xml"): fetch.NotFound, // on a retired host
		w.URL("elejemplo.test", "/private/draft"):         fetch.Robots,
	} {
		f := w.discover(t, pasted)
		if f.arrival.Outcome != string(want) {
			t.Errorf("%s: outcome %s, want %s", pasted, f.arrival.Outcome, want)
		}
		if front := f.candidate(w.URL("elejemplo.test", "/rss/portada.xml")); front == nil || !front.Preselected ||
			front.From != FromLink {
			t.Errorf("%s: candidates %v", pasted, f.titles())
		}
		if f.fields["name"].Value != "El Ejemplo" {
			t.Errorf("%s: the name is %q", pasted, f.fields["name"].Value)
		}
	}
}

func TestRateLimitedSiteGetsNoFurtherRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("status-429.test", "/feed"))
	if f.arrival.Outcome != string(fetch.RateLimited) || f.done == nil {
		t.Errorf("arrival %+v", f.arrival)
	}
	if requests := w.Requests("status-429.test"); len(requests) != 2 { // robots.txt and the address itself
		t.Errorf("requests %v", requests)
	}
}

// TestUnreadableFeedIsAnAttempt covers given addresses that look like feeds and cannot be read: a
// person may add them anyway.
func TestUnreadableFeedIsAnAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for host, want := range map[string]fetch.Outcome{
		"status-401.test": fetch.Unauthorized,
		"status-403.test": fetch.Forbidden,
		"status-429.test": fetch.RateLimited,
		"status-500.test": fetch.ServerError,
		"challenge.test":  fetch.Challenge,
	} {
		f := w.discover(t, w.URL(host, "/feed"))
		isGiven := func(a Attempt) bool {
			return a.From == FromGiven && a.URL == w.URL(host, "/feed") && a.Outcome == string(want)
		}
		if !slices.ContainsFunc(f.attempts, isGiven) {
			t.Errorf("%s: attempts %+v", host, f.attempts)
		}
	}
	for _, address := range []string{w.URL("status-404.test", "/feed"), w.URL("status-403.test", "/")} {
		if f := w.discover(t, address); slices.ContainsFunc(f.attempts, func(a Attempt) bool { return a.From == FromGiven }) {
			t.Errorf("%s: attempts %+v", address, f.attempts)
		}
	}
}

func TestUnresolvableHostGetsNoRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	f := w.discover(t, w.URL("nowhere.test", "/feed"))
	if f.arrival.Outcome != string(fetch.DNS) || len(f.candidates) != 0 || f.done.Partial {
		t.Errorf("arrival %+v, done %+v", f.arrival, f.done)
	}
	if requests := w.Requests(""); len(requests) != 0 {
		t.Errorf("requests %v", requests)
	}
}

func TestWellKnownPathsAreTriedIfThePageHasNoLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	w.discover(t, w.URL("no-feeds.test", "/"))
	requests := w.Requests("no-feeds.test")
	if !slices.ContainsFunc(requests, func(r simulator.Request) bool { return r.Path == "/rss.xml" }) ||
		len(requests) > maxRequests {
		t.Errorf("requests %v", requests)
	}
}

// TestWellKnownPathsFollowNoRedirects covers the many sites that redirect every unknown path to
// their homepage or main feed.
func TestWellKnownPathsFollowNoRedirects(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	followed := make(chan string, maxRequests)
	site := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			out.Header().Set("Content-Type", "text/html")
			fmt.Fprint(out, "<!doctype html><title>No feeds</title>")
		case "/everything":
			followed <- r.URL.Path
			fmt.Fprint(out, "<rss><channel><item><title>News</title></item></channel></rss>")
		case "/robots.txt", "/favicon.ico":
			http.NotFound(out, r)
		default:
			http.Redirect(out, r, "/everything", http.StatusMovedPermanently)
		}
	}))
	t.Cleanup(site.Close)
	f := w.discover(t, fmt.Sprintf("http://redirects.test:%d/", site.Listener.Addr().(*net.TCPAddr).Port))
	if len(f.candidates) != 0 || len(followed) != 0 {
		t.Errorf("candidates %v, %d redirects were followed", f.titles(), len(followed))
	}
}
