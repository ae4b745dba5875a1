package merge

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestProposalForAMergedSource approves the proposed edit of a source that was merged meanwhile.
func TestProposalForAMergedSource(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	row, err := r.db.Ent.Member.Create().SetUID("carla").SetEmail("carla@example.org").SetName("Carla").
		SetRole(member.RoleContributor).Save(t.Context())
	r.must(err)
	carla := audit.Actor{ActorID: &row.ID, Email: row.Email, Name: row.Name, Role: string(row.Role)}
	from, into := r.source("La Voz", "lavoz.example", "/rss"), r.source("Voz Digital", "voz.example", "/feed")
	proposal, err := r.sets.ProposeEdit(t.Context(), carla, source.Edit{ID: from.ID, Version: from.Version,
		Change: func(_ *source.Source, d *source.Details) error { d.Owner = "Grupo Voz"; return nil }})
	r.must(err)
	r.merge(from, into)
	items, err := r.sets.Items(t.Context(), proposal.ID, nil, 0, 10)
	r.must(err)
	rebased, err := r.sets.Compare(t.Context(), proposal, items)
	r.must(err)
	if got := rebased[1]; got.Result != change.Refused || !strings.Contains(got.Reason, "merged") {
		t.Errorf("rebased: %+v", got)
	}
	_, err = r.sets.Approve(t.Context(), r.actor, proposal.ID, change.Approval{})
	r.must(err)
	done := r.run(proposal)
	if done.Conflict != 1 || done.Changed != 0 || r.get(from).Owner != "" || r.get(into).Owner != "" {
		t.Errorf("%s %+v", done.State, done.Counts)
	}
}
