package feed

import (
	"strings"
	"testing"
)

// completeDocuments have the ways in which the formats name the links of items.
var completeDocuments = map[string]string{
	"RSS": `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://example.org/</link>` +
		`<item><title>First story</title><link>https://example.org/news/1-first</link><guid isPermaLink="true">https://example.org/g/1</guid><pubDate>Tue, 24 Nov 2026 10:00:00 GMT</pubDate></item>` +
		`<item><guid>https://example.org/g/2-second</guid><title>Second story</title></item>` +
		`<item><title>Third</title><link><![CDATA[https://example.org/news/3-third]]></link></item>` +
		`<item><title>Fourth</title><link/>https://example.org/news/4-fourth</item>` +
		`<item><title>Fifth</title><link href="https://example.org/news/5-fifth"/></item></channel></rss>`,
	"Atom": `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>First</title><id>https://example.org/g/1</id><updated>2026-11-24T10:00:00Z</updated><link href="https://example.org/news/1"/></entry>` +
		`<entry><id>https://example.org/g/22</id><title>Second</title><link rel="alternate" type="text/html" href='https://example.org/news/22'/></entry></feed>`,
	"sitemap": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/news/1-first</loc><lastmod>2026-11-24T10:00:00Z</lastmod></url><url><loc>https://example.org/news/2-second</loc></url></urlset>`,
	"JSON Feed": `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"https://example.org/g/1","url":"https://example.org/news/1-first","title":"First","date_published":"2026-11-24T10:00:00Z"},` +
		`{"title":"Second","external_url":"https://example.org/news/2-second","id":"22"},{"id":"3","url":"https:\/\/example.org\/news\/3-\"x"}]}`,
}

// TestDocumentsThatEndEarly cuts documents off at each byte. An item has the link, the identity and
// the date of the complete document, or is missing.
func TestDocumentsThatEndEarly(t *testing.T) {
	t.Parallel()
	for name, text := range completeDocuments {
		whole, err := Parse([]byte(text), Options{BaseURL: "https://example.org/feed"})
		if err != nil || len(whole.Items) < 2 {
			t.Fatalf("%s: %v", name, err)
		}
		known, titles := map[string]bool{"": true}, map[string]bool{"": true}
		date := whole.Items[0].date()
		if date == nil {
			t.Fatalf("%s: the first item has no date", name)
		}
		for _, item := range whole.Items {
			known[item.URL], known[item.GUID], titles[item.Title] = true, true, true
		}
		for n := range len(text) {
			cut, err := Parse([]byte(text[:n]), Options{BaseURL: "https://example.org/feed"})
			if err != nil {
				continue
			}
			for _, item := range cut.Items {
				if found := item.date(); found != nil && !found.Equal(*date) {
					t.Errorf("%s, cut after %q: date %s", name, text[max(0, n-30):n], found)
				}
				if !known[item.URL] || !known[item.GUID] || !titles[item.Title] {
					t.Errorf("%s, cut after %q: %q %q %q", name, text[max(0, n-30):n], item.Title, item.URL, item.GUID)
				}
			}
			if cut.HomeURL != "" && cut.HomeURL != whole.HomeURL {
				t.Errorf("%s, cut after %q: homepage %s", name, text[max(0, n-30):n], cut.HomeURL)
			}
		}
	}
}

// TestAtomEndsInsideALink checks that an entry is skipped if the document ends inside the tag of its
// link: it would be stored without one.
func TestAtomEndsInsideALink(t *testing.T) {
	t.Parallel()
	const text = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>One</title><link href="https://example.org/1"/></entry>` +
		`<entry><id>2</id><title>Two</title><link rel="alternate" href="https://example.org/2"/></entry></feed>`
	begin := strings.LastIndex(text, "<link") + len("<link")
	for end := begin; text[end] != '>'; end++ {
		cut, err := Parse([]byte(text[:end]), Options{BaseURL: "https://example.org/feed"})
		if err != nil || len(cut.Items) != 1 || cut.Items[0].Title != "One" {
			t.Errorf("cut after %q: %v %v", text[begin:end], cut.Items, err)
		}
	}
}
