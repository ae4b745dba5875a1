package sourcelist

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// readTimeout bounds the database statements of lists and facets. It is longer than the slowest useful search in 1,000,000
// sources on a busy server.
const readTimeout = 2 * time.Second

// rowColumns are the columns of a Row in the order of rowReader.
const rowColumns = `s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle, s.media_type, s.country, s.region,
	s.languages::text, s.scope, s.tier, s.paywall, s.rights, s.owner, s.logo, s.version, s.created_at, s.updated_at, s.name_key,
	s.endpoint_count, s.endpoint_kinds::text,
	ARRAY(SELECT t.name FROM source_tags st JOIN tags t ON t.id = st.tag_id WHERE st.source_id = s.id ORDER BY t.name_key)`

// page reads the first q.Limit+1 rows after the cursor at, and the total.
//
// Up to countLimit matches are read at once, sorted and counted, unless an index of the sort order reaches the rows of
// the page sooner.
func (r *Reader) page(ctx context.Context, q Query, order order, at cursor) (*Page, error) {
	if len(q.Lifecycles)+len(q.filters())+len(searchWords(q.Text)) == 0 {
		return r.unfilteredPage(ctx, q, order, at)
	}
	total, all, known, err := r.total(ctx, q)
	if err != nil {
		return nil, err
	}
	if !known || !isDense(total, all, q.Limit) {
		rows, matches, err := r.fewRows(ctx, q, order, at)
		if err != nil || matches <= countLimit {
			return &Page{Rows: rows, Total: matches}, err
		}
		total = max(total, matches)
	}
	page := &Page{Total: total}
	if page.Rows, err = r.manyRows(ctx, q, order, at); err != nil || known {
		return page, err
	}
	page.TotalIsEstimate = true
	page.Total, err = r.estimate(ctx, q)
	return page, err
}

// isDense reports whether so many rows match that reading a page in the order of an index visits fewer rows than
// reading all matches.
func isDense(matches, all, limit int) bool {
	return matches > countLimit || matches > 0 && all/matches*limit < matches
}

// unfilteredPage reads a page and the total of the list without filters in one round trip. Nearly all rows match.
func (r *Reader) unfilteredPage(ctx context.Context, q Query, order order, at cursor) (*Page, error) {
	page, reader, batch := &Page{}, rowReader{rows: make([]Row, 0, q.Limit+1)}, &pgx.Batch{}
	count := &conditions{}
	condition, _ := q.counterCondition(count)
	batch.Queue(selectTotal(condition), count.args...).QueryRow(func(row pgx.Row) error { return row.Scan(&page.Total, nil) })
	c := q.conditions("")
	batch.Queue(walkSQL(c, order, at, q.Limit+1), c.args...).Query(reader.read)
	err := r.db.Pool.SendBatch(ctx, batch).Close()
	page.Rows = reader.rows
	return page, err
}

func selectTotal(condition string) string {
	return "SELECT coalesce(sum(c.n) FILTER (WHERE " + condition + "), 0)::bigint, coalesce(sum(c.n) FILTER (WHERE c.facet = 'lifecycle'), 0)::bigint FROM " +
		counters + " WHERE c.facet = 'lifecycle' OR " + condition
}

// total returns the number of matches, if a counter has it, and of all sources.
func (r *Reader) total(ctx context.Context, q Query) (total, all int, known bool, err error) {
	c := &conditions{}
	condition, known := q.counterCondition(c)
	if known {
		err = r.db.Pool.QueryRow(ctx, selectTotal(condition), c.args...).Scan(&total, &all)
	}
	return total, all, known, err
}

