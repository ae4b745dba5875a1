package feed

import (
	"strings"
	"testing"
)

func TestSniff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, data, contentType string
		want                    Kind
	}{
		{"rss", `<rss version="2.0">`, "", RSS},
		{"rss as html", `<?xml version="1.0"?><rss>`, "text/html", RSS},
		{"upper case", `<RSS>`, "", RSS},
		{"atom", `<feed xmlns="http://www.w3.org/2005/Atom">`, "", Atom},
		{"prefixed atom", `<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">`, "", Atom},
		{"rdf", `<rdf:RDF>`, "", RDF},
		{"stylesheet and comment", `<?xml-stylesheet href="a>b"?><!-- <html> --><rss>`, "", RSS},
		{"doctype", `<!DOCTYPE rss PUBLIC "a" "b" [ <!ENTITY c "<html>"> ]><rss>`, "", RSS},
		{"byte order mark", "\xef\xbb\xbf<rss>", "", RSS},
		{"utf-16", "\xff\xfe<\x00r\x00s\x00s\x00>\x00", "", RSS},
		{"sitemap", `<urlset><url><loc>`, "", Sitemap},
		{"index", `<sitemapindex>`, "", SitemapIndex},
		{"news sitemap", `<urlset><url><loc>a</loc><news:news>`, "", NewsSitemap},
		{"news declared, not used", `<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"><url>`, "", Sitemap},
		{"news declared, empty", `<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"></urlset>`, "",
			NewsSitemap},
		{"json", `{"version":"https://jsonfeed.org/version/1"}`, "", JSONFeed},
		{"json, escaped", `{"version":"https:\/\/jsonfeed.org\/version\/1"}`, "", JSONFeed},
		{"json by type", `{"items":[]}`, "application/feed+json", JSONFeed},
		{"json, version after the items",
			`{"items":[{"content_text":"` + strings.Repeat("word ", maxSniff) +
				`"}],"version":"https://jsonfeed.org/version/1.1"}`, "application/json", JSONFeed},
		{"other json", `{"items":[]}`, "application/json", Unknown},
		{"html", `<!DOCTYPE html><html>`, "application/rss+xml", HTML},
		{"html with a feed in it", `<html><rss>`, "", HTML},
		{"html without its root element", `<head><title>`, "", HTML},
		{"html by type", `<custom-app></custom-app>`, "text/html; charset=utf-8", HTML},
		{"opml", `<opml><head/><body/></opml>`, "text/xml", Unknown},
		{"xml", `<?xml version="1.0"?><a/>`, "text/html", Unknown},
		{"text", "hello", "text/html", Unknown},
		{"empty", "", "text/xml", Unknown},
		{"root beyond the limit", strings.Repeat(" ", maxSniff) + "<rss>", "", Unknown},
		{"root after other elements", strings.Repeat("<br>", 1000) + "<rss>", "", RSS},
		{"cut in the root tag", "<rs", "", Unknown},
	} {
		if got := Sniff([]byte(c.data), c.contentType); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
