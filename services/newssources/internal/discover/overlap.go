package discover

import (
	"cmp"
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
	worth  bool            // by itself
	items  map[string]bool // keys of what it holds
	shared map[*told]int
	fields []Field // what it says about its outlet
}

func newTold(c *Candidate, document *feed.Document) *told {
	t := &told{Candidate: c, worth: c.Preselected, shared: map[*told]int{}}
	if document != nil && (isNews(document.Kind) || isList(document.Kind)) && !c.Comments {
		t.items = itemKeys(document.Items)
	}
	return t
}

// itemKeys tell items apart, whatever format they come in: by their links, and by their titles where they have none or
// share one, as those of a live page do.
func itemKeys(items []feed.Item) map[string]bool {
	keys := make(map[string]bool, len(items))
	for i := range items {
		key := ""
		if address, err := weburl.Parse(items[i].URL); err == nil {
			key = address.Key()
		}
		switch title := strings.ToLower(items[i].Title); {
		case key != "" && !keys[key]:
		case title != "":
			key = "title " + title
		default:
			key = "identity " + items[i].Identity
		}
		keys[key] = true
	}
	return keys
}

// compare counts what two candidates share.
func (t *told) compare(other *told) {
	fewer, more := t.items, other.items
	if len(fewer) > len(more) {
		fewer, more = more, fewer
	}
	shared := 0
	for key := range fewer {
		if more[key] {
			shared++
		}
	}
	t.shared[other], other.shared[t] = shared, shared
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
