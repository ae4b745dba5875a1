package sourcelist

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/source"
)

// maxFacetValues is the maximum number of values per facet; the most frequent are returned.
const maxFacetValues = 200

// Count is the number of sources that have a value.
type Count struct {
	Value string
	Count int
}

// Facets are the counts of the values of each filter, by facet. Estimated holds the facets whose counts come from a sample.
type Facets struct {
	Counts    map[string][]Count
	Estimated []string
}

// FacetNames are the names of all facets.
var FacetNames = []string{byLifecycle, byTag, byCountry, byLanguage, byKind, byMediaType, byScope, byTier, byPaywall, byRights, byOwner, byHealth, byCause, byAssignee}

// Facets counts the sources that match q by facet, for the facets in names. Each facet ignores its own filter, so that it
// shows what other values would match. Without names, it counts all facets. If all counts are cached, the incident that the last read
// found is assumed to be open still.
func (r *Reader) Facets(ctx context.Context, q Query, names ...string) (*Facets, error) {
	if err := checkSearch(q.Text); err != nil {
		return nil, err
	}
	q, err := r.expandLanguages(ctx, q)
	if err != nil {
		return nil, searchProblem(err)
	}
	if q, err = r.countDue(ctx, q); err != nil {
		return nil, searchProblem(err)
	}
	if len(names) == 0 {
		names = FacetNames
	}
	var facets *Facets
	incidentSince, err := r.readCurrent(q, func(q Query) error {
		facets, err = r.countGroups(ctx, q, names)
		return err
	})
	if err != nil {
		return nil, searchProblem(err)
	}
	if incidentSince != nil && !q.LastKnown {
		facets.hideHealth()
	}
	return facets, nil
}

// countGroups counts the facets in names, group by group.
func (r *Reader) countGroups(ctx context.Context, q Query, names []string) (facets *Facets, err error) {
	facets = &Facets{Counts: map[string][]Count{}}
	tooMany := r.hasEstimate(q) // more than countLimit sources match q, and therefore each group
	for _, group := range q.facetGroups(names) {
		if group.hasCounters {
			err = r.countFacets(ctx, q, group, facets)
		} else {
			var sampled bool
			sampled, err = r.matchFacets(ctx, q, group, tooMany, facets)
			tooMany = tooMany || sampled && group.except == ""
		}
		if err != nil {
			return nil, err
		}
	}
	return facets, nil
}

// facetGroup holds facets that count the same sources: those that match a query without its filter on the facet except.
type facetGroup struct {
	except      string
	names       []string
	hasCounters bool // the counters hold the counts, because there is no other filter
}

// facetGroups groups the facets in names: the first group has all facets without a filter, and each facet with a filter is a group.
func (q Query) facetGroups(names []string) []facetGroup {
	filters, search := q.filters(), len(searchWords(q.Text)) > 0
	isFiltered := func(name string) bool {
		return name == byLifecycle && len(q.Lifecycles) > 0 || slices.ContainsFunc(filters, func(f filter) bool { return f.facet == name })
	}
	unfiltered := facetGroup{hasCounters: len(filters) == 0 && !search}
	var groups []facetGroup
	for _, name := range names {
		switch {
		case name == byLifecycle:
			groups = append(groups, facetGroup{name, []string{name}, len(filters) == 0 && !search})
		case isFiltered(name):
			groups = append(groups, facetGroup{name, []string{name}, len(filters) == 1 && !search})
		default:
			unfiltered.names = append(unfiltered.names, name)
		}
	}
	if len(unfiltered.names) > 0 {
		groups = slices.Insert(groups, 0, unfiltered)
	}
	return groups
}

// countCauses counts the causes of all sources from the index of sources with a cause.
func (r *Reader) countCauses(ctx context.Context, q Query, into *Facets) error {
	if len(q.Lifecycles) > 0 && !slices.Contains(q.Lifecycles, source.Active) {
		into.Counts[byCause] = []Count{} // only active sources are checked
		return nil
	}
	batch := &pgx.Batch{}
	q.incident.queue(batch)
	batch.Queue("SELECT 'cause', cause, count(*) FROM source_health WHERE cause <> '' GROUP BY cause ORDER BY 3 DESC, 2").Query(func(rows pgx.Rows) error {
		return into.read(rows, []string{byCause}, 1)
	})
	return r.db.Pool.SendBatch(ctx, batch).Close()
}

