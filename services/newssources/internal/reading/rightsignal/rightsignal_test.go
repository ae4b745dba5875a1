package rightsignal

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const address = "https://paper.example/document"

// show returns signals as text.
func show(t *testing.T, signals []rights.Signal) string {
	t.Helper()
	var list []string
	for _, s := range signals {
		if s.Address != address || len(s.Value) > maxValue {
			t.Errorf("address %q, value of %d bytes", s.Address, len(s.Value))
		}
		list = append(list, string(s.Kind)+": "+s.Value)
	}
	return strings.Join(list, " | ")
}

func robotsFile(text string) *robotstxt.File {
	return robotstxt.Parse([]byte(text), false, "newsources", MachineLearningAgents)
}

func TestRobots(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"empty": {"", ""},
		// As the operators of large newspapers publish it.
		"crawlers for machine learning": {`
# We do not grant permission to use our content for machine learning.
User-agent: *
Disallow: /search/

User-agent: GPTBot
User-agent: Google-Extended
User-Agent: anthropic-ai
Disallow: /

User-agent: CCBot
Disallow: /

User-agent: Googlebot
Disallow: /archive/
Sitemap: https://paper.example/sitemap.xml`, "robots_agents: CCBot, GPTBot, Google-Extended, anthropic-ai"},
		"part of the site":       {"User-agent: GPTBot\nDisallow: /archive/", ""},
		"excluded, then allowed": {"User-agent: GPTBot\nDisallow: /\nAllow: /", ""},
		"all but minor files": {"User-agent: GPTBot\nDisallow: /\nAllow: /robots.txt\nAllow: /$\nAllow: /*.css\n" +
			"Allow: /.well-known/", "robots_agents: GPTBot"},
		"the articles decide": {"User-agent: GPTBot\nUser-agent: *\nDisallow: /\nAllow: /news/", ""},
		"crawlers of answers, with spaces": {"User-agent: PerplexityBot\nUser-agent: Kangaroo Bot\nUser-agent: OAI-SearchBot\n" +
			"Disallow: /", "robots_agents: Kangaroo Bot, PerplexityBot"},
		"own group": {"User-agent: newsources/2.0\nDisallow: /\nUser-agent: *\nAllow: /",
			"robots_own: newsources"},
		"all agents":   {"User-agent: *\nDisallow: /", "robots_own: *"},
		"all but ours": {"User-agent: *\nDisallow: /\nUser-agent: newsources\nDisallow: /private", ""},
		"managed by a content delivery network": {`# NOTICE: The collection of content through automated means is prohibited
User-Agent: *
Content-Signal: search=yes,ai-train=no
Allow: /

User-agent: GPTBot
Disallow: /`, "robots_agents: GPTBot | content_signal: ai-train=no, search=yes"},
		"content usage": {"User-Agent: *\nAllow: /\nContent-Usage: train-ai=n", "content_usage: train-ai=n"},
		"before any group": {"Content-Signal: ai-train=no\nUser-agent: x\nDisallow:",
			"content_signal: ai-train=no"},
		"of another crawler": {"User-agent: x\nContent-Signal: ai-train=no", ""},
		"for a path":         {"User-agent: *\nContent-Usage: /docs/ train-ai=n", ""},
		"for all paths": {"User-agent: *\nContent-Usage: / train-ai=n, search=y",
			"content_usage: search=y, train-ai=n"},
		"contradiction": {"User-agent: *\nContent-Signal: ai-train=no\nContent-Signal: ai-train=yes",
			"content_signal: ai-train=no"},
		"invalid preferences": {"User-agent: *\nContent-Signal: ai-train=perhaps, =no, ai-train", ""},
		"licence": {"License: https://paper.example/license.xml\nUser-agent: *\nAllow: /",
			"robots_license: https://paper.example/license.xml"},
		"page instead of a robots.txt": {"<html><body>User-agent: GPTBot</body></html>", ""},
		"binary":                       {"User-agent: *\nLicense: \x00\xff\x1b[31mx\nDisallow:", "robots_license: [31mx"},
	} {
		if got := show(t, Robots(robotsFile(c.body), address)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestRobotsOfArticles covers rules for the paths of most articles, which are below /news/.
func TestRobotsOfArticles(t *testing.T) {
	t.Parallel()
	urls := []string{"https://paper.example/news/1.html", "https://paper.example/news/2.html",
		"https://paper.example/opinion/3", "https://other.example/archive/4"}
	for name, c := range map[string]struct{ body, want string }{
		"the articles": {"User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /news/\nUser-agent: Bytespider\nDisallow: /n*.html$",
			"robots_agents: Bytespider for /n*.html$ | robots_agents: CCBot, GPTBot for /news/"},
		"own group":            {"User-agent: *\nDisallow: /news/", "robots_own: * for /news/"},
		"another group is own": {"User-agent: *\nDisallow: /news/\nUser-agent: newsources\nDisallow: /admin/", ""},
		"the whole site":       {"User-agent: *\nDisallow: /\nUser-agent: GPTBot\nDisallow: /\nAllow: /ads.txt", ""},
		"all but the articles": {"User-agent: GPTBot\nUser-agent: *\nDisallow: /\nAllow: /news/", ""},
		"all but some articles": {"User-agent: GPTBot\nUser-agent: *\nDisallow: /*\nAllow: /opinion/",
			"robots_own: * | robots_agents: GPTBot"},
		"all but the feed": {"User-agent: *\nDisallow: /news/\nDisallow: /opinion/\nAllow: /feed",
			"robots_own: * for /news/"},
		"other paths":     {"User-agent: *\nDisallow: /search/\nUser-agent: GPTBot\nDisallow: /archive/", ""},
		"few articles":    {"User-agent: GPTBot\nDisallow: /opinion/", ""},
		"excepted paths":  {"User-agent: GPTBot\nDisallow: /news/\nAllow: /news/*.html", ""},
		"another crawler": {"User-agent: Googlebot\nDisallow: /news/", ""},
		"percent-encoded": {"User-agent: GPTBot\nDisallow: /%6eews/", "robots_agents: GPTBot for /news/"},
		"content usage": {"User-agent: *\nContent-Usage: /news/ train-ai=n\nContent-Usage: /opinion/ train-ai=y",
			"content_usage: train-ai=n for /news/"},
		"the longest path": {"User-agent: *\nContent-Signal: /n ai-train=yes\nContent-Signal: /news/ ai-train=no, search=yes",
			"content_signal: ai-train=no, search=yes for /news/"},
		"own group has none": {"User-agent: *\nContent-Usage: /news/ train-ai=n\nUser-agent: newsources\nDisallow:",
			"content_usage: train-ai=n for /news/"},
		"own group decides": {"User-agent: *\nContent-Usage: /news/ train-ai=n\nUser-agent: newsources\n" +
			"Content-Usage: /news/ train-ai=y", "content_usage: train-ai=y for /news/"},
	} {
		if got := show(t, RobotsOfArticles(robotsFile(c.body), address, urls)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	if got := RobotsOfArticles(robotsFile("User-agent: *\nDisallow: /news/"), address, urls[3:]); len(got) > 0 {
		t.Errorf("articles on another host: %v", got)
	}
	const exceptPart = "User-agent: GPTBot\nDisallow: /\nAllow: /news/"
	if got := show(t, RobotsOfArticles(robotsFile(exceptPart), address, urls[3:])); got != "robots_agents: GPTBot" {
		t.Errorf("articles on another host, and the whole site except a part: %s", got)
	}
}

func TestHeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, want string }{
		{"TDM-Reservation", "1", "tdm_reservation: 1"},
		{"tdm-reservation", " 0 ", "tdm_reservation: 0"},
		{"TDM-Reservation", "2", ""},
		{"TDM-Policy", "https://paper.example/policy.json", "tdm_policy: https://paper.example/policy.json"},
		{"TDM-Policy", "javascript:alert(1)", ""},
		{"TDM-Policy", "/policy.json", "tdm_policy: https://paper.example/policy.json"},
		{"X-Robots-Tag", "noindex, follow", ""},
		{"X-Robots-Tag", "noai, noimageai", "robots_meta: noai"},
		{"X-Robots-Tag", "googlebot: nosnippet", ""},
		{"X-Robots-Tag", "*: nosnippet", "robots_meta: nosnippet"},
		{"X-Robots-Tag", "NewsSources: noai, nosnippet", "robots_meta: noai, nosnippet"},
		{"X-Robots-Tag", "googlebot: nosnippet, newssources: noai, noarchive", "robots_meta: noai, noarchive"},
		{"X-Robots-Tag", "newssources: noai, googlebot: nosnippet, noarchive", "robots_meta: noai"},
		{"X-Robots-Tag", "newssources: noindex, max-snippet:0", "robots_meta: max-snippet:0"},
		{"X-Robots-Tag", "max-snippet: 0", "robots_meta: max-snippet:0"},
		{"X-Robots-Tag", "noarchive, max-snippet:-1", "robots_meta: noarchive"},
		{"Content-Usage", "train-ai=n", "content_usage: train-ai=n"},
		{"Content-Signal", "ai-train=yes, search=yes, ai-input=yes",
			"content_signal: ai-input=yes, ai-train=yes, search=yes"},
	} {
		header := http.Header{}
		header.Add(c.name, c.value)
		if got := show(t, Header(header, "newssources", address)); got != c.want {
			t.Errorf("%s: %s: got %q, want %q", c.name, c.value, got, c.want)
		}
	}
}

func TestPageAndFeed(t *testing.T) {
	t.Parallel()
	metas := map[string][]string{"robots": {"index, follow", "NoAI"}, "newssources": {"nosnippet"},
		"otherbot": {"noarchive"}, "tdm-reservation": {"1"},
		"tdm-policy": {"https://paper.example/p", "//evil", "tdm?a=1"}}
	const license = `<rsl><content url="/"><license><prohibits type="usage">ai-train</prohibits></license></content></rsl>`
	page := Page(func(name string) []string { return metas[name] }, PageLicenses{
		Address: "https://creativecommons.org/licenses/by/4.0/", File: "https://paper.example/rsl.xml",
		RSL: []string{license}}, "newssources", address)
	if got, want := show(t, page), "tdm_reservation: 1 | tdm_policy: https://paper.example/p | "+
		"tdm_policy: https://paper.example/tdm?a=1 | robots_meta: noai, nosnippet | "+
		"license: https://creativecommons.org/licenses/by/4.0/ | license_file: https://paper.example/rsl.xml | "+
		"rsl: prohibits ai-train"; got != want {
		t.Errorf("page: got %q, want %q", got, want)
	}
	feed := Feed("© 2026\n The   Paper\u0000", []string{"http://creativecommons.org/licenses/by-nc/4.0/", ""},
		[]byte(`<rss xmlns:rsl="https://rslstandard.org/rsl"><channel><rsl:content url="https://paper.example/"><rsl:license>
			<rsl:permits type="usage">search</rsl:permits></rsl:license></rsl:content><item><rsl:content><rsl:license>
			<rsl:permits type="usage">all</rsl:permits></rsl:license></rsl:content></item></channel></rss>`), address)
	if got, want := show(t, feed),
		"copyright: © 2026 The Paper | license: http://creativecommons.org/licenses/by-nc/4.0/ | "+
			"rsl: permits search"; got != want {
		t.Errorf("feed: got %q, want %q", got, want)
	}
	show(t, Feed(strings.Repeat("é", 10_000), nil, nil, address)) // is cut between characters
}

func TestFiles(t *testing.T) {
	t.Parallel()
	const site = "https://paper.example"
	tdmRepOfNews := func(body []byte, address string) ([]rights.Signal, bool) {
		return TDMRep(body, address, []string{site + "/feed", site + "/news/1.html", "https://other.example/archive/1"})
	}
	rsl := func(body []byte, address string) ([]rights.Signal, bool) {
		return RSL(body, address, []string{site + "/news/1.html"})
	}
	for name, c := range map[string]struct {
		read func([]byte, string) ([]rights.Signal, bool)
		body string
		want string
		ok   bool
	}{
		"tdmrep": {tdmRepOfNews,
			`[{"location": "/", "tdm-reservation": 1, "tdm-policy": "https://paper.example/policies/policy.json"}]`,
			"tdm_reservation: 1 | tdm_policy: https://paper.example/policies/policy.json", true},
		"tdmrep with a text":    {tdmRepOfNews, `[{"location": "/*", "tdm-reservation": "1"}]`, "tdm_reservation: 1", true},
		"tdmrep of other paths": {tdmRepOfNews, `[{"location": "/archive/*", "tdm-reservation": 1}]`, "", true},
		"tdmrep of the articles": {tdmRepOfNews, `[{"location": "/news/*.html$", "tdm-reservation": 1}]`,
			"tdm_reservation: 1 for /news/*.html$", true},
		"tdmrep, the first match counts": {tdmRepOfNews, `[{"location": "/feed", "tdm-reservation": 0},
			{"location": "/news/", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": 1}]`,
			"tdm_reservation: 0 for /feed | tdm_reservation: 0 for /news/", true},
		"tdmrep of both": {tdmRepOfNews,
			`[{"location": "/news/", "tdm-reservation": 1}, {"location": "/", "tdm-reservation": 0}]`,
			"tdm_reservation: 1 for /news/ | tdm_reservation: 0", true},
		"tdmrep, invalid value": {tdmRepOfNews, `[{"location": "/", "tdm-reservation": true}]`, "", true},
		"tdmrep is a page":      {tdmRepOfNews, "<!doctype html><title>Not found</title>", "", false},
		"tdmrep is an object":   {tdmRepOfNews, `{"location": "/", "tdm-reservation": 1}`, "", false},
		"tdmrep, deep":          {tdmRepOfNews, strings.Repeat("[", 200_000), "", false},
		"tdmrep of 50 MB": {tdmRepOfNews, "[" + strings.Repeat(`{"location": "/", "tdm-reservation": 1},`, 50<<20/40), "",
			false},
		"trust": {Trust,
			"# NewsAssociation.org trust.txt\nmember=https://a.example\nbelongto=https://b.example\r\ndatatrainingallowed=no\n",
			"trust_file: datatrainingallowed=no", true},
		"trust, allowed":      {Trust, "DataTrainingAllowed = Yes", "trust_file: datatrainingallowed=yes", true},
		"trust, no statement": {Trust, "social=https://social.example/@paper", "", true},
		"trust, contradiction": {Trust, "datatrainingallowed=yes\ndatatrainingallowed=no",
			"trust_file: datatrainingallowed=yes | trust_file: datatrainingallowed=no", true},
		"trust is a page": {Trust, "\n<html lang=en>datatrainingallowed=no", "", false},
		// The example of rslstandard.org/guide/ai-preferences.
		"rsl": {rsl, `<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
			<permits type="usage">train-ai</permits>
			<payment type="subscription"><custom>https://paper.example/contact.html</custom></payment>
			</license></content></rsl>`, "rsl: permits train-ai; payment subscription", true},
		"rsl, two licences": {rsl, `<?xml version="1.0"?><rsl><content url="/"><license><permits type="usage">search</permits>
			<prohibits type="usage">ai-train ai-input</prohibits><prohibits type="geo">US</prohibits></license>
			<license><permits type="usage">ai-index</permits><payment type="free"/></license></content></rsl>`,
			"rsl: permits search; prohibits ai-input, ai-train | rsl: permits ai-index; payment free", true},
		"rsl with entities": {rsl,
			`<!DOCTYPE rsl [<!ENTITY a "ai-train"><!ENTITY f SYSTEM "file:///etc/passwd">]><rsl><license>` +
				`<prohibits type="usage">&a;&f; all</prohibits></license></rsl>`, "rsl: prohibits &a;&f;, all", true},
		"rsl of other paths": {rsl, `<rsl><content url="/archive/"><license><prohibits type="usage">all</prohibits>
			</license></content><content url="https://other.example/"><license><prohibits type="usage">search</prohibits>
			</license></content></rsl>`, "", true},
		"rsl of a path and of the rest": {rsl, `<rsl><content url="/"><license><prohibits type="usage">all</prohibits>
			</license></content><content url="https://www.paper.example/news/*"><license><permits type="usage">search</permits>
			</license></content></rsl>`, "rsl: permits search", true},
		"rsl is cut":    {rsl, `<rsl><license><prohibits type="usage">all</prohibits>`, "", true},
		"rsl is a page": {rsl, "<!doctype html><p>Not found", "", false},
	} {
		signals, ok := c.read([]byte(c.body), address)
		if got := show(t, signals); got != c.want || ok != c.ok {
			t.Errorf("%s: got %q %v, want %q", name, got, ok, c.want)
		}
	}
}

// TestURLs checks that the address of a feed counts only for hosts without articles.
func TestURLs(t *testing.T) {
	t.Parallel()
	const feed = "https://paper.example/feed"
	articles := []string{"https://paper.example/news/1", "https://other.example/2"}
	for _, c := range []struct {
		articles []string
		feed     string
		want     int
	}{{articles, feed, 2}, {articles[1:], feed, 2}, {nil, feed, 1}, {nil, "", 0}} {
		if got := (URLs{c.articles, c.feed}).For(address); len(got) != c.want || slices.Contains(got, feed) != (c.want == 1 ||
			len(c.articles) == 1) {
			t.Errorf("%v: %v", c, got)
		}
	}
	body := []byte(`[{"location":"/news/","tdm-reservation":0},{"location":"/","tdm-reservation":1}]`)
	signals, _ := (URLs{articles, feed}).TDMRep(body, address)
	if got := show(t, signals); got != "tdm_reservation: 0 for /news/" {
		t.Errorf("got %s", got)
	}
}

// TestSignalsAreBounded checks that a document cannot store more than a few small rows.
func TestSignalsAreBounded(t *testing.T) {
	t.Parallel()
	licenses := strings.Repeat("License: https://paper.example/"+strings.Repeat("x", 2000)+"\n", 1000)
	if n := len(Robots(robotsFile(licenses), address)); n != 1 {
		t.Errorf("%d equal licences", n)
	}
	var many strings.Builder
	for range 1000 {
		many.WriteString("<license><permits type='usage'>" + strings.Repeat("u",
			many.Len()%97) + " search</permits></license>")
	}
	signals, _ := RSL([]byte("<rsl>"+many.String()+"</rsl>"), address, nil)
	if len(signals) > maxSignals {
		t.Errorf("%d signals", len(signals))
	}
}
