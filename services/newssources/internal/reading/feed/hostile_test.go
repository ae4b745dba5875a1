package feed_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
)

// hostileDocuments generate documents of about n bytes that are expensive to parse.
var hostileDocuments = map[string]func(n int) string{
	"nested unclosed elements": func(n int) string { return rss(strings.Repeat("<a>", n/3)) },
	"nested and closed": func(n int) string {
		return rss(strings.Repeat("<a>", n/7) +
			strings.Repeat("</a>", n/7))
	},
	"nested in a title": func(n int) string { return rss("<item><title>" + strings.Repeat("<a>", n/3)) },
	"nested in a description": func(n int) string {
		return rss("<item><description>" +
			strings.Repeat("<description>", n/13))
	},
	"nested items": func(n int) string { return rss(strings.Repeat("<item><title>a", n/14)) },
	"end tags without a start": func(n int) string {
		return rss(strings.Repeat("<a>", 200) +
			strings.Repeat("</b>", n/4))
	},
	"long attribute": func(n int) string {
		return rss(`<item a="` + strings.Repeat("x", n) +
			`"><title>a</title></item>`)
	},
	"many attributes":          func(n int) string { return rss("<item " + strings.Repeat("a ", n/2) + ">") },
	"unclosed quotation marks": func(n int) string { return rss(strings.Repeat(`<a b="x><a c='y>`, n/16)) },
	"quotation marks only":     func(n int) string { return rss("<a " + strings.Repeat(`="`, n/2)) },
	"namespaces": func(n int) string {
		return rss("<item " + strings.Repeat(`xmlns:a="b" `, n/12) + ">" + strings.Repeat("<q:r/>", n/6))
	},
	"open comments": func(n int) string { return rss(strings.Repeat("<!--", n/4)) },
	"open CDATA":    func(n int) string { return rss(strings.Repeat("<![CDATA[", n/9)) },
	"open CDATA, one end": func(n int) string {
		return rss("<item><title>" + strings.Repeat("<![CDATA[</title>", n/17) +
			"]]>")
	},
	"open CDATA in a title": func(n int) string { return rss("<item><title>" + strings.Repeat("<![CDATA[", n/9)) },
	"open doctypes":         func(n int) string { return strings.Repeat("<!DOCTYPE a [", n/13) + rss("") },
	"quotes in a doctype":   func(n int) string { return "<!DOCTYPE a [" + strings.Repeat(`"'`, n/2) + rss("") },
	"open instructions":     func(n int) string { return rss(strings.Repeat("<?", n/2)) },
	"less-than signs":       func(n int) string { return rss(strings.Repeat("<", n)) },
	"ampersands":            func(n int) string { return rss("<item><title>" + strings.Repeat("&", n)) },
	"references": func(n int) string {
		return rss("<item><title>" + strings.Repeat("&CounterClockwiseContourIntegral;", n/33))
	},
	"one long text": func(n int) string { return rss("<item><title>" + strings.Repeat("word ", n/5) + "</title></item>") },
	"categories":    func(n int) string { return rss("<item>" + strings.Repeat("<category>a</category>", n/22)) },
	"many tags after a text": func(n int) string {
		return rss(strings.Repeat("<item><description><![CDATA["+strings.Repeat("<a>", 120)+"</a>]]></description></item>",
			n/440))
	},
	"bad escapes in links": func(n int) string {
		return rss(strings.Repeat("<item><link>https://a.example/"+strings.Repeat("%z", 900)+"</link></item>", n/1900))
	},
	"authors": func(n int) string { return rss("<item>" + strings.Repeat("<dc:creator>ab</dc:creator>", n/27)) },
	"many zone names": func(n int) string {
		return rss(repeat(n/60, "<item><pubDate>2026-01-01 10:00 Nowhere/P%d</pubDate></item>"))
	},
	"the same GUID in all items": func(n int) string {
		return rss(repeat(n/45,
			"<item><guid>1</guid><link>/%d</link></item>"))
	},
	"unclosed Atom entries": func(n int) string { return "<feed>" + strings.Repeat("<entry><author>", n/15) },
	"many sitemap URLs": func(n int) string {
		return "<urlset>" +
			repeat(n/40, "<url><loc>https://a.example/%d</loc></url>")
	},
	"many sitemaps": func(n int) string {
		return "<sitemapindex>" +
			repeat(n/40, "<sitemap><loc>https://a.example/%d</loc>")
	},
	"nested JSON":          func(n int) string { return jsonFeed(strings.Repeat("[", n)) },
	"nested JSON items":    func(n int) string { return jsonFeed(strings.Repeat(`{"authors":[`, n/12)) },
	"JSON quotation marks": func(n int) string { return jsonFeed(strings.Repeat(`"`, n)) },
	"JSON escapes":         func(n int) string { return jsonFeed(`{"title":"` + strings.Repeat(`\u`, n/2)) },
	"JSON commas":          func(n int) string { return jsonFeed(strings.Repeat(",", n)) },
	"JSON keys":            func(n int) string { return jsonFeed("{" + strings.Repeat(`"a":1,`, n/6)) },
}

func rss(inside string) string {
	return `<rss version="2.0"><channel><title>t</title>` + inside
}

