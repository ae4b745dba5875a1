package check

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
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
		const selectCause = "SELECT health_cause FROM endpoint_states WHERE endpoint_id = $1"
		if cause := value[string](h, selectCause, endpointID(s)); cause != string(health.ForbiddenSource) {
			t.Errorf("%s: the cause is %q", s.Name, cause)
		}
	}
	const selectChecks = "SELECT checks FROM endpoint_states WHERE endpoint_id = $1"
	if checks := value[int](h, selectChecks, endpointID(allowed)); checks != 2 {
		t.Errorf("%d checks of the other source", checks)
	}
}

// TestForbiddenSourceGetsNoRequestThroughOthers covers addresses that the documents of other sources name: the sitemap
// of an index whose checks succeed, and a redirect to a former domain.
func TestForbiddenSourceGetsNoRequestThroughOthers(t *testing.T) {
	t.Parallel()
	var h *harness
	forbiddenSite := &sitemapSite{pages: map[string]string{"/child.xml": urlsOf("child", 3)}}
	index := &sitemapSite{pages: map[string]string{"/own.xml": urlsOf("own", 4)}}
	h = newHarness(t, simulator.Site{Host: "index.test", Handler: index},
		simulator.Site{Host: "forb.test", Handler: forbiddenSite}, simulator.Site{Host: "former.test", Handler: forbiddenSite},
		simulator.Site{Host: "moved.test", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, h.sites.URL("former.test", "/child.xml"), http.StatusMovedPermanently)
		})})
	index.set("/index.xml", indexOf("/own.xml 2026-03-01", h.sites.URL("forb.test", "/child.xml")+" 2026-03-02"))
	working := h.addEndpoint("index.test", "/index.xml")
	h.exec("UPDATE endpoints SET kind = 'sitemap_index' WHERE id = $1", endpointID(working))
	moved := h.addEndpoint("moved.test", "/feed")
	if _, err := h.register.Create(t.Context(), audit.Actor{}, source.CreateInput{Details: source.Details{
		Name: "Forbidden", HomepageURL: "https://forb.test/", Rights: source.RightsForbidden,
		Aliases: []source.Alias{{Kind: source.AliasDomain, Value: "former.test"}}}}); err != nil {
		t.Fatal(err)
	}
	h.checkAll()
	h.checkAll()
	for _, host := range []string{"forb.test", "former.test"} {
		if requests := h.sites.Requests(host); len(requests) != 0 {
			t.Errorf("%s: requests %v", host, requests)
		}
	}
	const selectItems = "SELECT count(*) FROM items WHERE endpoint_id = $1"
	if n := value[int](h, selectItems, endpointID(working)); n != 4 {
		t.Errorf("%d items of the index", n)
	}
	const selectDetail = "SELECT last_detail FROM endpoint_states WHERE endpoint_id = $1"
	if detail := value[string](h, selectDetail, endpointID(moved)); !strings.Contains(detail, "“Forbidden”") {
		t.Errorf("redirect to a former domain: %q", detail)
	}
}
