package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// headline is the beginning of titles that are readable in one encoding only.
const headline = "Новини Києва"

func withHeadline(_ *exchange, a article) string { return headline + ": " + a.title() }

// encoded serves the document in an encoding. The declarations are those of the XML declaration and
// of the Content-Type; empty ones are left out.
func encoded(d news, e encoding.Encoding, inXML, inHeader string) answer {
	d.title = withHeadline
	return func(x *exchange) {
		articles := d.articles(x)
		text := d.render(x, articles)
		if inXML != "" {
			text = strings.Replace(text, `<?xml version="1.0"?>`, `<?xml version="1.0" encoding="`+inXML+`"?>`, 1)
		}
		text, err := e.NewEncoder().String(text)
		if err != nil {
			panic(err)
		}
		contentType := "application/rss+xml"
		if inHeader != "" {
			contentType += "; charset=" + inHeader
		}
		x.w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(x.w, text)
		x.site.publish(articles)
	}
}

// readable is the expectation that all titles are decoded.
var readable = want{title: headline}

// withDTD serves the document with a DTD, and with references to its entities in the titles.
func withDTD(d news, dtd, reference string) answer {
	d.title = func(_ *exchange, a article) string { return a.title() + " " + reference }
	return func(x *exchange) {
		articles := d.articles(x)
		x.w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = io.WriteString(x.w, strings.Replace(d.render(x, articles), `<rss`, "<!DOCTYPE rss ["+dtd+"]><rss", 1))
		x.site.publish(articles)
	}
}

