package feed

import (
	"bytes"
	"crypto/sha256"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// draft collects the values of an item until its end. The first of several values counts.
type draft struct {
	*parser
	entry entry
	base  *url.URL // of relative links
	links [linkKinds][]byte

	permalink bool       // the GUID may be the link
	created   *time.Time // counts if there is no date of publication
	summary   bodySize
	content   bodySize
	extract   string // the beginning of the content
}

// linkKind is a kind of link of an item; the best kind comes first.
type linkKind int

const (
	linkOriginal  linkKind = iota // the one that FeedBurner replaced
	linkPage                      // to the HTML page of the article
	linkPlain                     // to the article
	linkGUID                      // the GUID, if it is a URL
	linkOther                     // an alternate that isn't HTML
	linkEnclosure                 // to an attached file, such as a podcast
	linkKinds
)

func newDraft(p *parser, base *url.URL) *draft { return &draft{parser: p, base: base, permalink: true} }

func (d *draft) setLink(kind linkKind, raw []byte) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && d.links[kind] == nil {
		d.links[kind] = bytes.Clone(raw[:min(len(raw), MaxLink+1)])
	}
}

func (d *draft) setTitle(b []byte, format markup.Format) {
	if d.entry.Title == "" {
		d.entry.Title = d.plain(b, format, MaxTitle)
	}
}

func (d *draft) setGUID(raw []byte) {
	if d.entry.guid == "" {
		d.entry.guid = strings.TrimSpace(string(raw))
	}
}

func (d *draft) setPublished(raw []byte) {
	if d.entry.Published == nil {
		d.entry.Published = d.date(raw)
	}
}

func (d *draft) setUpdated(raw []byte) {
	if d.entry.Updated == nil {
		d.entry.Updated = d.date(raw)
	}
}

func (d *draft) addAuthor(b []byte) {
	name := personName(d.plain(b, markup.HTMLText, MaxName))
	switch {
	case name == "" || name == d.entry.Author:
	case d.entry.Author == "":
		d.entry.Author = name
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
	if d.summary.columns > 0 {
		return
	}
	d.entry.Summary = d.plain(b, format, MaxSummary)
	d.summary = d.measure(b)
}

// setContent sets the content.
func (d *draft) setContent(b []byte, format markup.Format) {
	if d.content.columns > 0 {
		return
	}
	d.extract = d.plain(b, format, MaxSummary)
	d.content = d.measure(b)
}

// measure measures a text, and hashes it if the identity policy needs that.
func (d *draft) measure(b []byte) bodySize {
	if d.policy == IdentityContent {
		sum := sha256.Sum256(append(d.entry.content[:], b...))
		d.entry.content = [16]byte(sum[:16])
	}
	return bodySize{columns: visibleColumns(b), isTeaser: isTeaser(b)}
}

// finish adds the item to the document. home is the base of relative links if there is no xml:base.
func (d *draft) finish(home *url.URL) {
	if d.entry.Summary == "" {
		d.entry.Summary = d.extract
	}
	d.entry.FullText = isFullText(d.summary, d.content)
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
