package suggestion

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// member adds an editor.
func (h *harness) member(name string) audit.Actor {
	h.Helper()
	id, email := uuid.Must(uuid.NewV7()), name+"@example.org"
	h.exec(`INSERT INTO members (id, uid, email, name, role, created_at, updated_at)
		VALUES ($1, $2, $3, $2, 'editor', now(), now())`, id, name, email)
	return audit.Actor{ActorID: &id, Name: name, Email: email, Role: string(identity.Editor)}
}

func (h *harness) setRule(rule approval.Rule) {
	h.Helper()
	rule.Version = 1
	if _, err := approval.Save(h.Context(), h.db, h.actor, rule); err != nil {
		h.Fatal(err)
	}
}

// TestManyAcceptedSuggestionsNeedApproval accepts two suggestions under a rule. Another member approves
// the proposal, and the undo opens the suggestions again.
func TestManyAcceptedSuggestionsNeedApproval(t *testing.T) {
	t.Parallel()
	one := 1
	for _, test := range []struct {
		name       string
		rule       approval.Rule
		together   bool
		tier       int
		isProposed bool
	}{
		{"more than allowed", approval.Rule{Above: &one}, true, 2, true},
		{"as many as allowed", approval.Rule{Above: &one}, false, 2, false},
		{"tier 1", approval.Rule{Tier1: true}, true, 1, true},
		{"another tier", approval.Rule{Tier1: true}, true, 2, false},
		{"one of tier 1, as an edit of its endpoint", approval.Rule{Tier1: true}, false, 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.config.ApplySafe = false
			first, second := h.redirect("one.example", 4*time.Hour), h.redirect("two.example", 3*time.Hour)
			h.exec("UPDATE sources SET tier = $2 WHERE id = $1", first.ID, test.tier)
			h.review()
			h.setRule(test.rule)
			h.actor = h.member("Edith")
			before := h.address(first)
			ids := []uuid.UUID{h.only(first).ID, h.only(second).ID}
			if !test.isProposed {
				if test.together {
					decideAll(h, Accept, ids, AcceptedOutcome)
				} else {
					h.mustDecide(Accept, h.only(first), AcceptedOutcome)
				}
				return
			}
			decideAll(h, Accept, ids, ProposedOutcome)
			if h.address(first) != before || len(h.open(first)) != 1 {
				t.Fatalf("the address is %s before an approval", h.address(first))
			}
			if again := h.decide(Accept, ids...); again[0].Outcome != Refused || again[0].Detail != proposedDetail {
				t.Errorf("accepted again: %+v", again)
			}
			for _, decision := range []Decision{Accept, Dismiss} {
				if alone := h.decide(decision, ids[0]); alone[0].Outcome != Refused || alone[0].Detail != proposedDetail {
					t.Errorf("%s, alone: %+v", decision, alone)
				}
			}
			set := onlyProposal(h)
			if set.Pending != 2 || set.Origin != change.Suggestion {
				t.Fatalf("%+v", set)
			}
			if _, err := h.changes.Approve(t.Context(), h.actor, set.ID, change.Approval{}); err == nil {
				t.Error("the author approved the proposal")
			}
			if _, err := h.changes.Approve(t.Context(), h.member("Colin"), set.ID, change.Approval{}); err != nil {
				t.Fatal(err)
			}
			if _, err := h.changes.Run(t.Context(), set.ID); err != nil { // a job continues on a busy machine
				t.Fatal(err)
			}
			if approved, err := h.changes.Get(t.Context(), set.ID); err != nil || approved.Changed != 2 {
				t.Fatalf("%+v, %v", approved, err)
			}
			for _, s := range []*source.Source{first, second} {
				accepted := suggestionIn(h, s, Accepted)
				if h.address(s) == s.Endpoints[0].URL || accepted.DecidedByName != "Edith" {
					t.Errorf("%s: %+v", h.address(s), accepted)
				}
			}
			h.actor = audit.Actor{Name: "Command line"}
			decideAll(h, Undo, ids, UndoneOutcome)
			if h.address(first) != before || len(h.open(first)) != 1 {
				t.Errorf("the address is %s after the undo", h.address(first))
			}
		})
	}
}

// TestRejectedSuggestionsCanBeAccepted rejects a proposal of suggestions, which stay open.
func TestRejectedSuggestionsCanBeAccepted(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.config.ApplySafe = false
	first, second := h.redirect("one.example", 4*time.Hour), h.redirect("two.example", 3*time.Hour)
	h.review()
	one := 1
	h.setRule(approval.Rule{Above: &one})
	h.actor = h.member("Edith")
	ids := []uuid.UUID{h.only(first).ID, h.only(second).ID}
	decideAll(h, Accept, ids, ProposedOutcome)
	if _, err := h.changes.Reject(t.Context(), h.member("Colin"), onlyProposal(h).ID, "Not now"); err != nil {
		t.Fatal(err)
	}
	h.mustDecide(Accept, h.only(first), AcceptedOutcome)
	decideAll(h, Dismiss, ids[1:], DismissedOutcome)
}

func onlyProposal(h *harness) change.Set {
	h.Helper()
	sets, err := h.changes.List(h.Context(), change.Query{States: []change.State{change.Proposed}, Limit: 10})
	if err != nil || len(sets) != 1 {
		h.Fatalf("%+v, %v", sets, err)
	}
	return sets[0]
}
