package feed_test

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

func TestCopyrightAndLicenses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, copyright, licenses, file string }{
		"RSS": {`<rss version="2.0" xmlns:cc="http://backend.userland.com/creativeCommonsRssModule"><channel><title>Paper</title>
			<copyright>© 2026 The Paper</copyright><cc:license>http://creativecommons.org/licenses/by/4.0/</cc:license>
			<item><title>A</title><cc:license>http://creativecommons.org/licenses/by-nc/4.0/</cc:license></item>
			</channel></rss>`, "© 2026 The Paper", "http://creativecommons.org/licenses/by/4.0/", ""},
		"RDF": {`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
			xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:cc="http://web.resource.org/cc/"><channel><title>Paper</title>
			<dc:rights>All rights reserved</dc:rights><cc:license rdf:resource="http://creativecommons.org/licenses/by-sa/3.0/"/>
			</channel></rdf:RDF>`, "All rights reserved", "http://creativecommons.org/licenses/by-sa/3.0/", ""},
		"Atom": {`<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title><rights type="html">&amp;copy; The Paper</rights>
			<link rel="license" href="/licence"/><link rel="license" href="/licence"/></feed>`,
			"© The Paper", "https://paper.example/licence", ""},
		"licence files": {`<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Paper</title>
			<atom:link rel="license" href="/a"/><atom:link rel="license" type="application/rsl+xml" href="/l.xml"/></channel></rss>`,
			"", "https://paper.example/a", "https://paper.example/l.xml"},
		"Atom with a licence file": {`<feed xmlns="http://www.w3.org/2005/Atom"><title>Paper</title>
			<link rel="license" type="Application/RSL+XML; charset=utf-8" href="l.xml"/></feed>`, "", "",
			"https://paper.example/l.xml"},
		"RSL": {`<rss xmlns:rsl="https://rslstandard.org/rsl"><channel><title>Paper</title><rsl:content url="/"><rsl:license>
			<rsl:prohibits type="usage">all</rsl:prohibits></rsl:license><rsl:copyright>x</rsl:copyright></rsl:content></channel></rss>`,
			"", "", ""},
		"RSL without a declaration": {`<rss><channel><title>Paper</title><rsl:license><rsl:permits>all</rsl:permits>
			</rsl:license><x:license><y/></x:license></channel></rss>`, "", "", ""},
		"RSL as default": {`<rss><channel><title>Paper</title><content xmlns="https://rslstandard.org/rsl" url="/"><license>
			<prohibits type="usage">all</prohibits></license><copyright>x</copyright></content><copyright>y</copyright></channel></rss>`,
			"y", "", ""},
		"many": {"<rss><channel><title>Paper</title>" + strings.Repeat("<license>a</license><license>b</license>", 100) +
			"</channel></rss>", "", "a b", ""},
	} {
		document, err := feed.Parse([]byte(c.text), feed.Options{BaseURL: "https://paper.example/feed"})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := strings.Join(document.Licenses, " "); document.Copyright != c.copyright || got != c.licenses ||
			document.LicenseFile != c.file {
			t.Errorf("%s: copyright %q, licences %q, file %q", name, document.Copyright, got, document.LicenseFile)
		}
	}
}
