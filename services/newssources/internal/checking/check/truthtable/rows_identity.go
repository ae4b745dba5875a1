package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Texts of articles whose identity is not what it seems.
func newScheme(_ *exchange, a article) string { return fmt.Sprintf("urn:cms2:%d", a.number*7) }
func newPath(_ *exchange, a article) string {
	return fmt.Sprintf("%s/2026/news/%d-story", a.base, a.number*7)
}
func random(x *exchange, a article) string { return fmt.Sprintf("%x-%d", rand.Uint64(), a.number) }
func sameID(*exchange, article) string     { return "item" }
func withQuery(format string) text {
	return func(_ *exchange, a article) string { return a.link() + fmt.Sprintf(format, rand.Uint32()) }
}

func numbered(_ *exchange, a article) string {
	return fmt.Sprintf("Result of the draw, story %d", a.number)
}

// wireSize is the number of items of a wire with an article a minute: all are new at each check,
// and those of the check of a killed worker, which is repeated within maxRecovery, are still in the
// next document.
const wireSize = 25

// renamedAfter returns the script of a feed that has other values after two days.
func renamedAfter(before, after news) script {
	return script{from(0, before.answer()), from(2*day, after.answer())}
}

// storedOnce is the expectation that known articles are recognized, whether or not a person has to
// confirm it.
var (
	stormHeld  = want{states: "ok suspect", cause: "identity_storm", held: true, missing: anything}
	storedOnce = want{states: "ok suspect?", cause: anyCause, mayHold: true,
		missing: func(n int) bool { return n > firstNumber+48 }}
)

var identity = []*behaviour{
	{name: "ids change once", feed: renamedAfter(news{}, news{id: newScheme}), want: stormHeld},
	{name: "ids and links change once", feed: renamedAfter(news{}, news{id: newScheme, link: newPath}),
		want: storedOnce},
	{name: "ids and links change once, without dates", feed: renamedAfter(news{date: no}, news{id: newScheme,
		link: newPath, date: no}), want: storedOnce},
	{name: "links change once, ids stay", feed: renamedAfter(news{}, news{link: newPath})},
	{name: "links change once, without ids", feed: renamedAfter(news{id: no}, news{id: no, link: newPath}),
		want: storedOnce},
	{name: "titles change once, ids and links stay", feed: renamedAfter(news{},
		news{title: func(_ *exchange, a article) string { return "Breaking: " + a.title() }})},
	{name: "links change to https and www, without ids", feed: renamedAfter(news{id: no}, news{id: no,
		link: func(_ *exchange, a article) string {
			return strings.Replace(a.link(), "http://", "https://www.", 1) + "/"
		}})},
	{name: "ids disappear once", feed: renamedAfter(news{}, news{id: no}), want: storedOnce},
	{name: "ids absent, links with a changing query", feed: always(news{id: no, link: withQuery("?x=%d")}.answer()),
		want: want{states: "ok suspect?", cause: anyCause, mayHold: true, missing: beforeOrLater}},
	{name: "ids absent, links with a session id", feed: always(news{id: no,
		link: withQuery("?PHPSESSID=%x")}.answer()), want: want{states: "ok suspect?", cause: anyCause, mayHold: true,
		missing: beforeOrLater}},
	{name: "ids absent, links with a session in the path", feed: always(news{id: no,
		link: withQuery(";jsessionid=%x")}.answer()), want: want{states: "ok suspect?", cause: anyCause,
		mayHold: true, missing: beforeOrLater}},
	{name: "ids absent, links with changing tracking", feed: always(news{id: no,
		link: withQuery("?utm_campaign=%d")}.answer())},
	{name: "another id in each response", feed: always(news{id: random}.answer()), want: want{states: "ok suspect",
		cause: "identity_storm", held: true, missing: anything, suggests: []string{"settings"}}},
	{name: "another id in each response, policy link", identity: feed.IdentityLink,
		feed: always(news{id: random}.answer())},
	{name: "another id and query in each response", feed: always(news{id: random, link: withQuery("?x=%d")}.answer()),
		want: want{states: "ok suspect?", cause: anyCause, mayHold: true, missing: beforeOrLater}},
	{name: "ids are links with a changing query", feed: always(news{id: withQuery("?x=%d"),
		link: withQuery("?x=%d")}.answer()), want: want{states: "ok suspect?", cause: anyCause, mayHold: true,
		missing: beforeOrLater}},
	{name: "neither ids nor links", feed: always(news{id: no, link: no}.answer())},
	{name: "all items have the same id", feed: always(news{id: sameID}.answer())},
	{name: "pairs of items share an id",
		feed: always(news{id: func(_ *exchange, a article) string { return fmt.Sprint("pair-", a.number/2) }}.answer())},
	{name: "items share a link, with ids",
		feed: always(news{link: func(_ *exchange, a article) string { return a.base + "/live" }}.answer())},
	{name: "the same title every time",
		feed: always(news{title: func(*exchange, article) string { return "Morning briefing" }}.answer())},
	{name: "the same title every time, without ids", feed: always(news{id: no,
		title: func(*exchange, article) string { return "Weather report" }}.answer())},
	{name: "the same title every time, without dates", feed: always(news{date: no,
		title: func(*exchange, article) string { return "Traffic news" }}.answer())},
	{name: "titles differ in a number only", feed: always(news{title: numbered}.answer())},
	{name: "titles differ in a number only, without ids", feed: always(news{title: numbered, id: no}.answer())},
	{name: "titles differ in a number only, without dates", feed: always(news{title: numbered, date: no}.answer())},
	{name: "wire whose titles differ in a number only", every: minute,
		feed: always(news{size: wireSize, title: numbered, every: minute}.answer())},
	{name: "few different titles", feed: always(news{title: func(_ *exchange, a article) string {
		return []string{"Agenda", "Weather", "Stock market", "Obituaries"}[a.number%4]
	}}.answer())},
	{name: "wire whose items are all new at each check", every: minute,
		feed: always(news{size: wireSize, every: minute}.answer())},
	{name: "wire without dates, all new at each check", every: minute, feed: always(news{size: wireSize, every: minute,
		date: no}.answer())},
	{name: "wire without ids, all new at each check", every: minute, feed: always(news{size: wireSize, every: minute,
		id: no}.answer())},
	{name: "live page: titles change at each check", feed: always(news{title: func(x *exchange, a article) string {
		return fmt.Sprintf("%s (minute %d)", a.title(), int(x.elapsed.Minutes()))
	}}.answer())},
	{name: "edited articles get another id", feed: always(news{id: func(x *exchange, a article) string {
		if a.number%5 == 0 && x.at.Sub(a.at) > 5*hour {
			return a.guid() + "#edited"
		}
		return a.guid()
	}}.answer())},
	{name: "two servers with different ids", feed: always(inTurn(news{}.answer(), news{id: newScheme}.answer())),
		want: want{states: "ok (suspect ok)? suspect?", cause: anyCause, mayHold: true, missing: anything}},
	{name: "another publication at the address", feed: renamedAfter(news{}, news{shift: 100_000,
		link: func(_ *exchange, a article) string { return fmt.Sprintf("https://other.example/story-%d", a.number) }})},
	{name: "articles move up when they are edited", feed: always(news{date: func(x *exchange, a article) string {
		if a.number%3 == 0 {
			return x.at.Format("Mon, 02 Jan 2006 15:04:05 -0700")
		}
		return a.at.Format("Mon, 02 Jan 2006 15:04:05 -0700")
	}}.answer())},
}

// beforeOrLater: what is published after the problem was noticed may wait for a person.
func beforeOrLater(number int) bool { return number > firstNumber }
