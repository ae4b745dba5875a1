// Package article recognizes known articles in the documents of an endpoint, even after the site has
// changed their identities (ADR 55).
package article

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// feedDelay is the maximum difference between the time of a check and a date that all items
	// share, for which the date counts as that of the document, and the maximum time by which the
	// date of a new article is in the future.
	feedDelay = 15 * time.Minute
	// lateItem is the maximum delay between the date of an article and its appearance in a document, and
	// lateRoundedItem that for dates on a full or half hour, which sites often round.
	lateItem, lateRoundedItem = 6 * time.Hour, 24 * time.Hour
	// maxZoneShift is the longest time by which a wrong time zone shifts dates.
	maxZoneShift = 14 * time.Hour
	// minStamped articles with different dates do not get one and the same date by chance.
	minStamped = 3
)

// Fingerprint holds the stored keys of an item: that of its identity, and those by which the article is
// recognized if the site changes the identity. Keys of 0 are unknown.
type Fingerprint struct {
	Key        uint64 // the beginning of the identity
	link       uint64
	text       uint32 // see articleText
	minute     uint32 // of the publication, since 1970
	path, form uint16 // of the link; see linkParts
}

// Item is an item of a document.
type Item struct {
	*feed.Item
	Fingerprint
	hasLongText bool
	Match       Match
	Known       *Fingerprint // of the known article
}

// Match is how certain it is that an item with an unknown identity is a known article.
type Match int

const (
	NoMatch Match = iota
	// SimilarMatch: the text is known, but the item can also be another article with the same title,
	// such as the weather report of the next day.
	SimilarMatch
	// LikelyMatch: the link is known; or the text is known, and a date is missing or both dates are equal
	// and rounded.
	LikelyMatch
	// EvidentMatch: the text is known, and the item cannot have been published since the last check, or
	// its link has a form that the site did not use before.
	EvidentMatch
	// CertainMatch: the text is known, and the date is equal or missing in both. Other articles do not have
	// both by chance: the path of the link is known, too, or the title is long and the date is not rounded.
	CertainMatch
	// LinkMatch: the link is known and it is the GUID as well, which has another scheme, "www." or tracking
	// parameter than before. This is no change of the identities.
	LinkMatch
)

// Document returns the items of a document with the beginnings of their identities.
func Document(items []feed.Item) []Item {
	document := make([]Item, len(items))
	for i := range items {
		document[i].Item = &items[i]
		document[i].Key = IdentityKey(items[i].Identity)
	}
	return document
}

// IdentityKey returns the beginning of an identity.
func IdentityKey(identity string) uint64 {
	id, err := hex.DecodeString(identity)
	if err != nil || len(id) < 8 {
		return 0
	}
	return binary.BigEndian.Uint64(id)
}

// AddKeys sets the keys by which the items of a document are recognized.
func AddKeys(document []Item, items []feed.Item, at time.Time) {
	links := make([]link, len(items))
	for i := range items {
		links[i] = linkParts(items[i].URL)
	}
	hasDates, texts, paths := !isDatedByDocument(items, at), articleTexts(items, links), map[uint16]int{}
	for i := range document {
		d, l := &document[i], links[i]
		d.text, d.hasLongText = hash32(texts[i].text), texts[i].isLong
		if d.Published != nil && hasDates {
			d.minute = uint32(max(d.Published.Unix()/60, 0))
		}
		d.link, d.path, d.form = Hash64(l.key), hash16(l.path), hash16(l.form)
		paths[d.path]++
	}
	// A path that several items share, such as "/show_article?id=7", identifies no article; neither does
	// that of a single item, which cannot be compared.
	for i := range document {
		if d := &document[i]; paths[d.path] > 1 || len(document) == 1 {
			d.path = 0
		}
	}
}

// isDatedByDocument reports whether all items have the same date, which is about that of the check:
// the date of the document.
func isDatedByDocument(items []feed.Item, at time.Time) bool {
	var first *time.Time
	for i := range items {
		switch date := items[i].Published; {
		case date == nil || at.Sub(*date).Abs() > feedDelay:
			return false
		case first == nil:
			first = date
		case date.Sub(*first).Abs() > time.Second:
			return false
		}
	}
	return first != nil
}

// Index finds known articles. The maps have the newest one with each key.
type Index struct {
	identities map[uint64]bool
	links      map[uint64]*Fingerprint
	dated      map[datedText]*Fingerprint
	texts      map[uint32]*Fingerprint // nil if several articles have the text
	forms      map[uint16]bool
}

type datedText struct{ text, minute uint32 }

