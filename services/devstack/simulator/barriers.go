package simulator

import (
	"net/http"
	"time"
)

// Classes of sites whose feeds or homepage cannot be fetched.
const (
	classLimited   = "rate limit on feeds"
	classChallenge = "challenge with an error status"
	classSilent    = "challenge with status 200"
	classRobots    = "robots.txt forbids feeds"
	classTimeout   = "time-out on feeds"
	classWall      = "wall on another domain"
)

// barrierSites returns outlets that refuse some or all requests.
func barrierSites(s *Simulator) []*Site {
	feeds := feedList("/feed News", "/sport/feed Sport")
	blocked := func(class, host, about, attempt string, answer http.HandlerFunc) *Site {
		return s.expecting(class,
			Site{Host: host, Name: "Blocked Herald", Language: "en", Country: "US", About: about, Feeds: feeds,
				pages: map[string]http.HandlerFunc{"/feed": answer, "/sport/feed": answer}}, Expectation{Attempt: attempt})
	}
	sites := []*Site{
		blocked(classLimited, "limited-seconds.test", "feeds answer 429 with Retry-After in seconds", "rate_limited",
			respondStatus(429, map[string]string{"Retry-After": "3600"})),
		blocked(classLimited, "limited-date.test", "feeds answer 429 with Retry-After as a date", "rate_limited",
			func(w http.ResponseWriter, r *http.Request) {
				respondStatus(http.StatusTooManyRequests,
					map[string]string{"Retry-After": time.Now().Add(2 * time.Hour).UTC().Format(http.TimeFormat)})(w, r)
			}),
		blocked(classTimeout, "feeds-hang.test", "feeds never respond", "timeout", hang),
		blocked(classTimeout, "feeds-stall.test", "feeds stop after the first bytes", "timeout",
			func(w http.ResponseWriter, r *http.Request) {
				respond("application/rss+xml", `<?xml version="1.0"?><rss version="2.0"><channel><title>`)(w, r)
				_ = http.NewResponseController(w).Flush()
				hang(w, r)
			}),
	}
	for _, c := range challenges {
		about := "feeds answer with the challenge of " + c.vendor
		sites = append(sites, blocked(c.class, "challenge-"+c.name+".test", about, "challenge", c.respond))
		if c.class == classSilent {
			sites = append(sites, s.expecting(c.class,
				Site{Host: "home-" + c.name + ".test", Name: "Guarded Times", Language: "en", Country: "GB",
					About: "every page is the challenge of " + c.vendor, pages: everywhere(c.respond)},
				Expectation{Arrival: "challenge"}))
		}
	}
	for _, r := range []struct{ host, rules string }{
		{"robots-feeds.test", "User-agent: *\nDisallow: /feed\nDisallow: /sport/feed\n"},
		{"robots-rss.test", "User-agent: *\nDisallow: /*feed\n\nUser-agent: Googlebot\nAllow: /\n"},
	} {
		sites = append(sites, s.expecting(classRobots,
			Site{Host: r.host, Name: "Forbidden Post", Language: "en", Country: "US",
				About: "robots.txt forbids the announced feeds",
				Feeds: feeds, pages: map[string]http.HandlerFunc{"/robots.txt": respond("text/plain", r.rules)}},
			Expectation{Attempt: "robots"}))
	}
	return append(sites, wallSites(s)...)
}

// everywhere returns the same handler for the homepage and the well-known paths of feeds.
func everywhere(h http.HandlerFunc) map[string]http.HandlerFunc {
	pages := map[string]http.HandlerFunc{}
	for _, path := range []string{"/", "/feed", "/feed/", "/rss", "/rss/", "/rss.xml", "/feed.xml", "/atom.xml",
		"/index.xml", "/sitemap.xml", "/sitemap_index.xml", "/news-sitemap.xml", "/sitemap-news.xml", "/feed.json"} {
		pages[path] = h
	}
	return pages
}

// challenge is the response of a bot-protection vendor.
type challenge struct {
	class, name, vendor string
	status              int
	header              map[string]string
	body                string
}

func (c challenge) respond(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	for name, value := range c.header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(c.status)
	_, _ = w.Write([]byte(c.body))
}

