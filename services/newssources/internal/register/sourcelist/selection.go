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
	manyDue bool // more endpoints than the limit are due in DueMinutes
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
	if err := checkWords(s.words); err != nil {
		return nil, err
	}
	var before trip
	if !s.LastKnown && len(s.Health)+len(s.Causes) > 0 {
		before = append(before, s.readIncident)
	}
	if s.DueMinutes != nil {
		before = append(before, func(batch *pgx.Batch) { s.readDue(batch, r.limit) })
	}
	now := time.Now()
	used, isCached := r.languages.Get(struct{}{}, now)
	if !isCached && s.hasLanguageWithForms() {
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
	s.selectStoredHealth()
	for _, f := range filters {
		if values := f.values(&s.Query); len(values) > 0 {
			s.filters = append(s.filters, selected{f, values})
		}
	}
	return s, nil
}

// readDue adds the statement that sets manyDue. It reads at most limit entries of the index by the
// next check.
func (s *selection) readDue(batch *pgx.Batch, limit int) {
	batch.Queue(`
		SELECT count(*) > $2
		FROM (
			SELECT
			FROM endpoint_states
			WHERE enabled
				AND next_check_at <= now() + $1::int * interval '1 minute'
			LIMIT $2 + 1
		) due`, *s.DueMinutes, limit).QueryRow(func(row pgx.Row) error { return row.Scan(&s.manyDue) })
}

const selectLanguages = `
	SELECT DISTINCT c.value
	FROM ` + counters + `
	WHERE c.facet = 'language'`

// hasLanguageWithForms reports whether the query has a language that may have regional forms,
// unlike pt-BR.
func (s *selection) hasLanguageWithForms() bool {
	return slices.ContainsFunc(s.Languages, func(tag string) bool { return tag != None && !strings.Contains(tag, "-") })
}

// addForms adds the regional forms in use to the languages: pt also finds pt-BR.
func (s *selection) addForms(used []string) {
	all := slices.Clone(s.Languages)
	for _, value := range s.Languages {
		for _, tag := range used {
			if strings.HasPrefix(tag, value+"-") && !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	s.Languages = all
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
