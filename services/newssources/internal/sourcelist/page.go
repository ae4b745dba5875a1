package sourcelist

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// readTimeout bounds the database statements of lists and facets. It is longer than the slowest useful search in 1,000,000
// sources on a busy server.
const readTimeout = 2 * time.Second

// selectRows returns a statement that reads the rows for rowReader: the number of matches, which is an SQL expression, and the
// sources of the subquery page, which selects the rank and all columns of sources and, in an order by check results, the key. with is empty or a
// list of common table expressions. The first row has the ids and names of the tags of all rows, ordered by name, because
// joining the tags of each row would take half of the time of a page.
func selectRows(with, page, matches, key, orderBy string) string {
	return `WITH ` + with + `page AS MATERIALIZED (` + page + `), tagged AS MATERIALIZED (
			SELECT array_agg(t.id::text ORDER BY t.name_key) AS ids, array_agg(t.name ORDER BY t.name_key) AS names FROM tags t
			WHERE t.id IN (SELECT v.id::uuid FROM page CROSS JOIN LATERAL jsonb_array_elements_text(page.tag_ids) v(id)))
		SELECT ` + matches + `, s.rank, ` + key + `, s.id, s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle, s.media_type, s.country, s.region,
			s.languages::text, s.scope, s.tier, s.paywall, s.rights, s.owner, s.logo, s.version, s.created_at, s.updated_at, s.name_key,
			s.endpoint_count, s.endpoint_kinds::text, s.tag_ids::text,
			CASE WHEN row_number() OVER () = 1 THEN (SELECT ids FROM tagged) END, CASE WHEN row_number() OVER () = 1 THEN (SELECT names FROM tagged) END,
			coalesce(h.state, ''), coalesce(h.cause, ''), h.since, coalesce(h.affected, 0), coalesce(h.checked, 0), h.last_new_item_at, h.snoozed_until, coalesce(h.work_version, 0), h.assignee_id,
			CASE WHEN h.assignee_id IS NOT NULL THEN (SELECT ARRAY[m.email, m.name] FROM members m WHERE m.id = h.assignee_id) END,
			CASE WHEN h.checked > 0 THEN (SELECT min(greatest(t.next_check_at, w.free_at)) FROM endpoints e JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
				LEFT JOIN check_hosts w ON w.domain = t.domain AND w.lease IS NULL AND w.free_at > now() WHERE e.source_id = s.id) END
		FROM page s LEFT JOIN source_health h ON h.source_id = s.id AND h.state <> '' ORDER BY ` + orderBy
}

// page reads the first q.Limit+1 rows after the cursor at, and the total.
//
// Up to countLimit matches are read at once, sorted and counted, unless an index of the sort order reaches the rows of
// the page sooner.
func (r *Reader) page(ctx context.Context, q Query, order order, at cursor) (*Page, error) {
	isFiltered := len(q.Lifecycles)+len(q.filters())+len(searchWords(q.Text)) > 0
	if !isFiltered && order.checks == nil {
		return r.unfilteredPage(ctx, q, order, at)
	}
	total, all, known, err := r.total(ctx, q)
	if err != nil {
		return nil, err
	}
	if !known {
		if total, all, known, err = r.countHealthMatches(ctx, q); err != nil {
			return nil, err
		}
	}
	limit, isFew := countLimit, !known || !isDense(total, all, q.Limit)
	if order.checks != nil && isFiltered && known && total <= maxSorted {
		limit, isFew = maxSorted, true
	}
	isMany := r.hasEstimate(q)
	if !isMany && !known {
		if isMany, err = r.isFrequent(ctx, q); err != nil {
			return nil, err
		}
	}
	q.manyDue = q.manyDue && isMany
	if !isMany && isFew {
		rows, matches, err := r.fewRows(ctx, q, order, at, limit)
		if err != nil || matches <= limit {
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
	if at.ID != "" { // a custom plan would take longer to plan than it saves when it runs
		batch.Queue("SET LOCAL plan_cache_mode = force_generic_plan")
	}
	count := &conditions{}
	condition, _ := q.counterCondition(count)
	batch.Queue(selectTotal(condition), count.args...).QueryRow(func(row pgx.Row) error { return row.Scan(&page.Total, nil) })
	q.incident.queue(batch)
	c := q.conditions("")
	batch.Queue(walkSQL(c, order, at, q.Limit+1), c.args...).Query(reader.read)
	err := r.db.Pool.SendBatch(ctx, batch).Close()
	page.Rows = reader.rows
	return page, err
}

// query runs a statement of a read of q within readTimeout. It also queries the open incident, in the same round trip.
func (r *Reader) query(ctx context.Context, q Query, sql string, args []any, read func(pgx.Rows) error, settings ...postgres.Setting) error {
	return r.db.BatchLimited(ctx, readTimeout, func(batch *pgx.Batch) {
		q.incident.queue(batch)
		batch.Queue(sql, args...).Query(read)
	}, settings...)
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

// countHealthMatches returns the number of matches of a query that has only conditions on the health, and of all sources. It reports false for other
// queries, and if there are more than countLimit matches.
func (r *Reader) countHealthMatches(ctx context.Context, q Query) (total, all int, known bool, err error) {
	c, ok := q.healthConditions()
	if !ok {
		return 0, 0, false, nil
	}
	err = r.db.QueryLimited(ctx, readTimeout, "SELECT count(*), (SELECT coalesce(sum(c.n), 0)::bigint FROM "+counters+" WHERE c.facet = 'lifecycle') FROM (SELECT FROM source_health h WHERE h.state <> '' AND "+c.where()+" LIMIT "+c.arg(countLimit+1)+") found", c.args,
		func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&total, &all}, func() error { return nil })
			return err
		})
	return total, all, err == nil && total <= countLimit, err
}

