package outlet

import (
	"fmt"
	"slices"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// titlesOf returns titles that consist of words that no other title has, and of a place.
func titlesOf(prefix, place string, count int) (titles []string) {
	for i := range count {
		titles = append(titles, fmt.Sprintf("%s%c opens %s%c in %s", prefix, 'a'+i, prefix, 'n'+i, place))
	}
	return titles
}

// TestDoubtfulDocumentsAreComparedTogether checks that a profile does not learn from a doubtful document, and
// that its items count in the comparison of the next one.
func TestDoubtfulDocumentsAreComparedTogether(t *testing.T) {
	t.Parallel()
	document := func(prefix, place string) Outline {
		return Outline{Name: "Gazette", Titles: titlesOf(prefix, place, 6), Categories: []string{place, "news " + place},
			Items: 6}
	}
	before := NewProfile(document("market", "Northfield"))
	for i := range 5 {
		o := document(fmt.Sprintf("story%c", 'a'+i), "Northfield")
		before.Learn(o, before.Compare(o))
	}
	words := len(before.Words)
	first, second := document("gadget", "Boston"), document("review", "Boston")
	first.KnownShare = 0.2
	c := before.Compare(before.AddPending(first))
	if c.IsOther() || !c.IsDoubtful() {
		t.Fatalf("the first document has %.1f points: %+v", c.Score, c.Signals)
	}
	before.Learn(first, c)
	if len(before.Words) != words || !before.IsPending(&feed.Item{Title: first.Titles[0]}) {
		t.Errorf("the profile has learned from a doubtful document: %d words, before %d", len(before.Words), words)
	}
	second.Titles = second.Titles[:3]
	both := before.AddPending(second)
	if len(both.Titles) != 9 || !slices.Contains(both.Titles, first.Titles[5]) {
		t.Errorf("the items of both documents: %q", both.Titles)
	}
	before.DropPending()
	if left := before.AddPending(second); len(left.Titles) != 3 || before.IsPending(&feed.Item{Title: first.Titles[0]}) {
		t.Errorf("items of the dropped document: %q", left.Titles)
	}
	alone, together := before.Compare(second), before.Compare(both)
	if together.points("vocabulary") <= alone.points("vocabulary") {
		t.Errorf("vocabulary of both documents: %.1f points, of the second one: %.1f", together.points("vocabulary"),
			alone.points("vocabulary"))
	}
}

// TestDoubtEnds checks that a profile learns from the third doubtful document in a row.
func TestDoubtEnds(t *testing.T) {
	t.Parallel()
	p := NewProfile(Outline{Titles: titlesOf("market", "Northfield", 6)})
	doubtful := Comparison{Score: 1}
	for n := range maxPending + 1 {
		titles := titlesOf(fmt.Sprintf("gadget%c", 'a'+n), "Boston", 4)
		p.Learn(p.AddPending(Outline{Titles: titles}), doubtful)
		if isLast := n == maxPending; p.IsPending(&feed.Item{Title: titles[0]}) == isLast {
			t.Errorf("document %d: pending %v", n+1, p.Pending)
		}
	}
	if _, known := coverage(wordSet(p.Words), []string{"Boston"}); known != 1 || p.Documents != 2 {
		t.Errorf("%d documents were learned", p.Documents)
	}
}

func TestAdvice(t *testing.T) {
	t.Parallel()
	local := []string{"Council approves budget", "Fire at the harbour", "Match ends 2–1", "School gets a new roof",
		"Two hurt in crash"}
	for name, c := range map[string]struct {
		before, after []string
		want          bool
	}{
		"English": {local, []string{"10 best blenders", "How to clean a sofa", "Your guide to loans", "Why cats purr",
			"The ultimate garden"}, true},
		"German": {local, []string{"Die besten Matratzen", "Tipps für den Garten", "Worauf Sie achten sollten",
			"Was ist Yoga?", "Stromkosten senken"}, true},
		"Chinese": {local, []string{"新手如何投資", "五大技巧", "咖啡機推薦", "旅行攻略", "天氣"}, true},
		"news with some advice": {local, []string{"How to vote on Sunday", "Road closed", "Mayor resigns", "Storm warning",
			"Bus line extended"}, false},
		"a magazine for consumers": {[]string{"The best phones", "Tips for tenants", "How to save", "Guide to loans",
			"Your rights"}, []string{"Best bikes", "How to insure", "Tips for trips", "Guide to vans", "Your tax"}, false},
		"few titles": {local, []string{"Best phones", "Top tips"}, false},
	} {
		if got := advicePoints(c.before, c.after); (got > 0) != c.want {
			t.Errorf("%s: %.1f points", name, got)
		}
	}
}
