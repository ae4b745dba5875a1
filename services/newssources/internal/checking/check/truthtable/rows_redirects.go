package main

import (
	"fmt"
	"math/rand/v2"
	"time"
)

const newPathOfFeed = "/new"

// moved returns a behaviour whose address redirects after six hours to another path with the same
// documents.
func moved(name string, code int, w want) *behaviour {
	return &behaviour{name: name, tier: 1, feed: script{from(0, news{}.answer()),
		from(6*hour, redirect(code, newPathOfFeed))},
		paths: map[string]script{newPathOfFeed: always(news{}.answer())}, want: w}
}

// toAlias returns an answer that redirects to a path of the other domain of the site.
func toAlias(code int, path string) answer {
	return func(x *exchange) { redirectTo(code, x.site.alias, path)(x) }
}

// chain returns paths that redirect to the next one, and at last serve the feed.
func chain(hops int) map[string]script {
	paths := map[string]script{fmt.Sprintf("/hop/%d", hops): always(news{}.answer())}
	for i := 1; i < hops; i++ {
		paths[fmt.Sprintf("/hop/%d", i)] = always(redirect(302, fmt.Sprintf("/hop/%d", i+1)))
	}
	return paths
}

var redirects = []*behaviour{
	moved("301 to another path for good", 301, want{suggests: []string{"moved"},
		traffic: []traffic{{from: 4*day + 12*hour, to: 5 * day, max: 0}}}),
	moved("308 to another path for good", 308, want{suggests: []string{"moved"}}),
	moved("302 to another path for good", 302, want{traffic: []traffic{{from: 4 * day, to: 5 * day, min: 3, max: 200}}}),
	moved("303 to another path for good", 303, want{}),
	moved("307 to another path for good", 307, want{}),
	{name: "301 to https for good", tier: 1, upgrades: true, feed: script{from(0,
		news{}.answer()), from[answer](6*hour, func(x *exchange) {
		if x.r.TLS != nil {
			news{}.answer()(x)
			return
		}
		redirect(301, "https"+x.site.base[4:]+endpointPath)(x)
	})}, want: want{suggests: []string{"moved"}}},
	{name: "301 to another domain for good", tier: 1, alias: "moved-to-here.test", feed: script{from(0,
		news{}.answer()), from(6*hour, toAlias(301, newPathOfFeed))},
		paths: map[string]script{newPathOfFeed: always(news{}.answer())}, want: want{suggests: []string{"moved"},
			traffic: []traffic{{from: 4 * day, to: 5 * day, min: 3, max: 200}}}},
	{name: "301 to other articles on another domain", tier: 1, alias: "other-articles.test", feed: script{from(0,
		news{}.answer()), from(6*hour, toAlias(301, newPathOfFeed))},
		paths: map[string]script{newPathOfFeed: always(news{shift: 100_000}.answer())},
		want:  want{states: "ok suspect?", cause: anyCause, missing: anything}},
	{name: "301 to the homepage", feed: afterDay(redirect(301, "/")),
		paths: map[string]script{"/": always(html("Home", "<h1>Home</h1>"))}, want: suspectFor("html_instead_of_feed")},
	{name: "301 for four hours to a maintenance page", tier: 1, feed: outageOf(4*hour, redirect(301, "/maintenance")),
		paths: map[string]script{"/maintenance": always(maintenance)},
		want:  want{states: "ok degraded suspect? ok"}},
	{name: "redirect loop", feed: afterDay(redirect(302, "/loop")),
		paths: map[string]script{"/loop": always(redirect(302, endpointPath))}, want: failsFor("too_many_redirects")},
	{name: "chain of four redirects", feed: afterDay(redirect(302, "/hop/1")), paths: chain(4)},
	{name: "chain of seven redirects", feed: afterDay(redirect(302, "/hop/1")), paths: chain(7),
		want: failsFor("too_many_redirects")},
	{name: "redirect to a private address", feed: afterDay(redirect(302, "http://10.0.0.1/feed")),
		want: want{states: "ok degraded failing", cause: anyCause}},
	{name: "redirect to javascript", feed: afterDay(redirect(302, "javascript:alert(1)")),
		want: want{states: "ok degraded failing", cause: anyCause}},
	{name: "redirect with another session each time", feed: afterDay(func(x *exchange) {
		if x.r.URL.RawQuery == "" {
			redirect(302, fmt.Sprintf("%s?session=%x", endpointPath, rand.Uint64()))(x)
			return
		}
		news{}.answer()(x)
	})},
	{name: "301 to another endpoint of the source", tier: 1, also: "/all", feed: script{from(0, news{}.answer()),
		from(6*hour, redirect(301, "/all"))},
		paths: map[string]script{"/all": always(news{}.answer())}, want: want{suggests: []string{"duplicate"},
			missing: anything}},
	{name: "429 of the redirect target", tier: 1, alias: "limited-target.test", also: "/own", feed: script{from(0,
		news{size: 60}.answer()), from(day, toAlias(302, "/limited")), from(day+12*hour, news{size: 60}.answer())},
		paths: map[string]script{"/limited": always(status(429, "Retry-After", "18000")),
			"/own": always(news{every: 15 * minute, size: 200, shift: 100_000}.answer())},
		want: want{states: "ok (degraded failing? ok)?", missing: func(n int) bool { return n > 50_000 },
			traffic: []traffic{{from: day, to: day + 12*hour, min: 5, max: 60, path: "/own"}}}},
	{name: "two endpoints with the same articles", also: "/copy", over: "month",
		feed: always(news{size: 40}.answer()), paths: map[string]script{"/copy": always(news{size: 40}.answer())},
		want: want{suggests: []string{"duplicate"}, missing: anything}},
}