// entityBomb declares entities that expand to 10^9 characters.
func entityBomb() string {
	var b strings.Builder
	b.WriteString(`<!ENTITY e0 "haha">`)
	for i := range 9 {
		fmt.Fprintf(&b, `<!ENTITY e%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&e%d;", i), 10))
	}
	return b.String()
}

// atUnicodeHost is a link with the host name in Unicode or, in every other hour, in ASCII.
func atUnicodeHost(x *exchange, a article) string {
	host := "zürich-nachrichten.example"
	if int(x.elapsed/hour)%2 == 1 {
		host = "xn--zrich-nachrichten-22b.example"
	}
	return fmt.Sprintf("https://%s/story-%d", host, a.number)
}

// inSpellings is a link whose spelling changes with each hour.
func inSpellings(x *exchange, a article) string {
	spellings := []string{
		"http://news.example/story-%d", "https://news.example/story-%d", "https://www.news.example/story-%d",
		"https://news.example:443/story-%d",
		"https://news.example/story-%d/", "https://news.example/story-%d?utm_source=rss&utm_medium=feed",
		"https://NEWS.example/story-%d",
	}
	return fmt.Sprintf(spellings[int(x.elapsed/hour)%len(spellings)], a.number)
}

// tooLong are the links of every fifth article.
func tooLong(_ *exchange, a article) string {
	if a.number%5 == 0 {
		return a.link() + "/" + strings.Repeat("x", 2100)
	}
	return a.link()
}

// dated is a text for the dates of articles.
func dated(layout string, shift time.Duration) text {
	return func(_ *exchange, a article) string { return a.at.UTC().Add(shift).Format(layout) }
}

// more is a path of a further endpoint of a site.
func more(n int) string { return fmt.Sprintf("/more/%d", n) }

// moreFeeds returns the paths of further endpoints, each with its own articles, or with one answer.
func moreFeeds(count int, other script) map[string]script {
	paths := map[string]script{}
	for n := range count {
		paths[more(n)] = other
		if other == nil {
			paths[more(n)] = always(news{shift: (n + 1) * 50_000, size: 60}.answer())
		}
	}
	return paths
}

// perEndpoint bounds the requests of each of the further endpoints.
func perEndpoint(count int, t traffic) (list []traffic) {
	for n := range count {
		t.path = more(n)
		list = append(list, t)
	}
	return list
}

func ofFirst(number int) bool { return number > 50_000 }

// manyFeeds is the number of further endpoints of a site with many.
const manyFeeds = 24

var edgeCases = []*behaviour{
	{name: "UTF-16 with a BOM, declared as UTF-8",
		feed: always(encoded(news{}, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "utf-8", "utf-8")), want: readable},
	{name: "charset of the header differs from the declaration",
		feed: always(encoded(news{}, charmap.Windows1251, "utf-8", "windows-1251")), want: readable},
	{name: "charset in the XML declaration", feed: always(encoded(news{}, charmap.KOI8U, "koi8-u", "")), want: readable},
	{name: "charset changes", feed: script{from(0, encoded(news{}, unicode.UTF8, "utf-8", "")), from(2*day,
		encoded(news{}, charmap.Windows1251, "windows-1251", ""))}, want: readable},
	{name: "undeclared charset, set by a person", charset: "windows-1251",
		feed: always(encoded(news{}, charmap.Windows1251, "", "")), want: readable},
	{name: "entity bomb in the DTD", feed: always(withDTD(news{}, entityBomb(), "&e9;"))},
	{name: "external entity in the DTD",
		feed: always(withDTD(news{}, `<!ENTITY secret SYSTEM "file:///etc/passwd">`, "&secret;")),
		want: want{hidden: "root:"}},
	{name: "external DTD", feed: always(withDTD(news{}, `<!ENTITY % dtd SYSTEM "http://127.0.0.1/evil.dtd"> %dtd;`, "")),
		want: want{traffic: []traffic{{to: 5 * day, max: 0, path: "/evil.dtd"}}}},
	{name: "protocol-relative links",
		feed: always(news{link: func(_ *exchange,
			a article) string {
			return strings.TrimPrefix(a.link(), "http:")
		}}.answer())},
	{name: "links relative to xml:base", kind: feed.Atom, feed: always(func(x *exchange) {
		d := news{kind: "atom", link: func(_ *exchange, a article) string { return fmt.Sprintf("story-%d", a.number) }}
		articles := d.articles(x)
		x.w.Header().Set("Content-Type", "application/atom+xml")
		_, _ = io.WriteString(x.w,
			strings.Replace(d.render(x, articles), "<feed", `<feed xml:base="https://archive.example/articles/"`, 1))
		x.site.publish(articles)
	}), want: want{link: "https://archive.example/articles/story-"}},
	{name: "links that are too long", feed: always(news{link: tooLong}.answer()),
		want: want{missing: func(n int) bool { return n%5 == 0 }}},
	{name: "dates ten years ahead", feed: always(news{date: dated(time.RFC1123Z, 10*365*day)}.answer())},
	{name: "dates two hours ahead", feed: always(news{date: dated(time.RFC1123Z, 2*hour)}.answer())},
	{name: "dates at 24:00 in a named zone", feed: always(news{date: dated("Mon, 02 Jan 2006 24:00:00 EST", 0)}.answer())},
	{name: "dates with a misspelled zone", feed: always(news{date: dated("Mon, 02 Jan 2006 15:04:05 XYZ", 0)}.answer())},
	{name: "items without dates have none", feed: always(news{date: no}.answer()), want: want{undated: true}},
	{name: "links with a Unicode host in turn, without ids", feed: always(news{id: no, link: atUnicodeHost}.answer())},
	{name: "links in all spellings, without ids", feed: always(news{id: no, link: inSpellings}.answer())},
	{name: "redirect to a host in Unicode", tier: 1, alias: "xn--mnchen-umgezogen-jzb.test",
		feed: script{from(0, news{}.answer()), from[answer](day, func(x *exchange) {
			redirectTo(http.StatusFound, "münchen-umgezogen.test", newPathOfFeed)(x)
		})}, paths: map[string]script{newPathOfFeed: always(news{}.answer())}},
	{name: "301 to the feed of comments", tier: 1,
		feed: script{from(0, news{}.answer()), from(6*hour, redirect(301, "/comments/feed/"))},
		paths: map[string]script{"/comments/feed/": always(news{shift: 100_000,
			title: func(_ *exchange, a article) string { return "Comment on " + a.title() }}.answer())},
		want: want{states: "ok suspect?", cause: anyCause, missing: anything}},
	{name: "301 to the WordPress API", tier: 1,
		feed:  script{from(0, news{}.answer()), from(day, redirect(301, "/wp-json/"))},
		paths: map[string]script{"/wp-json/": always(body("application/json", `{"name":"News","namespaces":["wp/v2"]}`))},
		want:  suspectFor("unreadable")},
	{name: "site with 25 endpoints", over: "hours", more: manyFeeds, feed: always(news{size: 60}.answer()),
		paths: moreFeeds(manyFeeds, nil),
		want:  want{missing: ofFirst, traffic: perEndpoint(manyFeeds, traffic{to: 5 * hour, min: 4, max: 20})}},
	{name: "25 endpoints at the full hour", over: "hours", more: manyFeeds,
		schedule: &schedule.Spec{Mode: schedule.Cron, Cron: "0 * * * *"},
		feed:     always(news{size: 60}.answer()), paths: moreFeeds(manyFeeds, nil),
		want: want{missing: ofFirst, spread: 2 * minute,
			traffic: perEndpoint(manyFeeds, traffic{to: 5 * hour, min: 5, max: 7})}},
	{name: "four endpoints answer 403 for half a day", more: 3, feed: outageOf(12*hour, status(http.StatusForbidden)),
		paths: moreFeeds(3, outageOf(12*hour, status(http.StatusForbidden))),
		want: want{states: "ok degraded blocked? ok", missing: anything,
			traffic: append(perEndpoint(3, traffic{from: day, to: day + 12*hour, min: 1, max: 8}),
				traffic{from: day, to: day + 12*hour, min: 1, max: 8})}},
}
