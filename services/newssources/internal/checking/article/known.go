package article

import (
	"encoding/binary"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

const (
	// fingerprintSize is the size of the identity and the link of a Fingerprint in bytes, and keysSize
	// that of its other keys.
	fingerprintSize, keysSize = 16, 12
	// MinKnown is the minimum number of items that are remembered, so that items that return after a while
	// are not new again. For documents with many items, twice their number is remembered.
	MinKnown = 256
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

// KnownItems holds the items that an endpoint had recently.
type KnownItems struct {
	Fingerprints []byte
	// Titles has the other keys of the fingerprints. Those of another version have another size and are
	// ignored.
	Titles []byte
	Gaps   []byte // seconds, four bytes each, the oldest first
	Newest *time.Time
}

// IsStorm reports whether the items of a document show that identities have changed: most known
// articles of the document have new ones, or many items that are published as new cannot be new.
func (index Index) IsStorm(document []Item) bool {
	same, unknown, renamed, evident := 0, 0, 0, 0
	for _, d := range document {
		switch {
		case index.identities[d.Key] || d.Match == LinkMatch:
			same++
			continue
		case d.Match >= LikelyMatch:
			renamed++
		}
		unknown++
		if d.Match == EvidentMatch {
			evident++
		}
	}
	isShare := func(n int, share float64, of int) bool { return float64(n) >= share*float64(of) }
	return renamed >= minStorm && isShare(renamed, minStormShare, len(document)) && isShare(renamed, stormShare,
		renamed+same) || evident >= minStorm && isShare(evident, minEvidentShare, unknown) ||
		evident > 0 && isShare(evident, minDocumentShare, len(document))
}

// HasKeys reports whether the known items have the keys of this version.
func (k *KnownItems) HasKeys() bool {
	return len(k.Titles)*fingerprintSize == len(k.Fingerprints)*keysSize
}

// entries returns the fingerprints, the newest first.
func (k *KnownItems) entries() []Fingerprint {
	list, hasKeys := make([]Fingerprint, len(k.Fingerprints)/fingerprintSize), k.HasKeys()
	for i := range list {
		entry := k.Fingerprints[i*fingerprintSize:]
		list[i].Key, list[i].link = binary.BigEndian.Uint64(entry), binary.BigEndian.Uint64(entry[8:])
		if hasKeys {
			keys := k.Titles[i*keysSize:]
			list[i].text, list[i].minute = binary.BigEndian.Uint32(keys), binary.BigEndian.Uint32(keys[4:])
			list[i].path, list[i].form = binary.BigEndian.Uint16(keys[8:]), binary.BigEndian.Uint16(keys[10:])
		}
	}
	return list
}

// Remember puts items before the other known items, and drops the oldest of these. Of the replaced
// ones, only the identities are kept, so that each article is recognized by its present item.
// documentItems is the number of items of the document.
func (k *KnownItems) Remember(document []Fingerprint, replaced map[uint64]bool, documentItems int) {
	limit := max(MinKnown, 2*documentItems)
	current := make(map[uint64]bool, len(document))
	for _, f := range document {
		current[f.Key] = true
	}
	for _, f := range k.entries() {
		if replaced[f.Key] {
			f = Fingerprint{Key: f.Key}
		}
		if len(document) < limit && !current[f.Key] {
			document = append(document, f)
		}
	}
	k.Fingerprints, k.Titles = make([]byte, 0, len(document)*fingerprintSize), make([]byte, 0, len(document)*keysSize)
	for _, f := range document {
		k.Fingerprints = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(k.Fingerprints, f.Key), f.link)
		k.Titles = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(k.Titles, f.text), f.minute)
		k.Titles = binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(k.Titles, f.path), f.form)
	}
}

// AddTimes adds the gaps between new items. Their dates of publication count if they are after the
// last item and not in the future. Without such dates, the items count once, at the time of the
// check at which they were first seen: many sites have wrong dates, or none.
func (k *KnownItems) AddTimes(items []feed.Item, checkedAt time.Time) {
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

// GapTimes returns the stored gaps between items.
func (k *KnownItems) GapTimes() []time.Duration {
	list := make([]time.Duration, 0, len(k.Gaps)/4)
	for entry := range slices.Chunk(k.Gaps, 4) {
		list = append(list, time.Duration(binary.BigEndian.Uint32(entry))*time.Second)
	}
	return list
}

// Has reports whether an item with this key is known.
func (index Index) Has(key uint64) bool { return index.identities[key] }

// IsEmpty reports whether no items are known.
func (index Index) IsEmpty() bool { return len(index.identities) == 0 }
