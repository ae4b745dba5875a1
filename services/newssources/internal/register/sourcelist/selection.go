package sourcelist

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// selection is a query with its words and filters, and with what their conditions depend on.
type selection struct {
	Query
	words   []string
	filters []selected
	manyDue bool // more endpoints than the limit are due in the minutes of a filter
	// incidentSince is the start of the open incident of the service, or nil. It is read once, so that
	// all statements of a request agree.
	incidentSince *time.Time
	knowsIncident bool
}

// trip is a round trip: the statements that its functions add to a batch.
type trip []func(*pgx.Batch)

// send runs the statements of a trip, each within readTimeout. An empty trip is not sent.
func (r *Reader) send(ctx context.Context, t trip, settings ...postgres.Setting) error {
	if len(t) == 0 {
		return nil
	}
	return searchProblem(r.db.BatchLimited(ctx, readTimeout, t.queue, settings...))
}

// sendPlanned runs the statements of a trip without plans for their arguments, which would take
// longer than they save if every plan reads an index until the page is full.
func (r *Reader) sendPlanned(ctx context.Context, t trip) error {
	batch := &pgx.Batch{}
	t.queue(batch)
	return r.db.Pool.SendBatch(ctx, batch).Close()
}

// queue adds the statements of the trip to a batch.
func (t trip) queue(batch *pgx.Batch) {
	for _, add := range t {
		add(batch)
	}
}

// prepare parses a query and reads what its conditions depend on, in at most one round trip: the
// open incident for filters by the current health, whether many endpoints are due, and the
// languages in use.
func (r *Reader) prepare(ctx context.Context, q Query) (*selection, error) {
	s := &selection{Query: q, words: searchWords(q.Text)}
	s.Not = &Query{}
	if q.Not != nil {
		*s.Not = *q.Not
	}
	if err := checkWords(s.words); err != nil {
		return nil, err
	}
	var before trip
	if !s.LastKnown && len(s.Health)+len(s.Causes)+len(s.Not.Health)+len(s.Not.Causes) > 0 {
		before = append(before, s.readIncident)
	}
	for _, minutes := range []*int{s.DueMinutes, s.Not.DueMinutes} {
		if minutes != nil {
			before = append(before, func(batch *pgx.Batch) { s.readDue(batch, *minutes, r.limit) })
		}
	}
	now := time.Now()
	used, isCached := r.languages.Get(struct{}{}, now)
	if !isCached && (s.hasLanguageWithForms() || s.Not.hasLanguageWithForms()) {
		before = append(before, func(batch *pgx.Batch) {
			batch.Queue(selectLanguages).Query(func(rows pgx.Rows) (err error) {
				used, err = pgx.CollectRows(rows, pgx.RowTo[string])
				return err
			})
		})
	}
	if err := r.send(ctx, before); err != nil {
		return nil, err
	}
	if !isCached && used != nil {
		r.languages.Put(struct{}{}, used, now, now.Add(languagesTTL))
	}
	s.addForms(used)
	s.Not.addForms(used)
	s.selectLifecycles()
	s.selectStoredHealth()
	for _, f := range filters {
		if values := f.values(&s.Query); len(values) > 0 {
			s.filters = append(s.filters, f.with(values, false))
		}
		if values := f.values(s.Not); len(values) > 0 {
			s.filters = append(s.filters, f.with(values, true))
		}
	}
	return s, nil
}

// selectLifecycles replaces the lifecycles to leave out by the others. Those that are left out by
// default stay so.
func (s *selection) selectLifecycles() {
	if len(s.Not.Lifecycles) == 0 {
		return
	}
	selected := slices.Clone(s.Lifecycles)
	if len(selected) == 0 {
		selected = []source.Lifecycle{source.Draft, source.Active, source.Paused}
	}
	isExcluded := func(l source.Lifecycle) bool { return slices.Contains(s.Not.Lifecycles, l) }
	s.Lifecycles = slices.DeleteFunc(selected, isExcluded)
	if len(s.Lifecycles) == 0 {
		s.Lifecycles = []source.Lifecycle{noValue}
	}
	s.Not.Lifecycles = nil
}

// readDue adds the statement that sets manyDue if more than limit endpoints are due in so many
// minutes. It reads at most limit entries of the index by the next check.
func (s *selection) readDue(batch *pgx.Batch, minutes, limit int) {
	var isMany bool
	batch.Queue(`
		SELECT count(*) > $2
		FROM (
			SELECT
			FROM endpoint_states
			WHERE enabled
				AND next_check_at <= now() + $1::int * interval '1 minute'
			LIMIT $2 + 1
		) due`, minutes, limit).QueryRow(func(row pgx.Row) error {
		err := row.Scan(&isMany)
		s.manyDue = s.manyDue || isMany
		return err
	})
}

const selectLanguages = `
	SELECT DISTINCT c.value
	FROM ` + counters + `
	WHERE c.facet = 'language'`

// hasLanguageWithForms reports whether the query has a language that may have regional forms,
// unlike pt-BR.
func (q *Query) hasLanguageWithForms() bool {
	return slices.ContainsFunc(q.Languages, func(tag string) bool { return tag != None && !strings.Contains(tag, "-") })
}

// addForms adds the regional forms in use to the languages: pt also finds pt-BR.
func (q *Query) addForms(used []string) {
	all := slices.Clone(q.Languages)
	for _, value := range q.Languages {
		for _, tag := range used {
			if strings.HasPrefix(tag, value+"-") && !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	q.Languages = all
}

// isEmpty reports whether the selection has all sources that are not archived.
func (s *selection) isEmpty() bool { return len(s.filters)+len(s.words) == 0 }

// others returns the filters other than except.
func (s *selection) others(except ...Name) []selected {
	return slices.DeleteFunc(slices.Clone(s.filters), func(f selected) bool { return slices.Contains(except, f.name) })
}

// conditions returns the conditions of the selection without those of the filter except, which may
// be empty. Without a lifecycle filter, archived sources are excluded. testsSources tests each
// source in turn, see conditions.
func (s *selection) conditions(except Name, testsSources bool) *conditions {
	c := &conditions{testsHealth: testsSources, testsDue: testsSources || s.manyDue}
	if len(s.Lifecycles) == 0 && except != byLifecycle {
		c.add("s.lifecycle <> 'archived'")
	}
	c.addSearch(s.words)
	var onHealth []selected
	for _, f := range s.others(except) {
		if f.isOnHealth {
			onHealth = append(onHealth, f)
		} else {
			c.parts = append(c.parts, "("+f.sql(c)+")")
		}
	}
	c.addHealth(onHealth)
	return c
}

// matches returns the conditions of the matches without the filter except, for reading up to
// countLimit of them. Only active sources have a health, so conditions that are all on it are those
// of source_health.
func (s *selection) matches(except Name) *conditions {
	filters := s.others(except)
	c := &conditions{isOnHealth: true}
	if len(s.words) > 0 || !slices.ContainsFunc(filters, selected.needsHealth) {
		return s.conditions(except, false)
	}
	for _, f := range filters {
		switch {
		case f.isOnHealth:
			c.parts = append(c.parts, "("+f.sql(c)+")")
		case f.name != byLifecycle || !slices.Contains(s.Lifecycles, source.Active):
			return s.conditions(except, false)
		}
	}
	return c
}
