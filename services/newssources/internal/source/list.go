package source

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// Query says which sources to list, in which order, and from where on. Filters of one kind are alternatives, and all
// kinds must hold. None finds what has no value.
type Query struct {
	Text       string
	Lifecycles []string // empty: all but the archived
	Tags       []string
	Countries  []string
	Languages  []string
	Kinds      []string
	Sort       string // name, created, updated; a leading minus reverses; name if it is empty
	Cursor     string
	Limit      int
}

// None as a filter's value finds the sources that have no value.
const None = "none"

// Row is a source as a list shows it.
type Row struct {
	ID                   uuid.UUID
	Name, HomepageURL    string
	Outlet               Outlet
	Lifecycle, MediaType string
	Country, Region      string
	Languages, Tags      []string
	Scope                string
	Tier                 *int
	Paywall, Rights      string
	Owner, Logo          string
	EndpointCount        int
	EndpointKinds        []string
	Version              int
	CreatedAt, UpdatedAt time.Time
	nameKey              string
}

// Page is a part of a list. The cursors are empty where there is nothing further.
type Page struct {
	Rows       []Row
	Total      int
	Next, Prev string
}

// List finds a page of sources, and counts all that match.
func (r *Register) List(ctx context.Context, q Query) (*Page, error) {
	q.Sort = cmp.Or(q.Sort, "name")
	order, ok := sorts[q.Sort]
	if !ok {
		return nil, problem.New(problem.UnknownParameter, "There is no order “%s”.", q.Sort)
	}
	at, err := readCursor(q.Cursor, q.Sort)
	if err != nil {
		return nil, err
	}
	if at.Back {
		order = order.reversed()
	}
	page, err := r.page(ctx, q, order, at)
	if err != nil {
		return nil, err
	}
	if len(page.Rows) == 0 && q.Cursor != "" { // behind the last row, where nothing says how many there are
		c := q.conditions()
		if err := r.db.Pool.QueryRow(ctx, "SELECT count(*) FROM sources s WHERE "+c.where(anyFacet), c.args...).Scan(&page.Total); err != nil {
			return nil, err
		}
	}
	page.trim(q, at)
	return page, nil
}

// page reads the rows from a cursor on, and one more, with the total.
//
// A query without filters walks an index for its rows and another one for the total. A filtered one has to look at all
// that matches anyway, to count it; so it is found once, and the page is taken from that. Left to itself PostgreSQL may
// walk the whole index for the rows of a page that it wrongly believes to be frequent.
func (r *Register) page(ctx context.Context, q Query, order order, at cursor) (*Page, error) {
	c := q.conditions()
	found := "NOT MATERIALIZED"
	if q.filtered() {
		found = "MATERIALIZED"
	}
	sql := `WITH found AS ` + found + ` (SELECT s.id, s.` + order.column + ` AS key FROM sources s WHERE ` + c.where(anyFacet) + `),
		page AS (SELECT id, key FROM found ` + order.after(c, at) + ` ORDER BY ` + order.sql("") + ` LIMIT ` + c.arg(q.Limit+1) + `)
		SELECT (SELECT count(*) FROM found), s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle,
			s.media_type, s.country, s.region, s.languages, s.scope, s.tier, s.paywall, s.rights, s.owner, s.logo, s.version,
			s.created_at, s.updated_at, s.name_key, s.endpoint_count, s.endpoint_kinds, coalesce(tagged.names, '{}')
		FROM page JOIN sources s ON s.id = page.id
		LEFT JOIN (SELECT st.source_id, array_agg(t.name ORDER BY t.name_key) AS names
			FROM page JOIN source_tags st ON st.source_id = page.id JOIN tags t ON t.id = st.tag_id GROUP BY st.source_id
		) tagged ON tagged.source_id = page.id
		ORDER BY ` + order.sql("page.")
	rows, err := r.db.Pool.Query(ctx, sql, c.args...)
	if err != nil {
		return nil, err
	}
	var page Page
	page.Rows, err = collect(rows, func(row *Row) []any {
		return []any{&page.Total, &row.ID, &row.Name, &row.HomepageURL, &row.Outlet.Domain, &row.Outlet.PathPrefix, &row.Lifecycle,
			&row.MediaType, &row.Country, &row.Region, &row.Languages, &row.Scope, &row.Tier, &row.Paywall, &row.Rights, &row.Owner, &row.Logo, &row.Version,
			&row.CreatedAt, &row.UpdatedAt, &row.nameKey, &row.EndpointCount, &row.EndpointKinds, &row.Tags}
	})
	return &page, err
}

// collect reads all rows of a plain SQL query; fields gives the targets of a row's columns.
func collect[T any](rows pgx.Rows, fields func(*T) []any) ([]T, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (T, error) {
		var value T
		err := row.Scan(fields(&value)...)
		return value, err
	})
}
