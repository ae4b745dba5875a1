package suggestion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Review closes the suggestions whose evidence no longer holds, and makes new ones. It examines a
// bounded number of candidates of each kind. A candidate or a step that fails does not stop the
// others. At most one process may run it at a time.
func (s *Suggestions) Review(ctx context.Context) error {
	var failures []error
	for _, step := range []func(context.Context) error{
		s.closeObsolete, s.closeRepeated, s.reviewMoved, s.reviewNext, s.retireReplaced, s.reviewSettings, s.reviewArchive,
		s.reviewOutlets, s.applySafe,
	} {
		err := step(ctx)
		if postgres.StopsBatch(ctx, err) {
			return err
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// isActive is the condition that the endpoint o of the source os is checked.
const isActive = `o.live AND o.intent = 'active' AND os.lifecycle = 'active'`

// hasSchedule is the condition that the endpoint still has the schedule that the suggestion
// replaces.
const hasSchedule = `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url'
	AND e.schedule IS NOT DISTINCT FROM g.evidence->'schedule'`

// holds are the conditions under which an open suggestion g stays open, by kind. The endpoint e and
// the source s exist. Those of the kind Field are absent: package source deletes them with the edit.
var holds = map[Kind]string{
	Moved: `e.live AND e.intent = 'active' AND EXISTS (
		SELECT FROM endpoint_redirects r WHERE r.endpoint_id = e.id AND r.url = e.url AND r.target = g.subject)`,
	Duplicate: `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url' AND EXISTS (
		SELECT FROM endpoints o JOIN sources os ON os.id = o.source_id
		WHERE o.id = (g.evidence->>'other_id')::uuid AND ` + isActive + `
			AND NOT EXISTS (SELECT FROM suggestions d WHERE d.endpoint_id = o.id AND d.kind = 'duplicate' AND d.state = 'open')
			AND NOT EXISTS (SELECT FROM endpoint_states k JOIN endpoint_states t ON t.endpoint_id = e.id AND t.health = 'ok'
				WHERE k.endpoint_id = o.id AND k.health IN ('gone', 'failing')))`,
	Replaced: `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url'
		AND NOT EXISTS (SELECT FROM endpoints o WHERE o.live AND o.url = g.subject)
		AND EXISTS (SELECT FROM endpoint_states t WHERE t.endpoint_id = e.id AND t.health IN ('gone', 'failing'))`,
	Settings: `e.live AND e.intent = 'active' AND e.url = g.evidence->>'url'
		AND EXISTS (SELECT FROM endpoint_states t WHERE t.endpoint_id = e.id AND CASE g.evidence->>'setting'
		WHEN 'charset' THEN e.charset = coalesce(g.evidence->>'before', '')
		AND t.observations->'charset'->>'name' = g.evidence->>'after'
		WHEN 'default_zone' THEN e.default_zone = coalesce(g.evidence->>'before', '') AND t.observations->'zone' IS NOT NULL
		ELSE e.identity_policy = g.evidence->>'before' AND t.health_cause = 'identity_storm' END)`,
	Slower: hasSchedule + ` AND NOT EXISTS (SELECT FROM endpoint_states t
		WHERE t.endpoint_id = e.id AND (t.observations->'pace'->>'losses')::int > 0)`,
	Faster: hasSchedule,
	SameOutlet: `EXISTS (SELECT FROM sources os WHERE os.id = (g.evidence->>'other_source_id')::uuid
		AND os.lifecycle <> 'archived')`,
	OtherOutlet: `s.lifecycle = 'active' AND EXISTS (
		SELECT FROM endpoints o JOIN endpoint_states t ON t.endpoint_id = o.id AND t.enabled
		WHERE o.id = (g.evidence->>'endpoint_id')::uuid AND o.url = g.evidence->>'url' AND t.health = 'suspect'
			AND t.health_cause IN ('other_outlet', 'parked'))`,
	Archive: `s.lifecycle = 'active' AND EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND h.state = 'gone')
		AND ` + areEndpointsGone,
}

// closedAtOnce is the number of open suggestions that one statement examines.
const closedAtOnce = 1000

// closeObsolete closes the open suggestions that no longer meet the condition of their kind in the
// map holds.
func (s *Suggestions) closeObsolete(ctx context.Context) error {
	var failures []error
	batch := s.db.Batch("close_suggestions")
	for kind, condition := range holds {
		ids, err := s.db.IDs(ctx,
			"SELECT id FROM suggestions g WHERE state = 'open' AND kind = $1 AND "+batch.NotFailed("g.id"), kind)
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
					WHERE s.id = g.source_id AND s.lifecycle <> 'archived' AND (`+condition+`)
				)`, part)
			s.count(kind, string(Obsolete), int(tag.RowsAffected()))
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
func insert(ctx context.Context, db interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}, d draft) (isNew bool, err error) {
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
		result, err := s.accept(ctx, recording(audit.Actor{}, "Applied suggestion for "+g.SourceName), g, Applied)
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
