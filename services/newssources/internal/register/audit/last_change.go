package audit

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// maxNamed is the maximum number of fields that LastChanges names.
const maxNamed = 3

// LastChanges returns a sentence for each target that was changed: who changed it last, when, and which
// fields.
func LastChanges(ctx context.Context, tx postgres.Tx, targets []uuid.UUID) (map[uuid.UUID]string, error) {
	if len(targets) == 0 {
		return nil, nil
	}
	rows, err := tx.Query(ctx, `
		SELECT DISTINCT ON (a.target_id) a.target_id, a.actor_name, a.at,
			ARRAY(SELECT replace(c->>'field', '_', ' ') FROM jsonb_array_elements(a.changes) c)
		FROM audit_events a
		WHERE a.target_id = ANY($1) AND a.version > 0
		ORDER BY a.target_id, a.version DESC`, targets)
	if err != nil {
		return nil, err
	}
	changes := map[uuid.UUID]string{}
	var id uuid.UUID
	var name string
	var at time.Time
	var fields []string
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &at, &fields}, func() error {
		changes[id] = describeChange(name, at, fields)
		return nil
	})
	return changes, err
}

func describeChange(name string, at time.Time, fields []string) string {
	if name == "" {
		name = "The service"
	}
	if n := len(fields) - maxNamed; n > 0 {
		fields = append(fields[:maxNamed:maxNamed], fmt.Sprintf("%d more fields", n))
	}
	return fmt.Sprintf("%s changed it on %s: %s.", name, Day(at), strings.Join(fields, ", "))
}

// Day returns the day of a time for people.
func Day(at time.Time) string { return at.UTC().Format("2 January 2006") }
