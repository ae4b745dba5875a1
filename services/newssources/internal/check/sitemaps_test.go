package check

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/health"
)

// sitemapSite is a site whose sitemaps can be changed. Its responses have validators.
type sitemapSite struct {
	mu    sync.Mutex
	pages map[string]string
}

func (s *sitemapSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	page, exists := s.pages[r.URL.Path]
	if !exists {
		http.NotFound(w, r)
		return
	}
	tag := fmt.Sprintf(`"%d"`, len(page))
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "application/xml")
	_, _ = w.Write([]byte(page))
}

func (s *sitemapSite) set(path, page string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[path] = page
}

func indexOf(entries ...string) string {
	var b strings.Builder
	b.WriteString(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, entry := range entries {
		loc, modified, _ := strings.Cut(entry, " ")
		fmt.Fprintf(&b, "<sitemap><loc>%s</loc><lastmod>%s</lastmod></sitemap>", loc, modified)
	}
	return b.String() + "</sitemapindex>"
}

func urlsOf(prefix string, count int) string {
	var b strings.Builder
	b.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for n := range count {
		fmt.Fprintf(&b, "<url><loc>/%s/%d</loc></url>", prefix, n)
	}
	return b.String() + "</urlset>"
}

// TestSitemapIndexIsFollowed checks which sitemaps of an index are requested, and what becomes of their items.
func TestSitemapIndexIsFollowed(t *testing.T) {
	t.Parallel()
	site := &sitemapSite{pages: map[string]string{
		"/index.xml":  indexOf("/old.xml 2020-01-01", "/new.xml 2026-03-01", "/nested.xml 2026-02-01", "/missing.xml 2026-02-15", "/o1.xml 2019-01-01", "/o2.xml 2018-01-01"),
		"/nested.xml": indexOf("/deep.xml 2026-02-01"),
		"/new.xml":    urlsOf("new", 300), "/deep.xml": urlsOf("deep", 40), "/old.xml": urlsOf("old", 10), "/o1.xml": urlsOf("o1", 10), "/o2.xml": urlsOf("o2", 10),
		"/dead.xml": indexOf("/missing.xml 2026-01-01"),
	}}
	h := newHarness(t, simulator.Site{Host: "sitemaps.test", Handler: site}, simulator.Site{Host: "dead.test", Handler: site})
	s, dead := h.addEndpoint("sitemaps.test", "/index.xml"), h.addEndpoint("dead.test", "/dead.xml")
	h.exec("UPDATE endpoints SET kind = 'sitemap_index'")
	requests := func() string {
		var paths []string
		for _, r := range h.sites.Requests("sitemaps.test") {
			if r.Path != "/robots.txt" && r.Path != "/dead.xml" {
				paths = append(paths, strings.TrimSuffix(r.Path[1:], ".xml"))
			}
		}
		return strings.Join(paths, " ")
	}
	want := func(what, state string, items int) {
		t.Helper()
		if got := value[string](h, "SELECT health FROM endpoint_states WHERE endpoint_id = $1", endpointID(s)); got != state {
			t.Errorf("%s: %s", what, got)
		}
		if got := value[int](h, "SELECT count(*) FROM items WHERE endpoint_id = $1", endpointID(s)); got != items {
			t.Errorf("%s: %d items, want %d", what, got, items)
		}
	}
	h.exec("UPDATE endpoint_states SET enabled = false WHERE endpoint_id = $1", endpointID(dead))
	h.checkAll()
	want("first check", "ok", 350)
	if got := requests(); got != "index new missing nested deep old" {
		t.Errorf("the requests are %s", got)
	}
	h.checkAll()
	want("nothing has changed", "ok", 350)
	if total := value[int](h, "SELECT items_total FROM endpoint_states WHERE endpoint_id = $1", endpointID(s)); total != 350 {
		t.Errorf("%d items in all", total)
	}
	site.set("/deep.xml", urlsOf("deep", 41)) // the index is the same
	h.checkAll()
	want("a sitemap of a nested index has changed", "ok", 351)
	site.set("/new.xml", urlsOf("new", 301))
	h.checkAll()
	want("another one has changed", "ok", 352)
	for _, path := range []string{"/new.xml", "/deep.xml", "/old.xml", "/o1.xml", "/o2.xml", "/nested.xml"} {
		site.set(path, "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'></urlset>")
	}
	h.checkAll()
	h.checkAll()
	if cause := value[string](h, "SELECT health_cause FROM endpoint_states WHERE endpoint_id = $1", endpointID(s)); cause != string(health.Empty) {
		t.Errorf("empty sitemaps: the cause is %q", cause)
	}

	h.exec("UPDATE endpoint_states SET enabled = endpoint_id = $1", endpointID(dead))
	h.checkAll()
	if cause := value[string](h, "SELECT last_cause FROM endpoint_states WHERE endpoint_id = $1", endpointID(dead)); cause != string(health.NotFound) {
		t.Errorf("no sitemap can be read: the cause is %q", cause)
	}
}