// fewRows finds up to countLimit+1 matches, sorts them, and returns the rows of the page and the number of matches.
func (r *Reader) fewRows(ctx context.Context, q Query, order order, at cursor) (rows []Row, matches int, err error) {
	c := q.conditions("")
	rank := "0"
	if order.ranked {
		rank = c.rank(q.Text)
	}
	found := `WITH found AS MATERIALIZED (SELECT s.id, ` + rank + ` AS rank, s.` + order.column + ` AS key FROM sources s WHERE ` + c.where() +
		` LIMIT ` + c.arg(countLimit+1) + `) `
	reader := rowReader{rows: make([]Row, 0, q.Limit+1)}
	err = r.db.QueryLimited(ctx, readTimeout, found+`, page AS (SELECT * FROM found `+order.where(c, at, "")+` ORDER BY `+order.sql("")+` LIMIT `+c.arg(q.Limit+1)+`)
		SELECT (SELECT count(*) FROM found), page.rank, `+rowColumns+` FROM page JOIN sources s ON s.id = page.id ORDER BY `+order.sql("page."), c.args, reader.read)
	if err != nil || len(reader.rows) > 0 || q.Cursor == "" {
		return reader.rows, reader.matches, err
	}
	c = q.conditions("") // counts again, because the number of matches is a column of the rows and this page has no rows
	err = r.db.QueryLimited(ctx, readTimeout, `SELECT count(*) FROM (SELECT FROM sources s WHERE `+c.where()+` LIMIT `+c.arg(countLimit+1)+`) found`, c.args,
		func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&matches}, func() error { return nil })
			return err
		})
	return nil, matches, err
}

// manyRows reads rows in the order of an index. By relevance, the sources whose name starts with the text come first; the
// others follow by name.
func (r *Reader) manyRows(ctx context.Context, q Query, order order, at cursor) (rows []Row, err error) {
	if !order.ranked {
		return r.walk(ctx, q.conditions(""), order, at, q.Limit+1)
	}
	groups := []int{0, 1}
	if order.desc {
		groups = []int{1, 0}
	}
	byName := order
	byName.ranked = false
	prefix := strings.Join(searchWords(q.Text), " ")
	for _, group := range groups {
		after := at
		if at.ID != "" && group != at.Rank {
			if (group < at.Rank) != order.desc {
				continue // the group precedes the cursor
			}
			after = cursor{}
		}
		c := q.conditions("")
		starts := "(s.name_key >= " + c.arg(prefix) + " AND s.name_key < " + c.arg(prefix+"\U0010FFFF") + ")"
		c.parts = append(c.parts, condition{sql: []string{starts, "NOT " + starts}[group]})
		more, err := r.walk(ctx, c, byName, after, q.Limit+1-len(rows))
		if err != nil {
			return nil, err
		}
		for i := range more {
			more[i].rank = group
		}
		if rows = append(rows, more...); len(rows) > q.Limit {
			break
		}
	}
	return rows, nil
}

// walk reads the rows after a cursor in the order of an index.
func (r *Reader) walk(ctx context.Context, c *conditions, order order, at cursor, limit int) ([]Row, error) {
	sql := walkSQL(c, order, at, limit)
	reader := rowReader{rows: make([]Row, 0, limit)}
	err := r.db.QueryLimited(ctx, readTimeout, sql, c.args, reader.read)
	return reader.rows, err
}

func walkSQL(c *conditions, order order, at cursor, limit int) string {
	after := strings.Replace(order.where(c, at, "s."), "WHERE", " AND", 1)
	return `SELECT 0, 0, ` + rowColumns + ` FROM sources s WHERE ` + c.where() + after + ` ORDER BY ` + order.sql("s.") + ` LIMIT ` + strconv.Itoa(limit) // no argument, so that a generic plan takes the limit into account
}

// rowReader collects the rows of a statement that selects the number of matches, the rank and rowColumns.
type rowReader struct {
	rows    []Row
	matches int
}

func (r *rowReader) read(rows pgx.Rows) error {
	var s Row
	var languages, kinds string
	_, err := pgx.ForEachRow(rows, []any{&r.matches, &s.rank, &s.ID, &s.Name, &s.HomepageURL, &s.Domain, &s.PathPrefix, &s.Lifecycle, &s.MediaType,
		&s.Country, &s.Region, &languages, &s.Scope, &s.Tier, &s.Paywall, &s.Rights, &s.Owner, &s.Logo, &s.Version, &s.CreatedAt, &s.UpdatedAt,
		&s.NameKey, &s.EndpointCount, &kinds, &s.Tags}, func() error {
		s.Languages, s.EndpointKinds = source.ParseList[string](languages), source.ParseList[feed.Kind](kinds)
		r.rows = append(r.rows, s)
		s = Row{}
		return nil
	})
	return err
}
