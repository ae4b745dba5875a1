package sourcelist

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Tag is a tag with the number of live sources that have it.
type Tag struct {
	Name  string
	Count int
}

// Tags returns the tags of live sources, sorted by name.
func (r *Reader) Tags(ctx context.Context) ([]Tag, error) {
	rows, err := r.db.Pool.Query(ctx, `
		SELECT t.name, sum(c.n)::bigint AS count
		FROM `+counters+`
		JOIN tags t ON t.id::text = c.value
		WHERE c.facet = 'tag'
			AND c.lifecycle <> 'archived'
		GROUP BY t.id
		HAVING sum(c.n) > 0
		ORDER BY t.name_key`)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByName[Tag])
}
