package change

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// setRule replaces the rule for approvals.
func (r *rig) setRule(above *int, tier1 bool) {
	r.t.Helper()
	rule, err := approval.Read(r.t.Context(), r.db.Pool)
	r.must(err)
	_, err = approval.Save(r.t.Context(), r.db, r.actor, approval.Rule{Above: above, Tier1: tier1, Version: rule.Version})
	r.must(err)
}

func ofTier(tier int) func(*source.Details) { return func(d *source.Details) { d.Tier = &tier } }

// TestWhatNeedsApproval applies drafts under each rule.
func TestWhatNeedsApproval(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	editor, command := r.member("Edith", member.RoleEditor), audit.Actor{Name: "Command line"}
	withToken := editor
	token := r.actor.ActorID
	withToken.TokenID = token
	two := []*source.Source{r.source("First", ofTier(1)), r.source("Second", ofTier(2))}
	one := 1
	toTier := func(tier string) operation.Operation {
		return operation.Operation{Field: "tier", Action: "set", Value: tier}
	}
	for _, c := range []struct {
		name  string
		above *int
		tier1 bool
		by    audit.Actor
		spec  Spec
		want  []approval.Reason
	}{
		{"no rule", nil, false, editor, of(two...).with(set("owner", "A")), nil},
		{"as many as allowed", &one, false, editor, of(two[0]).with(set("owner", "A")), nil},
		{"more than allowed", &one, false, editor, of(two...).with(set("owner", "A")), []approval.Reason{approval.ManyItems}},
		{"an administrator", &one, false, r.actor, of(two...).with(set("owner", "A")), []approval.Reason{approval.ManyItems}},
		{"an API token", &one, false, withToken, of(two...).with(set("owner", "A")), []approval.Reason{approval.ManyItems}},
		{"a command", &one, true, command, of(two...).with(set("owner", "A")), nil},
		{"another tier", nil, true, editor, of(two[1]).with(set("owner", "A")), nil},
		{"tier 1", nil, true, editor, of(two...).with(set("owner", "A")), []approval.Reason{approval.ChangesTier1}},
		{"an endpoint of tier 1", nil, true, editor, of(two[0]).with(set("charset", "utf-8")), []approval.Reason{approval.ChangesTier1}},
		{"into tier 1", nil, true, editor, of(two[1]).with(toTier("1")), []approval.Reason{approval.ChangesTier1}},
		{"out of tier 1", &one, true, editor, of(two...).with(toTier("3")), []approval.Reason{approval.ManyItems, approval.ChangesTier1}},
		{"a contributor", nil, false, r.member("Carla", member.RoleContributor), of(two[1]).with(set("owner", "A")),
			[]approval.Reason{approval.ByContributor}},
	} {
		r.setRule(c.above, c.tier1)
		draft, err := r.Create(t.Context(), c.by, Input{Spec: c.spec})
		r.must(err)
		reasons, err := approval.Reasons(t.Context(), r.db.Pool, c.by, draft.ID, draft.Pending)
		r.must(err)
		if !slices.Equal(reasons, c.want) {
			t.Errorf("%s: %v, want %v", c.name, reasons, c.want)
		}
		made, err := r.Apply(t.Context(), c.by, draft.ID, ApplyInput{})
		if err != nil || (made.State == Proposed) != (len(c.want) > 0) {
			t.Errorf("%s: %+v %v", c.name, made, err)
		}
		r.run(draft.ID)
		for _, s := range two { // as before
			r.exec("UPDATE sources SET owner = '', version = version + 1 WHERE id = $1 AND owner <> ''", s.ID)
		}
	}
}

