package feed

import (
	"net/url"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// parser holds the state of reading a document.
type parser struct {
	opts    Options
	policy  IdentityPolicy
	max     int // items
	now     time.Time
	latest  time.Time // later dates are set to it
	zone    *time.Location
	base    *url.URL // the URL of the document, or nil
	doc     *Document
	faults  markup.Faults
	counts  [warningCount]int
	items   []entry
	omitted int // items left out because there were too many
	// omittedBetween means that the order of the items is unknown, so that those in the middle of
	// the document were omitted.
	omittedBetween bool
	texts          markup.PlainTexter
	dates          dateReader
}

// entry is an item that isn't complete yet.
type entry struct {
	Item
	guid      string // not cut
	linkKey   string // set by key
	ambiguous []ambiguousDate
	content   [16]byte // hash of the content, if the identity policy needs it
}

func newParser(options Options) (*parser, error) {
	p := &parser{opts: options, policy: options.Identity, max: options.MaxItems, now: options.Now,
		zone: options.DefaultZone}
	if p.policy == "" {
		p.policy = IdentityAuto
	}
	if !p.policy.Valid() {
		return nil, refuse(CodePolicy, "There is no such identity policy.")
	}
	if p.max <= 0 {
		p.max = DefaultMaxItems
	}
	if p.now.IsZero() {
		p.now = time.Now()
	}
	p.now = p.now.UTC().Truncate(time.Second)
	p.latest = p.now.Add(MaxFuture)
	if p.zone == nil {
		p.zone = time.UTC
	}
	p.base = absolute(options.BaseURL)
	p.doc = &Document{}
	p.texts.Faults = &p.faults
	p.dates.DefaultZone = p.zone
	p.doc.now = p.now
	return p, nil
}

// finish completes the document.
func (p *parser) finish() *Document {
	d := p.doc
	p.settleDates()
	for f, n := range p.faults {
		p.counts[f] += n
	}
	p.keepNewest(p.max)
	switch {
	case p.omittedBetween:
		p.warn(warnItemsBetween, p.omitted)
	case p.omitted > 0:
		p.warn(warnItemsCapped, p.omitted)
	}
	p.identify()
	p.checkItems()
	d.Truncated = p.omitted > 0 || p.counts[markup.CutOff] > 0 || p.counts[warnSitemapsCapped] > 0
	d.Warnings, d.Recovered = p.warnings()
	return d
}

// checkItems counts warnings about the items.
func (p *parser) checkItems() {
	d := p.doc
	d.Comments = d.isCommentFeed(p.opts.BaseURL)
	if d.Comments {
		p.warn(warnComments, 1)
	}
	if len(d.Items) == 0 && d.Kind != SitemapIndex {
		p.warn(warnNoItems, 1)
	}
	for i := range d.Items {
		if d.Items[i].date() == nil {
			p.warn(warnNoDates, 1)
		}
		if d.Items[i].URL == "" {
			p.warn(warnNoLinks, 1)
		}
	}
}

// add adds an item. It skips items that have no title, URL, GUID or summary.
func (p *parser) add(e *entry) {
	if e.Title == "" && e.URL == "" && e.guid == "" && e.Summary == "" {
		p.warn(warnEmptyItems, 1)
		return
	}
	e.GUID = strings.ToValidUTF8(e.guid[:min(len(e.guid), maxGUID)], "")
	p.items = append(p.items, *e)
	if len(p.items) >= 2*p.max {
		p.keepNewest(p.max)
	}
}

// plain returns a text as plain text.
func (p *parser) plain(b []byte, format markup.Format, limit int) string {
	return p.texts.Convert(b, format, limit)
}
