package change

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Plan sets the results of items and the changes that they would make. It writes nothing. A new source
// and its endpoints must be in one call.
func (s *Sets) Plan(ctx context.Context, tx postgres.Tx, items []Item) error {
	return s.plan(ctx, tx, items, nil)
}

// CreateDraft stores a draft with the items that plan returns. draft has its title, reason, origin and
// specification.
func (s *Sets) CreateDraft(ctx context.Context, by audit.Actor, draft Set,
	plan func(tx postgres.Tx) ([]Item, error)) (*Set, error) {
	draft.ID = uuid.Must(uuid.NewV7())
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		items, err := plan(tx)
		if err != nil {
			return err
		}
		return insertPreviewed(ctx, tx, by, draft, items)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, draft.ID)
}
