package observe

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// readyTimeout bounds all checks of a probe together. The chart's readiness probe has a longer
// time-out, so that a failure arrives with its reason.
const readyTimeout = time.Second

// Check is a condition of readiness. Its error is shown to operators.
type Check struct {
	Name string
	Run  func(context.Context) error
}

// Readiness decides whether the service accepts traffic.
type Readiness struct {
	checks   []Check
	stopping atomic.Bool
}

// NewReadiness returns a Readiness that checks the database first and then the given checks, such
// as pending migrations.
func NewReadiness(pool *pgxpool.Pool, checks ...Check) *Readiness {
	return &Readiness{checks: append([]Check{{Name: "database", Run: pool.Ping}}, checks...)}
}

// Stop makes the service unready permanently. It is the first step of a shutdown.
func (r *Readiness) Stop() { r.stopping.Store(true) }

// report is the body of /readyz.
type report struct {
	Status string        `json:"status"` // ready, unready or stopping
	Checks []checkResult `json:"checks,omitempty"`
}

type checkResult struct {
	Name   string `json:"name"`
	Status string `json:"status"` // ok, failed or skipped
	Reason string `json:"reason,omitempty"`
}

// report runs the checks in order and skips those after the first failure, because each check
// depends on the previous ones.
func (r *Readiness) report(ctx context.Context) report {
	if r.stopping.Load() {
		return report{Status: "stopping"}
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	result := report{Status: "ready"}
	for _, check := range r.checks {
		outcome := checkResult{Name: check.Name, Status: "ok"}
		if result.Status != "ready" {
			outcome.Status = "skipped"
		} else if err := check.Run(ctx); err != nil {
			result.Status = "unready"
			outcome.Status, outcome.Reason = "failed", maskText(err.Error())
		}
		result.Checks = append(result.Checks, outcome)
	}
	if r.stopping.Load() { // Stop may have been called during the checks
		result.Status = "stopping"
	}
	return result
}

// NewServer returns the server for /metrics, /healthz and /readyz. Its port is not exposed by the
// ingress.
func NewServer(addr string, metrics *Metrics, readiness *Readiness, log *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.handler(log))
	// Liveness does not depend on the database: a restart of the service does not repair the database.
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, report{Status: "ok"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		status, report := http.StatusOK, readiness.report(r.Context())
		if report.Status != "ready" {
			status = http.StatusServiceUnavailable
		}
		writeJSON(w, status, report)
	})
	return &http.Server{
		Addr:    addr,
		Handler: mux,
		// Probes and scrapers send no body and short headers, and are answered within two seconds.
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       2 * time.Minute, // longer than a scrape interval, so that scrapers keep their connection
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// writeJSON writes the report with the status.
func writeJSON(w http.ResponseWriter, status int, body report) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // fails only when the client has disconnected
}
