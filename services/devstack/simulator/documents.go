package simulator

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// documentCases returns feeds with unusual or malformed content.
func documentCases() []endpointCase {
	const type_ = "application/rss+xml"
	many := func(n int, extra func(int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(rssItem(i, extra(i)))
		}
		return rssDocument(b.String())
	}
	none := func(int) string { return "" }
	utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().
		String(strings.Replace(many(3, none), "UTF-8", "UTF-16", 1))
	cyrillic, _ := charmap.Windows1251.NewEncoder().
		String(`<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>Новости</title><item><title>Погода</title><link>/1</link></item></channel></rss>`)
	shiftJIS, _ := japanese.ShiftJIS.NewEncoder().
		String(`<?xml version="1.0" encoding="Shift_JIS"?><rss version="2.0"><channel><title>ニュース</title><item><title>天気</title><link>/1</link></item></channel></rss>`)
	var laughs strings.Builder
	laughs.WriteString(`<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol0 "lol">`)
	for i := range 9 {
		fmt.Fprintf(&laughs, `<!ENTITY lol%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&lol%d;", i), 10))
	}
	laughs.WriteString(`]><rss version="2.0"><channel><title>&lol9;</title><item><title>&lol9;</title><link>/1</link></item></channel></rss>`)
	return []endpointCase{
		{"html-feed.test", "an HTML page instead of a feed",
			respond("text/html", "<!doctype html><title>Welcome</title><p>Hello")},
		{"wrong-type.test", "a feed with Content-Type text/html", respond("text/html", many(5, none))},
		{"utf-16.test", "UTF-16", respond(type_, utf16)},
		{"windows-1251.test", "Windows-1251", respond("text/xml", cyrillic)},
		{"shift-jis.test", "Shift-JIS", respond("text/xml", shiftJIS)},
		{"wrong-charset.test", "declared as Latin-1, encoded in UTF-8",
			respond("text/xml; charset=iso-8859-1", strings.Replace(many(3, none), "Odd", "Ödd – наука", 1))},
		{"xxe.test", "an external entity that names a local file",
			respond(type_, `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>`+
				rssDocument("<item><title>&xxe;</title><link>/1</link></item>")[38:])},
		{"laughs.test", "an entity expansion bomb (billion laughs)", respond(type_, laughs.String())},
		{"deep.test", "10,000 nested elements", respond(type_, strings.Repeat("<a>", 10_000)+strings.Repeat("</a>", 10_000))},
		{"attribute.test", "an attribute of 1 MB",
			respond(type_, rssDocument(`<item x="`+strings.Repeat("a", 1<<20)+`"><title>One</title><link>/1</link></item>`))},
		{"empty.test", "a feed without items", respond(type_, rssDocument(""))},
		{"blank.test", "an empty body", respond(type_, "")},
		{"malformed.test", "bare ampersands and unclosed elements",
			respond(type_, `<rss version=2.0><channel><title>Law & Order</title><item><title>Fish & Chips<link>/1</link></item></channel>`)},
		{"no-dates.test", "items without dates", respond(type_, many(10, none))},
		{"future.test", "dates in 2041", respond(type_, many(5, func(int) string {
			return "<pubDate>Fri, 01 Nov 2041 " +
				"00:00:00 GMT</pubDate>"
		}))},
		{"midnight.test", "24:00, missing zones and zone names", respond(type_, many(4, func(i int) string {
			return []string{"<pubDate>2026-11-01 24:00:00</pubDate>", "<pubDate>01 Nov 2026 10:00</pubDate>",
				"<pubDate>Sun, 01 Nov 2026 10:00:00 MESZ</pubDate>", "<pubDate>1.11.2026 10:00</pubDate>"}[i]
		}))},
		{"local-dates.test", "dates without a zone", respond(type_, many(4, func(i int) string {
			return fmt.Sprintf("<pubDate>2026-11-01 %02d:00:00</pubDate>", 10+i)
		}))},
		{"fractions.test", "a news sitemap with fractions of seconds", respond("application/xml", fractions())},
		{"duplicates.test", "eight of twenty items are duplicates", respond(type_, rssDocument(func() string {
			var b strings.Builder
			for i := range 20 {
				b.WriteString(rssItem(i%12, ""))
			}
			return b.String()
		}()))},
		{"links.test", "relative, scheme-less, javascript: and over-long links", respond(type_, rssDocument(
			`<item><title>a</title><link>/a</link></item><item><title>b</title><link>//links.test/b</link></item>`+
				`<item><title>c</title><link>javascript:alert(1)</link></item><item><title>d</title><link>http://links.test/`+
				strings.Repeat("d", 3000)+`</link></item>`))},
		{"json-types.test", "JSON Feed with wrong types",
			respond("application/feed+json",
				`{"version":1,"title":["x"],"items":[{"id":7,"url":null,"title":{"a":1}},{"id":"b","url":"/b","title":"Fine","date_published":123}]}`)},
		{"index-2000.test", "a sitemap index with 2,000 sitemaps", respond("application/xml", func() string {
			var b strings.Builder
			b.WriteString(`<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
			for i := range 2000 {
				fmt.Fprintf(&b, "<sitemap><loc>/sitemap-%d.xml</loc></sitemap>", i)
			}
			b.WriteString("</sitemapindex>")
			return b.String()
		}())},
	}
}

// fractions returns a news sitemap whose dates have unusual fractions of seconds.
func fractions() string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">`)
	for i, date := range []string{"2026-11-01T10:00:00.5Z", "2026-11-01T10:00:00.1234567+01:00",
		"2026-11-01T10:00:00.000000000Z", "2026-11-01T10:00:00,25-05:00"} {
		fmt.Fprintf(&b, "<url><loc>/articles/%d</loc><news:news><news:publication_date>%s</news:publication_date><news:title>Item %d</news:title></news:news></url>", i, date, i)
	}
	return b.String() + "</urlset>"
}