// fewRows finds up to limit+1 matches, sorts them, and returns the rows of the page and the number of matches.
func (r *Reader) fewRows(ctx context.Context, q Query, order order, at cursor, limit int) (rows []Row, matches int, err error) {
	c := q.conditions("")
	rank, key, joins, sortKey := "0", "s."+order.column+" AS key", "", ""
	switch {
	case order.checks != nil:
		rank, key, joins, sortKey = order.checks.group, order.checks.key+" AS key, "+order.checks.tie+" AS tie", order.checks.join, ", f.key AS sort_key, f.tie AS sort_tie"
		if order.groupsDesc {
			rank = "-(" + rank + ")"
		}
	case order.ranked:
		rank = c.rank(q.Text)
	}
	found := `found AS MATERIALIZED (SELECT s.id, ` + rank + ` AS rank, ` + key + ` FROM sources s ` + joins + ` WHERE ` + c.where() +
		` LIMIT ` + c.arg(limit+1) + `), `
	page := `SELECT f.rank` + sortKey + `, s.* FROM (SELECT * FROM found ` + order.where(c, at, "") + ` ORDER BY ` + order.sql("") + ` LIMIT ` + c.arg(q.Limit+1) + `) f JOIN sources s ON s.id = f.id`
	reader := rowReader{rows: make([]Row, 0, q.Limit+1)}
	sql := selectRows(found, page, "(SELECT count(*) FROM found)", order.key(), order.sql("s."))
	var settings []postgres.Setting
	if _, ok := q.healthConditions(); ok && limit <= countLimit { // few matches are read from an index; hash and merge joins would read all sources
		settings = []postgres.Setting{{Name: "enable_hashjoin", Value: "off"}, {Name: "enable_mergejoin", Value: "off"}}
	}
	err = r.query(ctx, q, sql, c.args, reader.read, settings...)
	if err != nil || len(reader.rows) > 0 || q.Cursor == "" {
		return reader.rows, reader.matches, err
	}
	c = q.conditions("") // counts again, because the number of matches is a column of the rows and this page has no rows
	err = r.db.QueryLimited(ctx, readTimeout, `SELECT count(*) FROM (SELECT FROM sources s WHERE `+c.where()+` LIMIT `+c.arg(limit+1)+`) found`, c.args,
		func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&matches}, func() error { return nil })
			return err
		})
	return nil, matches, err
}

