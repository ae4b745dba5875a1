package repair

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Query selects a page of suggestions. Empty fields do not filter.
type Query struct {
	Kind      Kind
	States    []State
	SourceIDs []uuid.UUID
	// NeedsPerson selects the suggestions for the sources that need a person, or those for all other
	// sources. In the work list, the former are shown with their source.
	NeedsPerson *bool
	Cursor      string // the id of the last suggestion of the page before
	Limit       int
}

// Page is a page of suggestions, newest first. Next is the cursor of the next page, or "" on the
// last one.
type Page struct {
	Suggestions []Suggestion
	Next        string
}

// needsPerson is the SQL condition for a suggestion g whose source needs a person, as
// health.NeedsPerson defines it. As a scalar subquery, it is always a lookup by primary key; with
// EXISTS, PostgreSQL may read all sources that need a person.
const needsPerson = "coalesce((SELECT h.cause <> '' AND health_needs_person(h.state) FROM source_health h WHERE " +
	"h.source_id = g.source_id), false)"

const selectSuggestions = `
	SELECT g.id, g.kind, g.state, g.source_id, s.name AS source_name, s.canonical_domain, s.logo AS source_logo,
		g.endpoint_id,
		coalesce(e.name, '') AS endpoint_name, coalesce(e.url, '') AS endpoint_url, g.evidence, g.created_at, g.decided_at,
		g.decided_by_name, g.undo
	FROM suggestions g JOIN sources s ON s.id = g.source_id LEFT JOIN endpoints e ON e.id = g.endpoint_id WHERE `

// List returns a page of suggestions.
func (r *Repairs) List(ctx context.Context, q Query) (*Page, error) {
	conditions, args := []string{"g.state = ANY($1)"}, []any{q.States}
	add := func(condition string, value any) {
		args = append(args, value)
		conditions = append(conditions, fmt.Sprintf(condition, len(args)))
	}
	if q.Kind != "" {
		add("g.kind = $%d", q.Kind)
	}
	if len(q.SourceIDs) > 0 {
		add("g.source_id = ANY($%d)", q.SourceIDs)
	}
	switch {
	case q.NeedsPerson == nil:
	case *q.NeedsPerson:
		conditions = append(conditions, needsPerson)
	default:
		conditions = append(conditions, "NOT "+needsPerson)
	}
	if q.Cursor != "" {
		after, err := uuid.Parse(q.Cursor)
		if err != nil {
			return nil, problem.New(problem.InvalidCursor, "The cursor does not belong to this list. Start from the first page.")
		}
		add("g.id < $%d", after)
	}
	args = append(args, q.Limit+1)
	rows, err := r.db.Pool.Query(ctx,
		fmt.Sprintf("%s %s ORDER BY g.id DESC LIMIT $%d", selectSuggestions, strings.Join(conditions, " AND "), len(args)),
		args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Suggestion])
	if err != nil || len(list) <= q.Limit {
		return &Page{Suggestions: list}, err
	}
	return &Page{Suggestions: list[:q.Limit], Next: list[q.Limit-1].ID.String()}, nil
}

// maxCount is the number of open suggestions that are read to count them, so that the cost does not
// grow with their number.
const maxCount = 10_000

// CountOpen returns the number of open suggestions by kind for the sources that do not need a
// person: the work list shows the others with their source and counts the source. It reads the
// newest maxCount suggestions.
func (r *Repairs) CountOpen(ctx context.Context) (map[Kind]int, error) {
	rows, err := r.db.Pool.Query(ctx, `SELECT g.kind, count(*)
		FROM (SELECT kind, source_id FROM suggestions WHERE state = 'open' ORDER BY id DESC LIMIT $1) g
		WHERE NOT `+needsPerson+` GROUP BY g.kind`, maxCount)
	if err != nil {
		return nil, err
	}
	counts, kind, n := map[Kind]int{}, Kind(""), 0
	_, err = pgx.ForEachRow(rows, []any{&kind, &n}, func() error {
		counts[kind] = n
		return nil
	})
	return counts, err
}
