package feed

import (
	"bytes"
	"crypto/sha256"
	"net/url"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// draft collects what the elements of an item say, until it ends. The first of several values counts.
type draft struct {
	*parser
	e     entry
	base  *url.URL // of the links inside
	links [linkKinds][]byte

	permalink bool // the id may be a link
	created   *time.Time
	summary   body
	content   body
	extract   string // the beginning of the text
}

// linkKind orders the links that an item may have, the best first.
type linkKind int

const (
	linkOriginal  linkKind = iota // behind FeedBurner's
	linkPage                      // to the article as a page
	linkPlain                     // to the article
	linkGUID                      // the id, where it is one
	linkOther                     // an alternate that isn't a page
	linkEnclosure                 // to what is attached, such as a podcast
	linkKinds
)

func newDraft(p *parser, base *url.URL) *draft { return &draft{parser: p, base: base, permalink: true} }

func (d *draft) setLink(kind linkKind, raw []byte) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && d.links[kind] == nil {
		d.links[kind] = bytes.Clone(raw[:min(len(raw), MaxLink+1)])
	}
}

func (d *draft) setTitle(b []byte, format markup.Format) {
	if d.e.Title == "" {
		d.e.Title = d.plain(b, format, MaxTitle)
	}
}

func (d *draft) setGUID(raw []byte) {
	if d.e.guid == "" {
		d.e.guid = strings.TrimSpace(string(raw))
	}
}

func (d *draft) setPublished(raw []byte) {
	if d.e.Published == nil {
		d.e.Published = d.date(raw)
	}
}

func (d *draft) setUpdated(raw []byte) {
	if d.e.Updated == nil {
		d.e.Updated = d.date(raw)
	}
}

func (d *draft) addAuthor(b []byte) {
	name := personName(d.plain(b, markup.HTMLText, MaxName))
	switch {
	case name == "" || name == d.e.Author:
	case d.e.Author == "":
		d.e.Author = name
	case len(d.e.Author)+len(name) < MaxName:
		d.e.Author += ", " + name
	}
}

// personName takes the name out of "desk@example.org (Ann Other)" and "Ann Other <desk@example.org>".
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
	if len(d.e.Categories) >= maxCategories {
		return
	}
	name := d.plain(b, markup.HTMLText, MaxName)
	if name == "" {
		return
	}
	for _, known := range d.e.Categories {
		if known == name {
			return
		}
	}
	d.e.Categories = append(d.e.Categories, name)
}

// setSummary takes in what is meant as a summary; it may be the whole article.
func (d *draft) setSummary(b []byte, format markup.Format) {
	if d.summary.visible > 0 {
		return
	}
	d.e.Summary = d.plain(b, format, MaxSummary)
	d.summary = d.measure(b)
}

// setContent takes in what is meant as the text.
func (d *draft) setContent(b []byte, format markup.Format) {
	if d.content.visible > 0 {
		return
	}
	d.extract = d.plain(b, format, MaxSummary)
	d.content = d.measure(b)
}

func (d *draft) measure(b []byte) body {
	if d.policy == IdentityContent {
		sum := sha256.Sum256(append(d.e.content[:], b...))
		d.e.content = [16]byte(sum[:16])
	}
	return body{visible: visible(b), teaser: isTeaser(b)}
}

// done finishes the item and takes it in. home is where links lead that have no base of their own.
func (d *draft) done(home *url.URL) {
	if d.e.Summary == "" {
		d.e.Summary = d.extract
	}
	d.e.FullText = isFullText(d.summary, d.content)
	if d.e.Published == nil {
		d.e.Published = d.created
	}
	if d.permalink && isWebLink(d.e.guid) {
		d.setLink(linkGUID, []byte(d.e.guid))
	}
	for _, raw := range d.links {
		if raw == nil {
			continue
		}
		if d.e.URL = d.link(raw, d.base, home); d.e.URL != "" {
			break
		}
	}
	d.add(&d.e)
}

func isWebLink(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