// manyRows reads rows in the order of an index. By relevance, the sources whose name starts with the text come first; the
// others follow by name.
func (r *Reader) manyRows(ctx context.Context, q Query, order order, at cursor) (rows []Row, err error) {
	if order.checks != nil {
		return r.walkGroups(ctx, q, order, at)
	}
	if !order.ranked {
		return r.walk(ctx, q, q.conditionsInOrder(""), order, at, q.Limit+1)
	}
	groups := []int{0, 1}
	if order.desc {
		groups = []int{1, 0}
	}
	byName := order
	byName.ranked = false
	prefix := strings.Join(searchWords(q.Text), " ")
	for _, group := range groups {
		after, precedes := at.inGroup(group, order.desc)
		if precedes {
			continue
		}
		c := q.conditions("")
		starts := "(s.name_key >= " + c.arg(prefix) + " AND s.name_key < " + c.arg(prefix+"\U0010FFFF") + ")"
		c.parts = append(c.parts, condition{sql: []string{starts, "NOT " + starts}[group]})
		more, err := r.walk(ctx, q, c, byName, after, q.Limit+1-len(rows))
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
func (r *Reader) walk(ctx context.Context, q Query, c *conditions, order order, at cursor, limit int) ([]Row, error) {
	sql := walkSQL(c, order, at, limit)
	reader := rowReader{rows: make([]Row, 0, limit)}
	err := r.query(ctx, q, sql, c.args, reader.read)
	return reader.rows, err
}

func walkSQL(c *conditions, order order, at cursor, limit int) string {
	after := strings.Replace(order.where(c, at, "s."), "WHERE", " AND", 1)
	page := `SELECT 0 AS rank, s.* FROM sources s WHERE ` + c.where() + after + ` ORDER BY ` + order.sql("s.") + ` LIMIT ` + strconv.Itoa(limit) // no argument, so that a generic plan takes the limit into account
	return selectRows("", page, "0", order.key(), order.sql("s."))
}

// rowReader collects the rows of a statement of selectRows.
type rowReader struct {
	rows    []Row
	matches int
}

func (r *rowReader) read(rows pgx.Rows) error {
	var s Row
	var languages, kinds, tags string
	var ids, names, tagNames, tagsOfRows []string
	var sortTime *time.Time
	var sortTie *uuid.UUID
	var assigneeID *uuid.UUID
	var assignee []string         // e-mail address and name of a member
	positions := map[string]int{} // in tagNames, by id
	_, err := pgx.ForEachRow(rows, []any{&r.matches, &s.rank, &sortTime, &sortTie, &s.ID, &s.Name, &s.HomepageURL, &s.Domain, &s.PathPrefix, &s.Lifecycle, &s.MediaType,
		&s.Country, &s.Region, &languages, &s.Scope, &s.Tier, &s.Paywall, &s.Rights, &s.Owner, &s.Logo, &s.Version, &s.CreatedAt, &s.UpdatedAt,
		&s.NameKey, &s.EndpointCount, &kinds, &tags, &ids, &names,
		&s.Health.State, &s.Health.Cause, &s.Health.Since, &s.Health.Affected, &s.Health.Checked, &s.LastNewItemAt,
		&s.Work.SnoozedUntil, &s.Work.Version, &assigneeID, &assignee, &s.NextCheckAt}, func() error {
		if sortTime != nil {
			s.sortTime, s.sortTie = *sortTime, *sortTie
		}
		if assigneeID != nil && assignee != nil {
			s.Work.Assignee = &source.Person{ID: *assigneeID, Email: assignee[0], Name: assignee[1]}
		}
		s.Languages, s.EndpointKinds = source.ParseList[string](languages), source.ParseList[feed.Kind](kinds)
		if ids != nil {
			tagNames = names
			for i, id := range ids {
				positions[id] = i
			}
		}
		tagsOfRows = append(tagsOfRows, tags)
		r.rows = append(r.rows, s)
		s = Row{}
		return nil
	})
	first := len(r.rows) - len(tagsOfRows)
	for i, tags := range tagsOfRows {
		r.rows[first+i].Tags = tagsByName(source.ParseList[string](tags), positions, tagNames)
	}
	return err
}

// tagsByName returns the names of the tags in ids, ordered by their positions in names.
func tagsByName(ids []string, positions map[string]int, names []string) []string {
	found := make([]int, 0, len(ids))
	for _, id := range ids {
		if i, ok := positions[id]; ok {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	list := make([]string, len(found))
	for i, position := range found {
		list[i] = names[position]
	}
	return list
}
