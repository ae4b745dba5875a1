package observe

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"
)

func decode(t *testing.T, w *httptest.ResponseRecorder) report {
	t.Helper()
	var body report
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	return body
}

func TestReadyz(t *testing.T) {
	t.Parallel()
	pool := reachablePool(t)
	passing := Check{"migrations", func(context.Context) error { return nil }}
	pending := Check{"migrations", func(context.Context) error { return errors.New("run `newssources migrate up`") }}
	hanging := Check{"migrations", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }}
	database := checkResult{Name: "database", Status: "ok"}

	for _, c := range []struct {
		name   string
		checks []Check
		stop   bool
		want   report
	}{
		{"ready", []Check{passing}, false, report{"ready", []checkResult{database, {"migrations", "ok", ""}}}},
		{"migrations are pending", []Check{pending}, false,
			report{"unready", []checkResult{database, {"migrations", "failed", "run `newssources migrate up`"}}}},
		{"a check hangs", []Check{hanging}, false,
			report{"unready", []checkResult{database, {"migrations", "failed", "context deadline exceeded"}}}},
		{"stopping", []Check{passing}, true, report{"stopping", nil}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := NewReadiness(pool, c.checks...)
			if c.stop {
				r.Stop()
			}
			w := get(t, NewMetrics("1.2.3", pool, countNone), r, "/readyz")
			if got := decode(t, w); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v", got)
			}
			want := http.StatusServiceUnavailable
			if c.want.Status == "ready" {
				want = http.StatusOK
			}
			if w.Code != want {
				t.Errorf("status %d", w.Code)
			}
		})
	}
}

func TestProbesWithoutDatabase(t *testing.T) {
	t.Parallel()
	pool := unreachablePool(t)
	m := NewMetrics("1.2.3", pool, countNone)
	r := NewReadiness(pool, Check{"migrations", func(context.Context) error {
		t.Error("the check ran although the " +
			"database is unreachable")
		return nil
	}})

	started := time.Now()
	w := get(t, m, r, "/readyz")
	// Long enough for a busy machine; without a time-out, it would not end.
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
	body := decode(t, w)
	if w.Code != http.StatusServiceUnavailable || body.Status != "unready" {
		t.Errorf("status %d, %+v", w.Code, body)
	}
	if got := body.Checks[0]; got.Status != "failed" || got.Reason == "" || strings.Contains(got.Reason, "hidden") {
		t.Errorf("got %+v", got)
	}
	if got := body.Checks[1]; got.Status != "skipped" {
		t.Errorf("got %+v", got)
	}
	if w := get(t, m, r, "/healthz"); w.Code != http.StatusOK || decode(t, w).Status != "ok" {
		t.Errorf("healthz: %d %s", w.Code, w.Body)
	}
	scrape(t, m)
}

func TestProbeServerHasNoOtherRoutes(t *testing.T) {
	t.Parallel()
	pool := unreachablePool(t)
	m, r := NewMetrics("1.2.3", pool, countNone), NewReadiness(pool)
	for _, path := range []string{"/", "/newssources", "/debug/pprof/", "/healthz/x"} {
		if w := get(t, m, r, path); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	s := NewServer(":9090", m, r, NewLogger(t.Output(), 0))
	if s.Addr != ":9090" || s.ReadHeaderTimeout == 0 || s.ReadTimeout == 0 || s.WriteTimeout == 0 || s.IdleTimeout == 0 {
		t.Errorf("got %+v", s)
	}
}
