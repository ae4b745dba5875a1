package change

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/effect"
)

// ApplyItems stores a change set with given items, such as those of the rows of a table, in the
// transaction tx. It starts to apply the change set, or proposes it if another member must approve it.
// insert inserts the items, numbered from 1, and returns their number.
func (s *Sets) ApplyItems(ctx context.Context, tx postgres.Tx, by audit.Actor, set Set,
	insert func() (count int, err error)) error {
	spec, err := json.Marshal(set.Spec)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO change_sets (id, title, reason, origin, created_by_id, from_command, request_id, spec, selected,
			previewed)
		VALUES ($1, $2, '', $3, $4, $5, $6, $7, 0, true)`, set.ID, postgres.Text(cutTitle(set.Title)), set.Origin, by.ActorID,
		by.ActorID == nil, by.RequestID, spec)
	if err != nil {
		return err
	}
	count, err := insert()
	if err != nil {
		return err
	}
	if count == 0 {
		return problem.New(problem.Invalid, "Nothing would change. See the reasons of the rows.")
	}
	_, err = tx.Exec(ctx, `
		UPDATE change_sets c SET pending = $2, examined = $2, selected = (
				SELECT count(DISTINCT i.source_id) FROM change_items i WHERE i.change_set_id = c.id)
		WHERE id = $1`, set.ID, count)
	if err != nil {
		return err
	}
	set.Pending = count
	reasons, err := approval.Reasons(ctx, tx, by, set.ID, set.Pending)
	if err != nil {
		return err
	}
	if len(reasons) > 0 {
		if err := proposeDraft(ctx, tx, by, set.ID); err != nil {
			return err
		}
		return effect.Store(ctx, tx, set.ID)
	}
	_, err = tx.Exec(ctx, start+" WHERE id = $1", set.ID, by.ActorID, by.TokenID, by.RequestID, by.ActorID == nil)
	if err != nil {
		return err
	}
	return s.enqueue(ctx, tx, set.ID)
}

// Continue applies a change set for up to requestTime. Its job continues.
func (s *Sets) Continue(ctx context.Context, id uuid.UUID) (*Set, error) {
	return s.runNow(ctx, id, true)
}