func jsonFeed(items string) string {
	return `{"version":"https://jsonfeed.org/version/1","title":"t","items":[` + items
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

var hostileOptions = feed.Options{BaseURL: "https://a.example/", Now: feedtest.Now}

func TestHostileDocumentsTakeLinearTime(t *testing.T) { // not parallel: it measures time
	for name, generate := range hostileDocuments {
		t.Run(name, func(t *testing.T) {
			feedtest.CheckLinearTime(t, 512<<10, func(n int) []byte { return []byte(generate(n)) }, func(data []byte) {
				_, _ = feed.Parse(data, hostileOptions)
			})
		})
	}
}

// TestMemoryIsBounded checks that parsing a document of the maximum size takes at most 60 MB,
// including its own bytes.
func TestMemoryIsBounded(t *testing.T) {
	const limit = 60 << 20
	item := `<item><title>Story %d of the harbour city &amp; its ferries</title><link>https://a.example/story/%d</link>` +
		`<guid isPermaLink="false">%d</guid><pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate><description><![CDATA[<p>` +
		strings.Repeat("A sentence of the article. ", 20) + `</p>]]></description></item>`
	many := func(size int) string {
		var b strings.Builder
		b.Grow(size + 1024)
		b.WriteString(rss(""))
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, item, i, i, i)
		}
		return b.String()
	}
	documents := map[string]func() []byte{
		"RSS":         func() []byte { return []byte(many(feed.MaxBytes)) },
		"RSS, UTF-16": func() []byte { return utf16Of(many(feed.MaxBytes / 2)) },
		"windows-1251": func() []byte {
			return bytes.Repeat([]byte("<item><title>\xd1\xed\xe5\xe3</title></item>"), feed.MaxBytes/35)
		},
		"windows-1251 with dashes": func() []byte {
			return []byte(`<?xml version="1.0" encoding="windows-1251"?><rss><item><title>` +
				strings.Repeat("\xd1\xed\xe5\xe3 \x97 ", feed.MaxBytes/7))
		},
		"windows-1251, undeclared": func() []byte {
			return []byte(`<rss>` + strings.Repeat("<item><title>\xcd\xee\xe2\xee\xf1\xf2\xe8 \xe3\xee\xf0\xee\xe4\xe0 "+
				"\x97</title></item>", feed.MaxBytes/45))
		},
		"windows-874": func() []byte {
			return []byte(`<?xml version="1.0" encoding="windows-874"?><rss><item><title>` +
				strings.Repeat("\xca\xc0\xd2", feed.MaxBytes/3))
		},
		"GB18030": func() []byte {
			return []byte(`<?xml version="1.0" encoding="gb18030"?><rss><item><title>` +
				strings.Repeat("\xca\xd0\xd5\xfe", feed.MaxBytes/4))
		},
		"JSON, one item": func() []byte {
			return []byte(jsonFeed(`{"id":"1","content_html":"` + strings.Repeat("<p>text</p>", feed.MaxBytes/11)))
		},
	}
	for name, make := range hostileDocuments {
		documents[name] = func() []byte { return []byte(make(feed.MaxBytes)) }
	}
	for name, make := range documents {
		t.Run(name, func(t *testing.T) {
			data := make()
			if name == "windows-1251" {
				data = append([]byte(`<?xml version="1.0" encoding="windows-1251"?><rss>`), data...)
			}
			data = data[:min(len(data), feed.MaxBytes)]
			peak := feedtest.PeakMemory(func() {
				d, _ := feed.Parse(data, hostileOptions)
				runtime.KeepAlive(d)
			})
			runtime.KeepAlive(data)
			t.Logf("%d MB at most for %d MB", peak>>20, len(data)>>20)
			if peak > limit {
				t.Errorf("%d MB are in use at the peak", peak>>20)
			}
		})
	}
}

func utf16Of(s string) []byte {
	out := make([]byte, 0, 2*len(s)+2)
	out = append(out, 0xff, 0xfe)
	for i := range len(s) {
		out = append(out, s[i], 0)
	}
	return out
}

// TestItemsAmongHostileMarkupAreRead checks that items are read although the markup around them is
// hostile.
func TestItemsAmongHostileMarkupAreRead(t *testing.T) {
	t.Parallel()
	const item = "<item><title>News</title><link>https://a.example/1</link></item>"
	for name, text := range map[string]string{
		"an attribute of 1 MB": rss(`<item x="` + strings.Repeat("a", 1<<20) +
			`"><title>News</title><link>https://a.example/1</link></item>`),
		"10,000 elements deep": rss("<x>" + strings.Repeat("<a>", 10_000) + strings.Repeat("</a>", 10_000) + "</x>" +
			item),
		"a million references": rss("<description>" + strings.Repeat("&amp;", 1_000_000) + "</description>" + item),
		"a thousand namespaces": `<rss ` + repeat(1000, `xmlns:a%d="http://b.example/%[1]d" `) +
			`><channel><title>t</title>` + item,
		"megabytes of CDATA": rss("<description><![CDATA[" + strings.Repeat("<p>", 1<<20) + "]]></description>" +
			item),
		"a hundred thousand entries": rss(strings.Repeat("<item/>", 100_000) + item),
	} {
		d := mustParse(t, text, feed.Options{})
		if len(d.Items) != 1 || d.Items[0].Title != "News" || d.Items[0].URL != "https://a.example/1" {
			t.Errorf("%s: %d items, the first %+v", name, len(d.Items), d.Items[:min(1, len(d.Items))])
		}
	}
}
