package observe

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// fakeDatabase is a Database.
type fakeDatabase struct {
	isPending bool
	err       error
	expiry    time.Time
}

func (d *fakeDatabase) HasPendingMigrations(context.Context) (bool, error) { return d.isPending, d.err }
func (d *fakeDatabase) CertificateExpiry() time.Time                       { return d.expiry }

func TestFiguresAndDatabaseMetrics(t *testing.T) {
	t.Parallel()
	down := errors.New("the database does not answer")
	figures := Figures{
		ActiveEndpoints: 200, FreshEndpoints: 198, ComputedAt: time.Unix(1_800_000_000, 0),
		SourcesByHealth: map[string]int{"ok": 7, "failing": 2},
		OpenIncidents:   map[string]int{"service": 1, "worker": 0}, OpenSuggestions: 3, WorkSources: 4, ActiveMembers: 5,
		FailedRows: 2,
	}
	queues := map[string]Queue{"default": {Due: 6, Oldest: 90 * time.Second}, "alerts": {}}
	tests := []struct {
		name         string
		figures      Figures
		figuresErr   error
		queuesErr    error
		db           fakeDatabase
		want, absent []string
	}{
		{
			"all", figures, nil, nil, fakeDatabase{expiry: time.Unix(1_900_000_000, 0)},
			[]string{
				"newsources_active_endpoints 200", "newsources_fresh_endpoints 198",
				"newsources_figures_computed_timestamp_seconds 1.8e+09",
				`newsources_sources_by_health{health="failing"} 2`, `newsources_open_incidents{scope="service"} 1`,
				`newsources_open_incidents{scope="worker"} 0`,
				"newsources_open_suggestions 3", "newsources_work_sources 4", "newsources_active_members 5",
				"newsources_failed_rows 2", `newsources_jobs_due{queue="default"} 6`,
				`newsources_jobs_oldest_due_seconds{queue="default"} 90`, `newsources_jobs_oldest_due_seconds{queue="alerts"} 0`,
				"newsources_migrations_pending 0", "newsources_db_certificate_expiry_timestamp_seconds 1.9e+09",
			}, nil,
		},
		{
			"not computed yet, migrations pending, without TLS", Figures{}, nil, nil, fakeDatabase{isPending: true},
			[]string{"newsources_migrations_pending 1", "newsources_work_sources 0"},
			[]string{"newsources_active_endpoints ", "newsources_fresh_endpoints ",
				"newsources_figures_computed_timestamp_seconds ", "newsources_db_certificate"},
		},
		{
			"database down", figures, down, down, fakeDatabase{err: down},
			[]string{"newsources_db_pool_max_connections "},
			[]string{"newsources_active_endpoints", "newsources_work_sources", "newsources_jobs_due",
				"newsources_migrations_pending"},
		},
		{
			"queues fail", figures, nil, down, fakeDatabase{},
			[]string{"newsources_active_endpoints 200"}, []string{"newsources_jobs_due"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := NewMetrics("1.2.3", unreachablePool(t), countNone)
			m.AddDatabase(&test.db)
			m.AddFigures(func(context.Context) (Figures, error) { return test.figures, test.figuresErr },
				func(context.Context) (map[string]Queue, error) { return queues, test.queuesErr })
			text := scrape(t, m)
			for _, want := range test.want {
				if !strings.Contains(text, "\n"+want) {
					t.Errorf("missing: %s", want)
				}
			}
			for _, name := range test.absent {
				if strings.Contains(text, "\n"+name) {
					t.Errorf("present: %s", name)
				}
			}
			if problems, err := testutil.GatherAndLint(m.registry); err != nil || len(problems) > 0 {
				t.Errorf("%v, %v", problems, err)
			}
		})
	}
}

// TestFiguresAreCached checks that frequent scrapes cause no queries, also when they fail.
func TestFiguresAreCached(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("down")} {
		reads := 0
		now := time.Now()
		c := newCachedQuery(func(context.Context) (int, error) { reads++; return reads, err })
		c.now = func() time.Time { return now }
		for range 3 {
			if value, got := c.get(); value != 1 || !errors.Is(got, err) {
				t.Errorf("got %d, %v", value, got)
			}
		}
		now = now.Add(queryTTL)
		if value, _ := c.get(); value != 2 {
			t.Errorf("after %s: %d", queryTTL, value)
		}
	}
}

func TestUserAndPhaseMetrics(t *testing.T) {
	t.Parallel()
	m := NewMetrics("1.2.3", unreachablePool(t), countNone)
	for _, status := range []int{200, 304, 401, 403, 503} {
		m.SignedIn(status)
	}
	m.ImportEnded("failed")
	m.FetchPhases(FetchPhases{DNS: 20 * time.Millisecond, Body: 2 * time.Second})
	text := scrape(t, m)
	for _, line := range []string{
		`newsources_sign_ins_total{outcome="accepted"} 2`, `newsources_sign_ins_total{outcome="refused"} 2`,
		`newsources_sign_ins_total{outcome="failed"} 1`,
		`newsources_imports_total{outcome="done"} 0`, `newsources_imports_total{outcome="failed"} 1`,
		`newsources_fetch_phase_duration_seconds_bucket{phase="dns",le="0.01"} 0`,
		`newsources_fetch_phase_duration_seconds_bucket{phase="dns",le="0.05"} 1`,
		`newsources_fetch_phase_duration_seconds_count{phase="body"} 1`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s", line)
		}
	}
	if strings.Contains(text, `phase="tls"`) {
		t.Error("a phase that did not take place is recorded")
	}
}
