package observe

import (
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

// poolCollector reads the pool's own statistics, which costs nothing and needs no database.
type poolCollector struct {
	pool    *pgxpool.Pool
	figures []poolFigure
}

type poolFigure struct {
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
	gauge("idle_connections", "Connections waiting for work.", (*pgxpool.Stat).IdleConns)
	gauge("constructing_connections", "Connections being made.", (*pgxpool.Stat).ConstructingConns)
	gauge("total_connections", "Connections in use, waiting or being made.", (*pgxpool.Stat).TotalConns)
	gauge("max_connections", "The most connections that there may be (DB_MAX_CONNS).", (*pgxpool.Stat).MaxConns)
	count("acquires_total", "Connections handed out.", (*pgxpool.Stat).AcquireCount)
	count("empty_acquires_total", "Connections handed out after waiting for one.", (*pgxpool.Stat).EmptyAcquireCount)
	count("canceled_acquires_total", "Waits for a connection that were given up.", (*pgxpool.Stat).CanceledAcquireCount)
	count("connections_opened_total", "Connections made.", (*pgxpool.Stat).NewConnsCount)
	count("connections_closed_idle_total", "Connections closed because they had no work.", (*pgxpool.Stat).MaxIdleDestroyCount)
	count("connections_closed_aged_total", "Connections closed because of their age.", (*pgxpool.Stat).MaxLifetimeDestroyCount)
	c.add(prometheus.CounterValue, "acquire_wait_seconds_total", "Time that was spent waiting for a connection.",
		func(s *pgxpool.Stat) float64 { return s.EmptyAcquireWaitTime().Seconds() })
	return c
}

func (c *poolCollector) add(kind prometheus.ValueType, name, help string, value func(*pgxpool.Stat) float64) {
	desc := prometheus.NewDesc(prometheus.BuildFQName(namespace, "db_pool", name), help, nil, nil)
	c.figures = append(c.figures, poolFigure{desc, kind, value})
}

// Describe and Collect make it a prometheus.Collector.
func (c *poolCollector) Describe(descs chan<- *prometheus.Desc) {
	for _, f := range c.figures {
		descs <- f.desc
	}
}

// Collect reads all figures from one look at the pool, so that they fit together.
func (c *poolCollector) Collect(metrics chan<- prometheus.Metric) {
	stat := c.pool.Stat()
	for _, f := range c.figures {
		metrics <- prometheus.MustNewConstMetric(f.desc, f.kind, f.value(stat))
	}
}
