package main

import (
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

var wrongContent = []*behaviour{
	{name: "page instead of the feed for good", feed: afterDay(html("News", "<h1>News</h1><p>Welcome</p>")),
		want: suspectFor("html_instead_of_feed")},
	{name: "page instead of the feed once", feed: afterDay(once(maintenance, news{size: 60}.answer())), want: recovers},
	{name: "maintenance page for four hours", tier: 1, feed: outageOf(4*hour, maintenance),
		want: want{states: "ok degraded suspect? ok"}},
	{name: "login page for good", feed: afterDay(loginPage), want: want{states: "ok degraded (suspect|blocked)",
		cause: anyCause}},
	{name: "redirect to a login page", feed: afterDay(redirect(302, "/login")),
		paths: map[string]script{"/login": always(loginPage)}, want: want{states: "ok degraded (suspect|blocked)",
			cause: anyCause}},
	{name: "domain is for sale", feed: afterDay(parking),
		want: want{states: "ok degraded suspect", cause: "parked", suggests: []string{"other_outlet"}}},
	{name: "feed is empty for good", feed: afterDay(emptyFeed), want: suspectFor("empty")},
	{name: "feed is empty once", feed: afterDay(once(emptyFeed, news{size: 60}.answer())), want: recovers},
	{name: "feed is empty for six hours", tier: 1, feed: outageOf(6*hour, emptyFeed),
		want: want{states: "ok degraded suspect? ok"}},
	{name: "feed is empty and answers 500 in turn for good", feed: afterDay(inTurn(emptyFeed, status(500))),
		want: sameDay(health.Failing, anyCause)},
	{name: "feed is empty for a day, then answers 500", feed: script{from(0, news{}.answer()), from(day, emptyFeed),
		from(2*day, status(500))}, want: want{states: "ok degraded suspect failing", cause: "server_error"}},
	{name: "feed was always empty", feed: always(emptyFeed), want: want{states: "(ok|new)", items: none}},
	{name: "plain text instead of the feed", feed: afterDay(body("text/plain", "Service temporarily moved")),
		want: suspectFor("unreadable")},
	{name: "JSON error instead of the feed", feed: afterDay(body("application/json", `{"error":"unknown tenant"}`)),
		want: suspectFor("unreadable")},
	{name: "empty body", feed: afterDay(body("application/rss+xml", "")), want: want{states: "ok degraded suspect",
		cause: anyCause}},
	{name: "malformed at every other request",
		feed: always(inTurn(news{size: 60}.answer(), malformed(news{size: 60})))},
	{name: "page list without items after a redesign", kind: feed.HTMLList, feed: script{from(0,
		news{kind: "page"}.answer()), from(day, html("News", "<section>New design</section>"))},
		want: want{states: "ok degraded suspect", cause: anyCause}},
	{name: "page list whose design returns", kind: feed.HTMLList, feed: script{from(0,
		news{kind: "page", size: 60}.answer()), from(day, html("News", "<section>New design</section>")),
		from(day+12*hour, news{kind: "page", size: 60}.answer())}, want: want{states: "ok degraded suspect? ok"}},
	{name: "items contain the credentials", credentials: &credential.Credentials{Username: "reader", Password: "s3cr3t-word"},
		feed: always(echoing(news{})), want: want{hidden: "s3cr3t-word"}},
	{name: "errors contain the credentials", credentials: &credential.Credentials{Username: "reader", Password: "s3cr3t-word"},
		feed: afterDay(func(x *exchange) {
			_, password, _ := x.r.BasicAuth()
			x.w.WriteHeader(403)
			_, _ = x.w.Write([]byte("<p>wrong password " + password))
		}), want: want{states: "ok degraded blocked", cause: "forbidden", hidden: "s3cr3t-word"}},
}
