package suggestion

import (
	"slices"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func (h *harness) findReplacements() {
	h.Helper()
	if err := h.FindReplacements(h.Context()); err != nil {
		h.Fatal(err)
	}
}

// breakEndpoint checks an endpoint before and after it breaks, and makes the failure old.
func (h *harness) breakEndpoint() *source.Source {
	h.Helper()
	s := h.add("replaces.test", "/old-feed")
	h.check()
	h.check()
	h.findReplacements()
	if list := h.open(s); len(list) > 0 {
		h.Fatalf("suggested right after the first failure: %+v", list)
	}
	// As if it had failed for two hours.
	h.exec("UPDATE endpoint_states SET health = 'failing', failures = 3, failed_checks = 3, failing_since = " +
		"failing_since - interval '2 hours', last_success_at = last_success_at - interval '1 day'")
	return s
}

// intents returns the intents of the endpoints of a source by address.
func (h *harness) intents(s *source.Source) map[string]string {
	h.Helper()
	current, err := h.register.Get(h.Context(), s.ID)
	if err != nil {
		h.Fatal(err)
	}
	list := map[string]string{}
	for _, e := range current.Endpoints {
		list[e.URL] = string(e.Intent)
	}
	return list
}

func TestBrokenFeedIsReplacedAfterProbation(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.breakEndpoint()
	h.findReplacements()
	suggestion := h.only(s)
	old, replaced := h.sites.URL("replaces.test", "/old-feed"), h.sites.URL("replaces.test", "/feed")
	if e := suggestion.Evidence; suggestion.Kind != Replaced || e.Target != replaced || e.Matched == 0 ||
		e.TargetKind != "rss" || e.NewestAt == nil || len(e.Sample) == 0 {
		t.Fatalf("%+v", suggestion)
	}
	searches := len(h.sites.Requests("replaces.test"))
	h.findReplacements()
	if n := len(h.sites.Requests("replaces.test")); n != searches {
		t.Errorf("searched again at once: %d requests", n-searches)
	}

	h.mustDecide(Accept, suggestion, AcceptedOutcome)
	if got := h.intents(s); got[old] != "active" || got[replaced] != "active" {
		t.Errorf("on probation: %v", got)
	}
	h.check()
	h.review()
	if got := h.intents(s); got[old] != "active" {
		t.Errorf("retired before the end of the probation: %v", got)
	}
	h.exec("UPDATE suggestions SET decided_at = decided_at - interval '2 hours'")
	h.review()
	if got := h.intents(s); got[old] != "retired" || got[replaced] != "active" {
		t.Errorf("after the probation: %v", got)
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if got := h.intents(s); got[old] != "active" || got[replaced] != "retired" {
		t.Errorf("after the undo: %v", got)
	}
	want := []string{"suggestion.accepted", "suggestion.completed", "endpoint.updated", "endpoint.updated",
		"endpoint.updated", "suggestion.undone"}
	if got := h.actions(s); !slices.Equal(got, want) {
		t.Errorf("history %v", got)
	}
	h.review()
	h.mustDecide(Dismiss, h.only(s), DismissedOutcome)
	h.exec("UPDATE endpoint_searches SET next_at = now()")
	h.findReplacements()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested after it was dismissed: %+v", list)
	}
}

func TestRecoveredFeedNeedsNoReplacement(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.breakEndpoint()
	h.findReplacements()
	h.only(s)
	h.exec("UPDATE endpoint_states SET health = 'ok', health_cause = ''")
	h.review()
	if list := h.list(s, Obsolete); len(list) != 1 {
		t.Errorf("obsolete: %+v", list)
	}
}

func TestChooseReplacement(t *testing.T) {
	t.Parallel()
	now := time.Now()
	feedAt := func(address string, change func(*discover.Candidate)) discover.Candidate {
		newest := now.Add(-time.Hour)
		c := discover.Candidate{URL: address, FinalURL: address, Outcome: "ok", Kind: "rss", Items: 20, Newest: &newest,
			Group: discover.GroupMain, Preselected: true, Rank: 1,
			Preview: []discover.Item{{Title: "Council approves the budget", URL: "https://example.org/1"}}}
		if change != nil {
			change(&c)
		}
		return c
	}
	section := func(c *discover.Candidate) { c.Group, c.Preselected, c.Rank = discover.GroupSection, false, 2 }
	earlier := []Item{{"Council approves the budget", "https://example.org/old/1"}}
	broken := brokenEndpoint{URL: "https://example.org/old"}
	withOthers := brokenEndpoint{URL: broken.URL, HasOthers: true}
	for _, test := range []struct {
		name    string
		found   []discover.Candidate
		earlier []Item
		broken  brokenEndpoint
		want    string
	}{
		{"the feed with the items", []discover.Candidate{
			feedAt("https://example.org/main", func(c *discover.Candidate) { c.Preview = nil }),
			feedAt("https://example.org/politics", section),
		}, earlier, broken, "https://example.org/politics"},
		{"no items are known: the main feed",
			[]discover.Candidate{feedAt("https://example.org/main", nil), feedAt("https://example.org/politics", section)}, nil,
			broken, "https://example.org/main"},
		{"another endpoint works", []discover.Candidate{feedAt("https://example.org/main", nil)}, nil, withOthers, ""},
		{"another endpoint works, but not with the items", []discover.Candidate{feedAt("https://example.org/main", nil)},
			earlier, withOthers, "https://example.org/main"},
		{"the same address", []discover.Candidate{feedAt("http://www.example.org/old/", nil)}, earlier, broken, ""},
		{"no new items", []discover.Candidate{feedAt("https://example.org/main", func(c *discover.Candidate) {
			old := now.Add(-maxNewestAge)
			c.Newest = &old
		})}, earlier, broken, ""},
		{"comments", []discover.Candidate{feedAt("https://example.org/comments",
			func(c *discover.Candidate) { c.Comments = true })}, earlier, broken, ""},
		{"an endpoint of the register",
			[]discover.Candidate{feedAt("https://example.org/main",
				func(c *discover.Candidate) { c.Existing = &discover.ExistingSource{} })}, earlier, broken, ""},
		{"broken", []discover.Candidate{feedAt("https://example.org/main",
			func(c *discover.Candidate) { c.Outcome = "not_found" })}, earlier, broken, ""},
	} {
		found := map[string]discover.Candidate{}
		for _, c := range test.found {
			found[c.URL] = c
		}
		got := ""
		if best := chooseReplacement(found, test.earlier, test.broken, now); best != nil {
			got = best.address
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
