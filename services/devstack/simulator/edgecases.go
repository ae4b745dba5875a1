package simulator

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// edgeCaseSites returns sites that each demonstrate one edge case, described in About. Its feed or
// page is at /feed unless About says otherwise.
func edgeCaseSites(s *Simulator) []*Site {
	var sites []*Site
	add := func(host, about string, pages map[string]http.HandlerFunc) *Site {
		site := s.site(Site{Host: host, Name: strings.TrimSuffix(host, ".test"), Language: "en", Country: "GB", About: about,
			pages: pages})
		if _, ok := pages["/feed"]; ok { // announced by the homepage
			site.Feeds = []Feed{{Path: "/feed", Title: "Feed", Kind: "rss", Interval: time.Hour}}
			site.Start = "/feed"
		}
		sites = append(sites, site)
		return site
	}
	for _, kind := range [][]endpointCase{redirectCases(s), statusCases(), bodyCases(s), documentCases(), statefulCases(),
		settingCases(s.options.Now)} {
		for _, o := range kind {
			add(o.host, o.about, map[string]http.HandlerFunc{"/feed": o.answer})
		}
	}
	add("robots-forbid.test", "robots.txt forbids everything", map[string]http.HandlerFunc{
		"/robots.txt": respond("text/plain", "User-agent: *\nDisallow: /\n"),
	})
	add("robots-broken.test", "robots.txt responds with 503",
		map[string]http.HandlerFunc{"/robots.txt": respondStatus(503, nil)})
	add("terms.test", "a POST request to /robots.txt?reserve reserves machine learning, one to /robots.txt ends the reservation; a "+
		"POST request to /feed returns the number of GET requests for the same address", termsPages())
	add("no-feeds.test", "a homepage without any feed", nil)
	add("links-only.test", "a homepage with links to other outlets, sections and products, but without articles",
		map[string]http.HandlerFunc{
			"/": respond("text/html", linksOnly()),
		})
	slow := add("sections-hang.test",
		"a feed, and twelve section feeds that never respond: longer than a discovery may take", map[string]http.HandlerFunc{
			"/feed": respond("application/rss+xml", rssDocument(rssItem(1, ""))),
		})
	for i := range 12 {
		path := fmt.Sprintf("/section/%d/feed", i)
		slow.pages[path] = func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
		slow.Feeds = append(slow.Feeds,
			Feed{Path: path, Title: fmt.Sprintf("Section %d", i), Kind: "rss", Interval: time.Hour})
	}
	add("rebinds.test", "its name resolves to a private address at every other lookup", nil)
	return sites
}

// linksOnly returns a page with several kinds of link lists, none of which is a list of articles.
func linksOnly() string {
	var elsewhere, sections, goods strings.Builder
	for i := range 12 {
		fmt.Fprintf(&elsewhere, `<li><a href="http://elejemplo.test/articles/%d">An article of another outlet, number %d</a></li>`, i, i)
		fmt.Fprintf(&sections, `<li><a href="/section/%d">Section %d</a></li>`, i, i)
		fmt.Fprintf(&goods, `<div class="tile"><h3><a href="/shop/a-comfortable-chair-%d">A comfortable chair with arms, model %d</a></h3><span>€ %d</span></div>`, 1000+i, i, 90+i)
	}
	return `<!doctype html><html lang="en"><title>Links</title><main><ul class="links">` + elsewhere.String() +
		`</ul><ul class="sections">` +
		sections.String() + `</ul><div class="goods">` + goods.String() + `</div></main>`
}

type endpointCase struct {
	host, about string
	answer      http.HandlerFunc
}

func respondStatus(code int, header map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		http.Error(w, http.StatusText(code), code)
	}
}

func respond(mediaType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		_, _ = w.Write([]byte(body))
	}
}

func redirect(code int, location string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", location)
		w.WriteHeader(code)
	}
}

func redirectCases(s *Simulator) []endpointCase {
	target := s.URL("elejemplo.test", "/rss/portada.xml")
	return []endpointCase{
		{"moved-301.test", "301 to a feed elsewhere", redirect(301, target)},
		{"moved-308.test", "308 to a feed elsewhere", redirect(308, target)},
		{"found-302.test", "302 to a feed elsewhere", redirect(302, target)},
		{"other-303.test", "303 to a feed elsewhere", redirect(303, target)},
		{"temporary-307.test", "307 to a feed elsewhere", redirect(307, target)},
		{"chain.test", "301, then 308, then the feed", redirect(301, s.URL("moved-308.test", "/feed"))},
		{"to-login.test", "301 to a sign-in page", redirect(301, s.URL("login.test", "/feed"))},
		{"login.test", "a sign-in page", respond("text/html", "<!doctype html><title>Sign in</title><form><input "+
			"type=password></form>")},
		{"to-maintenance.test", "301 to a maintenance page", redirect(301, s.URL("login.test", "/feed"))},
		{"loop.test", "redirects to itself", redirect(302, "/feed")},
		{"to-private.test", "redirects to a private IP address", redirect(302, "http://192.168.1.1/feed")},
		{"to-private-name.test", "redirects to a name with a private IP address", redirect(302, "http://private.test/feed")},
		{"to-metadata.test", "redirects to a cloud metadata address",
			redirect(302, "http://169.254.169.254/latest/meta-data/")},
		{"to-javascript.test", "redirects to a javascript: address", redirect(302, "javascript:alert(1)")},
		{"to-nothing.test", "a redirect without Location", redirect(302, "")},
	}
}

func statusCases() []endpointCase {
	return []endpointCase{
		{"status-401.test", "requires a password", respondStatus(401, map[string]string{"WWW-Authenticate": "Basic"})},
		{"status-403.test", "forbidden", respondStatus(403, nil)},
		{"challenge.test", "a browser challenge",
			respondStatus(403, map[string]string{"Cf-Mitigated": "challenge", "Server": "cloudflare"})},
		{"status-404.test", "not found", respondStatus(404, nil)},
		{"status-410.test", "gone", respondStatus(410, nil)},
		{"status-429.test", "rate limit with Retry-After in seconds",
			respondStatus(429, map[string]string{"Retry-After": "120"})},
		{"status-429-date.test", "rate limit with Retry-After as a date", func(w http.ResponseWriter, r *http.Request) {
			respondStatus(429, map[string]string{"Retry-After": time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)})(w, r)
		}},
		{"status-503-absurd.test", "unavailable with Retry-After of ten years",
			respondStatus(503, map[string]string{"Retry-After": "315360000"})},
		{"status-500.test", "internal server error", respondStatus(500, nil)},
		{"status-304.test", "304 to an unconditional request",
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(304) }},
	}
}

func rssDocument(items string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Odd</title><link>/</link><description>Odd</description>` + items + `</channel></rss>`
}

func rssItem(n int, extra string) string {
	return fmt.Sprintf("<item><title>Item %d</title><link>/articles/%d</link><guid "+
		"isPermaLink=\"false\">%d</guid>%s</item>", n, n, n, extra)
}
