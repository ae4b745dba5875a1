package source

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// maxFacetValues is the maximum number of values per facet; the most frequent are returned.
const maxFacetValues = 200

// Count is the number of sources that have a value.
type Count struct {
	Value string
	Count int
}

// Facets are the counts of the values of each filter.
type Facets struct{ Lifecycle, Tag, Country, Language, Kind []Count }

// columnFacets counts the facets that are columns of sources in one scan. The innermost query counts each combination of
// values; there are few, so the outer queries are cheap. Without search words, an index-only scan is enough. Then each
// facet is summed without its own filter: the first placeholder is the condition for search and tags, the others are, for
// each facet, the conditions of all other columns. GROUPING has a 0 bit for the grouped column.
const columnFacets = `
	WITH combinations AS (
		SELECT s.lifecycle, s.country, s.languages, s.endpoint_kinds, count(*) AS n FROM sources s WHERE %s GROUP BY 1, 2, 3, 4
	)
	SELECT g.facet, coalesce(nullif(v.value, ''), 'none') COLLATE "C", sum(g.n)::bigint
	FROM (
		SELECT CASE GROUPING(s.lifecycle, s.country, s.languages, s.endpoint_kinds)
				WHEN 7 THEN 'lifecycle' WHEN 11 THEN 'country' WHEN 13 THEN 'language' ELSE 'kind' END AS facet,
			CASE GROUPING(s.lifecycle, s.country, s.languages, s.endpoint_kinds)
				WHEN 7 THEN jsonb_build_array(s.lifecycle) WHEN 11 THEN jsonb_build_array(s.country)
				WHEN 13 THEN s.languages ELSE s.endpoint_kinds END AS values,
			CASE GROUPING(s.lifecycle, s.country, s.languages, s.endpoint_kinds)
				WHEN 7 THEN sum(n) FILTER (WHERE %s) WHEN 11 THEN sum(n) FILTER (WHERE %s)
				WHEN 13 THEN sum(n) FILTER (WHERE %s) ELSE sum(n) FILTER (WHERE %s) END AS n
		FROM combinations s GROUP BY GROUPING SETS ((s.lifecycle), (s.country), (s.languages), (s.endpoint_kinds))
	) g LEFT JOIN LATERAL jsonb_array_elements_text(g.values) v(value) ON true
	WHERE g.n > 0 GROUP BY 1, 2 ORDER BY 3 DESC, 2`

const tagFacet = `
	SELECT 'tag', t.name, g.count
	FROM (SELECT st.tag_id, count(*) AS count FROM sources s JOIN source_tags st ON st.source_id = s.id WHERE %s GROUP BY 1) g
	JOIN tags t ON t.id = g.tag_id ORDER BY 3 DESC, t.name_key`

// Facets counts the sources that match q by facet. Each facet ignores its own filter, so that it shows what other values
// would match.
func (r *Register) Facets(ctx context.Context, q Query) (*Facets, error) {
	all := q.conditions()
	whereExcept := func(excluded string) string {
		return all.where(func(facet string) bool { return facet != excluded && facet != "" && facet != byTag })
	}
	columns := fmt.Sprintf(columnFacets, all.where(func(facet string) bool { return facet == "" || facet == byTag }),
		whereExcept(byLifecycle), whereExcept(byCountry), whereExcept(byLanguage), whereExcept(byKind))
	q.Tags = nil
	withoutTags := q.conditions()

	var f Facets
	lists := map[string]*[]Count{byLifecycle: &f.Lifecycle, byTag: &f.Tag, byCountry: &f.Country, byLanguage: &f.Language, byKind: &f.Kind}
	read := func(rows pgx.Rows) error {
		var facet string
		var count Count
		_, err := pgx.ForEachRow(rows, []any{&facet, &count.Value, &count.Count}, func() error {
			if list := lists[facet]; len(*list) < maxFacetValues {
				*list = append(*list, count)
			}
			return nil
		})
		return err
	}
	batch := &pgx.Batch{}
	batch.Queue(columns, all.args...).Query(read)
	batch.Queue(fmt.Sprintf(tagFacet, withoutTags.where(anyFacet)), withoutTags.args...).Query(read)
	return &f, r.db.Pool.SendBatch(ctx, batch).Close()
}

// Summary holds the size of the register.
type Summary struct {
	Lifecycle map[Lifecycle]int
	Endpoints int
}

// Summary counts the sources of each lifecycle, and the live endpoints.
func (r *Register) Summary(ctx context.Context) (*Summary, error) {
	s := &Summary{Lifecycle: map[Lifecycle]int{Draft: 0, Active: 0, Paused: 0, Archived: 0}}
	rows, err := r.db.Pool.Query(ctx, `SELECT lifecycle, count(*), sum(endpoint_count)::bigint FROM sources GROUP BY lifecycle`)
	if err != nil {
		return nil, err
	}
	var lifecycle Lifecycle
	var sources, endpoints int
	_, err = pgx.ForEachRow(rows, []any{&lifecycle, &sources, &endpoints}, func() error {
		s.Lifecycle[lifecycle], s.Endpoints = sources, s.Endpoints+endpoints
		return nil
	})
	return s, err
}

// CountByLifecycle returns the number of sources of each lifecycle for the metrics.
func (r *Register) CountByLifecycle(ctx context.Context) (map[string]int, error) {
	summary, err := r.Summary(ctx)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for lifecycle, n := range summary.Lifecycle {
		counts[string(lifecycle)] = n
	}
	return counts, nil
}
