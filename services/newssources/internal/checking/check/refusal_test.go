package check

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
)

// TestRefusalsOfSeveralEndpointsHoldTheSite covers sites that use 403 to limit requests: after
// refusals of three endpoints that worked before, nothing is requested for an hour. A site that
// refuses single addresses, or has refused all of them for days, is not held.
func TestRefusalsOfSeveralEndpointsHoldTheSite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refuses func(path string) bool
		isOld   bool // the endpoints have been refused for days
		want    int  // requests after the refusals begin; each endpoint has one if the site is not held
	}{
		"all addresses":          {refuses: func(string) bool { return true }, want: 3},
		"two addresses":          {refuses: func(path string) bool { return path < "/feed/3" }, want: 6},
		"all addresses for days": {refuses: func(string) bool { return true }, isOld: true, want: 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var isRefusing atomic.Bool
			h := newHarness(t, simulator.Site{Host: "strict.test",
				Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					switch {
					case r.URL.Path == "/robots.txt":
						http.NotFound(w, r)
					case isRefusing.Load() && c.refuses(r.URL.Path):
						w.WriteHeader(http.StatusForbidden)
					default:
						fmt.Fprint(w, `<rss version="2.0"><channel><title>Strict</title><item><title>A</title><guid>1</guid></item></channel></rss>`)
					}
				})})
			h.addMany(6, h.sites.URL("strict.test", "/feed/#"))
			h.assignAll()
			h.checkInTurn(6)
			isRefusing.Store(true)
			if c.isOld {
				h.exec(`UPDATE endpoint_states SET last_cause = 'forbidden', cause_since = now() - interval '3 days',
					last_success_at = now() - interval '3 days'`)
			}
			known := h.feedRequests("strict.test")
			h.checkInTurn(6)
			if got := h.feedRequests("strict.test") - known; got != c.want {
				t.Errorf("%d requests after the refusals, want %d", got, c.want)
			}
			isHeld := value[bool](h, `SELECT coalesce(bool_or(held_until > now() + interval '50 minutes'
				AND ready_at >= held_until), false)
				FROM check_hosts WHERE domain = 'strict.test'`)
			if isHeld != (c.want < 6) {
				t.Errorf("the site is held: %t", isHeld)
			}
			h.exec("UPDATE check_hosts SET held_until = NULL")
			isRefusing.Store(false)
			h.checkInTurn(6)
			if failing := value[int](h, "SELECT count(*) FROM endpoint_states WHERE last_cause <> ''"); failing > 0 {
				t.Errorf("%d endpoints fail after the site has recovered", failing)
			}
		})
	}
}

// checkInTurn checks each endpoint of a site once, one after the other. It skips the pauses between
// the checks, but respects a hold.
func (h *harness) checkInTurn(endpoints int) {
	h.Helper()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 second'")
	for range endpoints {
		h.exec(`UPDATE check_hosts
			SET free_at = '-infinity', ready_at = now() - interval '1 second', next_request_at = '-infinity'
			WHERE lease IS NULL AND coalesce(held_until, '-infinity') < now()`)
		for _, t := range h.claimSome(1) {
			if err := h.record(h.Context(), []*record.Finding{h.perform(h.Context(), t)}); err != nil {
				h.Fatal(err)
			}
		}
	}
}

// feedRequests returns the number of requests of a site, except for robots.txt.
func (h *harness) feedRequests(host string) (n int) {
	for _, r := range h.sites.Requests(host) {
		if !strings.HasPrefix(r.Path, "/robots.txt") {
			n++
		}
	}
	return n
}
