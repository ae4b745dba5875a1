package observe

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// fetchDurations, in seconds: a site nearby answers in 50 ms, most in a second, and 20 is where fetching gives up.
var fetchDurations = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20}

// fetches counts what other people's sites answer us.
type fetches struct {
	total    *prometheus.CounterVec
	duration prometheus.Histogram
	bytes    prometheus.Counter
}

func newFetches() fetches {
	f := fetches{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "requests_total",
			Help: "Addresses that were fetched from sites, robots.txt included, by outcome.",
		}, []string{"outcome"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "duration_seconds",
			Help: "Time of a fetch with its redirects, without waiting for our turn at the site.", Buckets: fetchDurations,
		}),
		bytes: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "received_bytes_total",
			Help: "Bytes of bodies as sites sent them.",
		}),
	}
	f.total.WithLabelValues("ok") // so that it is there, and rates are right, from the first fetch on
	return f
}

// Fetched counts a fetch. The outcome is one of a fixed list, so it makes no series without end.
func (m *Metrics) Fetched(outcome string, took time.Duration, bytes int64) {
	m.fetches.total.WithLabelValues(outcome).Inc()
	m.fetches.duration.Observe(took.Seconds())
	m.fetches.bytes.Add(float64(bytes))
}
