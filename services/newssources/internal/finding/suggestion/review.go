package suggestion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Review closes the suggestions whose evidence no longer holds, and makes new ones. It examines a
// bounded number of candidates of each kind. A candidate or a step that fails does not stop the
// others. At most one process may run it at a time.
func (s *Suggestions) Review(ctx context.Context) error {
	steps := []func(*Suggestions, context.Context) error{(*Suggestions).closeObsolete, (*Suggestions).closeRepeated}
	for _, k := range kinds {
		if k.review != nil {
			steps = append(steps, k.review)
		}
	}
	var failures []error
	for _, step := range append(steps, (*Suggestions).applySafe) {
		err := step(s, ctx)
		if postgres.StopsBatch(ctx, err) {
			return err
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// closedAtOnce is the number of open suggestions that one statement examines.
const closedAtOnce = 1000

// closeObsolete closes the open suggestions that no longer meet the condition of their kind.
func (s *Suggestions) closeObsolete(ctx context.Context) error {
	var failures []error
	batch := s.db.Batch("close_suggestions")
	for _, k := range kinds {
		if k.holds == "" {
			continue
		}
		ids, err := s.db.IDs(ctx,
			"SELECT id FROM suggestions g WHERE state = 'open' AND kind = $1 AND "+batch.NotFailed("g.id"), k.Kind)
		if err != nil {
			return err
		}
		err = batch.EachPart(ctx, ids, closedAtOnce, func(part []uuid.UUID) error {
			tag, err := s.db.Pool.Exec(ctx, `
				UPDATE suggestions g SET state = 'obsolete', decided_at = now()
				WHERE g.id = ANY($1) AND g.state = 'open' AND NOT EXISTS (
					SELECT
					FROM sources s
					LEFT JOIN endpoints e ON e.id = g.endpoint_id
					WHERE s.id = g.source_id AND s.lifecycle <> 'archived' AND (`+k.holds+`)
				)`, part)
			s.count(k.Kind, string(Obsolete), int(tag.RowsAffected()))
			return err
		})
		if postgres.StopsBatch(ctx, err) {
			return err
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// closeRepeated closes all open suggestions to retire an endpoint but the first one. Earlier
// versions of the service made one for each pair of a group of duplicates.
func (s *Suggestions) closeRepeated(ctx context.Context) error {
	tag, err := s.db.Pool.Exec(ctx, `UPDATE suggestions g SET state = 'obsolete', decided_at = now()
		WHERE g.state = 'open' AND g.kind = 'duplicate' AND EXISTS (
		SELECT FROM suggestions d
		WHERE d.endpoint_id = g.endpoint_id AND d.kind = 'duplicate' AND d.state = 'open' AND d.id < g.id)`)
	s.count(Duplicate, string(Obsolete), int(tag.RowsAffected()))
	return err
}

// draft is a suggestion to be made.
type draft struct {
	kind       Kind
	sourceID   uuid.UUID
	endpointID *uuid.UUID
	field      FieldName // of the kind Field
	subject    string
	evidence   Evidence
	png        []byte
	isSafe     bool // the service may apply it
}

// suggest makes a suggestion unless it exists or was decided before.
func (s *Suggestions) suggest(ctx context.Context, d draft) error {
	isNew, err := insert(ctx, s.db.Pool, d)
	if isNew {
		s.count(d.kind, string(Open), 1)
	}
	return err
}

// insert stores a suggestion. It reports false if it exists, was decided before, or if its source
// is archived.
func insert(ctx context.Context, db postgres.Executor, d draft) (isNew bool, err error) {
	evidence, err := json.Marshal(d.evidence)
	if err != nil {
		return false, err
	}
	tag, err := db.Exec(ctx, `
		INSERT INTO suggestions (id, kind, state, source_id, endpoint_id, field, subject, evidence, png, by_person)
		SELECT $1, $2, 'open', $3, $4, nullif($5, ''), $6, $7, $8, $9
		WHERE EXISTS (SELECT FROM sources WHERE id = $3 AND lifecycle <> 'archived')
		ON CONFLICT DO NOTHING`,
		uuid.Must(uuid.NewV7()), d.kind, d.sourceID, d.endpointID, string(d.field), postgres.Text(d.subject), evidence, d.png,
		!d.isSafe)
	return tag.RowsAffected() > 0, err
}

// applySafe applies the open suggestions that need no decision by a person.
func (s *Suggestions) applySafe(ctx context.Context) error {
	if !s.config.ApplySafe {
		return nil
	}
	return s.each(ctx, "apply_suggestions", "g.state = 'open' AND NOT g.by_person", nil, func(g Suggestion) error {
		service := recording(audit.Actor{}, uuid.Must(uuid.NewV7()), "Applied suggestion for "+g.SourceName)
		result, err := s.accept(ctx, service, g, Applied)
		if err == nil && result.Outcome != AcceptedOutcome { // for example, another source has the address: a person decides
			_, err = s.db.Pool.Exec(ctx, "UPDATE suggestions SET by_person = true WHERE id = $1", g.ID)
		}
		return err
	})
}

// each calls handle for up to batchSize suggestions g that match a condition with args. It reads
// each suggestion separately, so that one that cannot be read does not stop the others.
func (s *Suggestions) each(ctx context.Context, name, condition string, args []any,
	handle func(Suggestion) error) error {
	batch := s.db.Batch(name)
	ids, err := s.db.IDs(ctx,
		fmt.Sprintf("SELECT g.id FROM suggestions g WHERE %s AND %s ORDER BY g.id LIMIT %d", condition,
			batch.NotFailed("g.id"), batchSize), args...)
	if err != nil {
		return err
	}
	return batch.EachID(ctx, ids, func(id uuid.UUID) error {
		list, err := s.read(ctx, id)
		if err != nil || len(list) == 0 { // deleted meanwhile
			return err
		}
		return handle(list[0])
	})
}

// read reads a suggestion. It returns none if it no longer exists.
func (s *Suggestions) read(ctx context.Context, id uuid.UUID) ([]Suggestion, error) {
	rows, err := s.db.Pool.Query(ctx, selectSuggestions+"g.id = $1", id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Suggestion])
}

// count reports an event for the metrics.
func (s *Suggestions) count(kind Kind, event string, n int) {
	if n > 0 && s.observe != nil {
		s.observe(string(kind), event, n)
	}
}

var (
	errGone         = errors.New("the suggestion is not in the expected state")
	errKeptInactive = errors.New("the endpoint to keep is not active")
)
