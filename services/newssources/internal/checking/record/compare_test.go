package record

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// TestItemsOfAnIdentityStormAreHeld covers sequences of documents during an identity storm.
func TestItemsOfAnIdentityStormAreHeld(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	endpoint := &Finding{Task: &queue.Task{URL: "https://a.example/feed", Identity: "auto"}, FinishedAt: at}
	document := func(from, to, identity int) (items []feed.Item) {
		for link := from; link < to; link++ {
			items = append(items, feed.Item{Identity: fmt.Sprintf("%016x%016x", identity+link, 0),
				URL: fmt.Sprintf("https://a.example/%d", link)})
		}
		return items
	}
	var known article.KnownItems
	var none *heldItems
	none.compare(&known, document(1, 11, 1000), false, at, endpoint)
	storm := none.compare(&known, document(1, 11, 2000), false, at, endpoint)
	if !storm.isStorm || len(storm.newItems) != 0 || len(storm.held.Items) != 10 || !storm.held.Since.Equal(at) ||
		storm.held.Items[0].FormerIdentity != "00000000000003e9" {
		t.Fatalf("storm: %+v", storm)
	}
	later := at.Add(time.Hour)
	for name, c := range map[string]struct {
		document       []feed.Item
		hasNewSettings bool
		new, held      int
		isSame, isOver bool
	}{
		"the same document": {document(1, 11, 2000), false, 0, 10, true, false},
		"a new article": {append(document(1, 10, 2000), document(11, 12, 2000)...), false, 1, 10,
			true, false},
		"later articles only":    {document(20, 25, 2000), false, 5, 10, true, false},
		"other identities again": {document(1, 11, 3000), false, 0, 10, false, false},
		"other identities of some articles": {append(document(1, 4, 3000), document(4, 11, 2000)...), false, 0, 10,
			false, false},
		"the known identities": {document(1, 11, 1000), false, 0, 0, false, true},
		"one known identity": {append(document(1, 2, 1000), document(2, 11, 2000)...), false, 0, 10,
			true, false},
		"the known identities and a new article":   {document(1, 12, 1000), false, 1, 0, false, true},
		"other settings, such as another schedule": {document(1, 11, 2000), true, 0, 10, true, false},
	} {
		k := article.KnownItems{Fingerprints: slices.Clone(known.Fingerprints), Titles: slices.Clone(known.Titles)}
		got := storm.held.compare(&k, c.document, c.hasNewSettings, at, &Finding{Task: endpoint.Task, FinishedAt: later})
		held := 0
		if got.held != nil {
			held = len(got.held.Items)
		}
		if len(got.newItems) != c.new || held != c.held || got.isWithdrawn != c.isOver || got.isStorm == c.isOver ||
			(got.held == storm.held) != c.isSame {
			t.Errorf("%s: %d new items, %+v", name, len(got.newItems), got)
		}
		if got.held != nil && !got.held.Since.Equal(at) {
			t.Errorf("%s: the storm begins at %s", name, got.held.Since)
		}
	}

	// The items of a live page share one link, which therefore does not identify them.
	livePageItems := func(identity int) []feed.Item {
		items := document(1, 7, identity)
		for i := range items {
			items[i].URL = "https://a.example/live"
		}
		return items
	}
	var k article.KnownItems
	none.compare(&k, livePageItems(1000), false, at, endpoint)
	if next := none.compare(&k, livePageItems(2000), false, at, endpoint); next.isStorm || len(next.newItems) != 6 {
		t.Errorf("items with one link: %+v", next)
	}
}

// TestAddressesAsGUIDsMayMove checks that articles whose GUIDs are their addresses are known after a move to https
// or "www.", also while other items are held. GUIDs that distinguish the entries of a page do so.
func TestAddressesAsGUIDsMayMove(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	endpoint := &Finding{Task: &queue.Task{URL: "https://a.example/feed", Identity: "auto"}, FinishedAt: at}
	document := func(address, guid string, identity int) (items []feed.Item) {
		for i := range 8 {
			link := fmt.Sprintf("%s/%d", address, i)
			items = append(items, feed.Item{Identity: fmt.Sprintf("%016x%016x", identity+i, 0), URL: link,
				GUID: fmt.Sprintf(guid, link)})
		}
		return items
	}
	var none *heldItems
	for _, c := range []struct {
		address, guid string
		new           int
		isStorm       bool
	}{
		{"https://a.example", "%s", 0, false}, {"https://www.a.example", "%s?utm_source=rss", 0, false},
		{"https://a.example", "%s#2", 0, true}, {"https://a.example", "urn:%s", 0, true},
		{"https://b.example", "%s", 8, false},
	} {
		var known article.KnownItems
		none.compare(&known, document("http://a.example", "%s", 1000), false, at, endpoint)
		got := none.compare(&known, document(c.address, c.guid, 2000), false, at, endpoint)
		if got.isStorm != c.isStorm || len(got.newItems) != c.new {
			t.Errorf("%s, GUID %s: storm %t, %d new items", c.address, c.guid, got.isStorm, len(got.newItems))
		}
		if again := none.compare(&known, document(c.address, c.guid, 2000), false, at, endpoint); !c.isStorm &&
			len(again.newItems) != 0 {
			t.Errorf("%s, GUID %s: %d items are new again", c.address, c.guid, len(again.newItems))
		}
	}
}

func TestKnownItems(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	item := func(identity byte, link string) feed.Item {
		id := slices.Repeat([]byte{"0123456789abcdef"[identity%16]}, 32)
		return feed.Item{Identity: string(id), URL: link, Published: &at}
	}
	links := []string{"https://a.example/1", "https://a.example/2", "https://a.example/3", "https://a.example/4",
		"https://a.example/5"}
	first := []feed.Item{item(0, links[0]), item(1, links[1]), item(2, links[2]), item(3, links[3]), item(4, links[4])}
	renamed := []feed.Item{item(5, links[0]), item(6, links[1]), item(7, links[2]), item(8, links[3]),
		item(9, "https://a.example/6")}
	endpoint := &Finding{Task: &queue.Task{URL: "https://a.example/feed", Identity: "auto"}, FinishedAt: at}
	add := func(k *article.KnownItems, items []feed.Item, hasNewSettings bool) comparison {
		return (*heldItems)(nil).compare(k, items, hasNewSettings, at, endpoint)
	}
	var k article.KnownItems
	if got := add(&k, first, false); !got.isFirst || len(got.newItems) != 5 || got.isStorm {
		t.Errorf("first: %+v", got)
	}
	if got := add(&k, first, false); got.isFirst || len(got.newItems) != 0 {
		t.Errorf("again: %+v", got)
	}
	changed := article.KnownItems{Fingerprints: slices.Clone(k.Fingerprints)}
	storm := add(&k, renamed, false)
	if !storm.isStorm || len(storm.newItems) != 1 || storm.newItems[0].URL != "https://a.example/6" ||
		len(storm.held.Items) != 4 {
		t.Errorf("storm: %+v", storm)
	}
	if got := add(&changed, renamed, true); got.isStorm || len(got.newItems) != 1 || got.held != nil {
		t.Errorf("new settings: %+v", got)
	}
	if got := add(&changed, first, false); len(got.newItems) != 0 { // items that return are not new
		t.Errorf("returned items: %+v", got)
	}
}
