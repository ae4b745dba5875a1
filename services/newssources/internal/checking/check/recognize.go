package check

import (
	"encoding/binary"
	"encoding/hex"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// feedDelay is the maximum difference between the time of a check and a date that all items
	// share, for which the date counts as that of the document, and the maximum time by which the
	// date of a new article is in the future.
	feedDelay = 15 * time.Minute
	// lateItem is the time after its date at which an article can appear. Whole and half hours are
	// often rounded dates, which can be those of the day.
	lateItem, lateRoundedItem = 6 * time.Hour, 24 * time.Hour
	// maxZoneShift is the longest time by which a wrong time zone shifts dates.
	maxZoneShift = 14 * time.Hour
	// minStamped articles with different dates do not get one and the same date by chance.
	minStamped = 3
)

// fingerprint is what is remembered of an item: its identity, and by what the article is recognized
// if the site changes the identity. Values of 0 are unknown.
type fingerprint struct {
	identity, link uint64
	text           uint32 // see articleText
	minute         uint32 // of the publication, since 1970
	path, form     uint16 // of the link; see linkParts
}

// documentItem is an item of a document.
type documentItem struct {
	*feed.Item
	fingerprint
	hasLongText bool
	match       match
	former      *fingerprint // of the known article
}

// match is how much shows that an item with an unknown identity is a known article.
type match int

const (
	noMatch match = iota
	// isSimilar: the text is known, but the item can also be another article with the same title,
	// such as the weather report of the next day.
	isSimilar
	// isLikely: the link is known, or the text is, and there are no dates, or only those of the day.
	isLikely
	// isEvident: the text is known, and the item cannot have been published since the last check, or
	// its link has a form that the site did not use before.
	isEvident
	// isCertain: the text and the date or its absence are known, and other articles do not have both
	// by chance: the path of the link is known, too, or the title is long and the date is not rounded.
	isCertain
)

// documentItemsOf returns the items of a document with their identities.
func documentItemsOf(items []feed.Item) []documentItem {
	document := make([]documentItem, len(items))
	for i := range items {
		document[i].Item = &items[i]
		document[i].identity = identityKey(items[i].Identity)
	}
	return document
}

// identityKey returns the beginning of an identity.
func identityKey(identity string) uint64 {
	id, err := hex.DecodeString(identity)
	if err != nil || len(id) < 8 {
		return 0
	}
	return binary.BigEndian.Uint64(id)
}

// addKeys adds to the items of a document by what they are recognized.
func addKeys(document []documentItem, items []feed.Item, at time.Time) {
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
		d.link, d.path, d.form = hash64(l.key), hash16(l.path), hash16(l.form)
		paths[d.path]++
	}
	for i := range document { // one path for several items, such as "/show_article?id=7"
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

// knownIndex finds known articles. The maps have the newest one with each key.
type knownIndex struct {
	identities map[uint64]bool
	links      map[uint64]*fingerprint
	dated      map[datedText]*fingerprint
	texts      map[uint32]*fingerprint // nil if several articles have the text
	forms      map[uint16]bool
}

type datedText struct{ text, minute uint32 }

// index returns the index of the known items.
func (k *knownItems) index() knownIndex {
	entries := k.entries()
	n := len(entries)
	index := knownIndex{make(map[uint64]bool, n), make(map[uint64]*fingerprint, n), make(map[datedText]*fingerprint, n),
		make(map[uint32]*fingerprint, n), make(map[uint16]bool)}
	for i := range entries {
		f := &entries[i]
		index.identities[f.identity] = true
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

func addFirst[K comparable](to map[K]*fingerprint, key K, f *fingerprint) {
	var none K
	if _, exists := to[key]; key != none && !exists {
		to[key] = f
	}
}

// recognize sets for each item of a document with an unknown identity which known article it can
// be. A link or text that another item of the document has shows nothing.
func (index knownIndex) recognize(document []documentItem, period period) {
	links, dated, texts := map[uint64]int{}, map[datedText]int{}, map[uint32]int{}
	for _, d := range document {
		links[d.link]++
		dated[datedText{d.text, d.minute}]++
		texts[d.text]++
	}
	for i := range document {
		d := &document[i]
		if index.identities[d.identity] {
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
	findStamped(document)
}

// compare sets the match with a known article, unless another one matches as well.
func (d *documentItem) compare(known *fingerprint, index knownIndex, p period) {
	if known == nil {
		return
	}
	if found := d.matchOf(known, index.forms, p); found > d.match {
		d.match, d.former = found, known
	}
}

func (d *documentItem) matchOf(known *fingerprint, forms map[uint16]bool, p period) match {
	hasLink := d.link != 0 && d.link == known.link
	hasPath := hasLink || d.path != 0 && d.path == known.path
	hasText := d.text != 0 && d.text == known.text
	hasDates := d.minute != 0 && known.minute != 0
	hasDate := hasDates && d.minute == known.minute
	switch {
	case hasText && d.minute == known.minute && hasPath, hasText && hasDate && d.hasLongText && !isRounded(d.minute):
		return isCertain
	case hasLink:
		return isLikely
	case !hasText || !hasDate && !d.hasLongText:
		return noMatch
	case !forms[d.form], hasDate && !isRounded(d.minute), hasDates && !hasDate && !p.has(d.minute, known.minute):
		return isEvident
	case hasDates && !hasDate:
		return isSimilar
	}
	return isLikely
}

// period is the time since the last document.
type period struct{ last, at time.Time }

// has reports whether an article with a date was published in the period, although a known one has
// the same title and another date.
func (p period) has(minute, known uint32) bool {
	date, before := time.Unix(int64(minute)*60, 0), time.Unix(int64(known)*60, 0)
	late := lateItem
	if isRounded(minute) {
		late = lateRoundedItem
	}
	switch {
	case date.After(p.at.Add(feedDelay)): // an announced event, or the time of another zone
		return date.Sub(before) > maxZoneShift
	case date.Before(before):
		return false
	}
	return date.After(p.last.Add(-late))
}

// isRounded reports whether several articles can have a date by chance.
func isRounded(minute uint32) bool { return minute%30 == 0 }

// findStamped finds articles that had different dates and now share one, such as that of a move to
// other software.
func findStamped(document []documentItem) {
	former := map[uint32]map[uint32]bool{}
	for _, d := range document {
		if d.match == isSimilar {
			if former[d.minute] == nil {
				former[d.minute] = map[uint32]bool{}
			}
			former[d.minute][d.former.minute] = true
		}
	}
	for i := range document {
		if d := &document[i]; d.match == isSimilar && len(former[d.minute]) >= minStamped {
			d.match = isEvident
		}
	}
}
