package repair

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
func (r *Repairs) Review(ctx context.Context) error {
	var failures []error
	for _, step := range []func(context.Context) error{
		r.closeObsolete, r.closeRepeated, r.reviewMoved, r.reviewNext, r.retireReplaced, r.reviewSettings, r.reviewArchive,
		r.applySafe,
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
// the source s exist.
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
	Archive: `s.lifecycle = 'active' AND EXISTS (SELECT FROM source_health h WHERE h.source_id = s.id AND h.state = 'gone')
		AND ` + noEndpointLeft,
}

// closedAtOnce is the number of open suggestions that one statement examines.
const closedAtOnce = 1000

// closeObsolete closes the open suggestions that no longer meet the condition of their kind in the
// map holds.
func (r *Repairs) closeObsolete(ctx context.Context) error {
	var failures []error
	batch := r.db.Batch("close_suggestions")
	for _, kind := range Kinds {
		ids, err := r.db.IDs(ctx,
			"SELECT id FROM suggestions g WHERE state = 'open' AND kind = $1 AND "+batch.NotFailed("g.id"), kind)
		if err != nil {
			return err
		}
		err = batch.EachPart(ctx, ids, closedAtOnce, func(part []uuid.UUID) error {
			tag, err := r.db.Pool.Exec(ctx, `
				UPDATE suggestions g SET state = 'obsolete', decided_at = now()
				WHERE g.id = ANY($1) AND g.state = 'open' AND NOT EXISTS (
					SELECT
					FROM sources s
					LEFT JOIN endpoints e ON e.id = g.endpoint_id
					WHERE s.id = g.source_id AND s.lifecycle <> 'archived' AND (`+holds[kind]+`)
				)`, part)
			r.count(kind, string(Obsolete), int(tag.RowsAffected()))
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
func (r *Repairs) closeRepeated(ctx context.Context) error {
	tag, err := r.db.Pool.Exec(ctx, `UPDATE suggestions g SET state = 'obsolete', decided_at = now()
		WHERE g.state = 'open' AND g.kind = 'duplicate' AND EXISTS (
		SELECT FROM suggestions d
		WHERE d.endpoint_id = g.endpoint_id AND d.kind = 'duplicate' AND d.state = 'open' AND d.id < g.id)`)
	r.count(Duplicate, string(Obsolete), int(tag.RowsAffected()))
	return err
}

// draft is a suggestion to be made.
type draft struct {
	kind       Kind
	sourceID   uuid.UUID
	endpointID *uuid.UUID
	subject    string
	evidence   Evidence
	isSafe     bool // the service may apply it
}

// suggest makes a suggestion unless it exists or was decided before.
func (r *Repairs) suggest(ctx context.Context, d draft) error {
	evidence, err := json.Marshal(d.evidence)
	if err != nil {
		return err
	}
	tag, err := r.db.Pool.Exec(ctx, `INSERT INTO suggestions (id, kind, state, source_id, endpoint_id, subject, evidence,
		by_person)
		SELECT $1, $2, 'open', $3, $4, $5, $6, $7 WHERE EXISTS (SELECT FROM sources WHERE id = $3 AND lifecycle <> 'archived')
		ON CONFLICT DO NOTHING`,
		uuid.Must(uuid.NewV7()), d.kind, d.sourceID, d.endpointID, postgres.Text(d.subject), evidence, !d.isSafe)
	if err != nil {
		return err
	}
	r.count(d.kind, string(Open), int(tag.RowsAffected()))
	return nil
}

// applySafe applies the open suggestions that need no decision by a person.
func (r *Repairs) applySafe(ctx context.Context) error {
	if !r.config.ApplySafe {
		return nil
	}
	return r.each(ctx, "apply_suggestions", "g.state = 'open' AND NOT g.by_person", nil, func(s Suggestion) error {
		result, err := r.accept(ctx, audit.Actor{}, s, Applied)
		if err == nil && result.Outcome != AcceptedOutcome { // for example, another source has the address: a person decides
			_, err = r.db.Pool.Exec(ctx, "UPDATE suggestions SET by_person = true WHERE id = $1", s.ID)
		}
		return err
	})
}

// each calls handle for up to batchSize suggestions g that match a condition with args. It reads
// each suggestion separately, so that one that cannot be read does not stop the others.
func (r *Repairs) each(ctx context.Context, name, condition string, args []any, handle func(Suggestion) error) error {
	batch := r.db.Batch(name)
	ids, err := r.db.IDs(ctx,
		fmt.Sprintf("SELECT g.id FROM suggestions g WHERE %s AND %s ORDER BY g.id LIMIT %d", condition,
			batch.NotFailed("g.id"), batchSize), args...)
	if err != nil {
		return err
	}
	return batch.EachID(ctx, ids, func(id uuid.UUID) error {
		list, err := r.read(ctx, id)
		if err != nil || len(list) == 0 { // deleted meanwhile
			return err
		}
		return handle(list[0])
	})
}

// read reads a suggestion. It returns none if it no longer exists.
func (r *Repairs) read(ctx context.Context, id uuid.UUID) ([]Suggestion, error) {
	rows, err := r.db.Pool.Query(ctx, selectSuggestions+"g.id = $1", id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Suggestion])
}

// count reports an event for the metrics.
func (r *Repairs) count(kind Kind, event string, n int) {
	if n > 0 && r.observe != nil {
		r.observe(string(kind), event, n)
	}
}

var (
	errGone         = errors.New("the suggestion is not in the expected state")
	errKeptInactive = errors.New("the endpoint to keep is not active")
)
