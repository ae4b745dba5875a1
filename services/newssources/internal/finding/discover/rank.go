package discover

import (
	"cmp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
)

const (
	// sameFeed is the share of items, in both directions, from which two feeds are one feed in two
	// formats. The rest was published between the two requests, or one of them keeps items longer.
	sameFeed = 0.8
	// noteworthyOverlap is the share of a feed's items in another feed from which the overlap is
	// shown.
	noteworthyOverlap = 0.5
)

// rankedCandidate is a candidate with what is needed to compare it with the others.
type rankedCandidate struct {
	*Candidate
	final    weburl.URL
	isUsable bool             // regardless of the others
	label    string           // title of the link that announces it
	title    string           // title of the document
	order    int              // position among all announced addresses
	sentRank int              // rank when the candidate was last emitted
	items    map[itemKey]bool // empty for comments and sitemaps of a whole site
	shared   map[*rankedCandidate]int
	fields   []outletfield.Field // values that the feed gives for its outlet
}

func newRankedCandidate(l lead, c *Candidate, document *feed.Document) *rankedCandidate {
	r := &rankedCandidate{Candidate: c, isUsable: c.Preselected, label: l.title, order: l.order,
		shared: map[*rankedCandidate]int{}}
	r.final, _ = weburl.Parse(cmp.Or(c.FinalURL, c.URL))
	if document != nil {
		r.title, r.fields = document.Title, outletfield.OfFeed(document)
		if c.IsNews() {
			r.items = itemKeys(document.Items)
		}
	}
	return r
}

// Compare orders candidates by rank.
func Compare(a, b *Candidate) int { return a.Rank - b.Rank }

// rank sets rank, group, preselection and overlap of all candidates and returns those that changed
// by more than their rank. The result depends on the candidates and the publisher's order, not on
// the order of the arguments. outletName is the best name known so far.
func rank(all []*rankedCandidate, outletName string) (changed []*rankedCandidate) {
	ranked := slices.Clone(all)
	points := make(map[*rankedCandidate]int, len(all))
	for _, c := range ranked {
		points[c] = c.Score + mainFeedPoints(c, outletName)
	}
	for _, c := range ranked { // an existing endpoint takes the place of the same feed in another format
		for _, other := range ranked {
			if c.Existing != nil && other.Existing == nil && c.isSameFeed(other) {
				points[c] = max(points[c], points[other]+1)
			}
		}
	}
	slices.SortFunc(ranked, func(a, b *rankedCandidate) int {
		return cmp.Or(points[b]-points[a], a.order-b.order, strings.Compare(a.URL, b.URL))
	})
	group := make(map[*rankedCandidate]string, len(all))
	var main *rankedCandidate
	for i, c := range ranked {
		group[c] = c.groupAmong(ranked[:i], main)
		if group[c] == GroupMain && main == nil {
			main = c
		}
	}
	slices.SortStableFunc(ranked, func(a, b *rankedCandidate) int {
		byGroup := cmp.Compare(slices.Index(groupOrder, group[a]), slices.Index(groupOrder, group[b]))
		if byGroup == 0 && group[a] == GroupSection {
			return a.order - b.order
		}
		return byGroup
	})
	for i, c := range ranked {
		preselected := group[c] == GroupMain && c.isUsable && c.Existing == nil
		overlap := c.largestOverlap(ranked, i)
		if c.Group != group[c] || preselected != c.Preselected || !equalOverlaps(overlap, c.Overlap) {
			changed = append(changed, c)
		}
		c.Rank, c.Group, c.Preselected, c.Overlap = i+1, group[c], preselected, overlap
	}
	return changed
}

var groupOrder = []string{GroupMain, GroupSection, GroupOther}

// groupAmong returns the group of a candidate, given the better ones and the main feed so far.
func (r *rankedCandidate) groupAmong(better []*rankedCandidate, main *rankedCandidate) string {
	isDuplicate := slices.ContainsFunc(better, func(b *rankedCandidate) bool { return b.isUsable && r.isSameFeed(b) })
	switch {
	case r.Outcome == NotChecked && !r.Comments && r.From != FromRobots:
		return GroupSection
	case !r.isUsable || isDuplicate:
		return GroupOther
	case main == nil || r.From == FromGiven && main.From == FromGiven:
		return GroupMain
	case r.Kind == string(feed.NewsSitemap) || r.Kind == string(feed.HTMLList):
		return GroupOther
	}
	return GroupSection
}

// largestOverlap returns the candidate that has most of its items. Of two candidates with the same
// items, only the worse one names the other.
func (r *rankedCandidate) largestOverlap(ranked []*rankedCandidate, position int) *Overlap {
	var most *rankedCandidate
	for i, other := range ranked {
		isPart := i < position || r.shareIn(other) > other.shareIn(r)
		if other != r && isPart && r.shareIn(other) >= noteworthyOverlap &&
			(most == nil || r.shared[other] > r.shared[most]) {
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

// isSameFeed reports whether two compared candidates are one feed in two formats.
func (r *rankedCandidate) isSameFeed(other *rankedCandidate) bool {
	return other != r && r.shareIn(other) >= sameFeed && other.shareIn(r) >= sameFeed
}

// hasSameItems is isSameFeed for candidates that were not compared yet. Unlike compareWith it
// changes neither, so it is safe to call while others are ranked.
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
