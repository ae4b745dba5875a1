package simulator

import (
	"fmt"
	"net/http"
)

// Classes of sites whose feeds follow from their paths, their publishing system or their host.
const (
	classPath    = "well-known paths"
	classSection = "feed of a pasted section"
	classSystem  = "publishing system"
	classHost    = "host without address or TLS"
	classHeader  = "Link header"
	className    = "name of the outlet"
)

// systemSites returns outlets that do not announce their feeds on the page.
func systemSites(s *Simulator) (sites []*Site) {
	add := func(class, host, name, about string, feed Feed, e Expectation, head string) *Site {
		feed.Unlinked = true
		site := s.expecting(class,
			Site{Host: host, Name: name, Language: "en", Country: "US", About: about, Feeds: []Feed{feed}, Head: head}, e)
		sites = append(sites, site)
		return site
	}
	main := func(path string) Feed { return feedList(path + " News")[0] }

	for _, p := range []struct{ host, wrong, right string }{
		{"slash-feed.test", "/feed", "/feed/"}, {"slash-rss.test", "/rss/", "/rss"},
		{"slash-index.test", "/rss", "/rss/index.xml"},
	} {
		site := add(classPath, p.host, "Slash Courier", p.wrong+" redirects to "+p.right, main(p.right),
			Expectation{Feed: p.right, OrFeed: p.wrong}, "")
		site.pages = map[string]http.HandlerFunc{p.wrong: redirect(http.StatusMovedPermanently, p.right)}
	}
	for i, path := range []string{"/politics/rss", "/politics/feed/", "/politics.rss", "/politics/index.xml"} {
		site := add(classSection, fmt.Sprintf("section-%d.test", i+1), "Section Post",
			"the section /politics has the feed "+path, main(path), Expectation{Address: "/politics", Feed: path}, "")
		site.pages = map[string]http.HandlerFunc{"/politics": htmlPage("en", "Politics - Section Post",
			"<h1>Politics</h1><p>News</p>")}
	}
	for _, p := range []struct{ host, name, about, feed, head string }{
		{"arc-one.test", "The Arc Gazette", "Arc XP", "/arc/outboundfeeds/rss/?outputType=xml",
			`<script>window.Fusion=window.Fusion||{};Fusion.arcSite="arc-one";Fusion.contextPath="/pf"</script><script src="/pf/dist/engine/react.js?d=1"></script>`},
		{"arc-two.test", "El Arco", "Arc XP", "/arc/outboundfeeds/rss/",
			`<link rel="preconnect" href="https://cloudfront-us-east-1.images.arcpublishing.com"><script id="fusion-metadata" type="application/javascript">window.Fusion=window.Fusion||{};</script>`},
		{"quintype-one.test", "The Quint Wire", "Quintype", "/stories.rss",
			`<script>window.qtVersion=1</script><link rel="preconnect" href="https://thumbor-stg.assettype.com"><script src="https://fea.assettype.com/quintype-ace/assets/app.js"></script>`},
		{"quintype-two.test", "Deccan Lines", "Quintype", "/stories.rss",
			`<meta name="generator" content="Quintype"><script type="application/json" id="static-page">{"qt":{"pageType":"home-page","config":{"sketches-host":"https://deccan.quintype.io"}}}</script>`},
		{"ghost-one.test", "Harbor Notes", "Ghost", "/rss/", `<meta name="generator" content="Ghost 5.96">`},
		{"ghost-two.test", "Night Desk", "Ghost", "/rss/",
			`<script defer src="https://cdn.jsdelivr.net/ghost/portal@~2.46/umd/portal.min.js" data-i18n="true" data-ghost="http://ghost-two.test/"></script>`},
		{"drupal-one.test", "Civic Daily", "Drupal", "/rss.xml",
			`<meta name="Generator" content="Drupal 10 (https://www.drupal.org)">`},
		{"drupal-two.test", "Plain Dealer", "Drupal", "/rss.xml",
			`<script type="application/json" data-drupal-selector="drupal-settings-json">{"path":{"baseUrl":"/"}}</script><link rel="stylesheet" href="/sites/default/files/css/css_x.css">`},
		{"letter-domain.test", "The Daily Letter", "Substack on a custom domain", "/feed",
			`<link rel="preconnect" href="https://substackcdn.com"><script src="https://substackcdn.com/bundle/static/js/main.js"></script>`},
		{"medium-domain.test", "Better Reporting", "Medium on a custom domain", "/feed",
			`<meta property="al:android:package" content="com.medium.reader"><meta property="al:ios:url" content="medium://better"><script src="https://cdn-client.medium.com/lite/static/js/main.js"></script>`},
	} {
		e := Expectation{Feed: p.feed, Name: p.name}
		if p.about == "Arc XP" {
			e.OrFeed = "/arc/outboundfeeds/rss/?outputType=xml"
		}
		add(classSystem, p.host, p.name, p.about, main(p.feed), e, p.head)
	}
	for _, m := range []struct{ host, user, marker string }{
		{"toots.test", "paper", `<div class="app-holder" data-props="{}" id="mastodon"></div>`},
		{"fedi.test", "redaktion",
			`<link rel="alternate" type="application/activity+json" href="/users/redaktion"><noscript>To use the Mastodon web application, please enable JavaScript.</noscript><div id="mastodon"></div>`},
	} {
		site := add(classSystem, m.host, "The Paper", "a Mastodon profile", main("/@"+m.user+".rss"),
			Expectation{Address: "/@" + m.user, Feed: "/@" + m.user + ".rss"}, "")
		site.pages = map[string]http.HandlerFunc{"/@" +
			m.user: htmlPage("en", "The Paper (@"+m.user+"@"+m.host+")", m.marker)}
	}
	for _, h := range []struct{ host, link string }{
		{"link-header.test", `</syndication/news.xml>; rel="alternate"; type="application/rss+xml"; title="News"`},
		{"link-headers.test", `</style.css>; rel=preload; as=style, </syndication/news.xml>; type="application/rss+xml"; rel="alternate nofollow"`},
	} {
		site := add(classHeader, h.host, "The Header", "a Link header announces the feed", main("/syndication/news.xml"),
			Expectation{Feed: "/syndication/news.xml"}, "")
		site.pages = map[string]http.HandlerFunc{"/": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Link", h.link)
			site.serveHome(w)
		}}
	}
	return append(append(sites, nameSites(s)...), hostSites(s)...)
}

