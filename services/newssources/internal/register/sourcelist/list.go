package sourcelist

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// List returns a page of the sources that match q, and their total number.
func (r *Reader) List(ctx context.Context, q Query) (*Page, error) {
	page, _, err := r.Search(ctx, q, nil)
	return page, err
}

// Search returns a page of the sources that match q, their total number, and the facets in names.
// It makes at most three round trips: what the conditions depend on; up to countLimit matches,
// which are sorted; and the facets, with a walk along the index of the order if there are more
// matches. The list without filters is walked at once.
func (r *Reader) Search(ctx context.Context, q Query, names []Name) (*Page, *Facets, error) {
	s, err := r.prepare(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	order, at, err := s.position()
	if err != nil {
		return nil, nil, err
	}
	page, facets := &Page{}, &Facets{Counts: map[Name][]Count{}}
	if s.isEmpty() {
		all := append(s.facets(names, r.limit, true, facets), s.readIncident, s.total(page), s.walk(order, at, page))
		err = r.sendPlanned(ctx, all)
	} else if err = r.send(ctx, trip{s.readIncident, s.few(order, at, r.limit, page)}); err == nil {
		rest := s.facets(names, r.limit, page.Total > r.limit, facets)
		if page.Total > 0 && len(page.Rows) == 0 {
			rest = append(rest, s.walk(order, at, page))
		} else if s.needsSimilar(page) {
			rest = append(rest, s.similar(page))
		}
		err = r.send(ctx, rest, similarity)
	}
	if err != nil {
		return nil, nil, searchProblem(err)
	}
	if _, isExact := s.counted(); page.Total > r.limit && !isExact {
		page.Total, page.TotalIsMinimum = r.limit, true
	}
	page.trim(s.Query, at)
	s.hideHealth(page.Rows)
	s.hideHealth(page.Similar)
	s.hideFacets(facets)
	return page, facets, nil
}

// Count returns the number of sources that match q, like the total of List. If more than countLimit
// match and no counter has the number, it returns countLimit and true.
func (r *Reader) Count(ctx context.Context, q Query) (total int, isMinimum bool, err error) {
	s, err := r.prepare(ctx, q)
	if err != nil {
		return 0, false, err
	}
	if _, ok := s.counted(); ok {
		page := &Page{}
		err = r.send(ctx, trip{s.total(page)})
		return page.Total, false, err
	}
	c := s.matches("")
	sql := "SELECT count(*) FROM (SELECT s.id " + c.from(r.limit+1) + ") m"
	err = r.send(ctx, trip{func(batch *pgx.Batch) {
		batch.Queue(sql, c.args...).QueryRow(func(row pgx.Row) error { return row.Scan(&total) })
	}})
	return min(total, r.limit), total > r.limit, err
}
