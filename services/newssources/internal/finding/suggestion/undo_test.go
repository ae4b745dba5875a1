package suggestion

import (
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestUndoOfAcceptedSuggestions accepts two suggestions together, and undoes them in each way.
func TestUndoOfAcceptedSuggestions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		undo func(h *harness, s *source.Source, a, b Suggestion)
		open int // of the two
	}{
		{"together", func(h *harness, _ *source.Source, a, b Suggestion) {
			decideAll(h, Undo, idsOf([]Suggestion{a, b}), UndoneOutcome)
			if n := value[int](h, "SELECT count(*) FROM change_sets WHERE origin = 'undo' AND state = 'applied'"); n != 1 {
				h.Errorf("%d change sets", n)
			}
		}, 2},
		{"one", func(h *harness, _ *source.Source, a, _ Suggestion) { h.mustDecide(Undo, a, UndoneOutcome) }, 1},
		{"by the change set", func(h *harness, _ *source.Source, a, _ Suggestion) {
			if _, err := h.changes.UndoNow(h.Context(), h.actor, *a.ChangeSetID, nil); err != nil {
				h.Fatal(err)
			}
		}, 2},
		{"changed since", func(h *harness, s *source.Source, a, b Suggestion) {
			_, err := h.register.UpdateEndpoint(h.Context(), h.actor, s.ID, s.Endpoints[0].ID, 2,
				func(d *source.EndpointDetails) { d.Name = "Renamed" })
			if err != nil {
				h.Fatal(err)
			}
			results := h.decide(Undo, a.ID, b.ID)
			if results[0].Outcome != Changed || !strings.HasPrefix(results[0].Detail, "Ada Editor changed it on ") ||
				!strings.HasSuffix(results[0].Detail, ": name.") || results[1].Outcome != UndoneOutcome {
				h.Errorf("%+v", results)
			}
		}, 1},
		{"accepted by an earlier version", func(h *harness, _ *source.Source, a, _ Suggestion) {
			h.exec("UPDATE suggestions SET change_set_id = NULL")
			if result := h.decide(Undo, a.ID)[0]; result.Outcome != Refused || result.Detail != unknownDetail {
				h.Errorf("%+v", result)
			}
		}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.config.ApplySafe = false
			one, two := h.redirect("one.example", 4*time.Hour), h.redirect("two.example", 3*time.Hour)
			h.review()
			before := h.address(one)
			decideAll(h, Accept, idsOf([]Suggestion{h.only(one), h.only(two)}), AcceptedOutcome)
			if h.address(one) == before {
				t.Fatal("the address was not changed")
			}
			a, b := suggestionIn(h, one, Accepted), suggestionIn(h, two, Accepted)
			sets, err := h.changes.List(t.Context(), change.Query{Limit: 10})
			if err != nil || len(sets) != 1 || sets[0].Origin != change.Suggestion || sets[0].Changed != 2 ||
				sets[0].ID != *a.ChangeSetID || sets[0].ID != *b.ChangeSetID {
				t.Fatalf("%+v, %v", sets, err)
			}
			test.undo(h, one, a, b)
			if n := value[int](h, "SELECT count(*) FROM suggestions WHERE state = 'open'"); n != test.open {
				t.Errorf("%d suggestions are open", n)
			}
			if isUndone := h.address(one) == before; isUndone != (len(h.open(one)) == 1) {
				t.Errorf("the address is %s, was %s", h.address(one), before)
			}
		})
	}
}
