package record

import (
	"fmt"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestSilenceIsMeasuredByTheChecks plays feeds with wrong or no dates, which are checked every
// hour. New items come every two hours at first, and later none.
func TestSilenceIsMeasuredByTheChecks(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	for name, date := range map[string]func(time.Time) *time.Time{
		"right dates":      func(at time.Time) *time.Time { return &at },
		"years back":       func(at time.Time) *time.Time { at = at.AddDate(-7, 0, 0); return &at },
		"one date for all": func(time.Time) *time.Time { at := start.AddDate(-3, 0, 0); return &at },
		"no dates":         func(time.Time) *time.Time { return nil },
		"in the future":    func(at time.Time) *time.Time { at = at.AddDate(20, 0, 0); return &at },
		"days behind":      func(at time.Time) *time.Time { at = at.AddDate(0, 0, -3); return &at },
	} {
		p := newPlayer(start)
		var items []feed.Item
		publish := func(n int, at time.Time) {
			link := fmt.Sprintf("https://a.example/%d", n)
			items = append([]feed.Item{{Identity: fmt.Sprintf("%016x%016x", n+1, 0), URL: link,
				Title: fmt.Sprintf("Article %d", n), Published: date(at)}}, items...)
			items = items[:min(len(items), 20)]
		}
		for n := range 20 {
			publish(n, start.Add(time.Duration(2*n-40)*time.Hour))
		}
		for hour := range 120 {
			if hour%2 == 1 {
				publish(20+hour, p.at.Add(-10*time.Minute))
			}
			v := p.check(items)
			if v.state.Health != health.OK {
				t.Fatalf("%s: %s after %d h, although new items come", name, v.state.Health, hour)
			}
			if hour%2 == 1 && !v.state.LastNewItemAt.Equal(v.finding.FinishedAt) {
				t.Fatalf("%s: the last new item is of %s at %s", name, v.state.LastNewItemAt, v.finding.FinishedAt)
			}
		}
		for range 72 {
			p.check(items)
		}
		if p.stored.Health != health.Quiet {
			t.Errorf("%s: %s after 3 days without items", name, p.stored.Health)
		}
	}
}

// player plays the checks of one endpoint without a database.
type player struct {
	config Config
	stored *stored
	at     time.Time
}

func newPlayer(at time.Time) *player {
	return &player{stored: &stored{state: state{Health: health.New}}, at: at}
}

// check records a document of the given items an hour after the last check.
func (p *player) check(items []feed.Item) *verdict {
	return p.record(&Finding{Document: &feed.Document{Kind: feed.RSS, Items: items},
		Result: &fetch.Result{Outcome: fetch.OK}})
}

func (p *player) record(f *Finding) *verdict {
	f.Task = &queue.Task{URL: "https://a.example/feed", Identity: "auto", ClaimedAt: p.at}
	f.StartedAt, f.FinishedAt = p.at, p.at
	v := p.config.decide(f, p.stored)
	p.stored.state, p.stored.KnownItems, p.stored.Held, p.stored.KnownRevision = v.state, v.known, v.held,
		p.stored.Revision
	p.at = p.at.Add(time.Hour)
	return v
}
