package feed

import (
	"testing"
)

// completeDocuments have the ways in which the formats name the links of items.
var completeDocuments = map[string]string{
	"RSS": `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://example.org/</link>` +
		`<item><title>First story</title><link>https://example.org/news/1-first</link><guid isPermaLink="true">https://example.org/g/1</guid></item>` +
		`<item><guid>https://example.org/g/2-second</guid><title>Second story</title></item>` +
		`<item><title>Third</title><link><![CDATA[https://example.org/news/3-third]]></link></item>` +
		`<item><title>Fourth</title><link/>https://example.org/news/4-fourth</item>` +
		`<item><title>Fifth</title><link href="https://example.org/news/5-fifth"/></item></channel></rss>`,
	"Atom": `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>First</title><id>https://example.org/g/1</id><link href="https://example.org/news/1"/></entry>` +
		`<entry><id>https://example.org/g/22</id><title>Second</title><link rel="alternate" type="text/html" href='https://example.org/news/22'/></entry></feed>`,
	"sitemap": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/news/1-first</loc></url><url><loc>https://example.org/news/2-second</loc></url></urlset>`,
	"JSON Feed": `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"https://example.org/g/1","url":"https://example.org/news/1-first","title":"First"},` +
		`{"title":"Second","external_url":"https://example.org/news/2-second","id":"22"},{"id":"3","url":"https:\/\/example.org\/news\/3-\"x"}]}`,
}

// TestDocumentsThatEndEarly cuts documents off at each byte. An item has the link and the identity
// of the complete document, or is missing.
func TestDocumentsThatEndEarly(t *testing.T) {
	t.Parallel()
	for name, text := range completeDocuments {
		whole, err := Parse([]byte(text), Options{BaseURL: "https://example.org/feed"})
		if err != nil || len(whole.Items) < 2 {
			t.Fatalf("%s: %v", name, err)
		}
		known, titles := map[string]bool{"": true}, map[string]bool{"": true}
		for _, item := range whole.Items {
			known[item.URL], known[item.GUID], titles[item.Title] = true, true, true
		}
		for n := range len(text) {
			cut, err := Parse([]byte(text[:n]), Options{BaseURL: "https://example.org/feed"})
			if err != nil {
				continue
			}
			for _, item := range cut.Items {
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
