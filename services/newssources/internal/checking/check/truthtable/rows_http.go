package main

import (
	"fmt"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// sameDay is the expectation that an endpoint that fails for good is seen as failing within a day.
func sameDay(state health.State, cause health.Cause) want {
	return want{states: "ok degraded " + string(state), cause: cause, reach: []reach{{state, day, day}}}
}

// limitedUntil answers with a status and a time of the timeline in Retry-After.
func limitedUntil(code int, at time.Duration) answer {
	return func(x *exchange) { status(code, "Retry-After", x.site.start.Add(at).UTC().Format(http.TimeFormat))(x) }
}

var challengePage = html("Just a moment...",
	`<script>window._cf_chl_opt={cType:'managed'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1';</script>`)

const tenYears = 10 * 365 * 24 * 3600

var httpFailures = []*behaviour{
	{name: "400 for good", feed: afterDay(status(400)), want: sameDay(health.Failing, "client_error")},
	{name: "401 for good", feed: afterDay(status(401)), want: sameDay(health.Blocked, "unauthorized")},
	{name: "402 for good", feed: afterDay(status(402)), want: want{states: "ok degraded (failing|blocked)",
		cause: anyCause}},
	{name: "403 for good", feed: afterDay(status(403)), want: sameDay(health.Blocked, "forbidden")},
	{name: "404 for four days", feed: afterDay(status(404)), want: sameDay(health.Failing, "not_found")},
	{name: "405 for good", feed: afterDay(status(405)), want: sameDay(health.Failing, "client_error")},
	{name: "410 for good", feed: afterDay(status(410)), want: want{states: "ok degraded failing? gone", cause: "gone"}},
	{name: "418 for good", feed: afterDay(status(418)), want: sameDay(health.Failing, "client_error")},
	{name: "451 for good", feed: afterDay(status(451)), want: want{states: "ok degraded (failing|blocked)",
		cause: anyCause}},
	{name: "500 for good", feed: afterDay(status(500)), want: sameDay(health.Failing, "server_error")},
	{name: "502 for good", feed: afterDay(status(502)), want: sameDay(health.Failing, "server_error")},
	{name: "504 for good", feed: afterDay(status(504)), want: sameDay(health.Failing, "server_error")},
	{name: "521 for good", feed: afterDay(status(521)), want: sameDay(health.Failing, "server_error")},
	{name: "503 for good", feed: afterDay(status(503)), want: sameDay(health.Failing, "unavailable")},
	{name: "503 for good, tier 1", tier: 1, feed: afterDay(status(503)), want: sameDay(health.Failing, "unavailable")},
	{name: "503 for good, tier 5", tier: 5, feed: afterDay(status(503)), want: sameDay(health.Failing, "unavailable")},
	{name: "503 for good with Retry-After 1 h", feed: afterDay(status(503, "Retry-After", "3600")),
		want: sameDay(health.Failing, "unavailable")},
	{name: "429 for good", feed: afterDay(status(429)), want: sameDay(health.Failing, "rate_limited")},
	{name: "429 for good with Retry-After 2 h", feed: afterDay(status(429, "Retry-After", "7200")),
		want: sameDay(health.Failing, "rate_limited")},
	{name: "429 for good with Retry-After 6 h", feed: afterDay(status(429, "Retry-After", "21600")),
		want: sameDay(health.Failing, "rate_limited")},
	{name: "429 for good with Retry-After of ten years",
		feed: afterDay(status(429, "Retry-After", fmt.Sprint(tenYears))), want: want{
			states: "ok degraded failing", cause: "rate_limited", next: [2]time.Duration{hour, 25 * hour},
			texts: []string{"3650 d", "10 years", "10 y"}}},
	{name: "429 once with Retry-After of ten years",
		feed: afterDay(once(status(429, "Retry-After", fmt.Sprint(tenYears)), news{size: 60}.answer())),
		want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with a date in ten years", feed: afterDay(once(limitedUntil(429, tenYears*time.Second),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with Retry-After 6 h", feed: afterDay(once(status(429, "Retry-After", "21600"),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with a date in 3 h", feed: afterDay(once(limitedUntil(429, day+3*hour),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with a date in the past", feed: afterDay(once(limitedUntil(429, -10*day),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with an invalid Retry-After", feed: afterDay(once(status(429, "Retry-After", "soon"),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with Retry-After 0", feed: afterDay(once(status(429, "Retry-After", "0"),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 once with a Retry-After that overflows",
		feed: afterDay(once(status(429, "Retry-After", "99999999999999999999999"), news{size: 60}.answer())), want: recovers},
	{name: "429 for good until the year 9999",
		feed: afterDay(status(429, "Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")),
		want: sameDay(health.Failing, "rate_limited")},
	{name: "failures of several kinds in turn", feed: afterDay(inTurn(status(500), status(403), status(404), status(429),
		closed)), want: want{states: "ok degraded (failing|blocked)+", cause: anyCause}},
	{name: "503 once with a date in 2 h", feed: afterDay(once(limitedUntil(503, day+2*hour),
		news{size: 60}.answer())), want: want{states: "ok (degraded ok)?"}},
	{name: "429 at every other request", feed: always(inTurn(news{size: 60}.answer(), status(429))),
		want: want{states: "(ok|degraded)+", cause: anyCause}},
	{name: "500 at every other request", feed: always(inTurn(news{size: 60}.answer(), status(500))),
		want: want{states: "(ok|degraded)+", cause: anyCause}},
	{name: "503 at every fourth request", feed: always(inTurn(news{size: 60}.answer(), news{size: 60}.answer(),
		news{size: 60}.answer(), status(503))), want: want{states: "(ok|degraded)+", cause: anyCause}},
	{name: "404 once", feed: afterDay(once(status(404), news{size: 60}.answer())), want: recovers},
	{name: "410 once", feed: afterDay(once(status(410), news{size: 60}.answer())), want: recovers},
	{name: "410 for twelve hours", feed: outageOf(12*hour, status(410)), want: recovers},
	{name: "500 for twelve hours", feed: outageOf(12*hour, status(500)), want: recovers},
	{name: "403 for a day", feed: outageOf(day, status(403)), want: want{states: "ok degraded blocked? ok"}},
	{name: "503 for two days", feed: script{from(0, news{size: 80}.answer()), from(day, status(503)), from(3*day,
		news{size: 80}.answer())}, want: want{states: "ok degraded failing ok"}},
	{name: "404 for weeks", over: "month", feed: afterDay(status(404)), want: want{states: "ok degraded failing gone",
		cause: "not_found", reach: []reach{{"gone", 15 * day, 8 * day}}}},
	{name: "404 for ten days", over: "month", feed: script{from(0, news{size: 300}.answer()), from(3*day,
		status(404)), from(13*day, news{size: 300}.answer())}, want: want{states: "ok degraded failing ok"}},
	{name: "410 for weeks, then it returns", over: "month", feed: script{from(0, news{size: 300}.answer()), from(day,
		status(410)), from(4*day, news{size: 300}.answer())}, want: want{states: "ok degraded failing? gone ok?",
		cause: anyCause, missing: anything}},
	{name: "500 for more than a month", over: "month", feed: afterDay(status(500)),
		want: want{states: "ok degraded failing", cause: "server_error",
			traffic: []traffic{{from: 10 * day, to: 30 * day, min: 15, max: 40},
				{from: 33 * day, to: 40 * day, min: 0, max: 2}}}},
	{name: "cause of a failure changes", over: "month", feed: script{from(0, news{}.answer()), from(3*day,
		status(500)), from(10*day, status(403)), from(20*day, status(404))},
		want: want{states: "ok degraded failing blocked failing gone?", cause: "not_found"}},
	{name: "challenge with 403",
		feed: afterDay(func(x *exchange) { x.w.Header().Set("Cf-Mitigated", "challenge"); x.w.WriteHeader(403) }),
		want: sameDay(health.Blocked, "challenge")},
	{name: "challenge with 503", feed: afterDay(func(x *exchange) {
		x.w.WriteHeader(503)
		challengePage(x)
	}), want: sameDay(health.Blocked, "challenge")},
	{name: "challenge with 200", feed: afterDay(challengePage), want: sameDay(health.Blocked, "challenge")},
	{name: "challenge with 202",
		feed: afterDay(func(x *exchange) { x.w.Header().Set("X-Amzn-Waf-Action", "challenge"); x.w.WriteHeader(202) }),
		want: sameDay(health.Blocked, "challenge")},
	{name: "challenge for three hours", tier: 1, feed: outageOf(3*hour, challengePage),
		want: want{states: "ok degraded blocked? ok"}},
	{name: "204 for good", feed: afterDay(status(204)), want: want{states: "ok degraded (suspect|failing)",
		cause: anyCause}},
	{name: "404 from the first check", feed: always(status(404)), want: want{states: "degraded failing",
		cause: "not_found", items: none}},
	{name: "403 from the first check", feed: always(status(403)), want: want{states: "degraded blocked",
		cause: "forbidden", items: none}},
	{name: "503 from the first check", feed: always(status(503)), want: want{states: "degraded failing",
		cause: "unavailable", items: none, reach: []reach{{"failing", 0, day}}}},
	{name: "410 from the first check", feed: always(status(410)), want: want{states: "degraded failing? gone",
		cause: "gone", items: none}},
	{name: "500 at the first check only", feed: always(once(status(500), news{}.answer())),
		want: want{states: "degraded ok"}},
	{name: "two feeds answer 403 for some hours", tier: 1, also: "/b", feed: outageOf(4*hour, status(403)),
		paths: map[string]script{"/b": outageOf(4*hour, status(403))},
		want: want{states: "ok degraded blocked? ok", missing: anything,
			traffic: []traffic{{from: day, to: day + 4*hour, min: 1, max: 12}}}},
}
