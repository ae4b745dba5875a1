package main

import (
	"net/http"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// lookups returns the answers to DNS queries: another one than usual from a day on, for some time.
func lookups(length time.Duration, then simulator.Lookup) []phase[simulator.Lookup] {
	return []phase[simulator.Lookup]{from(day, then), from(day+length, simulator.Resolves)}
}

func certificates(length time.Duration, defect string) []phase[string] {
	return []phase[string]{from(day, defect), from(day+length, "")}
}

const forGood = 100 * day

var long = always(news{size: 60}.answer())

var transportFailures = []*behaviour{
	{name: "refuses connections for good", feed: long, dns: lookups(forGood, simulator.RefusesAt),
		want: sameDay(health.Failing, "refused")},
	{name: "refuses connections for three hours", feed: long, dns: lookups(3*hour, simulator.RefusesAt),
		want: recovers},
	{name: "resets connections for good", feed: afterDay(resets), want: sameDay(health.Failing, "reset")},
	{name: "closes connections for good", feed: afterDay(closed), want: sameDay(health.Failing, "bad_response")},
	{name: "closes the connection once", feed: afterDay(once(closed, news{size: 60}.answer())), want: recovers},
	{name: "closes the connection at every third request", feed: always(inTurn(news{size: 60}.answer(),
		news{size: 60}.answer(), closed)), want: want{states: "(ok|degraded)+", cause: anyCause}},
	{name: "does not answer for good", feed: afterDay(hangs), want: sameDay(health.Failing, "timeout")},
	{name: "does not answer once", feed: afterDay(once(hangs, news{size: 60}.answer())), want: recovers},
	{name: "robots.txt does not answer", feed: long, robots: always(hangs)},
	{name: "host name does not exist for good", feed: long, dns: lookups(forGood, simulator.NameError),
		want: sameDay(health.Failing, "dns")},
	{name: "host name does not exist for two hours", feed: long, dns: lookups(2*hour, simulator.NameError),
		want: recovers},
	{name: "name server fails for good", feed: long, dns: lookups(forGood, simulator.ServerFailure),
		want: sameDay(health.Failing, "dns")},
	{name: "name server fails for two hours", feed: long, dns: lookups(2*hour, simulator.ServerFailure),
		want: recovers},
	{name: "host name never existed", feed: long, dns: []phase[simulator.Lookup]{from(0, simulator.NameError)},
		want: want{states: "degraded failing", cause: "dns", items: none}},
	{name: "works over https", secure: true, feed: long},
	{name: "certificate expires", secure: true, feed: long, certificate: certificates(forGood, "expired"),
		want: sameDay(health.Failing, "tls")},
	{name: "certificate is renewed after six hours", secure: true, feed: long,
		certificate: certificates(6*hour, "expired"), want: recovers},
	{name: "certificate of another host", secure: true, feed: long, certificate: certificates(forGood, "wrong-host"),
		want: sameDay(health.Failing, "tls")},
	{name: "certificate is self-signed", secure: true, feed: long, certificate: certificates(forGood, "self-signed"),
		want: sameDay(health.Failing, "tls")},
	{name: "body is cut off for good", feed: afterDay(cutOff(news{})), want: want{states: "ok degraded failing",
		cause: anyCause}},
	{name: "body is cut off once", feed: afterDay(once(cutOff(news{}), news{size: 60}.answer())), want: recovers},
	{name: "body does not end", feed: afterDay(endless), want: want{states: "ok degraded failing", cause: anyCause}},
	{name: "body stalls", feed: afterDay(func(x *exchange) {
		_, _ = x.w.Write([]byte("<rss>"))
		_ = http.NewResponseController(x.w).Flush()
		hangs(x)
	}), want: sameDay(health.Failing, "timeout")},
	{name: "body is a gzip bomb", feed: afterDay(bomb), want: want{states: "ok degraded failing", cause: "too_large"}},
	{name: "body is text that is declared as gzip", feed: afterDay(notGzip), want: suspectFor("unreadable")},
	{name: "body is damaged gzip", feed: afterDay(damagedGzip), want: sameDay(health.Failing, "bad_encoding")},
	{name: "response is not HTTP", feed: afterDay(raw("SSH-2.0-OpenSSH_9.2\r\n\r\n")),
		want: sameDay(health.Failing, "bad_response")},
	{name: "header does not end", feed: afterDay(raw("HTTP/1.1 200 OK\r\nX-Header: ")),
		want: want{states: "ok degraded failing", cause: anyCause}},
}
