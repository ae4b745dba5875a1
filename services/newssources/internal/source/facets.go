package source

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// maxFacetValues of one facet are counted, the most frequent first; more than this no person reads.
const maxFacetValues = 200

// Count is how many sources have a value.
type Count struct {
	Value string
	Count int
}

// Facets are the counts that a person chooses filters by.
type Facets struct{ Lifecycle, Tag, Country, Language, Kind []Count }

// Facets counts the sources of a query by facet, each facet without its own filter.
func (r *Register) Facets(ctx context.Context, q Query) (*Facets, error) {
	var f Facets
	batch := &pgx.Batch{}
	for _, facet := range []struct {
		name, value, joins string
		into               *[]Count
	}{
		{"lifecycle", "s.lifecycle", "", &f.Lifecycle},
		{"tag", "t.name", "JOIN source_tags st ON st.source_id = s.id JOIN tags t ON t.id = st.tag_id", &f.Tag},
		{"country", "coalesce(nullif(s.country, ''), 'none')", "", &f.Country},
		{"language", "coalesce(l.code, 'none')", "LEFT JOIN LATERAL jsonb_array_elements_text(s.languages) l(code) ON true", &f.Language},
		{"kind", "coalesce(e.kind, 'none')", "LEFT JOIN (SELECT DISTINCT source_id, kind FROM endpoints WHERE live) e ON e.source_id = s.id", &f.Kind},
	} {
		filter := q.filter(facet.name)
		sql := fmt.Sprintf(`SELECT %s AS value, count(*) FROM sources s %s WHERE %s GROUP BY value ORDER BY 2 DESC, 1 LIMIT %d`,
			facet.value, facet.joins, filter.where(), maxFacetValues)
		batch.Queue(sql, filter.args...).Query(func(rows pgx.Rows) (err error) {
			*facet.into, err = collect(rows, func(c *Count) []any { return []any{&c.Value, &c.Count} })
			return err
		})
	}
	if err := r.db.Pool.SendBatch(ctx, batch).Close(); err != nil {
		return nil, err
	}
	return &f, nil
}

// Summary counts the register.
type Summary struct {
	Lifecycle map[string]int
	Endpoints int
}

// Summary counts the sources by lifecycle, and the live endpoints.
func (r *Register) Summary(ctx context.Context) (*Summary, error) {
	s := &Summary{Lifecycle: map[string]int{Draft: 0, Active: 0, Paused: 0, Archived: 0}}
	rows, err := r.db.Pool.Query(ctx, `SELECT lifecycle, count(*) FROM sources GROUP BY lifecycle`)
	if err != nil {
		return nil, err
	}
	counts, err := collect(rows, func(c *Count) []any { return []any{&c.Value, &c.Count} })
	for _, c := range counts {
		s.Lifecycle[c.Value] = c.Count
	}
	if err != nil {
		return nil, err
	}
	return s, r.db.Pool.QueryRow(ctx, `SELECT count(*) FROM endpoints WHERE live`).Scan(&s.Endpoints)
}
