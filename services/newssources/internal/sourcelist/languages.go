package sourcelist

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// hasRegion reports whether a language tag has parts after the language, such as pt-BR.
func hasRegion(tag string) bool { return strings.Contains(tag, "-") }

// expandLanguages adds the regional forms in use to the languages of q: pt also finds pt-BR.
func (r *Reader) expandLanguages(ctx context.Context, q Query) (Query, error) {
	if !slices.ContainsFunc(q.Languages, func(value string) bool { return value != None && !hasRegion(value) }) {
		return q, nil
	}
	used, err := cached(r.caches.languages, "", func() ([]string, error) {
		rows, err := r.db.Pool.Query(ctx, "SELECT DISTINCT c.value FROM "+counters+" WHERE c.facet = 'language'")
		if err != nil {
			return nil, err
		}
		return pgx.CollectRows(rows, pgx.RowTo[string])
	})
	if err != nil {
		return q, err
	}
	all := slices.Clone(q.Languages)
	for _, value := range q.Languages {
		for _, tag := range used {
			if strings.HasPrefix(tag, value+"-") && !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	q.Languages = all
	return q, nil
}
