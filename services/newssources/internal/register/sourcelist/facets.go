package sourcelist

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// maxFacetValues is the maximum number of values per facet; the most frequent are returned.
const maxFacetValues = 200

// FacetNames are the names of all facets.
var FacetNames = facetNames()

func facetNames() (names []Name) {
	for _, f := range filters {
		if f.column != "" {
			names = append(names, f.name)
		}
	}
	return names
}

func filterOf(name Name) filter {
	return filters[slices.IndexFunc(filters, func(f filter) bool { return f.name == name })]
}

// Count is the number of sources that have a value; 0 in an uncounted facet.
type Count struct {
	Value string
	Count int
}

// Facets are the counts of the values of each filter, by facet. Uncounted holds the facets of more
// than countLimit matches: they have the values of the register, the most frequent first, without
// counts.
type Facets struct {
	Counts    map[Name][]Count
	Uncounted []Name
}

// Facets counts the sources that match q by facet, for the facets in names. Each facet ignores its
// own filter, so that it shows what other values would match. Without names, it counts all facets.
func (r *Reader) Facets(ctx context.Context, q Query, names ...Name) (*Facets, error) {
	s, err := r.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		names = FacetNames
	}
	facets := &Facets{Counts: map[Name][]Count{}}
	err = r.send(ctx, append(s.facets(names, r.limit, false, facets), s.readIncident))
	s.hideFacets(facets)
	return facets, err
}

// facets returns statements that count the facets in names: one for all facets without a filter,
// and one for each facet with a filter, which it ignores. isMany reports that more than limit
// sources are known to match.
func (s *selection) facets(names []Name, limit int, isMany bool, into *Facets) (t trip) {
	var unfiltered []Name
	for _, name := range names {
		isFiltered := slices.ContainsFunc(s.filters, func(f selected) bool { return f.name == name })
		if isFiltered || name == byLifecycle {
			t = append(t, s.facetGroup([]Name{name}, name, limit, isMany, into))
		} else {
			unfiltered = append(unfiltered, name)
		}
	}
	if len(unfiltered) > 0 {
		t = append(t, s.facetGroup(unfiltered, "", limit, isMany, into))
	}
	return t
}

// facetGroup adds a statement that counts facets of the same sources: those that match the
// selection without its filter except. Without words and other filters, the counters have the
// counts. If more than limit sources match, it reads the values in the register instead.
func (s *selection) facetGroup(names []Name, except Name, limit int, isMany bool, into *Facets) func(*pgx.Batch) {
	var c *conditions
	var sql string
	isCounted := len(s.words) == 0 && len(s.others(except, byLifecycle)) == 0
	switch {
	case isCounted:
		c = &conditions{}
		sql = s.registerFacets(c, names, except, countCauses)
	case isMany:
		c = &conditions{}
		sql = "SELECT '', '', " + c.arg(limit+1) + "::bigint\nUNION ALL"
		sql += s.registerFacets(c, names, except, listCauses)
	default:
		c = s.matches(except)
		most := c.arg(limit)
		sql = s.matchFacets(names, most, c.from(limit+1))
		sql += "\nUNION ALL\nSELECT *\nFROM (" + s.registerFacets(c, names, except, listCauses) + "\n) r"
		sql += "\nWHERE (SELECT n FROM total) > " + most
	}
	sql = `SELECT facet, value COLLATE "C", n
FROM (` + sql + `) f(facet, value, n)
ORDER BY facet = '' DESC, 3 DESC, 2`
	return func(batch *pgx.Batch) {
		batch.Queue(sql, c.args...).Query(func(rows pgx.Rows) error { return into.read(rows, names, limit) })
	}
}

// countCauses returns a statement that counts the causes of all sources from the index of sources
// with a cause, because they have no counters.
func countCauses(*conditions) string {
	return `
	SELECT 'cause', cause, count(*)
	FROM source_health
	WHERE cause <> ''
	GROUP BY cause`
}

// listCauses returns a statement that reads the causes that sources have, with one look into the
// index for each.
func listCauses(c *conditions) string {
	return `
	SELECT 'cause', cause, 1
	FROM unnest(` + c.arg(health.Causes()) + `::text[]) cause
	WHERE EXISTS (SELECT FROM source_health h WHERE h.cause = cause AND h.cause <> '')`
}

