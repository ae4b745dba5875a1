package record

import (
	"fmt"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestTitlesAfterADecision checks that a member is asked once about a feed whose titles are the same
// every day, and again about one that changes the ids of its articles again.
func TestTitlesAfterADecision(t *testing.T) {
	t.Parallel()
	for decision, want := range map[HeldDecision]struct {
		state    health.State
		newItems int
	}{ReleaseHeld: {health.OK, 3}, DiscardHeld: {health.Suspect, 0}} {
		p := newPlayer(hourlyStart)
		document := func(day int) (items []feed.Item) {
			for n, title := range headlines[:3] {
				items = append(items, newItem(fmt.Sprint(day, n), fmt.Sprintf("https://a.example/%d/%d", day, n), title, nil))
			}
			return items
		}
		p.check(document(1))
		if v := p.check(document(2)); v.state.Health != health.Suspect || len(v.items) != 0 {
			t.Fatalf("%s: %s, %d new items", decision, v.state.Health, len(v.items))
		}
		held := &heldEndpoint{state: p.stored.state, KnownItems: p.stored.KnownItems, Held: p.stored.Held, Now: p.at}
		decided := held.decide(decision)
		p.stored.state, p.stored.KnownItems, p.stored.Held = decided.state, decided.known, nil
		if v := p.check(document(2)); v.state.Health != health.OK || len(v.items) != 0 {
			t.Errorf("%s, the same document: %s, %d new items", decision, v.state.Health, len(v.items))
		}
		if v := p.check(document(3)); v.state.Health != want.state || len(v.items) != want.newItems {
			t.Errorf("%s, the next document: %s, %d new items", decision, v.state.Health, len(v.items))
		}
		if v := p.check(document(1)); v.state.Health != want.state || len(v.items) != 0 {
			t.Errorf("%s, the first document: %s, %d new items", decision, v.state.Health, len(v.items))
		}
	}
}