var robots = []*behaviour{
	{name: "robots.txt forbids from the start", feed: long, robots: always(robotsForbid),
		want: want{states: "degraded blocked", cause: "robots", items: none}},
	{name: "robots.txt forbids after a day", feed: long, robots: script{from(0, robotsAllow),
		from(day, robotsForbid)}, want: sameDay("blocked", "robots")},
	{name: "robots.txt forbids for a day", feed: long, robots: script{from(0, robotsAllow), from(day, robotsForbid),
		from(2*day, robotsAllow)}, want: want{states: "ok degraded blocked ok"}},
	{name: "robots.txt forbids once", feed: long, robots: script{from(0, robotsAllow),
		from(day, once(robotsForbid, robotsAllow))}, want: want{states: "ok (degraded blocked? ok)?"}},
	{name: "robots.txt forbids other agents", feed: long,
		robots: always(func(x *exchange) { x.robots("User-agent: GPTBot\nDisallow: /\n", false) })},
	{name: "robots.txt forbids this agent", feed: long,
		robots: always(func(x *exchange) { x.robots("User-agent: newsources\nDisallow: /\n", true) }),
		want:   want{states: "degraded blocked", cause: "robots", items: none}},
	{name: "robots.txt forbids this path and allows the feed", feed: long,
		robots: always(func(x *exchange) { x.robots("User-agent: *\nDisallow: /\nAllow: /feed\n", false) })},
	{name: "robots.txt answers 404", feed: long, robots: always(status(404))},
	{name: "robots.txt answers 403", feed: long, robots: always(status(403))},
	{name: "robots.txt answers 500 for good", feed: long, robots: script{from(0, robotsAllow), from(day,
		status(500))}, want: want{states: "ok degraded (failing|blocked)", cause: anyCause}},
	{name: "robots.txt answers 503 for three hours", feed: long, robots: script{from(0, robotsAllow), from(day,
		status(503)), from(day+3*hour, robotsAllow)}, want: want{states: "ok (degraded (failing|blocked)? ok)?"}},
	{name: "robots.txt answers 500 once", feed: long, robots: script{from(0, robotsAllow),
		from(day, once(status(500), robotsAllow))}, want: want{states: "ok (degraded ok)?"}},
	{name: "robots.txt is the homepage", feed: long, robots: always(html("Home", "<h1>Home</h1>"))},
	{name: "robots.txt forbids and allows in turn", feed: long, robots: always(inTurn(robotsAllow, robotsForbid)),
		want: want{states: "(ok|degraded|blocked)+", cause: anyCause}},
	{name: "robots.txt asks for a pause of 30 s", feed: long,
		robots: always(func(x *exchange) { x.robots("User-agent: *\nCrawl-delay: 30\n", false) })},
	{name: "robots.txt asks for a pause of three hours", tier: 1, feed: long,
		robots: always(func(x *exchange) { x.robots("User-agent: *\nCrawl-delay: 10800\n", false) }),
		want:   want{gap: 100 * minute}},
	{name: "workers share robots.txt", over: "hours", tier: 1, every: 3 * minute,
		feed: always(news{every: 3 * minute, size: 60}.answer()),
		want: want{traffic: []traffic{{to: 5 * hour, min: 2, max: 6, path: "/robots.txt"}}}},
	{name: "robots.txt forbids between the requests of two workers", over: "hours", tier: 1, every: 3 * minute,
		feed:   always(news{every: 3 * minute, size: 60}.answer()),
		robots: script{from(0, robotsAllow), from(100*time.Minute, robotsForbid)},
		want:   want{states: "ok degraded blocked?", cause: "robots"}},
	{name: "robots.txt allows between the requests of two workers", over: "hours", tier: 1, every: 3 * minute,
		feed:   always(news{every: 3 * minute, size: 60}.answer()),
		robots: script{from(0, robotsForbid), from(100*time.Minute, robotsAllow)},
		want:   want{states: "degraded blocked? ok", few: true}},
	{name: "robots.txt fails between the requests of two workers", over: "hours", tier: 1, every: 3 * minute,
		feed:   always(news{every: 3 * minute, size: 200}.answer()),
		robots: script{from(0, robotsAllow), from(100*time.Minute, status(503)), from(140*time.Minute, robotsAllow)},
		want:   want{states: "ok (degraded blocked? ok)?"}},
}
