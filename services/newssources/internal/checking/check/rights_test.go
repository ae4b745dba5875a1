package check

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// TestRightsReadings checks that a check stores what a site declares in its robots.txt, its header and
// its feed, and that a site that does not answer lifts nothing.
func TestRightsReadings(t *testing.T) {
	t.Parallel()
	var isDown atomic.Bool
	site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case isDown.Load():
			w.WriteHeader(http.StatusBadGateway)
		case r.URL.Path == "/robots.txt":
			_, _ = w.Write([]byte("User-agent: GPTBot\nDisallow: /\nUser-agent: CCBot\nDisallow: /news/"))
		default:
			w.Header().Set("TDM-Reservation", "1")
			w.Header().Set("Link", `</l.xml>; rel="license"; type="application/rsl+xml"`)
			_, _ = fmt.Fprintf(w, `<rss version="2.0"><channel><title>Paper</title><copyright>© Paper</copyright>
				<link rel="license" type="application/rsl+xml" href="/m.xml"/>
				<item><title>A</title><link>http://%s/news/a</link></item></channel></rss>`, r.Host)
		}
	})
	h := newHarness(t, simulator.Site{Host: "rights.test", Handler: site})
	h.addEndpoint("rights.test", "/feed")
	const want = "document copyright © Paper, document license_file /m.xml, header license_file /l.xml, " +
		"header tdm_reservation 1, robots robots_agents GPTBot, " +
		"robots_articles robots_agents CCBot for /news/"
	for range 2 {
		h.checkAll()
		if err := sourcerights.New(h.db).Review(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := value[string](h, `
			SELECT string_agg(place || ' ' || (s->>'kind') || ' ' || (s->>'value'), ', '
				ORDER BY place, s->>'kind')
			FROM endpoint_rights, jsonb_array_elements(signals) s`)
		if got = strings.ReplaceAll(got, h.sites.URL("rights.test", ""), ""); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if state := value[string](h, "SELECT use_machine_learning FROM sources"); state != "reserved" {
			t.Errorf("machine learning is %s", state)
		}
		isDown.Store(true)
		h.exec("UPDATE robots_files SET expires_at = now()")
	}
}
