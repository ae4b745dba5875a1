package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// article is an article of a site. Numbers grow with time.
type article struct {
	number int
	at     time.Time // of its publication
	host   string
	base   string // address of the site
}

// syllables make up the words of titles.
var syllables = []string{"ba", "ke", "li", "mo", "nu", "pa", "re", "si", "to", "vu"}

// words returns two words that are unique to the number.
func words(number int) string {
	digits := fmt.Sprintf("%06d", number)
	var b strings.Builder
	for i, digit := range []byte(digits) {
		if i == len(digits)/2 {
			b.WriteByte(' ')
		}
		b.WriteString(syllables[int(digit-'0')%len(syllables)])
	}
	return b.String()
}

// The texts of an article, unless the behaviour has others.
func (a article) title() string {
	return fmt.Sprintf("Story %d on the council of %s", a.number, words(a.number))
}
func (a article) link() string { return fmt.Sprintf("%s/articles/story-%d", a.base, a.number) }
func (a article) guid() string { return fmt.Sprintf("tag:%s,2026:story-%d", a.host, a.number) }

// firstNumber is the number of the newest article at the start of the timeline.
const firstNumber = 10_000

// text is a text of an article in an answer.
type text func(x *exchange, a article) string

// news describes a document with the newest articles of a site.
type news struct {
	kind       string        // rss (default), atom, rdf, json, news_sitemap, sitemap, page
	every      time.Duration // between two articles; default: an hour
	until      time.Duration // end of publication; 0: no end
	size       int           // articles of a document; default: 20
	burst      int           // articles that are published together; default: 1
	ascending  bool          // the oldest article is the first
	shift      int           // the newest article at the start has the number firstNumber + shift
	title      text
	link       text
	id         text // an empty id is left out
	date       text // an empty date is left out
	extra      string
	header     map[string]string
	validators string // of the response; see serve
}

// validators of a document.
const (
	goodETag      = ""              // an ETag that changes with the body
	noValidators  = "none"          // neither ETag nor Last-Modified
	lastModified  = "last-modified" // the date of the newest article
	rotatingETag  = "rotating"      // another ETag in each response
	frozenETag    = "frozen"        // one ETag for all bodies, and 304 whenever it is sent
	futureDate    = "future"        // Last-Modified in ten years
	alwaysNotMod  = "always-304"    // 304 to every request but the first
	ignoredETag   = "ignored"       // an ETag, but never a 304
	weakChanging  = "weak"          // a weak ETag that changes with the body
	rotatingOn304 = "rotating-304"  // 304 with a new ETag each time while the body is equal
)

// articles returns the articles of the document at the time of a request, the newest first.
func (d news) articles(x *exchange) []article {
	every, size := cmp.Or(d.every, time.Hour), cmp.Or(d.size, 20)
	elapsed := x.elapsed
	if d.until > 0 {
		elapsed = min(elapsed, d.until)
	}
	newest := int(elapsed/every) / max(d.burst, 1) * max(d.burst, 1)
	list := make([]article, size)
	for i := range list {
		n := newest - i
		list[i] = article{firstNumber + d.shift + n, d.published(x.site.start, n), x.site.host, x.site.base}
	}
	if d.ascending {
		slices.Reverse(list)
	}
	return list
}

// published returns when an article is published. Those of a burst are dated a minute apart.
func (d news) published(start time.Time, n int) time.Time {
	every, burst := cmp.Or(d.every, time.Hour), max(d.burst, 1)
	last := (n + burst - 1) / burst * burst
	if n < 0 {
		last = n / burst * burst
	}
	return start.Add(time.Duration(last)*every - time.Duration(last-n)*time.Minute)
}

// of returns a text of an article: the given one, or the default.
func (t text) of(x *exchange, a article, usual string) string {
	if t == nil {
		return usual
	}
	return t(x, a)
}

// answer serves the document, and records its articles as published.
func (d news) answer() answer {
	return func(x *exchange) {
		articles := d.articles(x)
		if body := d.render(x, articles); d.serve(x, body) {
			x.site.publish(articles)
		}
	}
}