// countFacets reads the counts of a group from the counters.
func (r *Reader) countFacets(ctx context.Context, q Query, group facetGroup, into *Facets) error {
	if slices.Contains(group.names, byCause) {
		if err := r.countCauses(ctx, q, into); err != nil {
			return err
		}
		group.names = slices.DeleteFunc(slices.Clone(group.names), func(name string) bool { return name == byCause })
	}
	if len(group.names) == 0 {
		return nil
	}
	c := &conditions{}
	value, lifecycles := "c.lifecycle", "true"
	if group.except != byLifecycle {
		value, lifecycles = "coalesce(t.name, c.value)", q.counterLifecycles(c)
	}
	batch := &pgx.Batch{}
	q.incident.queue(batch)
	batch.Queue(`
		SELECT c.facet, coalesce(nullif(`+value+`, ''), 'none') COLLATE "C", sum(c.n)::bigint FROM `+counters+`
		LEFT JOIN tags t ON c.facet = 'tag' AND t.id::text = c.value
		WHERE c.facet = ANY(`+c.arg(group.names)+`) AND `+lifecycles+` GROUP BY 1, 2 HAVING sum(c.n) > 0 ORDER BY 3 DESC, 2`, c.args...).Query(func(rows pgx.Rows) error {
		return into.read(rows, group.names, 1)
	})
	return r.db.Pool.SendBatch(ctx, batch).Close()
}

// matchFacets counts the matches of a group: all of them up to countLimit, and otherwise those of a sample. If tooMany
// is true, more than countLimit sources are known to match. It reports whether it counted a sample.
func (r *Reader) matchFacets(ctx context.Context, q Query, group facetGroup, tooMany bool, into *Facets) (sampled bool, err error) {
	part, err := cached(r.caches.facets, q.cacheKey()+" without "+group.except+": "+strings.Join(group.names, ","), func() (*Facets, error) {
		if !tooMany {
			if tooMany, err = r.hasTooMany(ctx, q, group); err != nil {
				return nil, err
			}
		}
		expectsMany := false
		if !tooMany {
			if expectsMany, err = r.expectsMany(ctx, q, group.except); err != nil {
				return nil, err
			}
		}
		if !tooMany && !expectsMany {
			part := &Facets{Counts: map[string][]Count{}}
			if complete, err := r.facetsOf(ctx, q, group, "", part, 1); err != nil || complete {
				return part, err
			}
		}
		percent, err := r.samplePercent(ctx)
		if err != nil {
			return nil, err
		}
		part := &Facets{Counts: map[string][]Count{}, Estimated: group.names}
		isFew, err := r.facetsOf(ctx, q, group, sample(percent), part, 100/percent)
		if err != nil || !isFew || !expectsMany {
			return part, err
		}
		exact := &Facets{Counts: map[string][]Count{}} // there are fewer matches than expected
		q.manyDue = false
		if complete, err := r.facetsOf(ctx, q, group, "", exact, 1); err != nil || complete {
			return exact, err
		}
		return part, nil
	})
	if err != nil {
		return false, err
	}
	for name, counts := range part.Counts {
		into.Counts[name] = counts
	}
	into.Estimated = append(into.Estimated, part.Estimated...)
	return len(part.Estimated) > 0, nil
}

// hasTooMany reports whether a counter shows that more than countLimit sources match a group.
func (r *Reader) hasTooMany(ctx context.Context, q Query, group facetGroup) (bool, error) {
	if group.except != "" {
		return false, nil // the counters hold the matches of the whole query
	}
	total, _, known, err := r.total(ctx, q)
	return known && total > countLimit, err
}

// facetColumns are the columns of the facets; those of tags, languages and kinds hold JSON arrays. The facets health, cause and assignee are counted from source_health.
var facetColumns = map[string]string{
	byLifecycle: "lifecycle", byTag: "tag_ids", byCountry: "country", byLanguage: "languages", byKind: "endpoint_kinds", byMediaType: "media_type",
	byScope: "scope", byTier: "tier", byPaywall: "paywall", byRights: "rights", byOwner: "owner",
}

