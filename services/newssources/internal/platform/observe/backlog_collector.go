package observe

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// backlogCollector reads the backlog of the checker at each scrape.
type backlogCollector struct {
	read                 ReadBacklog
	due, overdue, oldest *prometheus.Desc
}

func newBacklogCollector(read ReadBacklog) *backlogCollector {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(prometheus.BuildFQName(namespace, "check", name), help, nil, nil)
	}
	return &backlogCollector{
		read: read,
		due: describe("due_endpoints", "Endpoints that are due and whose host is free, at most 10,000; the same from "+
			"every replica."),
		overdue: describe("overdue_endpoints", "Endpoints that have been due for more than 5 minutes and whose host is "+
			"free, at most 10,000; the same from every replica."),
		oldest: describe("oldest_due_seconds", "How long the first of the due endpoints has been due; the same from every "+
			"replica."),
	}
}

// Describe implements prometheus.Collector.
func (c *backlogCollector) Describe(out chan<- *prometheus.Desc) {
	out <- c.due
	out <- c.overdue
	out <- c.oldest
}

// Collect implements prometheus.Collector.
func (c *backlogCollector) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), backlogTimeout)
	defer cancel()
	due, overdue, oldest, err := c.read(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(c.due, err)
		return
	}
	out <- prometheus.MustNewConstMetric(c.due, prometheus.GaugeValue, float64(due))
	out <- prometheus.MustNewConstMetric(c.overdue, prometheus.GaugeValue, float64(overdue))
	out <- prometheus.MustNewConstMetric(c.oldest, prometheus.GaugeValue, oldest.Seconds())
}
