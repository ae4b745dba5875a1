package observe

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// poolCollector exports the statistics of the connection pool. It does not use the database.
type poolCollector struct {
	pool    *pgxpool.Pool
	metrics []poolMetric
}

type poolMetric struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(*pgxpool.Stat) float64
}

func newPoolCollector(pool *pgxpool.Pool) *poolCollector {
	c := &poolCollector{pool: pool}
	gauge := func(name, help string, value func(*pgxpool.Stat) int32) {
		c.add(prometheus.GaugeValue, name, help, func(s *pgxpool.Stat) float64 { return float64(value(s)) })
	}
	count := func(name, help string, value func(*pgxpool.Stat) int64) {
		c.add(prometheus.CounterValue, name, help, func(s *pgxpool.Stat) float64 { return float64(value(s)) })
	}
	gauge("acquired_connections", "Connections in use.", (*pgxpool.Stat).AcquiredConns)
	gauge("idle_connections", "Idle connections.", (*pgxpool.Stat).IdleConns)
	gauge("constructing_connections", "Connections being opened.", (*pgxpool.Stat).ConstructingConns)
	gauge("total_connections", "Connections in use, idle or being opened.", (*pgxpool.Stat).TotalConns)
	gauge("max_connections", "Maximum number of connections (DB_MAX_CONNS).", (*pgxpool.Stat).MaxConns)
	count("acquires_total", "Acquired connections.", (*pgxpool.Stat).AcquireCount)
	count("empty_acquires_total", "Connections acquired after waiting for a free one.", (*pgxpool.Stat).EmptyAcquireCount)
	count("canceled_acquires_total", "Canceled waits for a connection.", (*pgxpool.Stat).CanceledAcquireCount)
	count("connections_opened_total", "Opened connections.", (*pgxpool.Stat).NewConnsCount)
	count("connections_closed_idle_total", "Connections closed because they were idle.",
		(*pgxpool.Stat).MaxIdleDestroyCount)
	count("connections_closed_aged_total", "Connections closed because of their age.",
		(*pgxpool.Stat).MaxLifetimeDestroyCount)
	c.add(prometheus.CounterValue, "acquire_wait_seconds_total", "Total time spent waiting for a free connection.",
		func(s *pgxpool.Stat) float64 { return s.EmptyAcquireWaitTime().Seconds() })
	return c
}

func (c *poolCollector) add(kind prometheus.ValueType, name, help string, value func(*pgxpool.Stat) float64) {
	desc := prometheus.NewDesc(prometheus.BuildFQName(namespace, "db_pool", name), help, nil, nil)
	c.metrics = append(c.metrics, poolMetric{desc, kind, value})
}

// Describe implements prometheus.Collector.
func (c *poolCollector) Describe(descs chan<- *prometheus.Desc) {
	for _, m := range c.metrics {
		descs <- m.desc
	}
}

// Collect implements prometheus.Collector. All values come from one snapshot of the pool, so that
// they are consistent.
func (c *poolCollector) Collect(metrics chan<- prometheus.Metric) {
	stat := c.pool.Stat()
	for _, m := range c.metrics {
		metrics <- prometheus.MustNewConstMetric(m.desc, m.kind, m.value(stat))
	}
}
