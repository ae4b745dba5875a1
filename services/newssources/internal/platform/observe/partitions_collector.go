package observe

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Partitions is the state of the monthly partitions of attempts and items. Every replica reports
// the same.
type Partitions struct {
	Until       time.Time // the first time without a partition
	Expired     int       // partitions that should have been dropped
	DefaultRows int       // rows in the default partitions; bounded by the reader
}

// partitionsCollector exports the state of the partitions. If the query fails, its values are
// absent from the scrape.
type partitionsCollector struct {
	query                     *cachedQuery[Partitions]
	until, expired, inDefault *prometheus.Desc
}

// AddPartitions registers the metrics of the partitions.
func (m *Metrics) AddPartitions(read func(context.Context) (Partitions, error)) {
	describe := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc(prometheus.BuildFQName(namespace, "check", name), help+"; the same from every replica.",
			nil, nil)
	}
	m.registry.MustRegister(&partitionsCollector{
		query: newCachedQuery(read),
		until: describe("partitions_until_timestamp_seconds", "Time from which attempts or items have no monthly "+
			"partition; partitions are made 6 months ahead"),
		expired: describe("expired_partitions", "Monthly partitions of attempts and items that should have been dropped, "+
			"because their retention has ended"),
		inDefault: describe("default_partition_rows", "Attempts and items that have no monthly partition and are stored in "+
			"the default partition, at most 10,000"),
	})
}

// Describe implements prometheus.Collector.
func (c *partitionsCollector) Describe(out chan<- *prometheus.Desc) {
	out <- c.until
	out <- c.expired
	out <- c.inDefault
}

// Collect implements prometheus.Collector.
func (c *partitionsCollector) Collect(out chan<- prometheus.Metric) {
	p, err := c.query.get()
	if err != nil {
		return
	}
	out <- prometheus.MustNewConstMetric(c.until, prometheus.GaugeValue, float64(p.Until.Unix()))
	out <- prometheus.MustNewConstMetric(c.expired, prometheus.GaugeValue, float64(p.Expired))
	out <- prometheus.MustNewConstMetric(c.inDefault, prometheus.GaugeValue, float64(p.DefaultRows))
}
