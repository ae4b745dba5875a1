package sourcelist

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Page is one page of a list. Next and Prev are cursors, empty if there is no further page in that
// direction.
type Page struct {
	Rows           []Row
	Total          int
	TotalIsMinimum bool  // more sources match than Total
	Offset         *int  // the number of matches before the page; nil if it is unknown
	Similar        []Row // with similar names, on the first page of a search that matches few sources
	Next, Prev     string
}

// sortColumns are the columns of page by which the rows are sorted.
var sortColumns = []string{"s.rank", "s.sort_key", "s.sort_tie"}

// few adds a statement that finds up to limit matches, sorts them, and reads the rows of the page
// and the number of matches. If there are more than limit matches, the statement returns their
// number without rows, and the caller reads the page with walk. If the counters know the number of
// matches, the statement does not search at all in two cases: the number is above limit, or walk is
// expected to read fewer sources than match.
func (s *selection) few(order order, at cursor, limit int, page *Page) func(*pgx.Batch) {
	c := s.matches("")
	most := c.arg(limit)
	counted, number := "", "count(*)"
	if counter, ok := s.counter(c); ok {
		counted = `counted AS MATERIALIZED (
	SELECT coalesce(sum(c.n) FILTER (WHERE ` + counter + `), 0)::bigint AS n,
		coalesce(sum(c.n) FILTER (WHERE c.facet = 'lifecycle'), 0)::bigint AS sources
	FROM ` + counters + `
	WHERE c.facet = 'lifecycle'
		OR ` + counter + `
),
`
		isFew := "n <= " + most
		if order.checks == nil { // check results correlate with filters, so a walk may read most sources
			isFew += " AND n * n <= sources * " + c.arg(s.Limit)
		}
		number = "CASE WHEN (SELECT " + isFew + " FROM counted) THEN count(*) ELSE (SELECT n FROM counted) END"
		c.parts = append(c.parts, "(SELECT "+isFew+" FROM counted)")
	}
	key := order.found(c, s.words)
	sql := selectRows(counted+`found AS MATERIALIZED (
	SELECT s.id`+key.columns+`
	`+c.from(limit+1)+`
),
total AS MATERIALIZED (
	SELECT `+number+` AS n
	FROM found
),
page AS MATERIALIZED (
	SELECT f.rank, f.sort_key, f.sort_tie, s.*
	FROM (
		SELECT *
		FROM (
			SELECT s.id, `+key.rank+` AS rank, `+key.key+` AS sort_key, `+key.tie+` AS sort_tie
			FROM found s `+key.join+`
			WHERE (SELECT n FROM total) <= `+most+`
		) sorted
		WHERE true`+order.after(c, at, "rank", "sort_key", "sort_tie")+`
		ORDER BY `+order.by("rank", "sort_key", "sort_tie")+`
		LIMIT `+c.arg(s.Limit+1)+`
	) f
	JOIN sources s ON s.id = f.id
)`, order.columns(), order.by(sortColumns...))
	return func(batch *pgx.Batch) {
		batch.Queue(sql, c.args...).Query(func(rows pgx.Rows) (err error) {
			page.Rows, page.Total, err = readRows(rows)
			return err
		})
	}
}

// total adds a statement that reads the number of matches from the counters. The counters must have
// it (see counter).
func (s *selection) total(page *Page) func(*pgx.Batch) {
	c := &conditions{}
	counter, _ := s.counter(c)
	return func(batch *pgx.Batch) {
		batch.Queue(`
			SELECT coalesce(sum(c.n), 0)::bigint
			FROM `+counters+`
			WHERE `+counter, c.args...).QueryRow(func(row pgx.Row) error { return row.Scan(&page.Total) })
	}
}

// walk adds a statement that reads the rows after a cursor in the order of an index, group by group
// until the page is full.
func (s *selection) walk(order order, at cursor, page *Page) func(*pgx.Batch) {
	c := s.conditions("", true)
	where := c.where()
	limit := "\n\tLIMIT " + strconv.Itoa(s.Limit+1) // no argument, so that a generic plan takes it into account
	var groups []string
	for _, g := range order.groups(c, s) {
		after, precedes := at.inGroup(g.rank, order.desc)
		if precedes {
			continue
		}
		var parts []string
		for _, part := range append([]group{g}, g.waiting...) {
			parts = append(parts, `(
	SELECT `+strconv.Itoa(g.rank)+` AS rank, `+part.key+` AS sort_key, `+part.tie+` AS sort_tie, s.*
	FROM `+part.from+`
	WHERE `+part.where+`
	AND `+where+order.after(c, after, part.key, part.tie)+`
	ORDER BY `+order.by(part.key, part.tie)+limit+`
	)`)
		}
		sql := strings.Join(parts, " UNION ALL ")
		if len(parts) > 1 {
			sql = "(SELECT * FROM (" + sql + ") parts ORDER BY " + order.by("sort_key", "sort_tie") + limit + ")"
		}
		groups = append(groups, sql)
	}
	if len(groups) == 0 {
		return func(*pgx.Batch) {}
	}
	// Without parallel workers, the subqueries run one after the other, and only until the page is
	// full.
	sql := groups[0]
	if len(groups) > 1 {
		sql = "SELECT * FROM (" + strings.Join(groups, " UNION ALL ") + ") groups" + limit
	}
	with := "total AS (SELECT 0 AS n),\npage AS MATERIALIZED (" + sql + ")"
	sql = selectRows(with, order.columns(), order.by(sortColumns...))
	return func(batch *pgx.Batch) {
		batch.Queue(sql, c.args...).Query(func(rows pgx.Rows) (err error) {
			page.Rows, _, err = readRows(rows)
			return err
		})
	}
}
