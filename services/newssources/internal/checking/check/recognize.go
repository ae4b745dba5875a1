package check

import (
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// knownIndex finds known items. The maps have the newest identity of each link and title.
type knownIndex struct {
	identities   map[uint64]bool
	links        map[uint64]uint64
	dated, plain map[uint32]uint64
}

// index returns the index of the known items.
func (k *knownItems) index() knownIndex {
	entries := k.entries()
	n := len(entries)
	index := knownIndex{make(map[uint64]bool, n), make(map[uint64]uint64, n), make(map[uint32]uint64, n),
		make(map[uint32]uint64, n)}
	for _, f := range entries {
		index.identities[f.identity] = true
		addFirst(index.links, f.link, f.identity)
		addFirst(index.dated, f.title.dated, f.identity)
		addFirst(index.plain, f.title.plain, f.identity)
	}
	return index
}

func addFirst[K uint32 | uint64](to map[K]uint64, key K, identity uint64) {
	if _, exists := to[key]; key != 0 && !exists {
		to[key] = identity
	}
}

// recognize returns the items of a document, and which of them are known articles with new
// identities: their link, or their title and date, are known, and no other item of the document has
// them. Titles alone count if the items have no dates of their own.
func (index knownIndex) recognize(items []feed.Item, at time.Time) []documentItem {
	document := make([]documentItem, len(items))
	links, dated, plain := map[uint64]int{}, map[uint32]int{}, map[uint32]int{}
	hasUnknown := false
	for i := range items {
		f := fingerprintOf(&items[i])
		document[i] = documentItem{Item: &items[i], fingerprint: f}
		links[f.link]++
		dated[f.title.dated]++
		plain[f.title.plain]++
		hasUnknown = hasUnknown || !index.identities[f.identity]
	}
	if !hasUnknown {
		return document
	}
	hasDates := !isDatedByDocument(items, at)
	for i := range document {
		f := &document[i]
		if index.identities[f.identity] {
			continue
		}
		if former, isKnown := index.links[f.link]; isKnown && links[f.link] == 1 {
			f.former, f.isRenamed = former, true
			f.isSame = f.title.dated != 0 && index.dated[f.title.dated] == former && dated[f.title.dated] == 1
		} else if former, isKnown := index.dated[f.title.dated]; isKnown && dated[f.title.dated] == 1 {
			f.former, f.isRenamed = former, true
		} else if former, isKnown := index.plain[f.title.plain]; isKnown && plain[f.title.plain] == 1 &&
			(f.Published == nil || !hasDates) {
			f.former, f.isRenamed = former, true
		}
	}
	return document
}
