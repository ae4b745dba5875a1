package observe

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// unreachablePool returns a pool whose database does not exist: port 1 is closed.
func unreachablePool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), "postgres://newsources:hidden@127.0.0.1:1/newsources?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// reachablePool returns a pool with an open connection, so that connecting does not count against
// the time-outs under test.
func reachablePool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := testdb.New(t)
	if err := pool.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	return pool
}

// countNone is a CountSources for tests of other metrics.
func countNone(context.Context) (map[string]int, error) { return nil, nil }

// get requests a path from the probe server.
func get(t *testing.T, m *Metrics, r *Readiness, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	NewServer("", m, r, slog.New(slog.DiscardHandler)).Handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func scrape(t *testing.T, m *Metrics) string {
	t.Helper()
	w := get(t, m, nil, "/metrics")
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

func TestRequestMetrics(t *testing.T) {
	t.Parallel()
	m := NewMetrics("1.2.3", unreachablePool(t), countNone)
	end := m.Begin()
	if text := scrape(t, m); !strings.Contains(text, "newsources_http_requests_in_flight 1\n") {
		t.Error("the request is not counted as in flight")
	}
	end("GET", "/newssources/:id", 200)
	m.Begin()("BREW", "", 404)
	m.Begin()("get", "", 405)

	text := scrape(t, m)
	for _, want := range []string{
		"newsources_http_requests_in_flight 0\n",
		`newsources_http_requests_total{method="GET",route="/newssources/:id",status="200"} 1` + "\n",
		`newsources_http_requests_total{method="other",route="unmatched",status="404"} 1` + "\n",
		`newsources_http_requests_total{method="other",route="unmatched",status="405"} 1` + "\n",
		`newsources_http_request_duration_seconds_bucket{method="GET",route="/newssources/:id",le="15"} 1` + "\n",
		`newsources_http_request_duration_seconds_count{method="other",route="unmatched"} 2` + "\n",
		`newsources_build_info{goversion="` + runtime.Version() + `",version="1.2.3"} 1` + "\n",
		"go_goroutines ", "process_resident_memory_bytes ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing: %s", want)
		}
	}
}

func TestMetricsPassPrometheusLint(t *testing.T) {
	t.Parallel()
	m := NewMetrics("1.2.3", reachablePool(t), countNone)
	m.Begin()("GET", "/newssources", 200)
	problems, err := testutil.GatherAndLint(m.registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

func TestPoolMetrics(t *testing.T) {
	t.Parallel()
	pool := reachablePool(t)
	m := NewMetrics("1.2.3", pool, countNone)
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if err := testutil.GatherAndCompare(m.registry, strings.NewReader(`
# HELP newsources_db_pool_acquired_connections Connections in use.
# TYPE newsources_db_pool_acquired_connections gauge
newsources_db_pool_acquired_connections 1
# HELP newsources_db_pool_max_connections Maximum number of connections (DB_MAX_CONNS).
# TYPE newsources_db_pool_max_connections gauge
newsources_db_pool_max_connections 8
# HELP newsources_db_pool_canceled_acquires_total Canceled waits for a connection.
# TYPE newsources_db_pool_canceled_acquires_total counter
newsources_db_pool_canceled_acquires_total 0
`),
		"newsources_db_pool_acquired_connections", "newsources_db_pool_max_connections",
		"newsources_db_pool_canceled_acquires_total"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{
		"idle_connections", "constructing_connections", "total_connections", "acquires_total", "empty_acquires_total",
		"acquire_wait_seconds_total", "connections_opened_total", "connections_closed_idle_total",
		"connections_closed_aged_total",
	} {
		if n, err := testutil.GatherAndCount(m.registry, "newsources_db_pool_"+name); n != 1 || err != nil {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

func TestSourcesByLifecycle(t *testing.T) {
	t.Parallel()
	counts := map[string]int{"draft": 0, "active": 0, "paused": 0, "archived": 0}
	c := newSourcesCollector(func(context.Context) (map[string]int, error) { return maps.Clone(counts), nil })
	registry := prometheus.NewPedanticRegistry()
	registry.MustRegister(c)
	expect := func(active, archived string) {
		t.Helper()
		if err := testutil.GatherAndCompare(registry, strings.NewReader(`
# HELP newsources_sources News sources by lifecycle; the same from every replica.
# TYPE newsources_sources gauge
newsources_sources{lifecycle="active"} `+active+`
newsources_sources{lifecycle="archived"} `+archived+`
newsources_sources{lifecycle="draft"} 0
newsources_sources{lifecycle="paused"} 0
`)); err != nil {
			t.Error(err)
		}
	}
	expect("0", "0")
	counts["active"], counts["archived"] = 2, 1
	expect("0", "0") // cached
	c.query.now = func() time.Time { return time.Now().Add(queryTTL) }
	expect("2", "1")
}

func TestSourcesAreAbsentWithoutDatabase(t *testing.T) {
	t.Parallel()
	pool := unreachablePool(t)
	m := NewMetrics("1.2.3", pool, func(ctx context.Context) (map[string]int, error) { return nil, pool.Ping(ctx) })
	started := time.Now()
	text := scrape(t, m)
	// Long enough for a busy machine; without a time-out, it would not end.
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
	if strings.Contains(text, "newsources_sources{") {
		t.Error("source counts are reported without a database")
	}
	if !strings.Contains(text, "newsources_db_pool_max_connections ") {
		t.Error("other metrics are missing from the scrape")
	}
}

func TestFetchMetrics(t *testing.T) {
	t.Parallel()
	m := NewMetrics("1.2.3", unreachablePool(t), countNone)
	m.Fetched("ok", 300*time.Millisecond, 2048)
	m.Fetched("not_found", 20*time.Millisecond, 0)
	m.Fetched("ok", 7*time.Second, 1000)
	text := scrape(t, m)
	for _, line := range []string{
		`newsources_fetch_requests_total{outcome="ok"} 2`, `newsources_fetch_requests_total{outcome="not_found"} 1`,
		`newsources_fetch_duration_seconds_bucket{le="0.5"} 2`, "newsources_fetch_duration_seconds_count 3",
		"newsources_fetch_received_bytes_total 3048",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
}