// nameSites returns outlets whose articles name the publishing company.
func nameSites(s *Simulator) (sites []*Site) {
	for _, n := range []struct{ host, name, company, language, country string }{
		{"stadtbote.test", "Der Stadtbote", "Regionalmedien Holding GmbH &amp; Co. KG", "de", "DE"},
		{"the-ledger.test", "The Ledger", "Consolidated Newspapers Inc.", "en", "US"},
	} {
		site := s.expecting(className,
			Site{Host: n.host, Name: n.name, Language: n.language, Country: n.country,
				About: "articles name the company, the homepage names the outlet",
				Feeds: feedList("/rss Latest")}, Expectation{Address: "/2026/11/a-story", Feed: "/rss", Name: n.name})
		site.pages = map[string]http.HandlerFunc{"/2026/11/a-story": respond("text/html; charset=utf-8",
			`<!doctype html><html lang="`+n.language+`"><head><title>A story</title><meta property="og:type" content="article">
<link rel="alternate" type="application/rss+xml" title="Latest" href="/rss">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"A story","publisher":{"@type":"Organization","name":"`+n.company+`"}}</script></head><body><article><h1>A story</h1><p>Text</p></article></body></html>`)}
		sites = append(sites, site)
	}
	return sites
}

// hostSites returns outlets whose entered address works only with another scheme or host name. They
// use the standard ports.
func hostSites(s *Simulator) (sites []*Site) {
	for _, h := range []struct {
		host, about, address, feed string
		site                       Site
	}{
		{"only-www.test", "only www has an address", "only-www.test", "http://www.only-www.test/feed", Site{OnlyWWW: true}},
		{"only-www-tls.test", "only www has an address, with https", "https://only-www-tls.test/",
			"https://www.only-www-tls.test/feed", Site{OnlyWWW: true, Secure: true}},
		{"no-tls.test", "the host has no TLS", "no-tls.test", "http://no-tls.test/feed", Site{}},
		{"no-tls-typed.test", "the typed https address has no TLS", "https://no-tls-typed.test/",
			"http://no-tls-typed.test/feed", Site{}},
		{"tls-only.test", "the host refuses http", "http://tls-only.test/", "https://tls-only.test/feed",
			Site{Secure: true, SecureOnly: true}},
		{"tls-only-typed.test", "the host refuses http", "tls-only-typed.test", "https://tls-only-typed.test/feed",
			Site{Secure: true, SecureOnly: true}},
	} {
		d := h.site
		d.Host, d.Name, d.Language, d.Country, d.About, d.StandardPorts, d.Feeds = h.host, "Typed Tribune", "en", "US",
			h.about, true, feedList("/feed News")
		sites = append(sites, s.expecting(classHost, d, Expectation{Address: h.address, Feed: h.feed}))
	}
	return sites
}