func TestApprovalByASecondPerson(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ctx := t.Context()
	edith, other := r.member("Edith", member.RoleEditor), r.member("Otto", member.RoleEditor)
	account := r.member("Second account", member.RoleAdmin) // of the same person
	r.exec("UPDATE members SET email = 'EDITH@example.org' WHERE id = $1", account.ActorID)
	account.Email = "EDITH@example.org"
	list := r.sources(3)
	two := 2
	r.setRule(&two, false)

	proposal := r.proposed(edith, of(list...).with(set("owner", "Prensa")))
	r.want(proposal, Proposed, Counts{Pending: 3})
	for _, by := range []audit.Actor{edith, account} {
		_, err := r.Approve(ctx, by, proposal.ID, Approval{})
		r.wantProblem(err, problem.OwnProposal)
	}
	draft, err := r.Create(ctx, edith, Input{Spec: of(list...).with(set("owner", "A"))})
	r.must(err)
	_, err = r.Apply(ctx, other, draft.ID, ApplyInput{})
	r.wantProblem(err, problem.NotOwner, "Edith")
	_, err = r.Approve(ctx, other, proposal.ID, Approval{})
	r.must(err)
	r.want(r.run(proposal.ID), Applied, Counts{Changed: 3})

	// The undo without a draft is a change of as many.
	undo, err := r.UndoNow(ctx, edith, proposal.ID, nil)
	r.must(err)
	r.want(undo, Proposed, Counts{Pending: 3})
	again, err := r.UndoNow(ctx, other, proposal.ID, nil)
	r.must(err)
	if again.ID != undo.ID || r.get(list[0]).Owner != "Prensa" {
		t.Errorf("%+v", again)
	}
	some, err := r.UndoNow(ctx, edith, proposal.ID, []int{2})
	r.must(err)
	r.want(some, Applied, Counts{Changed: 1})
	_, err = r.Approve(ctx, other, undo.ID, Approval{})
	r.must(err)
	r.want(r.run(undo.ID), AppliedInPart, Counts{Changed: 2, Conflict: 1})
}

func TestApprovalOfADeletion(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	none := 0
	r.setRule(&none, false)
	drafts := r.sources(2, func(d *source.Details) { d.Lifecycle = source.Draft })
	proposal := r.proposed(r.actor, of(drafts...).with(lifecycle("delete")))
	r.want(proposal, Proposed, Counts{Pending: 2})
	_, err := r.Approve(t.Context(), r.member("Edith", member.RoleEditor), proposal.ID, Approval{})
	r.wantProblem(err, problem.RoleTooLow)
	if proposal.Pending = maxUnconfirmed + 1; proposal.Confirmation() != maxUnconfirmed+1 {
		t.Error("the deletion of many is approved without a number")
	}
	_, err = r.Approve(t.Context(), r.member("Anna", member.RoleAdmin), proposal.ID, Approval{})
	r.must(err)
	r.want(r.run(proposal.ID), Applied, Counts{Changed: 2})
}

func TestTheRuleIsInTheHistory(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	many := 100
	first, err := approval.Read(t.Context(), r.db.Pool)
	r.must(err)
	saves := make([]error, 2) // two administrators at the same moment
	var wg sync.WaitGroup
	for n := range saves {
		wg.Go(func() {
			rule := approval.Rule{Above: &many, Tier1: n == 0, Version: first.Version}
			_, saves[n] = approval.Save(t.Context(), r.db, r.actor, rule)
		})
	}
	wg.Wait()
	if (saves[0] == nil) == (saves[1] == nil) || !problem.Is(saves[0], problem.StaleVersion) && !problem.Is(saves[1],
		problem.StaleVersion) {
		t.Errorf("%v", saves)
	}
	r.setRule(nil, false)
	events, err := audit.History(t.Context(), r.db.Ent, audit.Query{People: true, Limit: 10})
	r.must(err)
	if len(events) != 2 || events[0].Action != "approval_rule.updated" || events[0].Actor.Name != "Ada" ||
		string(events[0].Changes[0].Before) != "100" || events[0].Version != 3 {
		t.Errorf("%+v", events)
	}
}

// TestFieldsOfAnotherVersion approves and undoes changes of a field that this version lacks.
func TestFieldsOfAnotherVersion(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	carla := r.member("Carla", member.RoleContributor)
	list := r.sources(2)
	const rename = `UPDATE change_items SET changes = jsonb_set(changes, '{0,field}', '"cover_price"')
		WHERE change_set_id = $1 AND number = 1`
	proposal := r.proposed(carla, of(list...).with(set("owner", "Prensa")))
	r.exec(rename, proposal.ID)
	done := r.approved(proposal, Approval{})
	r.want(done, AppliedInPart, Counts{Changed: 1, Refused: 1})
	if text := r.describe(done); !strings.Contains(text, "This version has no field “cover price”.") {
		t.Error(text)
	}
	whole := r.applied(r.draft(of(list...).with(set("country", "ES"))))
	r.exec(rename, whole.ID)
	r.want(r.undone(whole), Draft, Counts{Pending: 1, Refused: 1})
}

// TestApprovalWithoutTheSource approves the change of a source that was deleted.
func TestApprovalWithoutTheSource(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	list := r.sources(2)
	proposal := r.proposed(r.member("Carla", member.RoleContributor), of(list...).with(set("owner", "Prensa")))
	r.exec("DELETE FROM sources WHERE id = $1", list[0].ID)
	r.want(r.approved(proposal, Approval{}), AppliedInPart, Counts{Changed: 1, Refused: 1})
}
