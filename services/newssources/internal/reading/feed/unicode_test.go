package feed

import "testing"

// TestItemLinksOfUnicodeHosts checks relative links of items whose base has a host in Unicode.
func TestItemLinksOfUnicodeHosts(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"homepage": `<rss><channel><link>https://zeitungfürköln.de/</link><item><title>A</title><link>/news/1</link></item></channel></rss>`,
		"absolute": `<rss><channel><item><title>A</title><link>https://zeitungfürköln.de/news/1</link></item></channel></rss>`,
		"xml:base": `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://zeitungfürköln.de/"><entry><title>A</title><link href="news/1"/></entry></feed>`,
		"scheme":   `<rss><channel><item><title>A</title><link>//zeitungfürköln.de/news/1</link></item></channel></rss>`,
	} {
		d, err := Parse([]byte(document), Options{BaseURL: "https://example.org/feed"})
		if err != nil || len(d.Items) != 1 {
			t.Fatal(name, err)
		}
		t.Log(name, d.Items[0].URL)
		if url := d.Items[0].URL; url != "https://zeitungfürköln.de/news/1" &&
			url != "https://xn--zeitungfrkln-ejb5f.de/news/1" {
			t.Errorf("%s: %q", name, url)
		}
	}
}
