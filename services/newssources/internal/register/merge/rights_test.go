package merge

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// TestMergeDoesNotLiftProhibition merges a forbidden source in both directions. Only the choice that keeps the
// prohibition is offered and accepted.
func TestMergeDoesNotLiftProhibition(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	forbidden, other := r.source("Forbidden", "forbidden.example", "/rss"), r.source("Other", "other.example", "/rss")
	r.edit(forbidden, func(d *source.Details) { d.Rights, d.RightsNote = source.RightsForbidden, "Their lawyer wrote." })
	r.edit(other, func(d *source.Details) { d.Rights = "permitted" })
	for _, c := range []struct {
		from, into    *source.Source
		lifts, offers Choice
	}{{forbidden, other, Keep, Take}, {other, forbidden, Take, Keep}} {
		_, err := r.Draft(t.Context(), r.actor, Input{From: c.from.ID, Into: c.into.ID,
			Choices: map[string]Choice{"rights": c.lifts, "rights_note": c.lifts}})
		p, isProblem := errors.AsType[*problem.Error](err)
		if !isProblem || len(p.Fields) != 1 || p.Fields[0].Pointer != "/choices/rights" {
			t.Errorf("into “%s”: %v", c.into.Name, err)
		}
		compared, err := r.Compare(t.Context(), c.from.ID, c.into.ID, *r.actor.ActorID)
		r.must(err)
		i := slices.IndexFunc(compared.Fields, func(f Field) bool { return f.Name == "rights" })
		if f := compared.Fields[i]; !slices.Equal(f.Choices, []Choice{c.offers}) || f.Suggested != c.offers {
			t.Errorf("into “%s”: %+v", c.into.Name, f)
		}
	}
	set := r.merge(forbidden, other)
	if got := r.get(other).Rights; got != source.RightsForbidden {
		t.Errorf("the rights of the remaining source are %s", got)
	}
	former, err := weburl.Parse("https://forbidden.example/other-feed")
	r.must(err)
	if reason, err := sourcerights.Prohibition(t.Context(), r.db.Pool, former); err != nil || reason == "" {
		t.Errorf("the former domain: %q, %v", reason, err)
	}
	r.wantState(r.undo(set), change.Applied)
}

// TestMergeKeepsContracts checks that a merge is refused while it would lose a valid contract.
func TestMergeKeepsContracts(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/rss"), r.source("Into", "into.example", "/rss")
	contracts := sourcerights.New(r.db)
	sign := func(s *source.Source, version int, state rights.State) {
		t.Helper()
		r.must(contracts.SaveContract(t.Context(), r.actor, s.ID, sourcerights.Contract{Version: version, Party: "Media Ltd",
			Document: "File 17", Uses: map[rights.Use]rights.State{rights.FullText: state}, Reason: "Signed"}))
	}
	obstacle := func() string {
		t.Helper()
		compared, err := r.Compare(t.Context(), from.ID, into.ID, *r.actor.ActorID)
		r.must(err)
		return compared.Obstacle
	}
	early := r.draft(from, into, nil)
	sign(from, 0, rights.Forbidden)
	if set := r.apply(early); set.State == change.Applied || set.Changed > 0 {
		t.Errorf("the merge is %s: %+v", set.State, set.Counts)
	}
	sign(into, 0, rights.Allowed)
	if got := obstacle(); !strings.Contains(got, "“From” has a valid contract with “Media Ltd” (File 17)") {
		t.Errorf("other terms: %q", got)
	}
	sign(into, 1, rights.Forbidden)
	if got := obstacle(); got != "" {
		t.Errorf("same terms: %q", got)
	}
	r.must(contracts.DeleteContract(t.Context(), r.actor, into.ID, 2, "Ended"))
	if obstacle() == "" {
		t.Error("no contract: no obstacle")
	}
	_, err := r.db.Pool.Exec(t.Context(), "UPDATE rights_contracts SET valid_until = '2026-01-31'")
	r.must(err)
	if got := obstacle(); got != "" {
		t.Errorf("ended: %q", got)
	}
}
