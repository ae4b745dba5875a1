package source

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// Query selects and orders the sources of a list. The values of one filter are alternatives; all filters must match.
// The value None matches sources that have no value.
type Query struct {
	Text       string      // search words
	Lifecycles []Lifecycle // empty: all except archived
	Tags       []string
	Countries  []string
	Languages  []string
	Kinds      []string
	Sort       string // name, created or updated, with a leading minus for descending order; "name" if empty
	Cursor     string
	Limit      int
}

// None is the filter value that matches sources without a value.
const None = "none"

// Row is a source in a list. Its field names match the column names.
type Row struct {
	ID                uuid.UUID
	Name, HomepageURL string
	Outlet
	Lifecycle            Lifecycle
	MediaType            MediaType
	Country, Region      string
	Languages, Tags      []string
	Scope                Scope
	Tier                 *int
	Paywall              Paywall
	Rights               Rights
	Owner, Logo          string
	EndpointCount        int
	EndpointKinds        []feed.Kind
	Version              int
	CreatedAt, UpdatedAt time.Time
	NameKey              string // the sort key of Name
}

// Page is one page of a list. Next and Prev are cursors, empty if there is no further page in that direction.
type Page struct {
	Rows       []Row
	Total      int
	Next, Prev string
}

// List returns a page of the sources that match q, and their total number.
func (r *Register) List(ctx context.Context, q Query) (*Page, error) {
	q.Sort = cmp.Or(q.Sort, "name")
	order, ok := sorts[q.Sort]
	if !ok {
		return nil, problem.New(problem.UnknownParameter, "Sources can't be sorted by “%s”. Use name, created or updated.", q.Sort)
	}
	at, err := parseCursor(q.Cursor, q.Sort)
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
	if len(page.Rows) == 0 && q.Cursor != "" { // the total is a column of the rows, and this page has no rows
		c := q.conditions()
		if err := r.db.Pool.QueryRow(ctx, "SELECT count(*) FROM sources s WHERE "+c.where(anyFacet), c.args...).Scan(&page.Total); err != nil {
			return nil, err
		}
	}
	page.trim(q, at)
	return page, nil
}

// page reads q.Limit+1 rows that follow the cursor at, and the total.
//
// Without filters, PostgreSQL reads the page from one index and counts the total in another. With filters, it must visit
// all matching rows to count them, so the matches are materialized once and the page is taken from them. Otherwise
// PostgreSQL may scan the whole index of the sort order if it overestimates the number of matches.
func (r *Register) page(ctx context.Context, q Query, order order, at cursor) (*Page, error) {
	c := q.conditions()
	found := "NOT MATERIALIZED"
	if q.isFiltered() {
		found = "MATERIALIZED"
	}
	sql := `WITH found AS ` + found + ` (SELECT s.id, s.` + order.column + ` AS key FROM sources s WHERE ` + c.where(anyFacet) + `),
		page AS (SELECT id, key FROM found ` + order.after(c, at) + ` ORDER BY ` + order.sql("") + ` LIMIT ` + c.arg(q.Limit+1) + `)
		SELECT (SELECT count(*) FROM found) AS total, s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle,
			s.media_type, s.country, s.region, s.languages, s.scope, s.tier, s.paywall, s.rights, s.owner, s.logo, s.version,
			s.created_at, s.updated_at, s.name_key, s.endpoint_count, s.endpoint_kinds, coalesce(tagged.names, '{}') AS tags
		FROM page JOIN sources s ON s.id = page.id
		LEFT JOIN (SELECT st.source_id, array_agg(t.name ORDER BY t.name_key) AS names
			FROM page JOIN source_tags st ON st.source_id = page.id JOIN tags t ON t.id = st.tag_id GROUP BY st.source_id
		) tagged ON tagged.source_id = page.id
		ORDER BY ` + order.sql("page.")
	rows, err := r.db.Pool.Query(ctx, sql, c.args...)
	if err != nil {
		return nil, err
	}
	type countedRow struct {
		Row
		Total int
	}
	counted, err := pgx.CollectRows(rows, pgx.RowToStructByName[countedRow])
	page := &Page{Rows: make([]Row, len(counted))}
	for i, row := range counted {
		page.Rows[i], page.Total = row.Row, row.Total
	}
	return page, err
}