// serve responds with the document or 304. It reports whether the document was sent.
func (d news) serve(x *exchange, body string) bool {
	sum := sha256.Sum256([]byte(body))
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	header, sent := x.w.Header(), x.r.Header.Get("If-None-Match")
	header.Set("Content-Type", mediaTypes[cmp.Or(d.kind, "rss")])
	for name, value := range d.header {
		header.Set(name, value)
	}
	isSame := sent == tag
	switch d.validators {
	case noValidators:
		isSame, tag = false, ""
	case lastModified:
		date := d.articles(x)[0].at.UTC().Format(http.TimeFormat)
		header.Set("Last-Modified", date)
		isSame, tag = x.r.Header.Get("If-Modified-Since") == date, ""
	case rotatingETag:
		isSame, tag = false, fmt.Sprintf(`"%d"`, x.at.UnixNano())
	case rotatingOn304:
		prefix := strings.TrimSuffix(tag, `"`)
		isSame, tag = strings.HasPrefix(sent, prefix), fmt.Sprintf(`%s-%d"`, prefix, x.at.UnixNano())
	case frozenETag:
		tag = `"frozen"`
		isSame = sent == tag
	case futureDate:
		header.Set("Last-Modified", x.site.start.AddDate(10, 0, 0).Format(http.TimeFormat))
		isSame, tag = false, ""
	case alwaysNotMod:
		isSame, tag = x.n > 0, ""
	case ignoredETag:
		isSame = false
	case weakChanging:
		tag = "W/" + tag
		isSame = sent == tag
	}
	if tag != "" {
		header.Set("ETag", tag)
	}
	if isSame {
		x.w.WriteHeader(http.StatusNotModified)
		return false
	}
	_, _ = x.w.Write([]byte(body))
	return true
}

var mediaTypes = map[string]string{
	"rss": "application/rss+xml", "atom": "application/atom+xml", "rdf": "application/rdf+xml",
	"json":         "application/feed+json",
	"news_sitemap": "application/xml", "sitemap": "application/xml", "page": "text/html; charset=utf-8",
}

// render returns the document.
func (d news) render(x *exchange, articles []article) string {
	kind := cmp.Or(d.kind, "rss")
	if kind == "json" {
		return d.renderJSON(x, articles)
	}
	form := documentForms[kind]
	var b strings.Builder
	fmt.Fprintf(&b, form.head, x.site.host, d.extra)
	for _, a := range articles {
		date := a.at.UTC().Format(form.dates)
		date = d.date.of(x, a, date)
		id := d.id.of(x, a, a.guid())
		if date != "" {
			date = fmt.Sprintf(form.date, date)
		}
		if id != "" {
			id = fmt.Sprintf(form.id, id)
		}
		fmt.Fprintf(&b, form.item, d.title.of(x, a, a.title()), d.link.of(x, a, a.link()), id, date)
	}
	return b.String() + form.end
}

// documentForm is the form of a kind of document. The parts of an item are its title, link, id and
// date.
type documentForm struct{ head, item, id, date, dates, end string }

var documentForms = map[string]documentForm{
	"rss": {
		`<?xml version="1.0"?><rss version="2.0"><channel><title>%s</title>%s`,
		"<item><title>%s</title><link>%s</link>%s%s</item>\n",
		`<guid isPermaLink="false">%s</guid>`, "<pubDate>%s</pubDate>", time.RFC1123Z, "</channel></rss>",
	},
	"atom": {
		`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>%s</title>%s`,
		"<entry><title>%s</title><link href=\"%s\"/>%s%s</entry>\n",
		"<id>%s</id>", "<updated>%s</updated>", time.RFC3339, "</feed>",
	},
	"rdf": {
		`<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>%s</title>%s</channel>`,
		"<item><title>%s</title><link>%s</link>%s%s</item>\n", "<dc:identifier>%s</dc:identifier>", "<dc:date>%s</dc:date>",
		time.RFC3339, "</rdf:RDF>",
	},
	"news_sitemap": {
		`<?xml version="1.0"?><!-- %s %s --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">`,
		"<url><loc>%[2]s</loc><news:news>%[4]s<news:title>%[1]s</news:title></news:news><!-- %[3]s --></url>\n",
		"%s", "<news:publication_date>%s</news:publication_date>", time.RFC3339, "</urlset>",
	},
	"sitemap": {
		`<?xml version="1.0"?><!-- %s %s --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
		"<url><!-- %s --><loc>%s</loc><!-- %s -->%s</url>\n", "%s", "<lastmod>%s</lastmod>", time.RFC3339, "</urlset>",
	},
	"page": {
		`<!doctype html><html><head><title>%s</title></head><body>%s<main>`,
		"<article><h2>%[1]s</h2><a href=\"%[2]s\">%[1]s</a>%[4]s<!-- %[3]s --></article>\n",
		"%s", `<time datetime="%[1]s">%[1]s</time>`, time.RFC3339, "</main></body></html>",
	},
}

func (d news) renderJSON(x *exchange, articles []article) string {
	type entry struct {
		ID    string `json:"id,omitempty"`
		URL   string `json:"url"`
		Title string `json:"title"`
		Date  string `json:"date_published,omitempty"`
	}
	var items []entry
	for _, a := range articles {
		items = append(items, entry{d.id.of(x, a, a.guid()), d.link.of(x, a, a.link()), d.title.of(x, a, a.title()),
			d.date.of(x, a, a.at.Format(time.RFC3339))})
	}
	// The error is ignored: strings can always be encoded.
	data, _ := json.Marshal(map[string]any{"version": "https://jsonfeed.org/version/1.1", "title": x.site.host,
		"items": items})
	return string(data)
}
