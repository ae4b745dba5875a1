package feeds

import (
	"fmt"
	"strings"
	"time"
)

// items is the number of items of a document. Most feeds have 20; the median size of feeds is 31
// KB.
const items = 20

var start = time.Date(2026, 2, 1, 6, 0, 0, 0, time.UTC)

const paragraph = `<p>The council of the harbour city voted on the <a href="https://courier.example/tag/ferry?a=1&amp;b=2">ferry line</a>, ` +
	`which is to sail again after twelve years&#8212;two ships a day, and three at the weekend.</p>` + "\n"

// rssDocument returns a feed in the style of WordPress: seven namespaces, CDATA, and the beginning
// of each article.
func rssDocument() []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:atom="http://www.w3.org/2005/Atom"
	xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
	xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
	xmlns:media="http://search.yahoo.com/mrss/"
	>

<channel>
	<title>Harbour Courier</title>
	<atom:link href="https://courier.example/feed/" rel="self" type="application/rss+xml" />
	<link>https://courier.example</link>
	<description>News from the port &amp; the city</description>
	<lastBuildDate>Sat, 28 Feb 2026 17:05:11 +0000</lastBuildDate>
	<language>en-GB</language>
	<sy:updatePeriod>hourly</sy:updatePeriod>
	<sy:updateFrequency>1</sy:updateFrequency>
	<generator>https://wordpress.org/?v=6.7.1</generator>
`)
	for i := range items {
		date := start.Add(time.Duration(items-i) * 7 * time.Hour)
		fmt.Fprintf(&b, `	<item>
		<title>Council votes on ferry line no. %d &#8211; what it &amp; the port cost</title>
		<link>https://courier.example/2026/02/%02d/ferry-line-%d/</link>
		<comments>https://courier.example/2026/02/%02d/ferry-line-%d/#comments</comments>
		<dc:creator><![CDATA[Ann O'Keefe]]></dc:creator>
		<pubDate>%s</pubDate>
		<category><![CDATA[Port & Ships]]></category>
		<category><![CDATA[Politics]]></category>
		<guid isPermaLink="false">https://courier.example/?p=%d</guid>
		<media:thumbnail url="https://courier.example/wp-content/uploads/2026/02/ferry-%d-150x150.jpg" width="150" height="150" />
		<description><![CDATA[<p>The council voted 31 to 9. Tickets will cost 14 euros, and the first ship leaves on Monday [&#8230;]</p>]]></description>
		<content:encoded><![CDATA[%s]]></content:encoded>
		<wfw:commentRss>https://courier.example/2026/02/%02d/ferry-line-%d/feed/</wfw:commentRss>
		<slash:comments>%d</slash:comments>
	</item>
`,
			i, date.Day(), i, date.Day(), i, date.Format(time.RFC1123Z), 4000+i, i, strings.Repeat(paragraph, 2+i%2), date.Day(),
			i, i)
	}
	b.WriteString("</channel>\n</rss>\n")
	return []byte(b.String())
}

// atomDocument returns a feed in the style of Blogger and Jekyll: escaped HTML.
func atomDocument() []byte {
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>tag:courier.example,2026:feed</id>` +
		`<title type="html">Harbour Courier</title><link rel="self" href="https://courier.example/atom.xml"/><link href="https://courier.example/"/>` +
		`<updated>2026-02-28T17:05:11Z</updated><generator uri="https://jekyllrb.com/" version="4.3">Jekyll</generator>` +
		"\n")
	for i := range items {
		date := start.Add(time.Duration(items-i) * 7 * time.Hour).Format(time.RFC3339)
		fmt.Fprintf(&b, `<entry><title type="html">Council votes on ferry line no. %d</title><link href="https://courier.example/ferry-line-%d/" rel="alternate" type="text/html"/>`+
			`<published>%s</published><updated>%s</updated><id>tag:courier.example,2026:%d</id><content type="html" xml:base="https://courier.example/ferry-line-%d/">%s</content>`+
			`<author><name>Ann O'Keefe</name></author><category term="port"/><summary type="html">The council voted 31 to 9.</summary></entry>`+"\n",
			i, i, date, date, i, i, escape.Replace(strings.Repeat(paragraph, 4)))
	}
	b.WriteString("</feed>\n")
	return []byte(b.String())
}
