// Package feed parses feeds (RSS, Atom, RDF, JSON Feed) and sitemaps into items. It is pure: it
// fetches nothing, reads no clock if Options has a time, and of a DTD uses only short texts of its
// internal subset.
//
// Feeds on the web are often not well-formed, so this is no XML parser: the scanner of package
// markup finds elements and recovers from errors, which Document reports in Recovered and Warnings.
// Every byte is read a bounded number of times.
package feed

import (
	"errors"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Kind is the format of a document. The values are the kinds of an endpoint, and html and unknown.
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
	HTMLList     Kind = "html_list" // an HTML page that package pagelist read with a recipe
	HTML         Kind = "html"
	Unknown      Kind = "unknown"
)

// Options are the settings for reading a document. The zero value is valid.
type Options struct {
	BaseURL     string         // of the document; relative links are relative to it
	ContentType string         // the Content-Type header; its charset parameter is used
	Charset     string         // overrides the encoding that the document and the header declare
	DefaultZone *time.Location // of dates without a zone; UTC when nil
	Now         time.Time      // limits dates in the future; the current time when zero
	Identity    IdentityPolicy // IdentityAuto when empty
	MaxItems    int            // DefaultMaxItems when zero
}

// Document is a parsed document.
type Document struct {
	Kind         Kind
	Title        string
	HomeURL      string
	Description  string
	Language     string // BCP 47; empty if missing or invalid
	Generator    string
	Copyright    string   // a text
	Licenses     []string // addresses or names, such as that of a Creative Commons licence
	LicenseFile  string   // the address of a licence file (RSL)
	IconURL      string
	HubURL       string // the WebSub hub
	SelfURL      string
	TTL          time.Duration // how long the publisher asks to cache the feed; 0 if not given
	UpdatePeriod time.Duration // how often the publisher updates the feed; 0 if not given
	SkipHours    []int         // hours in UTC, 0 to 23
	SkipDays     []time.Weekday
	Charset      string // the encoding that was decoded, as the WHATWG names it
	Comments     bool   // the items are comments on articles
	Recovered    bool   // the document has errors that were recovered from
	Warnings     []Warning
	Items        []Item // in the order of the document, with unique identities
	Duplicates   int    // number of items left out because an earlier one has the same identity
	Truncated    bool   // the document has more than Items or Sitemaps contain
	Sitemaps     []string
	Hosts        []string // of the images and scripts of a page
	Classes      []string // of the elements of a page

	now time.Time // when it was read
}

// Addresses returns the addresses of the items that have one.
func (d *Document) Addresses() (addresses []string) {
	for _, item := range d.Items {
		if item.URL != "" {
			addresses = append(addresses, item.URL)
		}
	}
	return addresses
}

// Item is an entry of a document. Its texts are plain text.
type Item struct {
	Identity   string // 32 hexadecimal characters, by the identity policy
	GUID       string // as published, cut at maxGUID
	Title      string
	URL        string // absolute, http or https; empty if there is none
	Author     string
	Summary    string // the summary, or the beginning of the content
	FullText   bool   // the document seems to contain the whole article
	Published  *time.Time
	Updated    *time.Time
	Categories []string
	Language   string
	IsMedia    bool // it has an audio or video file
}

// date returns the date of publication, or else of the last change, or nil.
func (i *Item) date() *time.Time {
	if i.Published != nil {
		return i.Published
	}
	return i.Updated
}

// Parse parses a document. The error is an *Error. data isn't modified, and the document doesn't
// refer to it.
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
	decoded, err := markup.Decode(data[:min(len(data), MaxBytes)],
		markup.Hints{ContentType: p.opts.ContentType, Charset: p.opts.Charset})
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

// readAs reads text as a document of one kind.
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
