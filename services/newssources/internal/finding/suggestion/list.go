package suggestion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Filter selects suggestions. Empty fields do not filter, with one exception: without a Kind and
// a Field, it selects all kinds but Field, of which there are many more than of the others.
type Filter struct {
	Kind      Kind
	Field     FieldName // selects the kind Field
	States    []State   // empty: Open
	SourceIDs []uuid.UUID
	ImportID  uuid.UUID // selects the sources that this import created
	// NeedsPerson selects the suggestions for the sources that need a person, or those for all other
	// sources. In the work list, the former are shown with their source.
	NeedsPerson *bool
}

// Query selects a page. Cursor is the id of a suggestion: the page starts after it or, with a
// leading minus, ends before it.
type Query struct {
	Filter
	OldestFirst bool
	Cursor      string
	Limit       int
}

// Page is a page of suggestions. Next and Prev are cursors, empty if there is no further page in
// that direction.
type Page struct {
	Suggestions []Suggestion
	Next, Prev  string
}

// needsPerson is the SQL condition for a suggestion g whose source needs a person, as
// health.NeedsPerson defines it. As a scalar subquery, it is always a lookup by primary key; with
// EXISTS, PostgreSQL may read all sources that need a person.
const needsPerson = "coalesce((SELECT h.cause <> '' AND health_needs_person(h.state) FROM source_health h WHERE " +
	"h.source_id = g.source_id), false)"

const selectSuggestions = `
	SELECT g.id, g.kind, g.state, g.source_id, s.name AS source_name, s.canonical_domain, s.logo AS source_logo,
		coalesce(g.field, '') AS field, g.endpoint_id,
		coalesce(e.name, '') AS endpoint_name, coalesce(e.url, '') AS endpoint_url, g.evidence, g.png, g.created_at,
		g.decided_at, g.decided_by_name, g.change_set_id, g.undo
	FROM suggestions g JOIN sources s ON s.id = g.source_id LEFT JOIN endpoints e ON e.id = g.endpoint_id WHERE `

// conditions are the conditions of a WHERE clause and the values of their placeholders.
type conditions struct {
	parts []string
	args  []any
}

func (c *conditions) add(condition string, value any) {
	c.args = append(c.args, value)
	c.parts = append(c.parts, fmt.Sprintf(condition, len(c.args)))
}

func (c *conditions) String() string { return strings.Join(c.parts, " AND ") }

// conditions returns the SQL conditions of a filter on the table g. The conditions on the kind and
// on the state Open contain no placeholders, so that they imply those of the partial indexes.
func (f Filter) conditions() *conditions {
	c := &conditions{}
	switch {
	case f.Field != "" || f.Kind == Field:
		c.parts = append(c.parts, "g.kind = 'field'")
	case f.Kind != "":
		c.add("g.kind <> 'field' AND g.kind = $%d", f.Kind)
	default:
		c.parts = append(c.parts, "g.kind <> 'field'")
	}
	if len(f.States) == 0 || slices.Equal(f.States, []State{Open}) {
		c.parts = append(c.parts, "g.state = 'open'")
	} else {
		c.add("g.state = ANY($%d)", f.States)
	}
	if f.Field != "" {
		c.add("g.field = $%d", f.Field)
	}
	if len(f.SourceIDs) > 0 {
		c.add("g.source_id = ANY($%d)", f.SourceIDs)
	}
	if f.ImportID != uuid.Nil {
		c.add("g.source_id IN (SELECT r.source_id FROM import_rows r WHERE r.import_id = $%d AND r.result = 'created')",
			f.ImportID)
	}
	if f.NeedsPerson != nil {
		c.add(needsPerson+" = $%d", *f.NeedsPerson)
	}
	return c
}

// List returns a page of suggestions.
func (s *Suggestions) List(ctx context.Context, q Query) (*Page, error) {
	from, isBack, err := parseCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	where, comparison, order := q.conditions(), "<", "DESC"
	if q.OldestFirst != isBack {
		comparison, order = ">", "ASC"
	}
	if q.Cursor != "" {
		where.add("g.id "+comparison+" $%d", from)
	}
	query := fmt.Sprintf("%s %s ORDER BY g.id %s LIMIT %d", selectSuggestions, where, order, q.Limit+1)
	rows, err := s.db.Pool.Query(ctx, query, where.args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Suggestion])
	if err != nil {
		return nil, err
	}
	return newPage(list, q.Limit, from, isBack), nil
}

// newPage removes the additional row that was read to detect a further page, and sets the cursors.
func newPage(list []Suggestion, limit int, from uuid.UUID, isBack bool) *Page {
	hasMore := len(list) > limit
	page := &Page{Suggestions: list[:min(len(list), limit)]}
	if isBack {
		slices.Reverse(page.Suggestions)
	}
	if len(page.Suggestions) == 0 {
		return page
	}
	if hasMore || isBack {
		page.Next = page.Suggestions[len(page.Suggestions)-1].ID.String()
	}
	if hasMore && isBack || !isBack && from != uuid.Nil {
		page.Prev = "-" + page.Suggestions[0].ID.String()
	}
	return page
}

func parseCursor(text string) (id uuid.UUID, isBack bool, err error) {
	if text == "" {
		return uuid.Nil, false, nil
	}
	text, isBack = strings.CutPrefix(text, "-")
	if id, err = uuid.Parse(text); err != nil {
		return uuid.Nil, false, problem.New(problem.InvalidCursor,
			"The cursor does not belong to this list. Start from the first page.")
	}
	return id, isBack, nil
}
