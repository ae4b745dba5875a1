package sourcelist

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// tripCounter counts the round trips of queries and batches.
type tripCounter struct{ trips atomic.Int32 }

func (c *tripCounter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.trips.Add(1)
	return ctx
}

func (*tripCounter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func (c *tripCounter) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.trips.Add(1)
	return ctx
}

func (*tripCounter) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*tripCounter) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// TestSearchMakesAtMostThreeRoundTrips counts the round trips of a page with all facets, with few
// matches and with more than are counted, and with every filter and every order.
func TestSearchMakesAtMostThreeRoundTrips(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertChecked(30)
	config := r.db.Pool.Config()
	counter := &tripCounter{}
	config.ConnConfig.Tracer = counter
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	yes, hour := true, 60
	everything := Query{
		Text: "daily", Lifecycles: []source.Lifecycle{"active", "paused"}, Tags: []string{None}, Countries: []string{None},
		Languages: []string{"pt", None}, Kinds: []feed.Kind{"rss"}, MediaTypes: []source.MediaType{None},
		Scopes: []source.Scope{None},
		Tiers:  []string{None}, Paywalls: []source.Paywall{"unknown"}, Rights: []source.Rights{"unknown"},
		Owners: []string{None},
		Health: health.States(), Causes: health.Causes(), Assignees: []string{None}, Snoozed: &yes, Import: &uuid.UUID{},
		Parents: []string{None}, SilentDays: 1, DueMinutes: &hour,
	}
	for name, c := range map[string]struct {
		q    Query
		most int32
	}{
		"no filter":         {Query{}, 1},
		"words":             {Query{Text: "daily"}, 2},
		"misspelled words":  {Query{Text: "dialy"}, 2},
		"a counted filter":  {Query{Countries: []string{"ES"}}, 2},
		"a language":        {Query{Languages: []string{"pt"}}, 3},
		"a state of health": {Query{Health: []health.State{health.OK}}, 3},
		"due soon":          {Query{DueMinutes: &hour}, 3},
		"all filters":       {everything, 3},
	} {
		for sort := range sorts {
			for _, limit := range []int{countLimit, 1} {
				reader := NewReader(&postgres.DB{Pool: pool}) // has no languages in its cache
				reader.limit = limit
				c.q.Sort, c.q.Limit = sort, 5
				counter.trips.Store(0)
				if _, _, err := reader.Search(t.Context(), c.q, FacetNames); err != nil {
					t.Fatalf("%s, %s: %v", name, sort, err)
				}
				if n := counter.trips.Load(); n > c.most {
					t.Errorf("%s, %s, limit %d: %d round trips, want at most %d", name, sort, limit, n, c.most)
				}
			}
		}
	}
}
