package markup

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func render(t *testing.T, n *html.Node) string {
	t.Helper()
	var b strings.Builder
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if err := html.Render(&b, child); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestParsePage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, page, want string }{
		{"plain", `<p>a &amp; b</p>`, `<p>a &amp; b</p>`},
		{"paragraphs", `<p>a<p>b<div>c</div>`, `<p>a</p><p>b</p><div>c</div>`},
		{"list", `<ul><li>a<ul><li>b</ul><li>c</ul>`, `<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>`},
		{"definitions", `<dl><dt>a<dd>b<dt>c</dl>`, `<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>`},
		{"table", `<table><tr><td>a<td>b<tr><th>c</table>`,
			`<table><tbody><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></tbody></table>`},
		{"nested table", `<table><tr><td><table><tr><td>a</table>b</table>`,
			`<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table>b</td></tr></tbody></table>`},
		{"links", `<a href=x>a<a href="y">b</a>`, `<a href="x">a</a><a href="y">b</a>`},
		{"void elements", `<div>a<br>b<img src=x>c</div>`, `<div>a<br/>b<img src="x"/>c</div>`},
		{"upper case", `<DIV CLASS=X>a</Div>`, `<div class="X">a</div>`},
		{"attributes", `<a href='/x?a=1&amp;b=2&c' data-x hidden>`,
			`<a href="/x?a=1&amp;b=2&amp;c" data-x="" hidden=""></a>`},
		{"less-than sign in text", `<p>1 < 2 <3</p>`, `<p>1 &lt; 2 &lt;3</p>`},
		{"comment", `<p>a<!-- <b> -->b</p>`, `<p>ab</p>`},
		{"script", `<p><script>if (a < "</p>") {}</script>b</p>`, `<p><script></script>b</p>`},
		{"style", `<style>p > b {}</style><p>a</p>`, `<style></style><p>a</p>`},
		{"a script with XML", `<script type="application/rsl+xml"><rsl/></script><script>a()</script>`,
			`<script type="application/rsl+xml"><rsl/></script><script></script>`},
		{"JSON-LD", `<script type="application/ld+json">{"a":"<b>&amp;"}</script>`,
			`<script type="application/ld+json">{"a":"<b>&amp;"}</script>`},
		{"title", `<title>a <b> &eacute;</title>`, `<title>a &lt;b&gt; é</title>`},
		{"end tags without a start", `<div></p></span>a</div></div>b`, `<div>a</div>`},
		{"end tag inside a table", `<div><table><tr><td></div>a</td></tr></table></div>`,
			`<div><table><tbody><tr><td>a</td></tr></tbody></table></div>`},
		{"cut in a tag", `<p>a<a href="x`, `<p>a</p>`},
		{"C1 characters are windows-1252", "<p title=\"L\u0092a\">L\u0092\u00c9lys\u00e9e</p>",
			`<p title="L’a">L’Élysée</p>`},
		{"body ends head", `<html><head><title>a</title><body>b`, `<html><head><title>a</title></head><body>b</body></html>`},
	} {
		root, err := ParsePage([]byte(c.page), "text/html")
		if err != nil {
			t.Fatal(err)
		}
		if got := render(t, root); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestFormattingElementsAreNotRepeated covers a page of which the parser of x/net/html makes
// 1,200,000 nodes.
func TestFormattingElementsAreNotRepeated(t *testing.T) {
	t.Parallel()
	root, err := ParsePage([]byte("<p>"+repeat(400, "<b id=%d>")+strings.Repeat("</p><p>x", 3000)), "")
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	for range root.Descendants() {
		nodes++
	}
	if nodes > 10_000 {
		t.Errorf("%d nodes", nodes)
	}
}

func TestParsePageLimitsNodes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"elements":   strings.Repeat("<p>", MaxPageBytes/3),
		"texts":      strings.Repeat("<p>x", MaxPageBytes/4),
		"attributes": strings.Repeat("<p"+strings.Repeat(" a", maxAttributes)+">", MaxPageBytes/(2*maxAttributes+3)),
	} {
		root, err := ParsePage([]byte(text), "text/html")
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for n := range root.Descendants() {
			size += 1 + len(n.Attr)
		}
		if size < maxNodes || size > maxNodes+maxAttributes {
			t.Errorf("%s: %d", name, size)
		}
	}
}

func repeat(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
