package change

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestAnswersAndComments decides on proposals and comments on them, and checks what the authors are told.
func TestAnswersAndComments(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ctx := t.Context()
	var told []string
	r.OnAnswer(func(_ context.Context, _ postgres.Tx, a Answer) error {
		told = append(told, fmt.Sprintf("%s by %s: %s", a.Kind, a.By, a.Text))
		return nil
	})
	carla, carl := r.member("Carla", member.RoleContributor), r.member("Carl", member.RoleContributor)
	list := r.sources(2)
	next := func(owner string) *Set { return r.proposed(carla, of(list...).with(set("owner", owner))) }

	first := next("A")
	own, err := r.AddComment(ctx, carla, first.ID, " Please check.\x00 ")
	r.must(err)
	_, err = r.AddComment(ctx, r.actor, first.ID, "Why?")
	r.must(err)
	r.wantWaiting(carla, Waiting{Answered: 1})
	_, err = r.AddComment(ctx, carl, first.ID, "Me too")
	r.wantProblem(err, problem.NotOwner)
	_, err = r.AddComment(ctx, r.actor, first.ID, " \n")
	r.wantProblem(err, problem.Invalid)
	r.approved(first, Approval{Except: []int{2}, Reason: "One only"})
	_, err = r.AddComment(ctx, r.actor, first.ID, "Thank you")
	r.must(err)
	comments, err := r.Comments(ctx, first.ID)
	r.must(err)
	if len(comments) != 3 || comments[0].Body != own.Body || comments[0].Author.Name != "Carla" || comments[2].Body != "Thank you" {
		t.Errorf("%+v", comments)
	}

	r.approved(next("B"), Approval{})
	_, err = r.Reject(ctx, r.actor, next("C").ID, "No")
	r.must(err)
	withdrawn := next("D")
	_, err = r.Cancel(ctx, carla, withdrawn.ID)
	r.must(err)
	for _, s := range []*Set{withdrawn, r.draft(of(list...).with(set("owner", "E")))} {
		_, err = r.AddComment(ctx, r.actor, s.ID, "Late")
		r.wantProblem(err, problem.BadTransition)
	}
	want := []string{"comment by Ada: Why?", "approved_in_part by Ada: One only", "comment by Ada: Thank you", "approved by Ada: ",
		"rejected by Ada: No"}
	if !slices.Equal(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
	full := next("F")
	r.exec(`INSERT INTO change_comments (id, change_set_id, body)
		SELECT gen_random_uuid(), $1, 'x' FROM generate_series(1, $2)`, full.ID, maxComments)
	_, err = r.AddComment(ctx, r.actor, full.ID, "More")
	r.wantProblem(err, problem.LimitReached)
}
