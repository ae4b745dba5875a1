package check

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestForbiddenSourceGetsNoRequest checks that the endpoints of a forbidden source are not requested
// although other endpoints of its site are, neither through the redirect of another source nor as the endpoint of
// another source.
func TestForbiddenSourceGetsNoRequest(t *testing.T) {
	t.Parallel()
	h := newHarness(t, simulator.Site{Host: "moved.test", Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/feed" {
				http.NotFound(w, r)
				return
			}
			_, port, _ := net.SplitHostPort(r.Host)
			http.Redirect(w, r, "http://elejemplo.test:"+port+"/rss/portada.xml", http.StatusMovedPermanently)
		})})
	allowed, forbidden := h.addEndpoint("ten.test", "/section/1/rss"), h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	if _, err := h.register.Update(t.Context(), audit.Actor{}, forbidden.ID, forbidden.Version,
		func(d *source.Details) { d.Rights = source.RightsForbidden }); err != nil {
		t.Fatal(err)
	}
	moved := h.addEndpoint("moved.test", "/feed")
	foreign, err := h.register.Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details:   source.Details{Name: "Foreign", HomepageURL: "https://foreign.example/"},
		Endpoints: []source.EndpointDetails{{URL: h.sites.URL("elejemplo.test", "/rss/deportes.xml"), Kind: "rss"}}})
	if err != nil {
		t.Fatal(err)
	}
	h.checkAll()
	h.checkAll()
	if n := len(h.sites.Requests("elejemplo.test")); n != 0 {
		t.Errorf("%d requests to a forbidden site", n)
	}
	const selectDetail = "SELECT last_detail FROM endpoint_states WHERE endpoint_id = $1"
	for _, s := range []*source.Source{moved, foreign} {
		if detail := value[string](h, selectDetail, endpointID(s)); !strings.Contains(detail, "belongs to") {
			t.Errorf("%s: %q", s.Name, detail)
		}
	}
	const selectChecks = "SELECT checks FROM endpoint_states WHERE endpoint_id = $1"
	if checks := value[int](h, selectChecks, endpointID(allowed)); checks != 2 {
		t.Errorf("%d checks of the other source", checks)
	}
}
