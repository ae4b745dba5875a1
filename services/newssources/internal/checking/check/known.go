package check

import (
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// fingerprintSize is the size of a fingerprint in bytes: eight of the identity of the item and
	// eight of its link. titleSize is the size of a titleKey in bytes.
	fingerprintSize, titleSize = 16, 8
	// minKnown items are remembered at least, so that items that return after a while are not new
	// again; documents with many items remember twice their number.
	minKnown = 256
	// maxGaps is the number of gaps between items that the judgement of silence uses.
	maxGaps = 200
	// In an identity storm, at least minStorm items, and minStormShare of the document, are known
	// articles with new identities; these are stormShare of all known articles of the document.
	minStorm, minStormShare, stormShare = 3, 0.25, 0.8
)

// knownItems are the items that an endpoint had recently.
type knownItems struct {
	Fingerprints []byte
	Titles       []byte // the titleKeys of the Fingerprints, or of another size if an earlier version has written these
	Gaps         []byte // seconds, four bytes each, the oldest first
	Newest       *time.Time
}

// fingerprint identifies an item, its link and its title.
type fingerprint struct {
	identity, link uint64
	title          titleKey
}

func fingerprintOf(item *feed.Item) (f fingerprint) {
	if id, err := hex.DecodeString(item.Identity); err == nil && len(id) >= 8 {
		f.identity = binary.BigEndian.Uint64(id)
	}
	if item.URL != "" {
		h := fnv.New64a()
		_, _ = h.Write([]byte(feed.LinkKey(item.URL)))
		f.link = h.Sum64()
	}
	f.title = titleKeyOf(item.Title, item.Published)
	return f
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

// add compares a document of an endpoint with its known and held items, and adds its items. If the
// settings have changed, identities may have too, so that known articles are not new. In an
// identity storm, known articles with new identities are held. Otherwise, an article whose link,
// title and date are known is not new, whatever its identity is.
func (k *knownItems) add(items []feed.Item, hasNewSettings bool, held *heldItems, at time.Time, f *finding) comparison {
	known := k.index()
	result := comparison{isFirst: len(known.identities) == 0, held: held, isStorm: held != nil}
	heldBefore := held.byIdentity()
	document := known.recognize(items, at)
	renamed, same := 0, 0
	for _, item := range document {
		if _, isHeld := heldBefore[item.identity]; item.isRenamed && !isHeld {
			renamed++
		} else if known.identities[item.identity] {
			same++
		}
	}
	share := float64(renamed)
	if !hasNewSettings && renamed >= minStorm && share >= minStormShare*float64(len(items)) &&
		share >= stormShare*float64(renamed+same) {
		result.isStorm = true
	}
	var notHeld []fingerprint
	var heldInDocument []documentItem
	result.isRemembered = len(k.Titles)/titleSize != len(k.Fingerprints)/fingerprintSize
	for i, item := range document {
		_, isHeld := heldBefore[item.identity]
		if isHeld || item.isRenamed && result.isStorm && !hasNewSettings {
			heldInDocument = append(heldInDocument, item)
			continue
		}
		notHeld = append(notHeld, item.fingerprint)
		if known.identities[item.identity] {
			continue
		}
		result.isRemembered = true
		if !item.isSame && (!item.isRenamed || !hasNewSettings) {
			result.newItems = append(result.newItems, items[i])
		}
	}
	switch {
	case held != nil && len(heldInDocument) == 0 && held.isWithdrawn(notHeld):
		result.held, result.isStorm, result.isWithdrawn = nil, false, true
	case result.isStorm:
		result.held = held.merge(heldInDocument, len(items), at, f.task)
	}
	if result.isRemembered {
		k.remember(notHeld, len(items)+f.unreadItems)
	}
	return result
}

// entries returns the fingerprints, the newest first.
func (k *knownItems) entries() []fingerprint {
	n := len(k.Fingerprints) / fingerprintSize
	hasTitles := len(k.Titles)/titleSize == n
	list := make([]fingerprint, n)
	for i := range list {
		entry := k.Fingerprints[i*fingerprintSize:]
		list[i].identity, list[i].link = binary.BigEndian.Uint64(entry), binary.BigEndian.Uint64(entry[8:])
		if hasTitles {
			title := k.Titles[i*titleSize:]
			list[i].title = titleKey{binary.BigEndian.Uint32(title), binary.BigEndian.Uint32(title[4:])}
		}
	}
	return list
}

// remember puts items before the other known items, and drops the oldest of these. documentItems is
// the number of items of the document.
func (k *knownItems) remember(document []fingerprint, documentItems int) {
	limit := max(minKnown, 2*documentItems)
	current := make(map[uint64]bool, len(document))
	for _, f := range document {
		current[f.identity] = true
	}
	for _, f := range k.entries() {
		if len(document) < limit && !current[f.identity] {
			document = append(document, f)
		}
	}
	k.Fingerprints, k.Titles = make([]byte, 0, len(document)*fingerprintSize), make([]byte, 0, len(document)*titleSize)
	for _, f := range document {
		k.Fingerprints = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(k.Fingerprints, f.identity), f.link)
		k.Titles = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(k.Titles, f.title.dated), f.title.plain)
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
