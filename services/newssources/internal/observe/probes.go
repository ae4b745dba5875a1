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

// readyTimeout bounds all checks of a probe together. The chart's readiness probe waits longer than this, so that its
// failures come with a reason.
const readyTimeout = time.Second

// Check is something that has to be in order before the service is given work. Its error is shown to operators.
type Check struct {
	Name string
	Run  func(context.Context) error
}

// Readiness says whether the service may be given work.
type Readiness struct {
	checks   []Check
	stopping atomic.Bool
}

// NewReadiness checks the database, and then what else is given, such as that no migrations are pending.
func NewReadiness(pool *pgxpool.Pool, checks ...Check) *Readiness {
	return &Readiness{checks: append([]Check{{Name: "database", Run: pool.Ping}}, checks...)}
}

// Stop makes the service unready for good: it is the first step of stopping.
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

// report runs the checks in order and skips those after the first that fails, since each needs what comes before it.
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
	if r.stopping.Load() { // it may have begun meanwhile
		result.Status = "stopping"
	}
	return result
}

// NewServer serves /metrics, /healthz and /readyz on a port of its own, which the ingress doesn't know.
func NewServer(addr string, metrics *Metrics, readiness *Readiness, log *slog.Logger) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics.handler(log))
	// Liveness never asks the database: restarting us doesn't repair it.
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, report{Status: "ok"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		status, report := http.StatusOK, readiness.report(r.Context())
		if report.Status != "ready" {
			status = http.StatusServiceUnavailable
		}
		answer(w, status, report)
	})
	return &http.Server{
		Addr:    addr,
		Handler: mux,
		// Only probes and scrapers come here: no bodies, short headers, answers within a second or two.
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       2 * time.Minute, // longer than scrapers pause, so that they keep their connection
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

func answer(w http.ResponseWriter, status int, body report) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the prober may have gone
}
