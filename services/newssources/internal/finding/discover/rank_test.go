package discover

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// newFeed returns a candidate with the articles from … to-1.
func newFeed(url string, score, from, to int) *rankedCandidate {
	document := &feed.Document{Kind: feed.RSS}
	for i := from; i < to; i++ {
		document.Items = append(document.Items,
			feed.Item{URL: fmt.Sprintf("https://example.org/%d", i), Title: fmt.Sprint(i)})
	}
	return newRankedCandidate(lead{}, &Candidate{URL: url, Kind: "rss", Title: url, Score: score, Preselected: true},
		document)
}

// rankAll adds candidates in this order and returns the group of each, whether it is preselected,
// and its overlap.
func rankAll(all ...*rankedCandidate) map[string]string {
	var list []*rankedCandidate
	for _, t := range all {
		for _, other := range list {
			t.compareWith(other)
		}
		list = append(list, t)
		rank(list, "")
	}
	results := map[string]string{}
	for _, t := range list {
		results[t.URL] = fmt.Sprint(t.Group, " ", t.Preselected)
		if t.Overlap != nil {
			results[t.URL] += fmt.Sprintf(" %d of %d in %s", t.Overlap.Shared, t.Overlap.Of, t.Overlap.URL)
		}
	}
	return results
}

func TestRankDoesNotDependOnOrder(t *testing.T) {
	t.Parallel()
	make := func() []*rankedCandidate {
		existing := newFeed("existing", 10, 200, 220)
		existing.Existing = &ExistingSource{SourceID: uuid.New()}
		comments := newFeed("comments", -50, 0, 20)
		comments.items, comments.isUsable, comments.Preselected = nil, false, false
		return []*rankedCandidate{
			newFeed("rss", 60, 0, 20), newFeed("atom", 50, 1, 21), newFeed("third", 40, 0, 19), newFeed("section", 70, 0, 6),
			newFeed("half", 30, 10, 30), newFeed("other", 55, 100, 120), existing, newFeed("same as existing", 90, 200, 220),
			comments,
		}
	}
	want := map[string]string{
		"rss": "section false", "atom": "other false 19 of 20 in rss", "third": "other false 19 of 19 in rss",
		"section": "section false 6 of 6 in rss",
		"half":    "section false 10 of 20 in rss", "other": "section false", "existing": "main false",
		"same as existing": "other false 20 of 20 in existing",
		"comments":         "other false",
	}
	for seed := range uint64(200) {
		all := make()
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if got := rankAll(all...); !reflect.DeepEqual(got, want) {
			t.Fatalf("shuffled by %d:\n%v, want\n%v", seed, got, want)
		}
	}
}

func TestItemKeys(t *testing.T) {
	t.Parallel()
	keys := itemKeys([]feed.Item{
		{URL: "http://www.example.org/a/?utm_source=rss", Title: "A"}, {Title: "No Link"}, {Identity: "x"},
		{URL: "https://example.org/live", Title: "First"}, {URL: "https://example.org/live", Title: "Second"},
	})
	for _, want := range []string{"example.org/a", "title no link", "identity x", "example.org/live", "title second"} {
		if !keys[newItemKey(want)] {
			t.Errorf("no key for %s", want)
		}
	}
}

func TestTwoFormatsOfOneFeed(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	rss, atom, sport := w.URL("formats.test", "/feed.rss"), w.URL("formats.test", "/feed.atom"),
		w.URL("formats.test", "/sport.rss")
	for range 5 { // candidates arrive in any order
		f := w.discover(t, w.URL("formats.test", "/"))
		one, other := f.candidate(rss), f.candidate(atom)
		if one.Preselected == other.Preselected {
			t.Fatalf("of two formats of one feed, both or none are preselected: %v", f.selected())
		}
		worse, better := one, other
		if one.Preselected {
			worse, better = other, one
		}
		if worse.Overlap == nil || *worse.Overlap != (Overlap{URL: better.URL, Title: better.Title, Shared: 20, Of: 20}) ||
			better.Overlap != nil {
			t.Errorf("overlaps: %+v and %+v", worse.Overlap, better.Overlap)
		}
		if part := f.candidate(sport); part.Group != GroupSection || part.Overlap == nil || part.Overlap.Shared != 7 ||
			part.Overlap.Of != 7 {
			t.Errorf("the section: %+v", part)
		}
		if again := f.selected(); len(again) != 1 {
			t.Errorf("preselected: %v", again)
		}
	}
}
