package suggestion

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func TestSafeMoves(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"http://example.org/feed", "https://example.org/feed", true},
		{"http://example.org/feed", "https://www.example.org/rss.xml", true},
		{"https://blog.example.co.uk/feed", "https://example.co.uk/feed", true},
		{"https://example.org/feed", "http://example.org/feed", false}, // no longer encrypted
		{"https://example.org/feed", "https://example.com/feed", false},
		{"https://a.co.uk/feed", "https://b.co.uk/feed", false}, // a public suffix
		{"https://one.blogspot.com/feeds/posts/default", "https://two.blogspot.com/feeds/posts/default", false},
		{"http://one.blogspot.com/feeds/posts/default", "https://one.blogspot.com/feeds/posts/default", true},
		{"https://one.wordpress.com/feed", "https://one.example.org/feed", false},
		{"https://medium.com/feed/one", "https://medium.com/feed/two", false},
	} {
		from, err := weburl.Parse(test.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := weburl.Parse(test.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := isSafeMove(from, to); got != test.want {
			t.Errorf("%s to %s: %v", test.from, test.to, got)
		}
	}
}

func TestMatchingItems(t *testing.T) {
	t.Parallel()
	earlier := []Item{{"Council approves the budget", "https://old.example/2026/budget/"},
		{"Update", "https://old.example/"}, {"", "https://old.example/?p=7"}}
	for _, test := range []struct {
		name string
		item Item
		want int
	}{
		{"the title", Item{"Council  approves the BUDGET", "https://new.example/other"}, 1},
		{"the path on another host", Item{"Another title of an article", "https://new.example/2026/budget"}, 1},
		{"the query", Item{"", "https://new.example/?p=7"}, 1},
		{"another query", Item{"", "https://new.example/?p=8"}, 0},
		{"a short title", Item{"Update", "https://new.example/other"}, 0},
		{"homepages", Item{"Weather for tomorrow", "https://new.example/"}, 0},
		{"nothing", Item{}, 0},
	} {
		if got, sample := matchItems([]Item{test.item}, earlier); got != test.want || len(sample) != test.want {
			t.Errorf("%s: %d, %v", test.name, got, sample)
		}
	}
}
