package observe

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// sourcesTTL is how long counts are cached, so that more frequent scrapes cause no queries.
	sourcesTTL = 15 * time.Second
	// sourcesTimeout is well below Prometheus' default scrape timeout of 10 s.
	sourcesTimeout = time.Second
)

// CountSources returns the number of sources of each lifecycle, including those with a count of 0.
type CountSources func(context.Context) (map[string]int, error)

// sourcesCollector exports the number of sources by lifecycle. Each replica reports the same values: aggregate with max,
// not sum. If counting fails, the values are absent from the scrape and all other metrics are still exported.
type sourcesCollector struct {
	countSources CountSources
	desc         *prometheus.Desc
	now          func() time.Time

	mu        sync.Mutex
	countedAt time.Time
	counts    map[string]int // nil if the last count failed
}

func newSourcesCollector(countSources CountSources) *sourcesCollector {
	return &sourcesCollector{
		countSources: countSources, now: time.Now,
		desc: prometheus.NewDesc(namespace+"_sources", "News sources by lifecycle; the same from every replica.",
			[]string{"lifecycle"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *sourcesCollector) Describe(descs chan<- *prometheus.Desc) { descs <- c.desc }

// Collect implements prometheus.Collector. It counts at most once per sourcesTTL, even if the last count failed.
func (c *sourcesCollector) Collect(metrics chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.now(); c.countedAt.IsZero() || now.Sub(c.countedAt) >= sourcesTTL {
		c.countedAt, c.counts = now, c.count()
	}
	for lifecycle, n := range c.counts {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(n), lifecycle)
	}
}

func (c *sourcesCollector) count() map[string]int {
	ctx, cancel := context.WithTimeout(context.Background(), sourcesTimeout)
	defer cancel()
	counts, err := c.countSources(ctx)
	if err != nil { // the database is down or not migrated yet
		return nil
	}
	return counts
}
