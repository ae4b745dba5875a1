package suggestion

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// observeMove checks the endpoints before the move and often enough after it, over two hours.
func (h *harness) observeMove() {
	h.Helper()
	h.check()
	h.pass(time.Hour)
	for range 3 {
		h.check()
	}
	h.pass(2 * time.Hour)
}

func TestMovedFeedsAreSuggested(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		host, target string
		matched      int // 0: no move is suggested
	}{
		{"moves-away.test", "moved-here.test", 20},
		{"rebrands.test", "rebranded.test", 20}, // the GUIDs changed
		{"sold.test", "ten.test", 0},            // another outlet's items
		{"found-302.test", "", 0},
		{"to-login.test", "", 0},
		{"moved-here.test", "", 0}, // does not redirect
	} {
		t.Run(test.host, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			s := h.add(test.host, "/feed")
			h.observeMove()
			h.review()
			if test.matched == 0 {
				for _, each := range h.open(s) {
					if each.Kind != OtherOutlet { // sold.test has the items of another outlet
						t.Errorf("suggested: %+v", each)
					}
				}
				return
			}
			got := h.only(s)
			want := fmt.Sprintf("moved %s, 3 sightings of 301, %d of 20", h.sites.URL(test.target, "/feed"), test.matched)
			e := got.Evidence
			if text := fmt.Sprintf("%s %s, %d sightings of %d, %d of %d", got.Kind, e.Target, e.Sightings, e.Status, e.Matched,
				e.Items); text != want {
				t.Errorf("%s, want %s: %+v", text, want, e)
			}
			if len(e.Sample) != sampleSize || e.Sample[0].Title == "" {
				t.Errorf("sample %+v", e.Sample)
			}
			h.review()
			h.only(s) // not twice
		})
	}
}

func TestMoveNeedsSightingsAndTime(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("moves-away.test", "/feed")
	for range 5 {
		h.check()
	}
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested after a minute: %+v", list)
	}
	h.pass(2 * time.Hour)
	h.exec("UPDATE endpoint_redirects SET sightings = 2")
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested after 2 sightings: %+v", list)
	}
	h.check()
	h.review()
	h.only(s)
}

func TestMoveIsAcceptedAndUndone(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("moves-away.test", "/feed")
	h.observeMove()
	h.review()
	suggestion := h.only(s)
	h.mustDecide(Accept, suggestion, AcceptedOutcome)
	if got := h.address(s); got != h.sites.URL("moved-here.test", "/feed") {
		t.Errorf("address %s", got)
	}
	if outcome, err := h.explain(t.Context(), suggestion, Changed); outcome != Gone || err != nil {
		t.Errorf("a concurrent acceptance: %s, %v", outcome, err)
	}
	h.mustDecide(Accept, suggestion, Gone)
	h.check()
	h.review()
	accepted := h.list(s, Accepted)
	if len(accepted) != 1 || accepted[0].DecidedByName != h.actor.Name {
		t.Fatalf("accepted: %+v", accepted)
	}
	h.mustDecide(Undo, accepted[0], UndoneOutcome)
	if results := h.decide(Undo, accepted[0].ID); results[0].Outcome != Gone || results[0].Detail != notUndoneDetail {
		t.Errorf("a second undo: %+v", results)
	}
	if outcome, err := h.explain(t.Context(), suggestion, Changed); outcome != Changed || err != nil {
		t.Errorf("an open suggestion: %s, %v", outcome, err)
	}
	if got := h.address(s); got != h.sites.URL("moves-away.test", "/feed") {
		t.Errorf("address after the undo: %s", got)
	}
	h.review()
	h.mustDecide(Dismiss, h.only(s), DismissedOutcome)
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested after it was dismissed: %+v", list)
	}
	h.mustDecide(Undo, h.list(s, Dismissed)[0], UndoneOutcome)
	h.only(s)
	want := []string{"suggestion.accepted", "endpoint.updated", "endpoint.updated", "suggestion.undone",
		"suggestion.dismissed", "suggestion.undone"}
	if got := h.actions(s); !slices.Equal(got, want) {
		t.Errorf("history %v", got)
	}
	if h.events["moved open"] != 1 || h.events["moved accepted"] != 1 || h.events["moved undone"] != 2 ||
		h.events["moved dismissed"] != 1 {
		t.Errorf("metrics %v", h.events)
	}
}

func TestSafeMovesAreAppliedAndStayUndone(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("moves-within.test", "/feed")
	h.observeMove()
	h.review()
	applied := h.list(s, Applied)
	if len(applied) != 1 || h.address(s) != h.sites.URL("moves-within.test", "/rss.xml") {
		t.Fatalf("%+v, address %s", applied, h.address(s))
	}
	h.mustDecide(Undo, applied[0], UndoneOutcome)
	h.review()
	h.only(s)
	if got := h.address(s); got != h.sites.URL("moves-within.test", "/feed") {
		t.Errorf("applied again after the undo: %s", got)
	}
}

func TestMoveBecomesObsolete(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		accept Outcome // before the review closes the suggestion
		change func(h *harness, s *source.Source)
	}{
		{"the address was edited", Changed, func(h *harness, s *source.Source) {
			_, err := h.register.UpdateEndpoint(h.Context(), h.actor, s.ID, s.Endpoints[0].ID, 1,
				func(d *source.EndpointDetails) { d.URL += "?edited" })
			if err != nil {
				h.Fatal(err)
			}
		}},
		{"the endpoint was retired", Changed, func(h *harness, s *source.Source) {
			_, err := h.register.UpdateEndpoint(h.Context(), h.actor, s.ID, s.Endpoints[0].ID, 1,
				func(d *source.EndpointDetails) { d.Intent = source.EndpointRetired })
			if err != nil {
				h.Fatal(err)
			}
		}},
		{"the source was archived", Refused, func(h *harness, s *source.Source) {
			if _, err := h.register.Archive(h.Context(), h.actor, s.ID, 1); err != nil {
				h.Fatal(err)
			}
		}},
		{"it no longer redirects", Changed, func(h *harness, s *source.Source) {
			// As if the address had redirected from another one before.
			h.exec("UPDATE endpoints SET url = $1", h.sites.URL("moved-here.test", "/feed"))
			h.exec("UPDATE endpoint_redirects SET url = $1, target = 'http://elsewhere.test/'",
				h.sites.URL("moved-here.test", "/feed"))
			h.exec("UPDATE suggestions SET subject = 'http://elsewhere.test/'")
			h.exec("UPDATE endpoint_states SET effective_url = 'http://elsewhere.test/'")
			h.review()
			h.only(s)
			h.check()
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			s := h.add("moves-away.test", "/feed")
			h.observeMove()
			h.review()
			suggestion := h.only(s)
			test.change(h, s)
			h.mustDecide(Accept, suggestion, test.accept)
			h.review()
			if list := h.list(s, Obsolete); len(list) != 1 {
				t.Errorf("obsolete: %+v, open: %+v", list, h.open(s))
			}
		})
	}
}

func TestTargetOfAnotherEndpointIsADuplicate(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s, other := h.add("moves-away.test", "/feed"), h.add("moved-here.test", "/feed")
	h.observeMove()
	h.review()
	got := h.only(s)
	if got.Kind != Duplicate || got.Evidence.OtherID == nil || *got.Evidence.OtherID != other.Endpoints[0].ID ||
		got.Evidence.OtherSourceName != other.Name {
		t.Errorf("%+v", got)
	}
}
