package visit

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/devstack/simulator/papers"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestVisitsNoticeAnotherOutlet visits a homepage that changes: only another outlet and an offer of the
// domain are suggested, and their values for the fields of the source are not.
func TestVisitsNoticeAnotherOutlet(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 4))
	paper := papers.New(r, "de")
	casino := papers.Changes[slices.IndexFunc(papers.Changes, func(c papers.Change) bool {
		return c.Name == "casino in another language"
	})].Apply(r, paper)
	var page atomic.Pointer[string]
	h := newHarness(t, simulator.Site{Host: "lapsed.test", Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write([]byte(*page.Load()))
		})})
	made, err := h.register.Create(t.Context(), h.actor, source.CreateInput{
		Details: source.Details{Name: paper.Name, HomepageURL: h.sim.URL("lapsed.test", "/")}})
	if err != nil {
		t.Fatal(err)
	}
	const forSale = `<title>lapsed.test is for sale</title><a href="https://sedo.com/search/?domain=lapsed.test">Buy</a>`
	for _, step := range []struct {
		name, page string
		want       string // the open suggestion: "", "parked" or "other"
	}{
		{"first visit", string(paper.Homepage(100, 20, "old", time.Now())), ""},
		{"for sale", forSale, "parked"},
		{"casino", string(casino.Homepage(100, 20, "casino", time.Now())), "other"},
		{"it is the same", string(casino.Homepage(900, 20, "casino", time.Now())), ""},
	} {
		if step.name == "it is the same" {
			h.decide(suggestion.Dismiss, h.outletSuggestions()[0].ID)
		}
		page.Store(&step.page)
		if _, err := h.db.Pool.Exec(t.Context(), "UPDATE visits SET due_at = '2026-01-01'"); err != nil {
			t.Fatal(err)
		}
		h.run()
		if err := h.suggestions.Review(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, g := range h.outletSuggestions() {
			got += map[bool]string{true: "parked", false: "other"}[g.Evidence.Outlet == nil]
		}
		if got != step.want {
			t.Errorf("%s: suggested %q, want %q", step.name, got, step.want)
		}
		for field, value := range h.values(made.ID) {
			if strings.Contains(value, "sale") || strings.Contains(value, casino.Name) && step.want != "" {
				t.Errorf("%s: the %s %q is suggested", step.name, field, value)
			}
		}
	}
}

// outletSuggestions returns the open suggestions of another outlet.
func (h *harness) outletSuggestions() []suggestion.Suggestion {
	h.t.Helper()
	page, err := h.suggestions.List(h.t.Context(), suggestion.Query{
		Filter: suggestion.Filter{Kind: suggestion.OtherOutlet}, Limit: 10})
	if err != nil {
		h.t.Fatal(err)
	}
	return page.Suggestions
}
