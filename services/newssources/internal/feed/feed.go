// Package feed turns the bytes of a feed, a sitemap or a page into items. It is pure: nothing is fetched, no clock is
// read when Options has one, and no DTD is ever processed.
//
// Feeds in the wild are often not well-formed, so this is no XML parser: the scanner (scan.go) looks for elements and
// reads of each what a person could. What is well-formed is read as XML says; what isn't is recovered, and the document
// says so in Recovered and Warnings. Every byte is looked at a bounded number of times.
package feed

import (
	"errors"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// Kind is what a document is. The words are those of an endpoint's kind, and two for what can't be one.
type Kind string

// The kinds.
const (
	RSS          Kind = "rss"
	Atom         Kind = "atom"
	RDF          Kind = "rdf" // RSS 0.90 and 1.0
	JSONFeed     Kind = "json_feed"
	NewsSitemap  Kind = "news_sitemap"
	Sitemap      Kind = "sitemap"
	SitemapIndex Kind = "sitemap_index"
	HTMLList     Kind = "html_list" // a page read with a recipe
	HTML         Kind = "html"      // a page
	Unknown      Kind = "unknown"
)

// Options say how a document is read. The zero value works.
type Options struct {
	BaseURL     string         // where the document came from: what relative links are relative to
	ContentType string         // the answer's header; its charset counts
	Charset     string         // overrides whatever the document and the header say
	DefaultZone *time.Location // of dates that name no zone; UTC when nil
	Now         time.Time      // what the future begins after; the present when zero
	Identity    IdentityPolicy // IdentityAuto when empty
	MaxItems    int            // DefaultMaxItems when zero
}

// Document is what was read.
type Document struct {
	Kind         Kind
	Title        string
	HomeURL      string
	Description  string
	Language     string // BCP 47; empty when not given or no language
	Generator    string
	IconURL      string
	HubURL       string // of WebSub
	SelfURL      string
	TTL          time.Duration // how long the publisher asks to wait; 0 when not said
	UpdatePeriod time.Duration // how often it says it publishes; 0 when not said
	SkipHours    []int         // hours of UTC, 0 to 23
	SkipDays     []time.Weekday
	Charset      string // what was decoded, as the web calls it
	Comments     bool   // comments on articles, not articles
	Recovered    bool   // it isn't what its format allows, and was read nevertheless
	Warnings     []Warning
	Items        []Item // in the order of the document, each identity once
	Duplicates   int    // items left out because an earlier one has the same identity
	Truncated    bool   // there was more than Items or Sitemaps hold
	Sitemaps     []string
}

// Item is one entry. Texts are plain: markup and references are resolved, blanks collapsed.
type Item struct {
	Identity   string // 32 hexadecimal characters, made as the policy says
	GUID       string // as the publisher gives it, cut at maxGUID
	Title      string
	URL        string // absolute, http or https; empty when there is none
	Author     string
	Summary    string // the beginning of what it says
	FullText   bool   // the document carries the whole article, as far as one can tell
	Published  *time.Time
	Updated    *time.Time
	Categories []string
	Language   string
}

// date is the one that a reader would sort by.
func (i *Item) date() *time.Time {
	if i.Published != nil {
		return i.Published
	}
	return i.Updated
}

// Parse reads a document. The error is an *Error and means that nothing at all could be read. Data isn't changed, and
// the document keeps no reference to it.
func Parse(data []byte, options Options) (*Document, error) {
	p, err := newParser(options)
	if err != nil {
		return nil, err
	}
	text, err := p.decode(data)
	if err != nil {
		return nil, err
	}
	if err := p.readAs(sniffText(text, options.ContentType), text); err != nil {
		return nil, err
	}
	return p.finish(), nil
}

// decode returns the document's text. Its errors are those of Parse.
func (p *parser) decode(data []byte) ([]byte, error) {
	decoded, err := markup.Decode(data[:min(len(data), MaxBytes)], markup.Hints{ContentType: p.opts.ContentType, Charset: p.opts.Charset})
	switch {
	case errors.Is(err, markup.ErrEmpty):
		return nil, refuse(CodeEmpty, "The document is empty.")
	case err != nil:
		return nil, refuse(CodeCharset, "There is no character encoding of that name.")
	}
	p.doc.Charset, p.faults = decoded.Charset, decoded.Faults
	if len(data) > MaxBytes {
		p.faults[markup.CutOff]++
	}
	return decoded.Text, nil
}

func (p *parser) readAs(kind Kind, text []byte) error {
	p.doc.Kind = kind
	switch kind {
	case RSS, RDF:
		p.readRSS(text)
	case Atom:
		p.readAtom(text)
	case Sitemap, NewsSitemap, SitemapIndex:
		p.readSitemap(text)
	case JSONFeed:
		return p.readJSON(text)
	case HTML:
		return refuse(CodeHTML, "This is a web page, not a feed.")
	default:
		return refuse(CodeUnknown, "This is neither a feed nor a sitemap nor a web page.")
	}
	return nil
}