// challenges are shortened copies of the vendors' pages.
var challenges = []challenge{
	{classChallenge, "cloudflare", "Cloudflare", 403,
		map[string]string{"Cf-Mitigated": "challenge", "Server": "cloudflare"},
		`<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script>window._cf_chl_opt={cType:'managed'};</script><noscript>Enable JavaScript and cookies to continue</noscript></body></html>`},
	{classChallenge, "datadome", "DataDome", 403, map[string]string{"X-Datadome": "protected", "Server": "DataDome"},
		`<html><head><title>site.test</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'rt':'c','cid':'AHrl','host':'geo.captcha-delivery.com'}</script><script src="https://ct.captcha-delivery.com/c.js"></script></body></html>`},
	{classChallenge, "aws", "AWS WAF", 202, map[string]string{"X-Amzn-Waf-Action": "challenge"},
		`<!DOCTYPE html><html><head><script>window.awsWafCookieDomainList=[];window.gokuProps={"key":"AQ"};</script><script src="https://x.token.awswaf.com/challenge.js"></script></head><body><div id="challenge-container"></div></body></html>`},
	{classSilent, "imperva", "Imperva Incapsula", 200, map[string]string{"X-Iinfo": "9-1"},
		`<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=23&xinfo=9-1" frameborder=0 width="100%" height="100%">Request unsuccessful. Incapsula incident ID: 1-2</iframe></body></html>`},
	{classSilent, "human", "HUMAN (PerimeterX)", 200, nil,
		`<!DOCTYPE html><html lang="en"><head><title>Access to this page has been denied</title></head><body><div id="px-captcha"></div><script>window._pxAppId='PXabc';window._pxJsClientSrc='/abc/init.js';</script><p>Press &amp; Hold to confirm you are a human (and not a bot).</p></body></html>`},
	{classSilent, "akamai", "Akamai", 200, nil,
		`<!DOCTYPE html><html><head><title>&nbsp;</title></head><body><div id="sec-if-cpt-container"><script src="/_sec/cp_challenge/sec-cpt-if-4-2.js"></script></div><script>bmak={"sensor":1}</script><meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQ'"/></body></html>`},
	{classSilent, "sucuri", "Sucuri", 200, map[string]string{"X-Sucuri-Id": "11005"},
		`<html><title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0i';</script></html>`},
	{classSilent, "anubis", "Anubis", 200, nil,
		`<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title><script id="anubis_challenge" type="application/json">{"rules":{"algorithm":"fast","difficulty":4}}</script></head><body><h1>Making sure you&#39;re not a bot!</h1><script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></script></body></html>`},
	{classSilent, "turnstile", "Cloudflare (status 200)", 200, map[string]string{"Server": "cloudflare"},
		`<!DOCTYPE html><html><head><title>Just a moment...</title><meta http-equiv="refresh" content="390"></head><body><script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1';})();</script></body></html>`},
}

// wallSites returns outlets whose homepage redirects to another domain while their feeds are
// public.
func wallSites(s *Simulator) []*Site {
	consentPage := htmlPage("en", "Your privacy choices - PrivacyGate",
		`<meta property="og:site_name" content="PrivacyGate"><h1>Before you continue</h1>
<form action="/collectConsent" method="post"><p>We and our 842 partners store and access cookies on your device.</p><button name="agree">Accept all</button><button name="reject">Reject all</button></form>`)
	germanConsent := htmlPage("de", "Zustimmung",
		`<h1>Weiter mit Werbung lesen</h1><p>Besuchen Sie uns wie gewohnt mit Werbung und Tracking. Details zum Tracking im Privacy Center.</p><div id="consent" class="sp_message_container"><button>Einwilligen und weiter</button><a href="/pur">PUR-Abo</a></div>`)
	signIn := htmlPage("en", "Sign in - Reader ID",
		`<meta property="og:site_name" content="Reader ID"><h1>Sign in to continue</h1><form method="post" action="/login"><input type="email" name="email"><input type="password" name="password"><button>Sign in</button></form>`)
	spanishSignIn := htmlPage("es", "Iniciar sesión",
		`<h1>Inicia sesión</h1><form method="post"><input name="usuario"><input type="password" name="clave"><button>Entrar</button></form>`)
	sites := []*Site{
		s.helperHost("consent-gate.test", "a consent wall", map[string]http.HandlerFunc{"/v2/collectConsent": consentPage}),
		s.helperHost("zustimmung.test", "a consent wall", map[string]http.HandlerFunc{"/index.html": germanConsent}),
		s.helperHost("reader-id.test", "a sign-in wall", map[string]http.HandlerFunc{"/login": signIn}),
		s.helperHost("cuenta-lector.test", "a sign-in wall", map[string]http.HandlerFunc{"/entrar": spanishSignIn}),
	}
	for _, w := range []struct{ host, name, language, country, target, wall, feed string }{
		{"walled-consent.test", "Evening Standard Bearer", "en", "GB",
			s.URL("consent-gate.test", "/v2/collectConsent?sessionId=3_cc-session_1"), "consent_wall", "/rss"},
		{"walled-zustimmung.test", "Rheinische Rundschau", "de", "DE", s.URL("zustimmung.test", "/index.html?return=x"),
			"consent_wall", "/feed/"},
		{"walled-login.test", "The Members Gazette", "en", "US", s.URL("reader-id.test", "/login?continue=x"), "sign_in_page",
			"/rss.xml"},
		{"walled-entrar.test", "El Reservado", "es", "ES", s.URL("cuenta-lector.test", "/entrar?url=x"), "sign_in_page",
			"/feed"},
	} {
		site := s.expecting(classWall,
			Site{Host: w.host, Name: w.name, Language: w.language, Country: w.country,
				About: "the homepage redirects to a wall, the feed is public",
				Feeds: feedList(w.feed + " News")}, Expectation{Feed: w.feed, Name: w.name, Arrival: w.wall})
		site.Feeds[0].Heading = w.name
		site.pages = map[string]http.HandlerFunc{"/": redirect(http.StatusFound, w.target)}
		sites = append(sites, site)
	}
	return sites
}