// registerFacets returns a statement that reads the counts of all sources from the counters; causes
// is that for the causes.
func (s *selection) registerFacets(c *conditions, names []Name, except Name, causes func(*conditions) string) string {
	value, lifecycles := "c.lifecycle", "true"
	if except != byLifecycle {
		value, lifecycles = "coalesce(t.name, c.value)", s.counterLifecycles(c)
	}
	sql := `
	SELECT c.facet, coalesce(nullif(` + value + `, ''), 'none'), sum(c.n)::bigint
	FROM ` + counters + `
	LEFT JOIN tags t ON c.facet = 'tag' AND t.id::text = c.value
	WHERE c.facet = ANY(` + c.arg(names) + `)
		AND ` + lifecycles + `
	GROUP BY 1, 2
	HAVING sum(c.n) > 0`
	// Only active sources are checked.
	isActive := len(s.Lifecycles) == 0 || slices.Contains(s.Lifecycles, source.Active)
	if isActive && slices.Contains(names, byCause) {
		sql += "\n\tUNION ALL" + causes(c)
	}
	return sql
}

// matchFacets returns a statement that counts the facets of at most as many matches as the
// placeholder most says. from selects the matches. The combinations of all values are counted
// first, because they are far fewer than the matches.
func (s *selection) matchFacets(names []Name, most, from string) string {
	columns, values, counts := []string{}, []string{}, []string{"SELECT '', '', n\nFROM total"}
	isFew := "(SELECT n FROM total) <= " + most
	for _, name := range names {
		f := filterOf(name)
		column := strings.TrimPrefix(f.column, "s.")
		switch {
		case f.isOnHealth:
			counts = append(counts, `SELECT '`+string(name)+`', coalesce(`+f.column+`::text, 'none'), sum(h.n)::bigint
FROM healths h
WHERE `+f.counted+`
GROUP BY 2`)
			continue
		case f.isList:
			counts = append(counts, listCounts(f, column))
		default:
			values = append(values, "('"+string(name)+"', coalesce(nullif("+column+"::text, ''), 'none'))")
		}
		columns = append(columns, column)
	}
	if len(values) > 0 {
		counts = append(counts, `SELECT v.facet, v.value, sum(n)::bigint
FROM combinations
CROSS JOIN LATERAL (VALUES `+strings.Join(values, ", ")+`) v(facet, value)
GROUP BY 1, 2`)
	}
	return `WITH found AS MATERIALIZED (
	SELECT ` + strings.Join(append(columns, "s.id"), ", ") + `
	` + from + `
),
total AS MATERIALIZED (
	SELECT count(*) AS n
	FROM found
),
combinations AS MATERIALIZED (
	SELECT ` + strings.Join(append(columns, "count(*) AS n"), ", ") + `
	FROM found
	WHERE ` + isFew + `
	GROUP BY (` + strings.Join(columns, ", ") + `)
),
healths AS MATERIALIZED (
	SELECT h.state, h.cause, h.assignee_id, count(*) AS n
	FROM found
	CROSS JOIN LATERAL (SELECT * FROM source_health WHERE source_id = found.id OFFSET 0) h
	WHERE ` + isFew + `
	GROUP BY 1, 2, 3
)
` + strings.Join(counts, "\nUNION ALL\n")
}

// listCounts returns a statement that counts the values of a column of JSON arrays. The arrays are
// grouped before they are unnested, because there are few different ones.
func listCounts(f filter, column string) string {
	value, tags := "g.value", ""
	if f.name == byTag {
		value, tags = "t.name", "\nLEFT JOIN tags t ON t.id = g.value::uuid"
	}
	return `SELECT '` + string(f.name) + `', coalesce(` + value + `, 'none'), g.n
FROM (
	SELECT v.value, sum(l.n)::bigint AS n
	FROM (
		SELECT ` + column + ` AS list, sum(n) AS n
		FROM combinations
		GROUP BY 1
	) l
	LEFT JOIN LATERAL jsonb_array_elements_text(l.list) v(value) ON true
	GROUP BY 1
) g` + tags
}

// read adds rows of facets, values and counts. The facet with the empty name has the number of
// matches; without it, they are all counted.
func (f *Facets) read(rows pgx.Rows, names []Name, limit int) error {
	for _, name := range names {
		f.Counts[name] = []Count{}
	}
	var name Name
	var count Count
	isMany := false
	_, err := pgx.ForEachRow(rows, []any{&name, &count.Value, &count.Count}, func() error {
		switch {
		case name == "":
			if isMany = count.Count > limit; isMany {
				f.Uncounted = append(f.Uncounted, names...)
			}
		case len(f.Counts[name]) < maxFacetValues:
			if isMany {
				count.Count = 0
			}
			f.Counts[name] = append(f.Counts[name], count)
		}
		return nil
	})
	return err
}
