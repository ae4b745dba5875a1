package approval

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// MaxOpen is the maximum number of undecided proposals of a member, so that a faulty client cannot fill
// the list.
const MaxOpen = 1000

// CheckOpen returns a problem if too many proposals of the member wait for a decision.
func CheckOpen(ctx context.Context, tx postgres.Tx, by audit.Actor) error {
	var open int
	err := tx.QueryRow(ctx, "SELECT count(*) FROM change_sets WHERE state = 'proposed' AND created_by_id = $1", by.ActorID).
		Scan(&open)
	if err == nil && open >= MaxOpen {
		err = problem.New(problem.LimitReached, "%d of your proposals wait for a decision, which is the maximum. Withdraw "+
			"some, or wait until editors have decided on them.", open)
	}
	return err
}
