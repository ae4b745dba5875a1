package webpage

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func TestLabelsOfFeedLinks(t *testing.T) {
	t.Parallel()
	for want, markup := range map[string]string{
		"Row":       `<table><tr><td>Row<td><a href="/rss/1.xml">RSS</a><td><a href="/rss/2.atom">Atom</a></table>`,
		"List item": `<ul><li>List item: <a href="/rss/1.xml">RSS</a></ul>`,
		"Term":      `<dl><dt>Term<dd><a href="/rss/1.xml">RSS 2.0</a></dl>`,
		"Heading":   `<div><h3>Heading</h3><p><a href="/rss/1.xml"><img alt="XML"></a></p></div>`,
		"Own text":  `<ul><li>Other <a href="/rss/1.xml">Own text</a></ul>`,
		"Title":     `<ul><li>Other <a href="/rss/1.xml" title="Title">RSS</a></ul>`,
		"RSS":       `<p><a href="/rss/1.xml">RSS</a></p>`,
		"Культура":  `<ul><li><span>Культура</span> <a href="/rss/1.xml">RSS</a></ul>`,
	} {
		page, _ := weburl.Parse("https://example.org/help/rss")
		p := Parse(page, []byte("<!doctype html><body>"+markup), "text/html; charset=utf-8", nil)
		links := p.FeedLinks()
		if len(links) == 0 || links[0].Title != want {
			t.Errorf("%s: %+v", want, links)
		}
	}
}
