package observe

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

const (
	// sourcesFor is how long the counts are remembered, so that scraping more often costs the database nothing.
	sourcesFor = 15 * time.Second
	// sourcesTimeout keeps a scrape well below Prometheus' own limit of 10 s.
	sourcesTimeout = time.Second
)

// lifecycles are always reported, so that a count which falls to nothing is 0 and not absent.
var lifecycles = []string{"draft", "active", "paused", "archived"}

// sourcesCollector counts the register. Each replica reports the same figures: use max, not sum. Without the database
// they are absent, and the rest of the scrape isn't harmed.
type sourcesCollector struct {
	pool *pgxpool.Pool
	desc *prometheus.Desc
	now  func() time.Time

	mu     sync.Mutex
	asked  time.Time
	counts map[string]int64 // nil: the last question failed
}

func newSourcesCollector(pool *pgxpool.Pool) *sourcesCollector {
	return &sourcesCollector{
		pool: pool, now: time.Now,
		desc: prometheus.NewDesc(namespace+"_sources", "News sources by lifecycle; the same from every replica.",
			[]string{"lifecycle"}, nil),
	}
}

// Describe and Collect make it a prometheus.Collector.
func (c *sourcesCollector) Describe(descs chan<- *prometheus.Desc) { descs <- c.desc }

// Collect asks the database at most once in sourcesFor, also when it didn't answer.
func (c *sourcesCollector) Collect(metrics chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); c.asked.IsZero() || now.Sub(c.asked) >= sourcesFor {
		c.asked, c.counts = now, c.count()
	}
	for lifecycle, n := range c.counts {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(n), lifecycle)
	}
}

func (c *sourcesCollector) count() map[string]int64 {
	ctx, cancel := context.WithTimeout(context.Background(), sourcesTimeout)
	defer cancel()
	counts := map[string]int64{}
	for _, lifecycle := range lifecycles {
		counts[lifecycle] = 0
	}
	rows, err := c.pool.Query(ctx, "SELECT lifecycle, count(*) FROM sources GROUP BY lifecycle")
	if err != nil {
		return nil
	}
	var lifecycle string
	var n int64
	if _, err := pgx.ForEachRow(rows, []any{&lifecycle, &n}, func() error { counts[lifecycle] = n; return nil }); err != nil {
		return nil // the table may not be there yet, either
	}
	return counts
}
