package sourcelist

import (
	"context"
	"math"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ttlcache"
)

const (
	// sampleRows is the number of sources that a sample reads. With at least countLimit matches among 1,000,000 sources, it
	// holds 200 matches, which bounds the error of an estimate to about 15 %.
	sampleRows = 20_000
	// frequentRows is the number of matches from which reading a sample is faster than reading all matches from the index of the search.
	frequentRows = 50_000
	// manyDueFrom is the number of due endpoints from which the filter by the next check tests one source after the other until a page or a
	// sample is complete. Reading the sources of all due endpoints took longer than readTimeout with 500,000 endpoints.
	manyDueFrom = 50_000
	// cacheTTL is how long estimates and facets are reused: while a person pages through a list or opens several filters.
	cacheTTL = 5 * time.Second
	// maxCached bounds the memory of the cached results, of about 20 KB each.
	maxCached = 200
	// significantDigits is the number of digits of an estimate. More digits would suggest a precision that a sample
	// does not have.
	significantDigits = 2
)

// caches hold the results of costly reads for cacheTTL, by Query.cacheKey.
type caches struct {
	estimates *ttlcache.Cache[string, int]
	facets    *ttlcache.Cache[string, *Facets]
	languages *ttlcache.Cache[string, []string]
}

func newCaches() caches {
	return caches{ttlcache.New[string, int](maxCached), ttlcache.New[string, *Facets](maxCached), ttlcache.New[string, []string](1)}
}

// cached returns the cached value of key, or calls load and caches its result for cacheTTL.
func cached[V any](cache *ttlcache.Cache[string, V], key string, load func() (V, error)) (V, error) {
	now := time.Now()
	if value, ok := cache.Get(key, now); ok {
		return value, nil
	}
	value, err := load()
	if err == nil {
		cache.Put(key, value, now, now.Add(cacheTTL))
	}
	return value, err
}

// estimate returns the approximate number of matches of q, which are more than countLimit.
func (r *Reader) estimate(ctx context.Context, q Query) (int, error) {
	return cached(r.caches.estimates, q.cacheKey(), func() (int, error) {
		matches, err := r.sampledMatches(ctx, q)
		return max(countLimit+1, matches), err
	})
}

// sampledMatches returns the approximate number of matches of q, from a sample of the sources.
func (r *Reader) sampledMatches(ctx context.Context, q Query) (matches int, err error) {
	c := q.conditionsInOrder("")
	percent, err := r.samplePercent(ctx)
	if err != nil {
		return 0, err
	}
	err = r.db.QueryLimited(ctx, readTimeout, `SELECT count(*) FROM sources s `+sample(percent)+` WHERE `+c.where(), c.args, func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&matches}, func() error { return nil })
		return err
	})
	return round(float64(matches) * 100 / percent), err
}

// isFrequent reports whether the search of q has far more than countLimit matches, and caches their estimated number. The index finds all of them before it returns the first one,
// which takes longer than a sample. The estimate of the planner is checked first, so that other searches read no sample.
func (r *Reader) isFrequent(ctx context.Context, q Query) (bool, error) {
	expectsMany, err := r.expectsMany(ctx, q, "")
	if err != nil || !expectsMany {
		return false, err
	}
	matches, err := r.sampledMatches(ctx, q)
	if err != nil || matches <= countLimit {
		return false, err
	}
	now := time.Now()
	r.caches.estimates.Put(q.cacheKey(), matches, now, now.Add(cacheTTL))
	return true, nil
}

// expectsMany reports whether q probably has many matches, ignoring the filter of the facet named by except: its filter by the next check selects
// at least manyDueFrom endpoints, or the planner of the database expects at least frequentRows matches of the search.
func (r *Reader) expectsMany(ctx context.Context, q Query, except string) (bool, error) {
	if q.manyDue {
		return true, nil
	}
	if len(searchWords(q.Text)) == 0 {
		return false, nil
	}
	c := q.conditions(except)
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Plan Rows"`
		}
	}
	err := r.db.Pool.QueryRow(ctx, `EXPLAIN (FORMAT JSON) SELECT FROM sources s WHERE `+c.where(), c.args...).Scan(&plans)
	return err == nil && len(plans) == 1 && plans[0].Plan.Rows >= frequentRows, err
}

// countDue sets q.manyDue. It reads at most manyDueFrom entries of the index by the next check.
func (r *Reader) countDue(ctx context.Context, q Query) (Query, error) {
	if q.DueMinutes == nil {
		return q, nil
	}
	due := 0
	err := r.db.QueryLimited(ctx, readTimeout, `SELECT count(*) FROM (SELECT FROM endpoint_states WHERE enabled AND next_check_at <= now() + $1::int * interval '1 minute' LIMIT $2) found`,
		[]any{*q.DueMinutes, r.manyDueFrom}, func(rows pgx.Rows) error {
			_, err := pgx.ForEachRow(rows, []any{&due}, func() error { return nil })
			return err
		})
	q.manyDue = due >= r.manyDueFrom
	return q, err
}

// hasEstimate reports whether a recent read found more than countLimit matches of q.
func (r *Reader) hasEstimate(q Query) bool {
	_, ok := r.caches.estimates.Get(q.cacheKey(), time.Now())
	return ok
}

// samplePercent returns the percentage of the sources that about sampleRows rows are.
func (r *Reader) samplePercent(ctx context.Context) (float64, error) {
	summary, err := r.Summary(ctx)
	if err != nil {
		return 0, err
	}
	all := 0
	for _, n := range summary.Lifecycle {
		all += n
	}
	return min(100, 100*float64(sampleRows)/float64(max(all, 1))), nil
}

// sample returns the SQL clause that reads a sample of the table. The sample is the same for each request, so that an
// estimate does not change between pages.
func sample(percent float64) string {
	return "TABLESAMPLE SYSTEM (" + strconv.FormatFloat(percent, 'f', 6, 64) + ") REPEATABLE (1)"
}

// round rounds an estimate to significantDigits.
func round(n float64) int {
	if n < 1 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-significantDigits+1)
	return int(math.Round(n/unit) * unit)
}
