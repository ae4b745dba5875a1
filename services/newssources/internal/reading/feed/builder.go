package feed

import (
	"net/url"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Builder makes a Document of items that another package extracts, with the rules that Parse has
// for feeds.
type Builder struct{ p *parser }

// NewBuilder returns a Builder. The error is an *Error.
func NewBuilder(options Options) (*Builder, error) {
	p, err := newParser(options)
	if err != nil {
		return nil, err
	}
	return &Builder{p}, nil
}

// Decode decodes a document and returns its text and kind. The error is an *Error.
func (b *Builder) Decode(data []byte) ([]byte, Kind, error) {
	text, err := b.p.decode(data)
	if err != nil {
		return nil, Unknown, err
	}
	return text, sniffText(text, b.p.opts.ContentType), nil
}

// Document returns the document, so that the caller can set its kind and metadata. Finish sets its
// items.
func (b *Builder) Document() *Document { return b.p.doc }

// Base returns the URL that the document came from, or nil.
func (b *Builder) Base() *url.URL { return b.p.base }

// Rebase returns the base URL that an attribute declares, relative to another base.
func (b *Builder) Rebase(attribute string, base *url.URL) *url.URL {
	return b.p.rebase([]byte(attribute), base)
}

// Link returns an absolute web address, or "".
func (b *Builder) Link(raw string, base *url.URL) string { return b.p.link([]byte(raw), base) }

// Text returns at most limit characters of plain text.
func (b *Builder) Text(raw string, limit int) string {
	return b.p.plain([]byte(raw), markup.PlainText, limit)
}

// Date parses a date, or returns nil.
func (b *Builder) Date(raw []byte) *time.Time {
	date, _ := b.p.date(raw)
	return date
}

// Language returns a language in the usual spelling of BCP 47, or "".
func (b *Builder) Language(raw string) string { return language([]byte(raw)) }

// Truncate records that only the beginning of the document was read.
func (b *Builder) Truncate() { b.p.faults[markup.CutOff] = 1 }

// RawItem is an item with its unparsed values. Content is called if the identity policy needs the
// whole content.
type RawItem struct {
	Link                         string
	Title, Date, Summary, Author []byte
	Content                      func() []byte
}

// Add adds an item. Relative links are relative to base.
func (b *Builder) Add(raw RawItem, base *url.URL) {
	d := newDraft(b.p, base)
	d.setLink(linkPlain, []byte(raw.Link))
	d.setTitle(raw.Title, markup.PlainText)
	d.setPublished(raw.Date)
	if len(raw.Summary) > 0 {
		d.setSummary(raw.Summary, markup.PlainText)
	}
	if len(raw.Author) > 0 {
		d.addAuthor(raw.Author)
	}
	if d.policy == IdentityContent {
		d.measure(raw.Content())
	}
	d.finish(nil)
}

// Finish returns the complete document.
func (b *Builder) Finish() *Document { return b.p.finish() }