// facetsOf counts the matches of a group in the table or in a sample of it, multiplied by factor. It reports whether there
// are at most countLimit matches.
//
// The combinations of all values are counted first, because they are far fewer than the matches.
func (r *Reader) facetsOf(ctx context.Context, q Query, group facetGroup, sample string, into *Facets, factor float64) (complete bool, err error) {
	c := q.conditions(group.except)
	if sample != "" {
		c = q.conditionsInOrder(group.except)
	}
	limit := c.arg(countLimit + 1)
	// Too many matches are not counted: the sample is counted instead.
	isCounted := " WHERE (SELECT n FROM total) < " + limit
	if sample != "" {
		isCounted = ""
	}
	columns, values, counts := []string{}, []string{}, []string{"SELECT '', '', n FROM total"}
	for _, name := range group.names {
		column := facetColumns[name]
		switch name {
		case byHealth: // drops sources without a state, which are not checked, after grouping: there are fewer groups than rows
			counts = append(counts, `SELECT 'health', g.state, g.n FROM (SELECT h.state, count(*) AS n FROM found f
				JOIN source_health h ON h.source_id = f.id`+isCounted+` GROUP BY 1) g WHERE g.state <> ''`)
			continue
		case byCause:
			counts = append(counts, `SELECT 'cause', g.cause, g.n FROM (SELECT h.cause, count(*) AS n FROM found f
				JOIN source_health h ON h.source_id = f.id`+isCounted+` GROUP BY 1) g WHERE g.cause <> ''`)
			continue
		case byAssignee:
			counts = append(counts, `SELECT 'assignee', coalesce(g.assignee_id::text, 'none'), g.n FROM (SELECT h.assignee_id, count(*) AS n FROM found f
				JOIN source_health h ON h.source_id = f.id AND (h.assignee_id IS NOT NULL OR h.cause <> '' AND health_needs_person(h.state))`+isCounted+` GROUP BY 1) g`)
			continue
		case byTag:
			counts = append(counts, `SELECT 'tag', coalesce(t.name, 'none'), g.n FROM (`+countLists(column)+`) g LEFT JOIN tags t ON t.id = g.value::uuid`)
		case byLanguage, byKind:
			counts = append(counts, `SELECT '`+name+`', coalesce(g.value, 'none'), g.n FROM (`+countLists(column)+`) g`)
		default:
			values = append(values, `('`+name+`', coalesce(nullif(`+column+`::text, ''), 'none'))`)
		}
		columns = append(columns, column)
	}
	if len(values) > 0 {
		counts = append(counts, `SELECT v.facet, v.value, sum(n)::bigint FROM combinations, LATERAL (VALUES `+strings.Join(values, ", ")+`) v(facet, value) GROUP BY 1, 2`)
	}
	sql := `WITH found AS MATERIALIZED (SELECT ` + strings.Join(append(columns, "s.id"), ", ") + ` FROM sources s ` + sample + ` WHERE ` + c.where() + ` LIMIT ` + limit + `),
		total AS MATERIALIZED (SELECT count(*) AS n FROM found),
		combinations AS MATERIALIZED (SELECT ` + strings.Join(append(columns, "count(*) AS n"), ", ") + ` FROM found` + isCounted + `
			GROUP BY (` + strings.Join(columns, ", ") + `))
		SELECT facet, value COLLATE "C", n FROM (` + strings.Join(counts, " UNION ALL ") + `) f(facet, value, n) ORDER BY facet = '' DESC, 3 DESC, 2`
	if sample != "" {
		c.args[len(c.args)-1] = sampleRows * 2 // a sample consists of whole database pages, so it may have more than sampleRows rows
	}
	err = r.query(ctx, q, sql, c.args, func(rows pgx.Rows) error { return into.read(rows, group.names, factor) })
	matches := 0
	if all := into.Counts[""]; len(all) > 0 {
		matches = all[0].Count
	}
	delete(into.Counts, "")
	return matches <= countLimit, err
}

// countLists returns a statement that counts the values of a column of JSON arrays. The arrays are grouped before they are
// unnested, because there are few different ones.
func countLists(column string) string {
	return `SELECT v.value, sum(l.n)::bigint AS n FROM (SELECT ` + column + ` AS list, sum(n) AS n FROM combinations GROUP BY 1) l
		LEFT JOIN LATERAL jsonb_array_elements_text(l.list) v(value) ON true GROUP BY 1`
}

// read adds rows of facets, values and counts. Counts are multiplied by factor.
func (f *Facets) read(rows pgx.Rows, names []string, factor float64) error {
	for _, name := range names {
		f.Counts[name] = []Count{}
	}
	var facet string
	var count Count
	_, err := pgx.ForEachRow(rows, []any{&facet, &count.Value, &count.Count}, func() error {
		if factor > 1 {
			count.Count = max(1, round(float64(count.Count)*factor))
		}
		if len(f.Counts[facet]) < maxFacetValues {
			f.Counts[facet] = append(f.Counts[facet], count)
		}
		return nil
	})
	return err
}
