package visit

import (
	"net/http"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/finding/hosting"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestChangedHostingIsInTheHistory checks that only the visit after a change of the hosting records it, and
// that a change of the homepage is none.
func TestChangedHostingIsInTheHistory(t *testing.T) {
	t.Parallel()
	page := respondWith(map[string]string{"/": "<title>Paper</title>"})
	h := newHarness(t, simulator.Site{Host: "hosted.test", Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Server", "nginx/1.24")
			page.ServeHTTP(w, r)
		})})
	created, err := h.register.Create(t.Context(), h.actor, source.CreateInput{
		Details: source.Details{Name: "Paper", HomepageURL: h.sim.URL("hosted.test", "/")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, before string // a statement before the visit
		want         int    // events in the history after it
	}{
		{"first visit", "SELECT", 0},
		{"same hosting", "SELECT", 0},
		{"other network", "UPDATE source_hosting SET network = '203.0.0.0/16'", 0},
		{"other homepage", "UPDATE source_hosting SET network = '203.0.0.0/16', server = 'apache', homepage = 'x'", 0},
		{"other hosting", "UPDATE source_hosting SET network = '203.0.0.0/16', server = 'apache'", 1},
		{"same hosting again", "SELECT", 1},
	} {
		for _, statement := range []string{c.before, "UPDATE visits SET due_at = '2026-01-01'"} {
			if _, err := h.db.Pool.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		h.run()
		var events int
		var text string
		if err := h.db.Pool.QueryRow(t.Context(), `
			SELECT count(*), coalesce(string_agg(changes::text, ''), '')
			FROM audit_events
			WHERE source_id = $1 AND action = $2`, created.ID, hosting.Changed).Scan(&events, &text); err != nil {
			t.Fatal(err)
		}
		if events != c.want {
			t.Errorf("%s: %d events, want %d: %s", c.name, events, c.want, text)
		}
	}
	if after := h.get(created.ID); after.Version != created.Version {
		t.Errorf("the source has the version %d, want %d", after.Version, created.Version)
	}
}
