package observe

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// gauge is a metric whose values come from a result of a query, and are the same from every replica:
// aggregate them with max, not sum.
type gauge[T any] struct {
	subsystem, name, help string
	label                 string                     // the name of its label, or ""
	values                func(T) map[string]float64 // by the value of the label, or ""; absent ones are not exported
}

// unlabeled is the value of a gauge without a label.
func unlabeled(value float64) map[string]float64 { return map[string]float64{"": value} }

// labeled returns the values of a gauge by the values of its label.
func labeled(counts map[string]int) map[string]float64 {
	values := make(map[string]float64, len(counts))
	for label, count := range counts {
		values[label] = float64(count)
	}
	return values
}

// gaugeCollector exports the gauges of a query. While the query fails, they are absent from the scrape, and
// all other metrics are still exported.
type gaugeCollector[T any] struct {
	query  *cachedQuery[T]
	gauges []gauge[T]
	descs  []*prometheus.Desc // of gauges
}

func newGaugeCollector[T any](read func(context.Context) (T, error), gauges ...gauge[T]) *gaugeCollector[T] {
	c := &gaugeCollector[T]{query: newCachedQuery(read), gauges: gauges}
	for _, g := range gauges {
		var labels []string
		if g.label != "" {
			labels = []string{g.label}
		}
		c.descs = append(c.descs, prometheus.NewDesc(prometheus.BuildFQName(namespace, g.subsystem, g.name),
			g.help+"; the same from every replica.", labels, nil))
	}
	return c
}

// Describe implements prometheus.Collector.
func (c *gaugeCollector[T]) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range c.descs {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (c *gaugeCollector[T]) Collect(out chan<- prometheus.Metric) {
	result, err := c.query.get()
	if err != nil { // the database is down or not migrated yet
		return
	}
	for i, g := range c.gauges {
		for label, value := range g.values(result) {
			var labels []string
			if g.label != "" {
				labels = []string{label}
			}
			out <- prometheus.MustNewConstMetric(c.descs[i], prometheus.GaugeValue, value, labels...)
		}
	}
}
