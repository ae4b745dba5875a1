package sourcerights

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// usesChanged is the action of a change of uses in the history.
const usesChanged = "source.uses_changed"

// UseChange is a use whose state has changed.
type UseChange struct {
	Use           rights.Use
	Before, After rights.State
}

// ChangedUses returns the uses that changed in the last recorded change of each source, if any, in the order
// of rights.Uses.
func ChangedUses(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) (map[uuid.UUID][]UseChange, error) {
	rows, err := tx.Query(ctx, `
		SELECT s.id, e.changes
		FROM unnest($1::uuid[]) s(id)
		CROSS JOIN LATERAL (
			SELECT changes
			FROM audit_events
			WHERE source_id = s.id AND action = $2
			ORDER BY id DESC
			LIMIT 1
		) e`, ids, usesChanged)
	if err != nil {
		return nil, err
	}
	found := map[uuid.UUID][]UseChange{}
	var id uuid.UUID
	var changes []audit.Change
	_, err = pgx.ForEachRow(rows, []any{&id, &changes}, func() error {
		list, err := useChanges(changes)
		found[id] = list
		return err
	})
	return found, err
}

func useChanges(changes []audit.Change) (list []UseChange, err error) {
	for _, use := range rights.Uses {
		for _, c := range changes {
			if c.Field != "use_"+string(use) {
				continue
			}
			change := UseChange{Use: use}
			if err := json.Unmarshal(c.Before, &change.Before); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(c.After, &change.After); err != nil {
				return nil, err
			}
			list = append(list, change)
		}
	}
	return list, nil
}
