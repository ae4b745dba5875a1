package worklist

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	// readTimeout bounds the statement that counts the groups, which takes a few milliseconds.
	readTimeout = 2 * time.Second
	// maxCounted bounds the sources of a member that are counted. Larger counts need not be exact.
	maxCounted = 10_000
)

// Query selects a part of the work list. The zero value selects all of it.
type Query struct {
	Assignee     uuid.UUID // the sources of a member
	IsUnassigned bool      // the sources without an assignee
}

// Group is the number of sources that need a person because of one cause.
type Group struct {
	Cause   health.Cause
	Sources int // that are not snoozed
	Snoozed int
}

// workCounts counts the sources by cause. It reads the counters of ADR 14, so its cost does not
// grow with the register.
const workCounts = `SELECT c.value AS cause, sum(c.n) FILTER (WHERE c.facet LIKE 'work\_open%')::int AS sources,
	sum(c.n) FILTER (WHERE c.facet LIKE 'work\_snoozed%')::int AS snoozed
	FROM (SELECT facet, value, n FROM source_counts UNION ALL SELECT facet, value, n FROM source_count_deltas) c
	WHERE c.facet = ANY($1) GROUP BY 1`

// assignedCounts counts the sources of a member by cause. It reads at most maxCounted sources.
const assignedCounts = `SELECT cause, count(*) FILTER (WHERE snoozed_until IS NULL)::int AS sources,
	count(*) FILTER (WHERE snoozed_until IS NOT NULL)::int AS snoozed
	FROM (SELECT cause, state, snoozed_until FROM source_health WHERE assignee_id = $1 LIMIT $2) h
	WHERE cause <> '' AND health_needs_person(state) GROUP BY 1`

// Groups returns the selected part of the work list by cause, the largest group first.
func (l *List) Groups(ctx context.Context, q Query) (groups []Group, err error) {
	sql, args := workCounts, []any{[]string{"work_open", "work_open_assigned", "work_snoozed", "work_snoozed_assigned"}}
	switch {
	case q.IsUnassigned:
		args = []any{[]string{"work_open", "work_snoozed"}}
	case q.Assignee != uuid.Nil:
		sql, args = assignedCounts, []any{q.Assignee, maxCounted}
	}
	var cause health.Cause
	var sources, snoozed *int // NULL if there are none
	err = l.db.QueryLimited(ctx, readTimeout, sql, args, func(rows pgx.Rows) error {
		groups = nil
		_, err := pgx.ForEachRow(rows, []any{&cause, &sources, &snoozed}, func() error {
			g := Group{Cause: cause}
			if sources != nil {
				g.Sources = *sources
			}
			if snoozed != nil {
				g.Snoozed = *snoozed
			}
			if g.Sources > 0 || g.Snoozed > 0 {
				groups = append(groups, g)
			}
			return nil
		})
		return err
	})
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Sources, a.Sources), cmp.Compare(b.Snoozed, a.Snoozed), cmp.Compare(a.Cause, b.Cause))
	})
	return groups, err
}
