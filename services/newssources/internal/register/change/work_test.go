package change

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// failing makes a source need a person.
func (r *rig) failing(s *source.Source) {
	r.t.Helper()
	r.exec("UPDATE source_health SET state = 'failing', cause = 'timeout' WHERE source_id = $1", s.ID)
}

// workOn describes the work on sources: the assignee, and * if a source is snoozed.
func (r *rig) workOn(sources ...*source.Source) string {
	r.t.Helper()
	var parts []string
	for _, s := range sources {
		var text string
		r.must(r.db.Pool.QueryRow(r.t.Context(), `
			SELECT coalesce(m.name, '') || CASE WHEN h.snoozed_until IS NULL THEN '' ELSE '*' END
			FROM source_health h
			LEFT JOIN members m ON m.id = h.assignee_id
			WHERE h.source_id = $1`, s.ID).Scan(&text))
		parts = append(parts, text)
	}
	return strings.Join(parts, ",")
}

func TestAssignAndSnooze(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ben := r.member("Ben", member.RoleEditor)
	until := time.Now().Add(48 * time.Hour)
	list := r.sources(3)
	r.failing(list[0])
	r.failing(list[1])
	spec := of(list...).with(set("assignee", "me"),
		operation.Operation{Field: "snooze", Action: "set", Until: &until})
	draft := r.draft(spec)
	r.want(draft, Draft, Counts{Pending: 2, Refused: 1})
	if got := r.workOn(list...); got != ",," {
		t.Errorf("the preview has changed %s", got)
	}
	done := r.applied(draft)
	r.want(done, Applied, Counts{Changed: 2, Refused: 1})
	if got := r.workOn(list...); got != "Ada*,Ada*," {
		t.Errorf("after: %s", got)
	}
	half := r.applied(r.undone(done, 1))
	r.want(half, Applied, Counts{Changed: 1})
	if got := r.workOn(list...); got != ",Ada*," {
		t.Errorf("half is undone: %s", got)
	}
	r.want(r.draft(of(list[1]).with(set("assignee", r.actor.ActorID.String()))), Draft,
		Counts{Unchanged: 1})

	reassigned := r.applied(r.draft(of(list[1]).with(set("assignee", ben.ActorID.String()))))
	r.want(reassigned, Applied, Counts{Changed: 1})
	stale := r.undone(done)
	r.want(stale, Draft, Counts{Unchanged: 1, Conflict: 1})
	items, err := r.Items(t.Context(), stale.ID, nil, 1, 1)
	r.must(err)
	if len(items) != 1 || !strings.Contains(items[0].Reason, "assigned to Ben") ||
		items[0].ShownType() != audit.TargetSource {
		t.Errorf("the conflict is %+v", items)
	}
	r.applied(r.undone(reassigned))
	if got := r.workOn(list[1]); got != "Ada*" {
		t.Errorf("the former assignee is %s", got)
	}
	entries, err := audit.History(t.Context(), r.db.Ent, audit.Query{SourceID: &list[1].ID, Limit: 10})
	r.must(err)
	if e := entries[0]; e.Action != "work.assigned" || e.Actor.ChangeSetID == nil {
		t.Errorf("the last entry of the history is %+v", e)
	}
}

func TestProposedAssignment(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ben, cara := r.member("Ben", member.RoleEditor), r.member("Cara", member.RoleContributor)
	s := r.source("Daily")
	r.failing(s)
	spec := of(s)
	proposal, err := r.Create(t.Context(), cara, Input{Spec: spec.with(set("assignee", ben.ActorID.String()))})
	r.must(err)
	proposal, err = r.Apply(t.Context(), cara, proposal.ID, ApplyInput{})
	r.must(err)
	r.want(proposal, Proposed, Counts{Pending: 1})
	r.applied(r.draft(spec.with(set("assignee", "me"))))
	if n, err := r.CountStale(t.Context(), proposal.ID); n != 1 || err != nil {
		t.Errorf("%d stale items, %v", n, err)
	}
	proposal, err = r.Preview(t.Context(), r.actor, proposal.ID)
	r.must(err)
	r.want(r.run(proposal.ID), Proposed, Counts{Pending: 1})
	_, err = r.Approve(t.Context(), r.actor, proposal.ID, Approval{})
	r.must(err)
	r.want(r.run(proposal.ID), Applied, Counts{Changed: 1})
	if got := r.workOn(s); got != "Ben" {
		t.Errorf("the assignee is %s", got)
	}
}

func TestInvalidWork(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	past, late := time.Now().Add(-time.Hour), time.Now().AddDate(2, 0, 0)
	for text, operations := range map[string]operation.List{
		"cannot be combined with other changes": {set("assignee", "me"), set("owner", "Ada")},
		"Enter the id of a member":              {set("assignee", "ada@example.org")},
		"Choose a time in the future":           {{Field: "snooze", Action: "set", Until: &past}},
		"at most one year":                      {{Field: "snooze", Action: "set", Until: &late}},
		"needs until":                           {{Field: "snooze", Action: "set"}},
	} {
		_, err := r.Create(t.Context(), r.actor, Input{Spec: Spec{Operations: operations}})
		r.wantProblem(err, problem.Invalid, text)
	}
	s := r.source("Daily")
	r.failing(s)
	unknown := r.draft(of(s).with(set("assignee", uuid.NewString())))
	r.want(unknown, Draft, Counts{Refused: 1})
}
