package observe

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// fetchDurations are histogram buckets in seconds: a near site answers in 50 ms, most sites within
// a second, and a fetch times out after 20.
var fetchDurations = []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20}

// fetchMetrics counts outbound requests.
type fetchMetrics struct {
	total    *prometheus.CounterVec
	duration prometheus.Histogram
	phases   *prometheus.HistogramVec
	bytes    prometheus.Counter
}

func newFetchMetrics() fetchMetrics {
	f := fetchMetrics{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "requests_total",
			Help: "Outbound requests, including robots.txt, by outcome.",
		}, []string{"outcome"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "duration_seconds",
			Help: "Duration of a fetch including redirects, without the time in the host's queue.", Buckets: fetchDurations,
		}),
		phases: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "phase_duration_seconds",
			Help: "Duration of the phases of a fetch that took place: queue (the host's queue), dns, connect, tls, " +
				"first_byte, body.", Buckets: phaseDurations,
		}, []string{"phase"}),
		bytes: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "fetch", Name: "received_bytes_total",
			Help: "Bytes of response bodies before decompression.",
		}),
	}
	f.total.WithLabelValues("ok") // exists from the start, so that rates include the first fetch
	return f
}

// phaseDurations are histogram buckets in seconds, fewer than fetchDurations because there are six
// phases.
var phaseDurations = []float64{.01, .05, .25, 1, 5, 20}

// FetchPhases are the durations of the phases of a fetch. The duration of a phase that did not take
// place is 0.
type FetchPhases struct{ Queue, DNS, Connect, TLS, FirstByte, Body time.Duration }

// FetchPhases records the phases of a fetch.
func (m *Metrics) FetchPhases(p FetchPhases) {
	for _, phase := range []struct {
		name string
		took time.Duration
	}{{"queue", p.Queue}, {"dns", p.DNS}, {"connect", p.Connect}, {"tls", p.TLS}, {"first_byte", p.FirstByte},
		{"body", p.Body}} {
		if phase.took > 0 {
			m.fetches.phases.WithLabelValues(phase.name).Observe(phase.took.Seconds())
		}
	}
}

// Fetched records a fetch. outcome must be one of fetch's outcomes, which bounds the number of time
// series.
func (m *Metrics) Fetched(outcome string, took time.Duration, bytes int64) {
	m.fetches.total.WithLabelValues(outcome).Inc()
	m.fetches.duration.Observe(took.Seconds())
	m.fetches.bytes.Add(float64(bytes))
}
