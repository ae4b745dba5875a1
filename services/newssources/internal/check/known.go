package check

import (
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
)

const (
	// fingerprintSize is the size of a known item: eight bytes of its identity and eight of its link.
	fingerprintSize = 16
	// minKnown items are remembered at least, so that items that return after a while are not new again; documents with
	// many items remember twice their number.
	minKnown = 256
	// maxGaps is the number of gaps between items that the judgement of silence uses.
	maxGaps = 200
	// stormShare of the items of a document with known links but unknown identities make an identity storm, if the document
	// has at least minStorm items.
	stormShare, minStorm = 0.8, 5
)

// knownItems are the items that an endpoint had recently.
type knownItems struct {
	Fingerprints []byte
	Gaps         []byte // seconds, four bytes each, the oldest first
	Newest       *time.Time
}

// fingerprint identifies an item and its link.
type fingerprint struct{ identity, link uint64 }

func fingerprintOf(item *feed.Item) (f fingerprint) {
	if id, err := hex.DecodeString(item.Identity); err == nil && len(id) >= 8 {
		f.identity = binary.BigEndian.Uint64(id)
	}
	if item.URL != "" {
		h := fnv.New64a()
		_, _ = h.Write([]byte(feed.LinkKey(item.URL)))
		f.link = h.Sum64()
	}
	return f
}

// comparison is the difference between a document and the known items.
type comparison struct {
	newItems    []feed.Item
	held        *heldItems // the items that are held after the document
	isStorm     bool       // known articles have new identities
	isWithdrawn bool       // the held items are dropped, because the document has the known identities again
	isFirst     bool       // nothing was known
}

// add compares a document of an endpoint with its known and held items, and adds its items. If the settings have changed, identities may
// have too, so that items with known links are not new. In an identity storm, such items are held.
func (k *knownItems) add(items []feed.Item, hasNewSettings bool, held *heldItems, at time.Time, t *task) comparison {
	identities, links := k.sets()
	result := comparison{isFirst: len(identities) == 0, held: held, isStorm: held != nil}
	heldBefore := held.byIdentity()
	document := make([]documentItem, len(items))
	renamed := 0
	for i := range items {
		f := fingerprintOf(&items[i])
		former, isLinked := links[f.link]
		document[i] = documentItem{&items[i], f, isLinked && f.link != 0 && !identities[f.identity], former}
		if _, isHeld := heldBefore[f.identity]; document[i].isRenamed && !isHeld {
			renamed++
		}
	}
	if !hasNewSettings && len(items) >= minStorm && float64(renamed) >= stormShare*float64(len(items)) {
		result.isStorm = true
	}
	var notHeld []fingerprint
	var heldInDocument []documentItem
	hasUnknown := false
	for i, item := range document {
		_, isHeld := heldBefore[item.identity]
		if isHeld || item.isRenamed && result.isStorm && !hasNewSettings {
			heldInDocument = append(heldInDocument, item)
			continue
		}
		notHeld = append(notHeld, item.fingerprint)
		if identities[item.identity] {
			continue
		}
		hasUnknown = true
		if !item.isRenamed || !hasNewSettings {
			result.newItems = append(result.newItems, items[i])
		}
	}
	switch {
	case held != nil && len(heldInDocument) == 0 && held.isWithdrawn(notHeld):
		result.held, result.isStorm, result.isWithdrawn = nil, false, true
	case result.isStorm:
		result.held = held.merge(heldInDocument, len(items), at, t)
	}
	if hasUnknown {
		k.remember(notHeld, len(items))
	}
	return result
}

// sets returns the known identities, and the newest identity of each link.
func (k *knownItems) sets() (identities map[uint64]bool, links map[uint64]uint64) {
	n := len(k.Fingerprints) / fingerprintSize
	identities, links = make(map[uint64]bool, n), make(map[uint64]uint64, n)
	for entry := range slices.Chunk(k.Fingerprints, fingerprintSize) {
		identity, link := binary.BigEndian.Uint64(entry), binary.BigEndian.Uint64(entry[8:])
		identities[identity] = true
		if _, hasNewer := links[link]; !hasNewer {
			links[link] = identity
		}
	}
	return identities, links
}

// remember puts items before the other known items, and forgets the oldest of these. documentItems is the number of items of the document.
func (k *knownItems) remember(document []fingerprint, documentItems int) {
	limit := max(minKnown, 2*documentItems) * fingerprintSize
	entries := make([]byte, 0, min(limit, len(document)*fingerprintSize+len(k.Fingerprints)))
	current := make(map[uint64]bool, len(document))
	for _, f := range document {
		current[f.identity] = true
		entries = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(entries, f.identity), f.link)
	}
	for entry := range slices.Chunk(k.Fingerprints, fingerprintSize) {
		if len(entries) >= limit {
			break
		}
		if !current[binary.BigEndian.Uint64(entry)] {
			entries = append(entries, entry...)
		}
	}
	k.Fingerprints = entries
}

// addTimes adds the gaps between new items. Their dates of publication count if they are after the last item and not in the future. Without
// such dates, the items count once, at the time of the check at which they were first seen: many sites have wrong dates, or none.
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
