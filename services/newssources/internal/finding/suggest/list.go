package suggest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Filter selects open proposals. The zero value of a field does not filter.
type Filter struct {
	Field    Field
	SourceID uuid.UUID
	ImportID uuid.UUID // selects the sources that this import created
}

// Query selects a page. Cursor is the id of a proposal: the page starts after it or, with a leading
// minus, ends before it.
type Query struct {
	Filter
	Cursor string
	Limit  int
}

// Page is a page of proposals, oldest first. Next and Prev are cursors, empty if there is no
// further page in that direction.
type Page struct {
	Proposals  []Proposal
	Next, Prev string
}

// where returns the SQL condition of a filter on the table p, whose placeholders follow args.
func (f Filter) where(args []any) (string, []any) {
	parts := []string{"p.state = 'open'"}
	add := func(condition string, value any) {
		args = append(args, value)
		parts = append(parts, fmt.Sprintf(condition, len(args)))
	}
	if f.Field != "" {
		add("p.field = $%d", string(f.Field))
	}
	if f.SourceID != uuid.Nil {
		add("p.source_id = $%d", f.SourceID)
	}
	if f.ImportID != uuid.Nil {
		add("p.source_id IN (SELECT r.source_id FROM import_rows r WHERE r.import_id = $%d AND r.result = 'created')",
			f.ImportID)
	}
	return strings.Join(parts, " AND "), args
}

const selectProposals = `
	SELECT p.id, p.source_id, s.name AS source_name, s.canonical_domain, s.logo AS source_logo,
		p.field, p.before, p.value, p.origin, p.png, p.created_at
	FROM proposals p JOIN sources s ON s.id = p.source_id WHERE `

// List returns a page of open proposals.
func (p *Proposals) List(ctx context.Context, q Query) (*Page, error) {
	from, isBack, err := parseCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	where, args := q.where(nil)
	comparison, order := ">", "p.id"
	if isBack {
		comparison, order = "<", "p.id DESC"
	}
	args = append(args, from, q.Limit+1)
	rows, err := p.db.Pool.Query(ctx, fmt.Sprintf("%s %s AND p.id %s $%d ORDER BY %s LIMIT $%d",
		selectProposals, where, comparison, len(args)-1, order, len(args)), args...)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByName[Proposal])
	if err != nil {
		return nil, err
	}
	return newPage(list, q.Limit, from, isBack), nil
}

// newPage removes the additional row that was read to detect a further page, and sets the cursors.
func newPage(list []Proposal, limit int, from uuid.UUID, isBack bool) *Page {
	hasMore := len(list) > limit
	page := &Page{Proposals: list[:min(len(list), limit)]}
	if isBack {
		slices.Reverse(page.Proposals)
	}
	if len(page.Proposals) == 0 {
		return page
	}
	if hasMore || isBack {
		page.Next = page.Proposals[len(page.Proposals)-1].ID.String()
	}
	if hasMore && isBack || !isBack && from != uuid.Nil {
		page.Prev = "-" + page.Proposals[0].ID.String()
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
