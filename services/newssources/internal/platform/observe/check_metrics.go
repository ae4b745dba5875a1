package observe

import (
	"context"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// batchSizes are histogram buckets of claims and recorded batches.
var batchSizes = []float64{1, 2, 5, 10, 20, 50, 100, 200, 500}

// CheckMetrics are the metrics of the checker. Their labels are bounded: no host, no id.
type CheckMetrics struct {
	*Metrics
	total           *prometheus.CounterVec
	duration        *prometheus.HistogramVec
	claimed         prometheus.Histogram
	batches         prometheus.Histogram
	recording       prometheus.Histogram
	newItems        prometheus.Counter
	known           prometheus.Counter
	lost            prometheus.Counter
	networkFailures prometheus.Counter
	offline         prometheus.Gauge
	upkeepFailures  prometheus.Counter
}

// NewCheckMetrics registers the metrics of the checker, of its requests, the connection pool, the
// Go runtime and the process.
func NewCheckMetrics(version string, pool *pgxpool.Pool,
	backlog func(context.Context) (Backlog, error)) *CheckMetrics {
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: namespace, Subsystem: "check", Name: name,
			Help: help, Buckets: buckets})
	}
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: namespace, Subsystem: "check", Name: name, Help: help})
	}
	m := &CheckMetrics{
		Metrics: &Metrics{registry: prometheus.NewRegistry(), fetches: newFetchMetrics()},
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "check", Name: "checks_total",
			Help: "Finished checks, by kind of the endpoint, tier of the source (1 to 5, none) and outcome.",
		}, []string{"kind", "tier", "outcome"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "check", Name: "duration_seconds",
			Help: "Duration of a check, by kind of the endpoint.", Buckets: fetchDurations,
		}, []string{"kind"}),
		claimed:   histogram("claimed_endpoints", "Endpoints per claim, without empty claims.", batchSizes),
		batches:   histogram("recorded_results", "Results per recorded batch.", batchSizes),
		recording: histogram("recording_seconds", "Duration of recording a batch.", requestDurations),
		newItems:  counter("new_items_total", "Items that were seen for the first time."),
		known:     counter("known_items_total", "Items of read documents that were known already."),
		lost: counter("lost_results_total", "Results that were dropped because the endpoint had changed, another "+
			"worker had claimed it, or they could not be stored."),
		networkFailures: counter("worker_network_failures_total",
			"Checks that failed because the network of this process did not work. They do not change the health of endpoints."),
		upkeepFailures: counter("upkeep_failures_total",
			"Failed attempts to make or drop the partitions of attempts and items."),
		offline: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace, Subsystem: "check", Name: "offline",
			Help: "1 while the network of this process does not work; it checks nothing.",
		}),
	}
	m.registry.MustRegister(m.networkFailures, m.upkeepFailures, m.offline, m.total, m.duration, m.claimed, m.batches,
		m.recording, m.newItems, m.lost, m.known, m.fetches.total, m.fetches.duration, m.fetches.phases, m.fetches.bytes,
		newBuildInfo(version), newPoolCollector(pool), newBacklogCollector(backlog),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Checked records a finished check. tier is the tier of the source, or 0 for none.
func (m *CheckMetrics) Checked(kind, outcome string, tier int, took time.Duration) {
	m.total.WithLabelValues(kind, tierLabel(tier), outcome).Inc()
	m.duration.WithLabelValues(kind).Observe(took.Seconds())
}

// tierLabel returns the label value of a tier: 1 to 5, or none.
func tierLabel(tier int) string {
	if tier < 1 || tier > 5 {
		return "none"
	}
	return strconv.Itoa(tier)
}

// Claimed records a claim that was not empty.
func (m *CheckMetrics) Claimed(endpoints int) { m.claimed.Observe(float64(endpoints)) }

// Recorded records a batch of results that was stored.
func (m *CheckMetrics) Recorded(results, newItems, knownItems int, took time.Duration) {
	m.batches.Observe(float64(results))
	m.recording.Observe(took.Seconds())
	m.newItems.Add(float64(newItems))
	m.known.Add(float64(knownItems))
}

// WorkerNetworkFailure records a check that failed because the network of this process did not
// work.
func (m *CheckMetrics) WorkerNetworkFailure() { m.networkFailures.Inc() }

// UpkeepFailed records that partitions were not made or dropped.
func (m *CheckMetrics) UpkeepFailed() { m.upkeepFailures.Inc() }

// Offline records whether the network of this process is lost.
func (m *CheckMetrics) Offline(isOffline bool) {
	m.offline.Set(0)
	if isOffline {
		m.offline.Set(1)
	}
}

// Lost records dropped results.
func (m *CheckMetrics) Lost(results int) { m.lost.Add(float64(results)) }

// newBuildInfo returns the metric that names the running version.
func newBuildInfo(version string) prometheus.Collector {
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1; the labels hold the running version.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	})
	build.Set(1)
	return build
}
