package sameoutlet

import (
	"context"
	"time"
)

// Job is the kind of the job that calls Run.
const Job = "find_same_outlets"

// Status is the state of the search.
type Status struct {
	IsSearching bool       // a search is queued or runs
	LastAt      *time.Time // when the last search ended; nil if none ended within a day
}

// Search starts a search, unless one is queued or runs.
func (f *Finder) Search(ctx context.Context) (s Status, err error) {
	if err := f.Enqueue(ctx); err != nil {
		return s, err
	}
	return f.Status(ctx)
}

// Status returns the state of the search. The queue keeps completed jobs for a day.
func (f *Finder) Status(ctx context.Context) (s Status, err error) {
	err = f.db.Pool.QueryRow(ctx, `
		SELECT count(*) FILTER (WHERE j.state IN ('available', 'pending', 'running', 'retryable', 'scheduled')) > 0,
			max(j.finalized_at) FILTER (WHERE j.state = 'completed')
		FROM river_job j
		WHERE j.kind = $1`, Job).Scan(&s.IsSearching, &s.LastAt)
	return s, err
}
