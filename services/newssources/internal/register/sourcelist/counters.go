package sourcelist

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// counters selects the maintained counts (ADR 14). A count is the sum of n; the triggers of the
// table sources append deltas, and CompactCounts adds them up.
const counters = `(
		SELECT facet, lifecycle, value, n
		FROM source_counts
		UNION ALL
		SELECT facet, lifecycle, value, n
		FROM source_count_deltas
	) c`

// countedEndpoints is the facet of the counter of the endpoints that are not retired. The API has
// no such facet.
const countedEndpoints = "endpoints"

// counterLifecycles returns the condition on the lifecycle of a counter.
func (s *selection) counterLifecycles(c *conditions) string {
	if len(s.Lifecycles) == 0 {
		return "c.lifecycle <> 'archived'"
	}
	return "c.lifecycle = ANY(" + c.arg(s.Lifecycles) + ")"
}

// counted returns the only filter besides the lifecycle, if the counters have the number of
// matches: without search words, and with at most one filter, of which a source matches at most one
// value.
func (s *selection) counted() (f selected, ok bool) {
	filters := s.others(byLifecycle)
	if len(s.words) > 0 || len(filters) > 1 {
		return f, false
	}
	if len(filters) == 0 {
		return selected{filter: filter{name: byLifecycle}}, true
	}
	f = filters[0]
	return f, f.hasCounter && !f.isNot && (!f.isList || len(f.of) == 1)
}

// counter returns the condition on the counters whose sum is the number of matches, if they have
// it.
func (s *selection) counter(c *conditions) (condition string, ok bool) {
	f, ok := s.counted()
	if !ok {
		return "", false
	}
	condition = "c.facet = '" + string(f.name) + "'\n\tAND " + s.counterLifecycles(c)
	switch {
	case f.name == byLifecycle:
		return condition, true
	case f.name == byTag && f.of[0] != None:
		tag := "(SELECT id::text FROM tags WHERE name_key = " + c.arg(tagFilterKey(f.of[0])) + ")"
		return condition + "\n\tAND c.value = " + tag, true
	default:
		return condition + "\n\tAND c.value = ANY(" + c.arg(f.stored()) + ")", true
	}
}

// Summary is the size of the register: sources by lifecycle, and live endpoints.
type Summary struct {
	Lifecycle map[source.Lifecycle]int
	Endpoints int
}

const selectSummary = `
	SELECT c.facet, c.lifecycle, sum(c.n)::bigint
	FROM ` + counters + `
	WHERE c.facet = 'lifecycle'
		OR c.facet = 'endpoints' AND c.lifecycle <> 'archived'
	GROUP BY 1, 2`

// Summary returns the number of sources of each lifecycle, and of live endpoints.
func (r *Reader) Summary(ctx context.Context) (*Summary, error) {
	s := &Summary{Lifecycle: map[source.Lifecycle]int{
		source.Draft: 0, source.Active: 0, source.Paused: 0, source.Archived: 0,
	}}
	rows, err := r.db.Pool.Query(ctx, selectSummary)
	if err != nil {
		return nil, err
	}
	var facet string
	var lifecycle source.Lifecycle
	var n int
	_, err = pgx.ForEachRow(rows, []any{&facet, &lifecycle, &n}, func() error {
		if facet == countedEndpoints {
			s.Endpoints += n
		} else {
			s.Lifecycle[lifecycle] = n
		}
		return nil
	})
	return s, err
}

// CountByLifecycle returns the number of sources of each lifecycle, for the metrics.
func (r *Reader) CountByLifecycle(ctx context.Context) (map[string]int, error) {
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

// compactCounts moves deltas to source_counts, and returns their number. Concurrent calls move
// different deltas.
const compactCounts = `
	WITH moved AS (
		DELETE FROM source_count_deltas
		WHERE ctid IN (SELECT ctid FROM source_count_deltas LIMIT $1 FOR UPDATE SKIP LOCKED)
		RETURNING facet, lifecycle, value, n
	), added AS (
		INSERT INTO source_counts AS c (facet, lifecycle, value, n)
		SELECT facet, lifecycle, value, sum(n)
		FROM moved
		GROUP BY 1, 2, 3
		ORDER BY 1, 2, 3
		ON CONFLICT (facet, lifecycle, value) DO UPDATE SET n = c.n + excluded.n
	)
	SELECT count(*)
	FROM moved`

// maxCompacted is the maximum number of deltas that one statement moves: more than one minute
// produces, even during an import.
const maxCompacted = 100_000

// CompactCounts adds the recorded changes to the counters, so that reading them stays cheap.
func (r *Reader) CompactCounts(ctx context.Context) error {
	return postgres.InSteps(ctx, maxCompacted, func(limit int) (moved int, err error) {
		err = r.db.Pool.QueryRow(ctx, compactCounts, limit).Scan(&moved)
		return moved, err
	})
}

// repairCounts appends the differences between the sources and the counters. One statement sees one
// snapshot, and changes that commit later append their own deltas, so no lock is needed.
const repairCounts = `
	INSERT INTO source_count_deltas (facet, lifecycle, value, n)
	SELECT facet, lifecycle, value, sum(n)
	FROM (
		SELECT facet, lifecycle, value, n
		FROM count_sources()
		UNION ALL
		SELECT c.facet, c.lifecycle, c.value, -c.n
		FROM ` + counters + `
	) d
	GROUP BY 1, 2, 3
	HAVING sum(n) <> 0`

// RepairCounts corrects counters that differ from the sources, and returns their number. A
// difference means that a change bypassed the triggers.
func (r *Reader) RepairCounts(ctx context.Context) (drifted int, err error) {
	tag, err := r.db.Pool.Exec(ctx, repairCounts)
	return int(tag.RowsAffected()), err
}
