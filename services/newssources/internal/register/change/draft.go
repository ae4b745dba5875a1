package change

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/effect"
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
	id := uuid.Must(uuid.NewV7())
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		items, err := plan(tx)
		if err != nil {
			return err
		}
		var counts Counts
		sources := map[uuid.UUID]bool{}
		for n := range items {
			items[n].Number = n + 1
			counts.add(items[n].Result, 1)
			sources[items[n].SourceID] = true
		}
		spec, err := json.Marshal(draft.Spec)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO change_sets (id, title, reason, origin, created_by_id, from_command, request_id, spec, selected,
				examined, previewed, pending, unchanged, conflict, refused)
			VALUES ($1, $2, $13, $3, $4, $5, $6, $7, $8, $8, true, $9, $10, $11, $12)`, id,
			postgres.Text(cutTitle(draft.Title)), draft.Origin, by.ActorID, by.ActorID == nil, by.RequestID, spec,
			len(sources), counts.Pending, counts.Unchanged, counts.Conflict, counts.Refused, postgres.Text(draft.Reason))
		if err != nil {
			return err
		}
		if err := insertItems(ctx, tx, id, items); err != nil {
			return err
		}
		return effect.Add(ctx, tx, id, 0, len(items))
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, id)
}
