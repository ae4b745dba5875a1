package feed

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/fulltext"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// draft collects the values of an item until its end. If a value occurs several times, the first
// one in a direct child of the item is used, or else the first one in a nested element.
type draft struct {
	*parser
	entry entry
	base  *url.URL // of relative links
	links [linkKinds][]byte

	isNested bool   // the element being read isn't a child of the item
	nested   fields // values that come from nested elements

	permalink bool       // the GUID may be the link
	created   *time.Time // used if there is no date of publication
	summary   fulltext.Size
	content   fulltext.Size
	extract   string // the beginning of the content

	mediaTitle, mediaSummary string // of Media RSS
}

// linkKind is a kind of link of an item; the best kind comes first.
type linkKind int

const (
	linkOriginal  linkKind = iota // the original link that FeedBurner replaced
	linkPage                      // to the HTML page of the article
	linkPlain                     // to the article
	linkGUID                      // the GUID, if it is a URL
	linkOther                     // an alternate that isn't HTML
	linkEnclosure                 // to an attached file, such as a podcast
	linkKinds
)

func newDraft(p *parser, base *url.URL) *draft { return &draft{parser: p, base: base, permalink: true} }

// fields is a set of values of an item. fieldLink is shifted by the kind of link.
type fields uint

const (
	fieldTitle fields = 1 << iota
	fieldGUID
	fieldPublished
	fieldUpdated
	fieldAuthor
	fieldSummary
	fieldContent
	fieldLink
)

// needs reports whether a value of the field f replaces the current one: it is not set, or only the
// current one is nested.
func (d *draft) needs(f fields, isSet bool) bool { return !isSet || !d.isNested && d.nested&f != 0 }

// mark records whether the value of a field is nested.
func (d *draft) mark(f fields) {
	if d.nested &^= f; d.isNested {
		d.nested |= f
	}
}

// setMedia records an audio or video file by its media type.
func (d *draft) setMedia(mediaType []byte) {
	d.entry.IsMedia = d.entry.IsMedia || ascii.HasPrefix(mediaType, "audio/") || ascii.HasPrefix(mediaType, "video/")
}

func (d *draft) setLink(kind linkKind, raw []byte) {
	f := fieldLink << kind
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && d.needs(f, d.links[kind] != nil) {
		d.links[kind] = bytes.Clone(raw[:min(len(raw), MaxLink+1)])
		d.mark(f)
	}
}

func (d *draft) setTitle(b []byte, format markup.Format) {
	if !d.needs(fieldTitle, d.entry.Title != "") {
		return
	}
	if title := d.plain(b, format, MaxTitle); title != "" {
		d.entry.Title = title
		d.mark(fieldTitle)
	}
}

func (d *draft) setGUID(raw []byte) {
	if !d.needs(fieldGUID, d.entry.guid != "") {
		return
	}
	if guid := strings.TrimSpace(string(raw)); guid != "" {
		d.entry.guid = guid
		d.mark(fieldGUID)
	}
}

func (d *draft) setPublished(raw []byte) { d.setDate(&d.entry.Published, fieldPublished, raw) }

func (d *draft) setUpdated(raw []byte) { d.setDate(&d.entry.Updated, fieldUpdated, raw) }

func (d *draft) setDate(date **time.Time, f fields, raw []byte) {
	if !d.needs(f, *date != nil) {
		return
	}
	if t := d.date(raw); t != nil {
		*date = t
		d.mark(f)
	}
}

func (d *draft) date(raw []byte) *time.Time {
	t, ambiguous := d.parser.date(raw)
	if ambiguous != nil {
		d.entry.ambiguous = append(d.entry.ambiguous, *ambiguous)
	}
	return t
}

// dateByUpdate uses the date of the last change if the date of publication is missing.
func (d *draft) dateByUpdate() {
	if d.entry.Published == nil && d.created == nil {
		d.created = d.entry.Updated
	}
}

func (d *draft) addAuthor(b []byte) {
	name := personName(d.plain(b, markup.HTMLText, MaxName))
	switch {
	case name == "" || name == d.entry.Author:
	case d.entry.Author == "" || !d.isNested && d.nested&fieldAuthor != 0:
		d.entry.Author = name
		d.mark(fieldAuthor)
	case d.isNested && d.nested&fieldAuthor == 0:
	case len(d.entry.Author)+len(name) < MaxName:
		d.entry.Author += ", " + name
	}
}

// personName returns the name in "desk@example.org (Ann Other)" or "Ann Other <desk@example.org>".
func personName(s string) string {
	at := strings.IndexByte(s, '@')
	if at < 0 {
		return s
	}
	if open := strings.IndexByte(s, '('); open > at && strings.HasSuffix(s, ")") {
		return strings.TrimSpace(s[open+1 : len(s)-1])
	}
	if open := strings.IndexByte(s, '<'); open > 0 && open < at {
		return strings.TrimSpace(s[:open])
	}
	return s
}

func (d *draft) addCategory(b []byte) {
	if len(d.entry.Categories) >= maxCategories {
		return
	}
	name := d.plain(b, markup.HTMLText, MaxName)
	if name == "" {
		return
	}
	if !slices.Contains(d.entry.Categories, name) {
		d.entry.Categories = append(d.entry.Categories, name)
	}
}

// setSummary sets the summary; some feeds put the whole article there.
func (d *draft) setSummary(b []byte, format markup.Format) {
	if isSet := d.summary.Columns > 0; !d.needs(fieldSummary, isSet) || isSet && ascii.IsBlank(b) {
		return
	}
	d.mark(fieldSummary)
	d.entry.Summary = d.plain(b, format, MaxSummary)
	d.summary = d.measure(b)
}

// setContent sets the content.
func (d *draft) setContent(b []byte, format markup.Format) {
	if isSet := d.content.Columns > 0; !d.needs(fieldContent, isSet) || isSet && ascii.IsBlank(b) {
		return
	}
	d.mark(fieldContent)
	d.extract = d.plain(b, format, MaxSummary)
	d.content = d.measure(b)
}

// measure measures a text, and hashes it if the identity policy needs that.
func (d *draft) measure(b []byte) fulltext.Size {
	if d.policy == IdentityContent {
		sum := sha256.Sum256(append(d.entry.content[:], b...))
		d.entry.content = [16]byte(sum[:16])
	}
	return fulltext.Size{Columns: fulltext.VisibleColumns(b), IsTeaser: fulltext.IsTeaser(b)}
}

// finish adds the item to the document. home is the base of relative links if there is no xml:base.
func (d *draft) finish(home *url.URL) {
	d.entry.Title = cmp.Or(d.entry.Title, d.mediaTitle)
	d.entry.Summary = cmp.Or(d.entry.Summary, d.extract, d.mediaSummary)
	d.entry.FullText = fulltext.IsFullText(d.summary, d.content)
	if d.entry.Published == nil {
		d.entry.Published = d.created
	}
	if d.permalink && isWebLink(d.entry.guid) {
		d.setLink(linkGUID, []byte(d.entry.guid))
	}
	for _, raw := range d.links {
		if raw == nil {
			continue
		}
		if d.entry.URL = d.link(raw, d.base, home); d.entry.URL != "" {
			break
		}
	}
	d.add(&d.entry)
}

// isWebLink reports whether s begins like a web address.
func isWebLink(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
