package change

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// maxNamed is the maximum number of fields that the reason of a conflict names.
const maxNamed = 3

// explainConflicts names in the reasons of conflicts who changed the target last, when, and which
// fields.
func explainConflicts(ctx context.Context, tx postgres.Tx, items []Item) error {
	stale := map[uuid.UUID][]*Item{}
	var targets []uuid.UUID
	for n := range items {
		if i := &items[n]; i.Result == Conflict && i.TargetType != targetWork {
			stale[i.TargetID], targets = append(stale[i.TargetID], i), append(targets, i.TargetID)
		}
	}
	if len(targets) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `
		SELECT DISTINCT ON (a.target_id) a.target_id, a.actor_name, a.at,
			ARRAY(SELECT replace(c->>'field', '_', ' ') FROM jsonb_array_elements(a.changes) c)
		FROM audit_events a
		WHERE a.target_id = ANY($1) AND a.version > 0
		ORDER BY a.target_id, a.version DESC`, targets)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var name string
	var at time.Time
	var fields []string
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &at, &fields}, func() error {
		for _, i := range stale[id] {
			i.Reason = staleReason(name, at, fields)
		}
		return nil
	})
	return err
}

func staleReason(name string, at time.Time, fields []string) string {
	if name == "" {
		name = "The service"
	}
	if n := len(fields) - maxNamed; n > 0 {
		fields = append(fields[:maxNamed:maxNamed], fmt.Sprintf("%d more fields", n))
	}
	return fmt.Sprintf("%s changed it on %s: %s.", name, dayOf(at), strings.Join(fields, ", "))
}

// dayOf returns the day of a time for people.
func dayOf(at time.Time) string { return at.UTC().Format("2 January 2006") }
