package merge

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Comparison compares two sources before a merge.
type Comparison struct {
	From, Into *source.Source
	Fields     []Field
	Effects    Effects
	Obstacle   string // why From cannot be merged into Into
}

// Field has the values of a field of two sources.
type Field struct {
	Name       string
	From, Into Value
	Suggested  Choice
	Choices    []Choice
}

// Value is the value of a field, with the last change of it in the history.
type Value struct {
	JSON json.RawMessage // nil: empty
	At   *time.Time
	By   string
}

// Effects are what a merge moves to the remaining source, and the rules and views that name the merged one.
type Effects struct {
	Endpoints   int
	Alerts      int // open ones
	HasAssignee bool
	Changes     int // in its history; at most maxCountedChanges
	Rules       []Mention
	Views       []Mention
}

// Mention is an alert rule or a view that mentions the merged source: a filter names it, or the rule has an
// open alert about it. Filters that name it find the remaining source after the merge.
type Mention struct {
	ID   uuid.UUID
	Name string
}

// maxCountedChanges bounds the entries of a history that are counted or read, as in openapi.yaml.
const maxCountedChanges = 1000

// Compare compares two sources. The views are those of the member, and shared ones.
func (m *Merges) Compare(ctx context.Context, fromID, intoID, memberID uuid.UUID) (*Comparison, error) {
	from, into, err := m.load(ctx, fromID, intoID)
	if err != nil {
		return nil, err
	}
	c := &Comparison{From: from, Into: into}
	if err := m.readAuthors(ctx, from, into); err != nil {
		return nil, err
	}
	err = m.check(ctx, from, into)
	if p, isProblem := errors.AsType[*problem.Error](err); isProblem {
		c.Obstacle = p.Detail
	} else if err != nil {
		return nil, err
	}
	fromValues, err := m.readValues(ctx, from)
	if err != nil {
		return nil, err
	}
	intoValues, err := m.readValues(ctx, into)
	if err != nil {
		return nil, err
	}
	for _, f := range fields {
		choices := []Choice{Keep, Take}
		suggested := f.suggest(from, into)
		switch {
		case f.both != nil:
			choices = append(choices, Both)
		case f.name == "rights" && isForbidden(from, into):
			choices = []Choice{suggested}
		}
		c.Fields = append(c.Fields, Field{f.name, fromValues[f.name], intoValues[f.name], suggested, choices})
	}
	c.Effects.Endpoints = len(from.Endpoints)
	err = m.db.Pool.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM alerts a WHERE a.source_id = $1 AND a.ended_at IS NULL),
			EXISTS (SELECT FROM source_health h WHERE h.source_id = $1 AND h.assignee_id IS NOT NULL),
			(SELECT count(*) FROM (SELECT FROM audit_events e WHERE e.source_id = $1 LIMIT $2) e)`, from.ID,
		maxCountedChanges).Scan(&c.Effects.Alerts, &c.Effects.HasAssignee, &c.Effects.Changes)
	if err != nil {
		return nil, err
	}
	c.Effects.Rules, err = m.mentions(ctx, `
		SELECT r.id, r.name
		FROM alert_rules r
		WHERE `+filterMentions("r.settings->'condition'->'filter'")+` OR EXISTS (
			SELECT FROM alerts a WHERE a.rule_id = r.id AND a.source_id = $1 AND a.ended_at IS NULL)
		ORDER BY lower(r.name), r.id`, from.ID)
	if err != nil {
		return nil, err
	}
	c.Effects.Views, err = m.mentions(ctx, `
		SELECT v.id, v.name
		FROM saved_views v
		WHERE `+filterMentions("v.filter")+` AND (v.owner_id = $2 OR v.sharing = 'members')
		ORDER BY lower(v.name), v.id`, from.ID, memberID)
	return c, err
}

// filterMentions returns the SQL condition that a filter names the source $1.
func filterMentions(filter string) string {
	return "(" + filter + "->'parent' ? $1::uuid::text OR " + filter + "->'not_parent' ? $1::uuid::text)"
}

func (m *Merges) mentions(ctx context.Context, query string, arguments ...any) ([]Mention, error) {
	rows, err := m.db.Pool.Query(ctx, query, arguments...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Mention])
}

// readAuthors reads the members who added and last changed the sources.
func (m *Merges) readAuthors(ctx context.Context, list ...*source.Source) error {
	for _, s := range list {
		rows, err := m.db.Pool.Query(ctx, `
			SELECT m.id, m.email, m.name, coalesce(m.id = s.created_by_id, false),
				coalesce(m.id = s.updated_by_id, false)
			FROM sources s
			JOIN members m ON m.id IN (s.created_by_id, s.updated_by_id)
			WHERE s.id = $1`, s.ID)
		if err != nil {
			return err
		}
		var by source.Person
		var hasCreated, hasUpdated bool
		_, err = pgx.ForEachRow(rows, []any{&by.ID, &by.Email, &by.Name, &hasCreated, &hasUpdated}, func() error {
			author := by
			if hasCreated {
				s.CreatedBy = &author
			}
			if hasUpdated {
				s.UpdatedBy = &author
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readValues returns the values of a source by field, with their last changes among the newest ones in
// its history.
func (m *Merges) readValues(ctx context.Context, of *source.Source) (map[string]Value, error) {
	present, err := audit.Diff(nil, of.Details)
	if err != nil {
		return nil, err
	}
	values := map[string]Value{}
	for _, c := range present {
		values[c.Field] = Value{JSON: c.After}
	}
	rows, err := m.db.Pool.Query(ctx, `
		SELECT DISTINCT ON (c.field) c.field, e.at, e.actor_name
		FROM (
			SELECT e.id, e.at, e.actor_name, e.changes
			FROM audit_events e
			WHERE e.source_id = $1 AND e.target_id = $1
			ORDER BY e.id DESC
			LIMIT $2
		) e
		CROSS JOIN LATERAL (SELECT x->>'field' AS field FROM jsonb_array_elements(e.changes) x) c
		ORDER BY c.field, e.id DESC`, of.ID, maxCountedChanges)
	if err != nil {
		return nil, err
	}
	var field, name string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&field, &at, &name}, func() error {
		changed := at
		values[field] = Value{values[field].JSON, &changed, name}
		return nil
	})
	return values, err
}