// Index returns the index of the known items.
func (k *KnownItems) Index() Index {
	entries := k.entries()
	n := len(entries)
	index := Index{make(map[uint64]bool, n), make(map[uint64]*Fingerprint, n), make(map[datedText]*Fingerprint, n),
		make(map[uint32]*Fingerprint, n), make(map[uint16]bool)}
	for i := range entries {
		f := &entries[i]
		index.identities[f.Key] = true
		index.forms[f.form] = true
		addFirst(index.links, f.link, f)
		if f.text != 0 {
			addFirst(index.dated, datedText{f.text, f.minute}, f)
			if _, isShared := index.texts[f.text]; isShared {
				index.texts[f.text] = nil
			} else {
				index.texts[f.text] = f
			}
		}
	}
	return index
}

func addFirst[K comparable](to map[K]*Fingerprint, key K, f *Fingerprint) {
	var none K
	if _, exists := to[key]; key != none && !exists {
		to[key] = f
	}
}

// Recognize sets Match and Known of the items of a document whose identities are unknown. Links and texts
// that several items of the document have are ignored.
func (index Index) Recognize(document []Item, period Period) {
	links, dated, texts := map[uint64]int{}, map[datedText]int{}, map[uint32]int{}
	for _, d := range document {
		links[d.link]++
		dated[datedText{d.text, d.minute}]++
		texts[d.text]++
	}
	for i := range document {
		d := &document[i]
		if index.identities[d.Key] {
			continue
		}
		key := datedText{d.text, d.minute}
		if d.minute != 0 && dated[key] == 1 {
			d.compare(index.dated[key], index, period)
		}
		if links[d.link] == 1 {
			d.compare(index.links[d.link], index, period)
		}
		if texts[d.text] == 1 {
			d.compare(index.texts[d.text], index, period)
		}
	}
	markStamped(document)
}

// compare sets the match with a known article, unless another one matches as well.
func (d *Item) compare(known *Fingerprint, index Index, p Period) {
	if known == nil {
		return
	}
	if found := d.matchOf(known, index.forms, p); found > d.Match {
		d.Match, d.Known = found, known
	}
}

func (d *Item) matchOf(known *Fingerprint, forms map[uint16]bool, p Period) Match {
	hasLink := d.link != 0 && d.link == known.link
	hasPath := hasLink || d.path != 0 && d.path == known.path
	hasText := d.text != 0 && d.text == known.text
	hasDates := d.minute != 0 && known.minute != 0
	hasDate := hasDates && d.minute == known.minute
	switch {
	case hasLink && d.hasLinkAsGUID():
		return LinkMatch
	case hasText && d.minute == known.minute && hasPath, hasText && hasDate && d.hasLongText && !isRounded(d.minute):
		return CertainMatch
	case hasLink:
		return LikelyMatch
	case !hasText || !hasDate && !d.hasLongText:
		return NoMatch
	case !forms[d.form], hasDate && !isRounded(d.minute), hasDates && !hasDate && !p.canHaveNew(d.minute, known.minute):
		return EvidentMatch
	case hasDates && !hasDate:
		return SimilarMatch
	}
	return LikelyMatch
}

// hasLinkAsGUID reports whether the GUID is the link. The fragment of a GUID distinguishes the entries of a live
// page.
func (d *Item) hasLinkAsGUID() bool {
	return d.GUID != "" && !strings.Contains(d.GUID, "#") && feed.LinkKey(d.GUID) == feed.LinkKey(d.URL)
}

// Period is the time since the last document.
type Period struct{ Last, At time.Time }

// canHaveNew reports whether an item with this date can be an article that is new since the last
// document, although a known one has the same title and another date.
func (p Period) canHaveNew(minute, known uint32) bool {
	date, before := time.Unix(int64(minute)*60, 0), time.Unix(int64(known)*60, 0)
	late := lateItem
	if isRounded(minute) {
		late = lateRoundedItem
	}
	switch {
	case date.After(p.At.Add(feedDelay)): // an announced event, or the time of another zone
		return date.Sub(before) > maxZoneShift
	case date.Before(before):
		return false
	}
	return date.After(p.Last.Add(-late))
}

// isRounded reports whether a date is on a full or half hour, which several articles have by chance.
func isRounded(minute uint32) bool { return minute%30 == 0 }

// markStamped raises similar items to evident ones if at least minStamped known articles with different
// dates now share one date, such as that of a move to other software.
func markStamped(document []Item) {
	former := map[uint32]map[uint32]bool{} // known dates by the present one
	for _, d := range document {
		if d.Match == SimilarMatch {
			if former[d.minute] == nil {
				former[d.minute] = map[uint32]bool{}
			}
			former[d.minute][d.Known.minute] = true
		}
	}
	for i := range document {
		if d := &document[i]; d.Match == SimilarMatch && len(former[d.minute]) >= minStamped {
			d.Match = EvidentMatch
		}
	}
}
