package observe

import (
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	namespace = "newsources"
	// Scrapes come every 15 s or so from one or two servers; more at once is somebody's mistake.
	maxScrapes = 4
)

// durations, in seconds: indexed reads take a few milliseconds, people notice 0.1 and mind 1, and 15 is where a request
// is cut off (REQUEST_TIMEOUT). Between them as many as a percentile needs to be read within a factor of 2.5.
var durations = []float64{.0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 15}

// Metrics is what Prometheus reads. It has a registry of its own, so that nothing registers itself behind our back.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
	fetches  fetches
}

// NewMetrics registers the service's metrics, and those of its pool, its sources, the Go runtime and the process.
func NewMetrics(version string, pool *pgxpool.Pool, countSources CountSources) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "http", Name: "requests_total",
			Help: "Requests answered, by method, route template and status.",
		}, []string{"method", "route", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "http", Name: "request_duration_seconds",
			Help: "Time from a request's arrival to the end of its answer.", Buckets: durations,
		}, []string{"method", "route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace, Subsystem: "http", Name: "requests_in_flight", Help: "Requests being answered.",
		}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "Always 1; the labels tell what is running.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	})
	build.Set(1)
	m.fetches = newFetches()
	m.registry.MustRegister(m.requests, m.duration, m.inFlight, build, newPoolCollector(pool), newSourcesCollector(countSources),
		m.fetches.total, m.fetches.duration, m.fetches.bytes,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Begin counts a request in. The function that it returns counts it out; route is the template that matched, or empty.
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

// foldMethod and foldRoute keep strangers from making a new time series with each request.
func foldMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return method
	}
	return "other"
}

func foldRoute(route string) string {
	if route == "" {
		return "unmatched"
	}
	return route
}

// handler answers with what could be gathered, even when a part couldn't.
func (m *Metrics) handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling:       promhttp.ContinueOnError,
		ErrorLog:            slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		MaxRequestsInFlight: maxScrapes,
	})
}
