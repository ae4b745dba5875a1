package check

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// fingerprintSize is the size of the identity and the link of a fingerprint in bytes, and keysSize
	// that of its other keys.
	fingerprintSize, keysSize = 16, 12
	// minKnown items are remembered at least, so that items that return after a while are not new
	// again; documents with many items remember twice their number.
	minKnown = 256
	// maxGaps is the number of gaps between items that the judgement of silence uses.
	maxGaps = 200
	// A document shows an identity storm in one of three cases:
	// (1) at least minStorm items are likely or better matches with new identities, which are
	// minStormShare of the document and stormShare of its known articles;
	// (2) at least minStorm items are evident matches, which are minEvidentShare of the items with
	// unknown identities;
	// (3) evident matches are minDocumentShare of the document.
	minStorm, minStormShare, stormShare = 3, 0.25, 0.8
	minEvidentShare, minDocumentShare   = 1. / 8, 1. / 3
)

// knownItems are the items that an endpoint had recently.
type knownItems struct {
	Fingerprints []byte
	// Titles has the other keys of the fingerprints. Those of another version have another size and are
	// ignored.
	Titles []byte
	Gaps   []byte // seconds, four bytes each, the oldest first
	Newest *time.Time
}

// comparison is the difference between a document and the known items.
type comparison struct {
	newItems     []feed.Item
	held         *heldItems // the items that are held after the document
	isStorm      bool       // known articles have new identities
	isWithdrawn  bool       // the held items are dropped, because the document has the known identities again
	isFirst      bool       // nothing was known
	isRemembered bool       // the known items have changed
}

// add compares a document of an endpoint with its known and held items, and adds its items. last is
// the time of the last document. An item with an unknown identity is not new if it is certain that
// the article is known, or likely and the settings, on which identities depend, have changed. In
// an identity storm, the first document holds every match, and later ones the likely matches.
func (k *knownItems) add(items []feed.Item, hasNewSettings bool, held *heldItems, last time.Time,
	f *finding) comparison {
	known := k.index()
	result := comparison{isFirst: len(known.identities) == 0, held: held}
	heldBefore := held.byIdentity()
	document := documentItemsOf(items)
	result.isRemembered = !k.hasKeys() || slices.ContainsFunc(document, func(d documentItem) bool {
		_, isHeld := heldBefore[d.identity]
		return !isHeld && !known.identities[d.identity]
	})
	if result.isRemembered {
		addKeys(document, items, f.finishedAt)
		known.recognize(document, period{last, f.finishedAt})
	}
	isStart := held == nil && !hasNewSettings && known.isStorm(document)
	result.isStorm = held != nil || isStart
	var notHeld []fingerprint
	var heldInDocument []documentItem
	replaced := map[uint64]bool{}
	for i, d := range document {
		_, isHeld := heldBefore[d.identity]
		if isHeld || isStart && d.match > noMatch || held != nil && !hasNewSettings && d.match >= likelyMatch {
			heldInDocument = append(heldInDocument, d)
			continue
		}
		notHeld = append(notHeld, d.fingerprint)
		switch {
		case known.identities[d.identity]:
		case d.match == certainMatch, hasNewSettings && d.match >= likelyMatch:
			replaced[d.known.identity] = true
		default:
			result.newItems = append(result.newItems, items[i])
		}
	}
	switch {
	case held != nil && len(heldInDocument) == 0 && held.isWithdrawn(notHeld):
		result.held, result.isStorm, result.isWithdrawn = nil, false, true
	case result.isStorm:
		result.held = held.merge(heldInDocument, len(items), f.finishedAt, f.task)
	}
	if result.isRemembered {
		k.remember(notHeld, replaced, len(items)+f.unreadItems)
	}
	return result
}

