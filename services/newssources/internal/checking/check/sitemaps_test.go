package check

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
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

// TestSitemapIndexIsFollowed checks which sitemaps of an index are requested, and what becomes of
// their items.
func TestSitemapIndexIsFollowed(t *testing.T) {
	t.Parallel()
	site := &sitemapSite{pages: map[string]string{
		"/index.xml": indexOf("/old.xml 2020-01-01", "/new.xml 2026-03-01", "/nested.xml 2026-02-01",
			"/missing.xml 2026-02-15", "/o1.xml 2019-01-01", "/o2.xml 2018-01-01"),
		"/nested.xml": indexOf("/deep.xml 2026-02-01"),
		"/new.xml":    urlsOf("new", 300), "/deep.xml": urlsOf("deep", 40), "/old.xml": urlsOf("old", 10),
		"/o1.xml": urlsOf("o1", 10), "/o2.xml": urlsOf("o2", 10),
		"/dead.xml": indexOf("/missing.xml 2026-01-01"),
		"/loop.xml": indexOf("/loop.xml 2026-01-01", "/inner.xml 2026-01-01"), "/inner.xml": indexOf("/loop.xml 2026-01-01"),
		"/plain.xml": urlsOf("plain", 10),
	}}
	h := newHarness(t, simulator.Site{Host: "sitemaps.test", Handler: site}, simulator.Site{Host: "dead.test", Handler: site},
		simulator.Site{Host: "loop.test", Handler: site}, simulator.Site{Host: "plain.test", Handler: site})
	s, dead := h.addEndpoint("sitemaps.test", "/index.xml"), h.addEndpoint("dead.test", "/dead.xml")
	loop, plain := h.addEndpoint("loop.test", "/loop.xml"), h.addEndpoint("plain.test", "/plain.xml")
	h.exec("UPDATE endpoints SET kind = CASE id WHEN $1 THEN 'sitemap' ELSE 'sitemap_index' END", endpointID(plain))
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
	h.exec("UPDATE endpoint_states SET enabled = endpoint_id = $1", endpointID(s))
	h.checkAll()
	want("first check", "ok", 350)
	if got := requests(); got != "index new missing nested deep old" {
		t.Errorf("the requests are %s", got)
	}
	h.checkAll()
	want("nothing has changed", "ok", 350)
	if total := value[int](h, "SELECT items_total FROM endpoint_states WHERE endpoint_id = $1",
		endpointID(s)); total != 350 {
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
	if cause := value[string](h, "SELECT health_cause FROM endpoint_states WHERE endpoint_id = $1",
		endpointID(s)); cause != string(health.Empty) {
		t.Errorf("empty sitemaps: the cause is %q", cause)
	}

	h.exec("UPDATE endpoint_states SET enabled = endpoint_id <> $1", endpointID(s))
	h.checkAll()
	h.checkAll()
	causes := map[*source.Source]health.Cause{dead: health.NotFound, loop: health.Empty, plain: health.None}
	for other, want := range causes {
		if cause := value[string](h, "SELECT last_cause FROM endpoint_states WHERE endpoint_id = $1",
			endpointID(other)); cause != string(want) {
			t.Errorf("%s: the cause is %q, want %q", other.Name, cause, want)
		}
	}
}

// TestSitemapsOfSlowSiteAreReadInTurn checks indexes of sites whose Crawl-delay allows one sitemap
// per check. The first sitemap of one has no news, and is then removed; no sitemap of the other can
// be read.
func TestSitemapsOfSlowSiteAreReadInTurn(t *testing.T) {
	t.Parallel()
	const interval, maxChecks = 150 * time.Millisecond, 20
	site := &sitemapSite{pages: map[string]string{
		"/robots.txt": "User-agent: *\nCrawl-delay: 30\n",
		"/index.xml":  indexOf("/static.xml 2026-03-01", "/news.xml 2026-02-01", "/more.xml 2026-01-01"),
		"/dead.xml":   indexOf("/a.xml 2026-01-01", "/b.xml 2026-01-01"),
		"/static.xml": urlsOf("static", 10), "/news.xml": urlsOf("news", 10), "/more.xml": urlsOf("more", 10),
	}}
	h := newHarness(t, simulator.Site{Host: "slow.test", Handler: site}, simulator.Site{Host: "dead.test", Handler: site})
	w, _ := h.spacedWorker(interval)
	s, dead := h.addEndpoint("slow.test", "/index.xml"), h.addEndpoint("dead.test", "/dead.xml")
	h.exec("UPDATE endpoints SET kind = 'sitemap_index'")
	h.assignAll()
	// checkUntil checks both endpoints until a condition holds. A busy machine may use the time that a
	// claim has reserved before the first sitemap.
	checkUntil := func(what, condition string, id uuid.UUID) {
		t.Helper()
		for range maxChecks {
			if value[bool](h, condition, id) {
				return
			}
			h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 second'")
			h.exec("UPDATE check_hosts SET next_request_at = '-infinity', free_at = '-infinity', ready_at = now() - interval " +
				"'1 second' WHERE domain IN ('slow.test', 'dead.test')")
			tasks, err := w.claim(t.Context(), 2)
			if err != nil || len(tasks) != 2 {
				t.Fatalf("%d claimed, %v", len(tasks), err)
			}
			findings := make([]*record.Finding, len(tasks))
			var checks sync.WaitGroup
			for i, task := range tasks {
				checks.Go(func() { findings[i] = w.perform(t.Context(), task) })
			}
			checks.Wait()
			if err := w.record(t.Context(), findings); err != nil {
				t.Fatal(err)
			}
		}
		t.Errorf("%s after %d checks", what, maxChecks)
	}
	const stored = "SELECT count(*) = %d FROM items WHERE endpoint_id = $1"
	checkUntil("not all sitemaps were read", fmt.Sprintf(stored, 30), endpointID(s))
	site.set("/more.xml", urlsOf("more", 15))
	checkUntil("no news of an unchanged index", fmt.Sprintf(stored, 35), endpointID(s))
	site.set("/static.xml", "")
	site.set("/news.xml", urlsOf("news", 15))
	checkUntil("no news beside a sitemap that cannot be read", fmt.Sprintf(stored, 40), endpointID(s))
	checkUntil("an index whose sitemaps cannot be read does not fail",
		"SELECT health_cause = 'not_found' FROM endpoint_states WHERE endpoint_id = $1", endpointID(dead))
	if state := value[string](h, "SELECT health FROM endpoint_states WHERE endpoint_id = $1",
		endpointID(s)); state != "ok" {
		t.Errorf("the state is %s", state)
	}
}
