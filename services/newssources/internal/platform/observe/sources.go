package observe

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// CountSources returns the number of sources of each lifecycle, including those with a count of 0.
type CountSources func(context.Context) (map[string]int, error)

// sourcesCollector exports the number of sources by lifecycle. Each replica reports the same
// values: aggregate with max, not sum. If counting fails, the values are absent from the scrape and
// all other metrics are still exported.
type sourcesCollector struct {
	counts *cachedQuery[map[string]int]
	desc   *prometheus.Desc
}

func newSourcesCollector(countSources CountSources) *sourcesCollector {
	return &sourcesCollector{
		counts: newCachedQuery(countSources),
		desc: prometheus.NewDesc(namespace+"_sources", "News sources by lifecycle; the same from every replica.",
			[]string{"lifecycle"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *sourcesCollector) Describe(descs chan<- *prometheus.Desc) { descs <- c.desc }

// Collect implements prometheus.Collector.
func (c *sourcesCollector) Collect(metrics chan<- prometheus.Metric) {
	counts, err := c.counts.get()
	if err != nil { // the database is down or not migrated yet
		return
	}
	for lifecycle, n := range counts {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(n), lifecycle)
	}
}
