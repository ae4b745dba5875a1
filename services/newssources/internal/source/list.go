package source

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
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
	Sort       string // name, created, updated; a leading minus reverses
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
	Owner                string
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

// List finds a page of sources: one query for the rows, one for the count, in one round trip.
func (r *Register) List(ctx context.Context, q Query) (*Page, error) {
	at, err := readCursor(q.Cursor, q.Sort)
	if err != nil {
		return nil, err
	}
	filter := q.filter("")
	var page Page
	batch := &pgx.Batch{}
	batch.Queue("SELECT count(*) FROM sources s WHERE "+filter.where(), filter.args...).QueryRow(func(row pgx.Row) error {
		return row.Scan(&page.Total)
	})
	order := sorts[q.Sort]
	if at.Back {
		order = order.reversed()
	}
	after := filter.after(order, at)
	// The page is found on an index first; what it shows beside the source is looked up for its rows only.
	sql := `SELECT s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle, s.media_type, s.country,
			s.region, s.languages, s.scope, s.tier, s.paywall, s.rights, s.owner, s.version, s.created_at, s.updated_at, s.name_key,
			ARRAY(SELECT t.name FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE st.source_id = s.id ORDER BY t.name_key),
			e.count, e.kinds
		FROM (SELECT * FROM sources s WHERE ` + after.where() + ` ORDER BY ` + order.sql() + ` LIMIT ` + after.arg(q.Limit+1) + `) s
		LEFT JOIN LATERAL (SELECT count(*), coalesce(array_agg(DISTINCT kind::text ORDER BY kind::text), '{}') AS kinds
			FROM endpoints WHERE source_id = s.id AND live) e ON true
		ORDER BY ` + order.sql()
	batch.Queue(sql, after.args...).Query(func(rows pgx.Rows) error {
		page.Rows, err = collect(rows, func(row *Row) []any {
			return []any{&row.ID, &row.Name, &row.HomepageURL, &row.Outlet.Domain, &row.Outlet.PathPrefix, &row.Lifecycle,
				&row.MediaType, &row.Country, &row.Region, &row.Languages, &row.Scope, &row.Tier, &row.Paywall, &row.Rights,
				&row.Owner, &row.Version, &row.CreatedAt, &row.UpdatedAt, &row.nameKey, &row.Tags, &row.EndpointCount, &row.EndpointKinds}
		})
		return err
	})
	if err := r.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	page.trim(q, at)
	return &page, nil
}

// trim takes away the row that was read only to see whether there is more, and sets the cursors.
func (p *Page) trim(q Query, at cursor) {
	more := len(p.Rows) > q.Limit
	if more {
		p.Rows = p.Rows[:q.Limit]
	}
	if at.Back {
		for i, j := 0, len(p.Rows)-1; i < j; i, j = i+1, j-1 {
			p.Rows[i], p.Rows[j] = p.Rows[j], p.Rows[i]
		}
	}
	if len(p.Rows) == 0 {
		return
	}
	first, last := p.Rows[0], p.Rows[len(p.Rows)-1]
	if more || at.Back {
		p.Next = cursorAt(last, q.Sort, false)
	}
	if more && at.Back || !at.Back && q.Cursor != "" {
		p.Prev = cursorAt(first, q.Sort, true)
	}
}

// collect reads all rows of a plain SQL query; fields gives the targets of a row's columns.
func collect[T any](rows pgx.Rows, fields func(*T) []any) ([]T, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (T, error) {
		var value T
		err := row.Scan(fields(&value)...)
		return value, err
	})
}