// isStorm reports whether the items of a document show that identities have changed: most known
// articles of the document have new ones, or many items that are published as new cannot be new.
func (index knownIndex) isStorm(document []documentItem) bool {
	same, unknown, renamed, evident := 0, 0, 0, 0
	for _, d := range document {
		switch {
		case index.identities[d.identity]:
			same++
			continue
		case d.match >= likelyMatch:
			renamed++
		}
		unknown++
		if d.match == evidentMatch {
			evident++
		}
	}
	isShare := func(n int, share float64, of int) bool { return float64(n) >= share*float64(of) }
	return renamed >= minStorm && isShare(renamed, minStormShare, len(document)) && isShare(renamed, stormShare,
		renamed+same) || evident >= minStorm && isShare(evident, minEvidentShare, unknown) ||
		evident > 0 && isShare(evident, minDocumentShare, len(document))
}

// hasKeys reports whether the known items have the keys of this version.
func (k *knownItems) hasKeys() bool {
	return len(k.Titles)*fingerprintSize == len(k.Fingerprints)*keysSize
}

// entries returns the fingerprints, the newest first.
func (k *knownItems) entries() []fingerprint {
	list, hasKeys := make([]fingerprint, len(k.Fingerprints)/fingerprintSize), k.hasKeys()
	for i := range list {
		entry := k.Fingerprints[i*fingerprintSize:]
		list[i].identity, list[i].link = binary.BigEndian.Uint64(entry), binary.BigEndian.Uint64(entry[8:])
		if hasKeys {
			keys := k.Titles[i*keysSize:]
			list[i].text, list[i].minute = binary.BigEndian.Uint32(keys), binary.BigEndian.Uint32(keys[4:])
			list[i].path, list[i].form = binary.BigEndian.Uint16(keys[8:]), binary.BigEndian.Uint16(keys[10:])
		}
	}
	return list
}

// remember puts items before the other known items, and drops the oldest of these. Of the replaced
// ones, only the identities are kept, so that each article is recognized by its present item.
// documentItems is the number of items of the document.
func (k *knownItems) remember(document []fingerprint, replaced map[uint64]bool, documentItems int) {
	limit := max(minKnown, 2*documentItems)
	current := make(map[uint64]bool, len(document))
	for _, f := range document {
		current[f.identity] = true
	}
	for _, f := range k.entries() {
		if replaced[f.identity] {
			f = fingerprint{identity: f.identity}
		}
		if len(document) < limit && !current[f.identity] {
			document = append(document, f)
		}
	}
	k.Fingerprints, k.Titles = make([]byte, 0, len(document)*fingerprintSize), make([]byte, 0, len(document)*keysSize)
	for _, f := range document {
		k.Fingerprints = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(k.Fingerprints, f.identity), f.link)
		k.Titles = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(k.Titles, f.text), f.minute)
		k.Titles = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(k.Titles, f.path), f.form)
	}
}

// addTimes adds the gaps between new items. Their dates of publication count if they are after the
// last item and not in the future. Without such dates, the items count once, at the time of the
// check at which they were first seen: many sites have wrong dates, or none.
func (k *knownItems) addTimes(items []feed.Item, checkedAt time.Time) {
	var times []time.Time
	for _, item := range items {
		if at := item.Published; at != nil && !at.After(checkedAt) && (k.Newest == nil || at.After(*k.Newest)) {
			times = append(times, *at)
		}
	}
	if len(times) == 0 {
		times = append(times, checkedAt)
	}
	slices.SortFunc(times, time.Time.Compare)
	for _, at := range times {
		if k.Newest != nil {
			gap := min(at.Sub(*k.Newest)/time.Second, time.Duration(^uint32(0)))
			k.Gaps = binary.BigEndian.AppendUint32(k.Gaps, uint32(gap))
		}
		k.Newest = &at
	}
	k.Gaps = k.Gaps[max(0, len(k.Gaps)-4*maxGaps):]
}

// gaps returns the gaps between items.
func (k *knownItems) gaps() []time.Duration {
	list := make([]time.Duration, 0, len(k.Gaps)/4)
	for entry := range slices.Chunk(k.Gaps, 4) {
		list = append(list, time.Duration(binary.BigEndian.Uint32(entry))*time.Second)
	}
	return list
}
