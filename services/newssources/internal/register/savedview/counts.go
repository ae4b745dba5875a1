package savedview

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	// countBudget bounds the time of the counts of one request. Those that do not fit are left out;
	// the next request counts them, because it finds the others in the cache.
	countBudget = time.Second
	// countTTL is how long a count is reused: a page shows its list at the same time, so the counts
	// may not be much older.
	countTTL = 5 * time.Second
	// maxCached counts are a few for each of hundreds of members.
	maxCached = 5000
)

// Count is the number of sources of a view.
type Count struct {
	ViewID    uuid.UUID `json:"view_id"`
	Total     int       `json:"total"`
	IsMinimum bool      `json:"total_is_minimum"` // more sources match than Total
}

// counter counts the sources of filters. Members who see the same filter share its count.
type counter struct {
	lists  *sourcelist.Reader
	cache  *ttlcache.Cache[string, Count]
	budget time.Duration
}

// New returns the views in db, which are counted with lists.
func New(db *postgres.DB, lists *sourcelist.Reader) *Views {
	return &Views{db: db, counts: &counter{lists, ttlcache.New[string, Count](maxCached), countBudget},
		hashes: ttlcache.NewKeySet(hashesTimeout, readHashes(db))}
}

// Counts returns the number of sources of each view that a member sees, without those that could
// not be counted in time.
func (s *Views) Counts(ctx context.Context, member uuid.UUID) ([]Count, error) {
	views, err := s.List(ctx, member)
	if err != nil {
		return nil, err
	}
	within, cancel := context.WithTimeout(ctx, s.counts.budget)
	defer cancel()
	counts := []Count{}
	for _, view := range views {
		count, err := s.counts.count(within, view.FilterOf(member))
		switch {
		case err == nil:
			count.ViewID = view.ID
			counts = append(counts, count)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(within.Err(), context.DeadlineExceeded):
			continue // the counts in the cache of the other views are still returned
		case !isProblem(err): // a view whose search is refused has no count
			return nil, err
		}
	}
	return counts, nil
}

func isProblem(err error) bool {
	_, ok := errors.AsType[*problem.Error](err)
	return ok
}

// count returns the number of sources that match q, at most countTTL old.
func (c *counter) count(ctx context.Context, q sourcelist.Query) (count Count, err error) {
	key, err := json.Marshal(q)
	if err != nil {
		return count, err
	}
	now := time.Now()
	if count, ok := c.cache.Get(string(key), now); ok {
		return count, nil
	}
	if err := ctx.Err(); err != nil {
		return count, err
	}
	if count.Total, count.IsMinimum, err = c.lists.Count(ctx, q); err == nil {
		c.cache.Put(string(key), count, now, now.Add(countTTL))
	}
	return count, err
}
