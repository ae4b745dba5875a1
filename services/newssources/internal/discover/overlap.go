package discover

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// sameFeed is the share of items, both ways, from which on two feeds are one in two formats. The rest is what was
	// published between the two requests, or what one of them holds longer.
	sameFeed = 0.8
	// muchShared is the share of a feed's items in another one from which on a person wants to know it.
	muchShared = 0.5
)

// told is a candidate that was told, and what it is compared by.
type told struct {
	*Candidate
	worth  bool             // by itself
	items  map[itemKey]bool // of what it holds
	shared map[*told]int
	fields []Field // what it says about its outlet
}

func newTold(c *Candidate, document *feed.Document) *told {
	t := &told{Candidate: c, worth: c.Preselected, shared: map[*told]int{}}
	if document != nil && (isNews(document.Kind) || isList(document.Kind)) && !c.Comments {
		t.items = itemKeys(document.Items)
	}
	if document != nil {
		t.fields = fieldsOfFeed(document)
	}
	return t
}

// itemKey is the hash of what tells an item apart: a thousand links of a hostile feed would take megabytes.
type itemKey uint64

// itemSeed makes the hashes ones that nobody outside can make collide.
var itemSeed = maphash.MakeSeed()

func keyOf(text string) itemKey { return itemKey(maphash.String(itemSeed, text)) }

// itemKeys tell items apart, whatever format they come in: by their links, and by their titles where they have none or
// share one, as those of a live page do.
func itemKeys(items []feed.Item) map[itemKey]bool {
	keys := make(map[itemKey]bool, len(items))
	for i := range items {
		var key itemKey
		address, err := weburl.Parse(items[i].URL)
		if err == nil {
			key = keyOf(address.Key())
		}
		switch title := strings.ToLower(items[i].Title); {
		case err == nil && !keys[key]:
		case title != "":
			key = keyOf("title " + title)
		default:
			key = keyOf("identity " + items[i].Identity)
		}
		keys[key] = true
	}
	return keys
}

// compare keeps how much two candidates share.
func (t *told) compare(other *told) {
	shared := t.common(other)
	t.shared[other], other.shared[t] = shared, shared
}

// common counts the items that both have.
func (t *told) common(other *told) (n int) {
	fewer, more := t.items, other.items
	if len(fewer) > len(more) {
		fewer, more = more, fewer
	}
	for key := range fewer {
		if more[key] {
			n++
		}
	}
	return n
}

// isTwin says that two candidates have the same items. Unlike compare it may run beside everything else.
func (t *told) isTwin(other *told) bool {
	common := float64(t.common(other))
	return common > 0 && common/float64(len(t.items)) >= sameFeed && common/float64(len(other.items)) >= sameFeed
}

// share of a candidate's items that another one has too.
func (t *told) share(other *told) float64 {
	if len(t.items) == 0 {
		return 0
	}
	return float64(t.shared[other]) / float64(len(t.items))
}

// Compare orders candidates: the best first, and those that are as good by their addresses.
func Compare(a, b *Candidate) int {
	return cmp.Or(b.Score-a.Score, strings.Compare(a.URL, b.URL))
}

// settle decides which of all candidates are preselected and what they overlap with, and returns those that changed. It
// depends on what they are, not on which came first.
func settle(all []*told) (changed []*told) {
	ranked := slices.Clone(all)
	slices.SortFunc(ranked, func(a, b *told) int { // what is gathered already isn't gathered again in another format
		if (a.Existing != nil) != (b.Existing != nil) {
			if a.Existing != nil {
				return -1
			}
			return 1
		}
		return Compare(a.Candidate, b.Candidate)
	})
	for i, t := range ranked {
		preselected := t.worth && !slices.ContainsFunc(ranked[:i], func(better *told) bool {
			return (better.Preselected || better.Existing != nil) && t.share(better) >= sameFeed && better.share(t) >= sameFeed
		})
		overlap := t.overlap(ranked, i)
		if preselected != t.Preselected || !sameOverlap(overlap, t.Overlap) {
			t.Preselected, t.Overlap = preselected, overlap
			changed = append(changed, t)
		}
	}
	return changed
}

// overlap is the candidate that has the most of this one's items. Of two that have each other's, the better one is
// itself.
func (t *told) overlap(ranked []*told, rank int) *Overlap {
	var most *told
	for i, other := range ranked {
		part := i < rank || t.share(other) > other.share(t)
		if other != t && part && t.share(other) >= muchShared && (most == nil || t.shared[other] > t.shared[most]) {
			most = other
		}
	}
	if most == nil {
		return nil
	}
	return &Overlap{URL: most.URL, Title: most.Title, Shared: t.shared[most], Of: len(t.items)}
}

func sameOverlap(a, b *Overlap) bool {
	return a == b || a != nil && b != nil && *a == *b
}
