package discover

import (
	"cmp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

const (
	// sameFeed is the share of items, in both directions, from which two feeds are one feed in two formats. The rest was
	// published between the two requests, or one of them keeps items longer.
	sameFeed = 0.8
	// noteworthyOverlap is the share of a feed's items in another feed from which the overlap is shown.
	noteworthyOverlap = 0.5
)

// rankedCandidate is a candidate with what is needed to compare it with the others.
type rankedCandidate struct {
	*Candidate
	final    weburl.URL
	isUsable bool             // regardless of the others
	items    map[itemKey]bool // empty for comments and sitemaps of a whole site
	shared   map[*rankedCandidate]int
	fields   []Field // what the feed says about its outlet
}

func newRankedCandidate(c *Candidate, document *feed.Document) *rankedCandidate {
	r := &rankedCandidate{Candidate: c, isUsable: c.Preselected, shared: map[*rankedCandidate]int{}}
	r.final, _ = weburl.Parse(c.FinalURL)
	if document != nil {
		r.fields = fieldsOfFeed(document)
		if c.IsNews() {
			r.items = itemKeys(document.Items)
		}
	}
	return r
}

// compareWith records how many items two candidates share.
func (r *rankedCandidate) compareWith(other *rankedCandidate) {
	shared := r.countShared(other)
	r.shared[other], other.shared[r] = shared, shared
}

func (r *rankedCandidate) countShared(other *rankedCandidate) (n int) {
	fewer, more := r.items, other.items
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

// hasSameItems reports whether two candidates are the same feed. Unlike compareWith it changes neither, so it is safe to
// call while others are ranked.
func (r *rankedCandidate) hasSameItems(other *rankedCandidate) bool {
	shared := float64(r.countShared(other))
	return shared > 0 && shared/float64(len(r.items)) >= sameFeed && shared/float64(len(other.items)) >= sameFeed
}

// shareIn returns the share of r's items that other has too.
func (r *rankedCandidate) shareIn(other *rankedCandidate) float64 {
	if len(r.items) == 0 {
		return 0
	}
	return float64(r.shared[other]) / float64(len(r.items))
}

// Compare orders candidates by score, the best first, then by address.
func Compare(a, b *Candidate) int {
	return cmp.Or(b.Score-a.Score, strings.Compare(a.URL, b.URL))
}

// rank decides which candidates are preselected and what they overlap with, and returns those that changed. The result does
// not depend on the order of all.
func rank(all []*rankedCandidate) (changed []*rankedCandidate) {
	ranked := slices.Clone(all)
	slices.SortFunc(ranked, func(a, b *rankedCandidate) int { // existing endpoints first: other formats of them are not preselected
		if (a.Existing != nil) != (b.Existing != nil) {
			if a.Existing != nil {
				return -1
			}
			return 1
		}
		return Compare(a.Candidate, b.Candidate)
	})
	for i, c := range ranked {
		preselected := c.isUsable && !slices.ContainsFunc(ranked[:i], func(better *rankedCandidate) bool {
			return (better.Preselected || better.Existing != nil) && c.shareIn(better) >= sameFeed && better.shareIn(c) >= sameFeed
		})
		overlap := c.largestOverlap(ranked, i)
		if preselected != c.Preselected || !equalOverlaps(overlap, c.Overlap) {
			c.Preselected, c.Overlap = preselected, overlap
			changed = append(changed, c)
		}
	}
	return changed
}

// largestOverlap returns the candidate that has most of its items. Of two candidates with the same items, only the worse
// one names the other.
func (r *rankedCandidate) largestOverlap(ranked []*rankedCandidate, position int) *Overlap {
	var most *rankedCandidate
	for i, other := range ranked {
		isPart := i < position || r.shareIn(other) > other.shareIn(r)
		if other != r && isPart && r.shareIn(other) >= noteworthyOverlap && (most == nil || r.shared[other] > r.shared[most]) {
			most = other
		}
	}
	if most == nil {
		return nil
	}
	return &Overlap{URL: most.URL, Title: most.Title, Shared: r.shared[most], Of: len(r.items)}
}

func equalOverlaps(a, b *Overlap) bool {
	return a == b || a != nil && b != nil && *a == *b
}
