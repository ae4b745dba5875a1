package record

import (
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// comparison is the difference between a document and the known items.
type comparison struct {
	newItems     []feed.Item
	held         *heldItems // the items that are held after the document
	isStorm      bool       // known articles have new identities
	isWithdrawn  bool       // the held items are dropped, because the document has the known identities again
	isFirst      bool       // nothing was known
	isRemembered bool       // the known items have changed
}

// compare compares a document of an endpoint with its known and held items, and adds its items to
// them. last is the time of the last document. An item with an unknown identity is not new if the
// article is certainly known, or if it is likely known and the settings, on which identities depend,
// have changed. In an identity storm, all matches of the first document are held, and the likely
// matches of later ones.
func (h *heldItems) compare(k *article.KnownItems, items []feed.Item, hasNewSettings bool, last time.Time,
	f *Finding) comparison {
	known := k.Index()
	result := comparison{isFirst: known.IsEmpty(), held: h}
	heldBefore := h.byIdentity()
	document := article.Document(items)
	result.isRemembered = !k.HasKeys() || slices.ContainsFunc(document, func(d article.Item) bool {
		_, isHeld := heldBefore[d.Key]
		return !isHeld && !known.Has(d.Key)
	})
	if result.isRemembered {
		article.AddKeys(document, items, f.FinishedAt)
		known.Recognize(document, article.Period{Last: last, At: f.FinishedAt})
	}
	isStart := h == nil && !hasNewSettings && known.IsStorm(document)
	result.isStorm = h != nil || isStart
	var notHeld []article.Fingerprint
	var heldInDocument []article.Item
	replaced := map[uint64]bool{}
	for i, d := range document {
		_, isHeld := heldBefore[d.Key]
		isRenamed := isStart && d.Match > article.NoMatch || h != nil && !hasNewSettings && d.Match >= article.LikelyMatch
		if isHeld || isRenamed && d.Match != article.LinkMatch {
			heldInDocument = append(heldInDocument, d)
			continue
		}
		notHeld = append(notHeld, d.Fingerprint)
		switch {
		case known.Has(d.Key):
		case d.Match >= article.CertainMatch, hasNewSettings && d.Match >= article.LikelyMatch:
			replaced[d.Known.Key] = true
		default:
			result.newItems = append(result.newItems, items[i])
		}
	}
	switch {
	case h != nil && len(heldInDocument) == 0 && h.isWithdrawn(notHeld):
		result.held, result.isStorm, result.isWithdrawn = nil, false, true
	case result.isStorm:
		result.held = h.merge(heldInDocument, len(items), f.FinishedAt, f.Task)
	}
	if result.isRemembered {
		k.Remember(notHeld, replaced, len(items)+f.UnreadItems)
	}
	return result
}
