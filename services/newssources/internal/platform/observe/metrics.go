package observe

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	namespace = "newsources"
	// maxScrapes at a time. One or two servers scrape every 15 s; more concurrent scrapes are a
	// misconfiguration.
	maxScrapes = 4
)

// requestDurations are histogram buckets in seconds. Indexed reads take a few milliseconds, people
// notice 0.1, and a request times out after 15. Neighbours differ by at most a factor of 2.5, which
// bounds the error of a percentile. 0.3 is the limit above which the latency alerts count a request
// as slow.
var requestDurations = []float64{.0025, .005, .01, .025, .05, .1, .25, .3, .5, 1, 2.5, 5, 10, 15}

// Metrics are the metrics that Prometheus scrapes. They use their own registry, so that imported
// packages cannot add any.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	duration   *prometheus.HistogramVec
	inFlight   prometheus.Gauge
	streams    prometheus.Gauge
	fetches    fetchMetrics
	drift      prometheus.Counter
	failedJobs *prometheus.CounterVec
	alerts     alertMetrics
	users      userMetrics
	websub     websubMetrics

	suggestions *prometheus.CounterVec
}

// NewMetrics registers the metrics of HTTP requests, fetches, the connection pool, the sources, the
// Go runtime and the process.
func NewMetrics(version string, pool *pgxpool.Pool, countSources CountSources) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "http", Name: "requests_total",
			Help: "Requests answered, by method, route template and status.",
		}, []string{"method", "route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "http", Name: "request_duration_seconds",
			Help: "Time from the arrival of a request to the end of its response.", Buckets: requestDurations,
		}, []string{"method", "route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace, Subsystem: "http", Name: "requests_in_flight", Help: "Requests in progress.",
		}),
	}
	m.streams = prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Subsystem: "http", Name: "streams",
		Help: "Open streams of updates, one per visible browser tab.",
	})
	m.fetches = newFetchMetrics()
	m.drift = prometheus.NewCounter(prometheus.CounterOpts{
		Namespace: namespace, Name: "drift_corrections_total", Help: "Counters of sources that differed from the sources " +
			"and were corrected.",
	})
	m.failedJobs = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Subsystem: "jobs", Name: "failed_total",
		Help: "Runs of jobs that failed, by kind. The error is in the log.",
	}, []string{"kind"})
	m.suggestions = prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: namespace, Name: "suggestions_total",
		Help: "Suggestions for sources, their fields and endpoints, by kind and event: open (made), accepted, applied, dismissed, " +
			"undone, obsolete.",
	}, []string{"kind", "event"})
	m.alerts, m.users, m.websub = newAlertMetrics(), newUserMetrics(), newWebSubMetrics()
	m.registry.MustRegister(m.websub.requests, m.websub.deliveries, m.users.signIns, m.users.imports, m.suggestions,
		m.alerts.deliveries, m.alerts.firing, m.requests, m.duration, m.inFlight, m.streams, newBuildInfo(version),
		newPoolCollector(pool), newSourcesCollector(countSources),
		m.fetches.total, m.fetches.duration, m.fetches.phases, m.fetches.bytes, m.drift, m.failedJobs,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Begin records the start of a request and returns the function that records its end; route is the
// matched route template, or empty.
func (m *Metrics) Begin() func(method, route string, status int) {
	started := time.Now()
	m.inFlight.Inc()
	return func(method, route string, status int) {
		m.inFlight.Dec()
		method, route = foldMethod(method), foldRoute(route)
		m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Inc()
		m.duration.WithLabelValues(method, route).Observe(time.Since(started).Seconds())
	}
}

// BeginStream records the start of a stream of updates and returns the function that records its
// end. A stream counts neither as a request in progress nor in the durations, because it lasts as
// long as a browser tab is visible.
func (m *Metrics) BeginStream() (end func()) {
	m.streams.Inc()
	return m.streams.Dec
}

// StreamEnded counts the request of a stream that has ended or was refused.
func (m *Metrics) StreamEnded(method, route string, status int) {
	m.requests.WithLabelValues(foldMethod(method), foldRoute(route), strconv.Itoa(status)).Inc()
}

// Drifted records counters of sources that had to be corrected.
func (m *Metrics) Drifted(counters int) { m.drift.Add(float64(counters)) }

// JobsFailed records failed runs of a kind of jobs. With 0, it only creates the time series.
func (m *Metrics) JobsFailed(kind string, runs int) {
	m.failedJobs.WithLabelValues(kind).Add(float64(runs))
}

// Suggested records what happened to suggestions. Both labels must be of a bounded set. With count
// 0, it only creates the time series.
func (m *Metrics) Suggested(kind, event string, count int) {
	m.suggestions.WithLabelValues(kind, event).Add(float64(count))
}

// foldMethod returns "other" for unknown methods, so that a client cannot create time series.
func foldMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return method
	}
	return "other"
}

// foldRoute names requests that matched no route.
func foldRoute(route string) string {
	if route == "" {
		return "unmatched"
	}
	return route
}

// handler serves /metrics. When a collector fails, the metrics of the others are still served.
func (m *Metrics) handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling:       promhttp.ContinueOnError,
		ErrorLog:            slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		MaxRequestsInFlight: maxScrapes,
	})
}
