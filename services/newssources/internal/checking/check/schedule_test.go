package check

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// startWorker runs the worker until the test ends.
func (h *harness) startWorker() {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { h.Worker.Run(ctx) })
	h.Cleanup(func() {
		stop()
		running.Wait()
	})
}

// setSchedule saves the schedule of the only endpoint of a source.
func (h *harness) setSchedule(s *source.Source, spec *schedule.Spec, changes ...func(*source.EndpointDetails)) {
	h.Helper()
	e, err := h.register.Endpoint(h.Context(), s.ID, endpointID(s))
	if err != nil {
		h.Fatal(err)
	}
	if _, err := h.register.UpdateEndpoint(h.Context(), audit.Actor{}, s.ID, e.ID, e.Version,
		func(d *source.EndpointDetails) {
			d.Schedule = spec
			for _, change := range changes {
				change(d)
			}
		}); err != nil {
		h.Fatal(err)
	}
}

// plannedReason returns the code of the reason that determined the next check, or "" if the
// endpoint is due.
func (h *harness) plannedReason(id uuid.UUID) string {
	h.Helper()
	return value[string](h, "SELECT CASE WHEN next_check_at > now() THEN coalesce(next_reasons->-1->>'code', '') ELSE "+
		"'' END FROM endpoint_states WHERE endpoint_id = $1", id)
}

func (h *harness) attempts() int {
	h.Helper()
	return value[int](h, "SELECT count(*) FROM attempts")
}

// closedWindow returns a window that opens in two hours, for an hour.
func closedWindow() (spec *schedule.Spec, opens time.Time) {
	opens = time.Now().UTC().Add(2 * time.Hour).Truncate(time.Minute)
	return &schedule.Spec{Mode: schedule.Adaptive,
		Window: &schedule.WindowSpec{From: opens.Format("15:04"), To: opens.Add(time.Hour).Format("15:04")}}, opens
}

func TestWorkerFollowsTheSchedule(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	id := endpointID(s)
	h.startWorker()
	h.waitUntil("the new endpoint is checked", func() bool { return h.plannedReason(id) == "adaptive" })

	// A changed schedule is planned without a check.
	h.setSchedule(s, &schedule.Spec{Mode: schedule.Fixed, EverySeconds: 1800})
	h.waitUntil("the interval is planned", func() bool { return h.plannedReason(id) == "fixed" })
	if wait := value[time.Duration](h, "SELECT next_check_at - now() FROM endpoint_states"); wait < 14*time.Minute ||
		wait > 45*time.Minute || h.attempts() != 1 {
		t.Errorf("the next check is in %s after %d attempts", wait, h.attempts())
	}
	if ready := value[bool](h, "SELECT ready_at = next_check_at FROM check_hosts, endpoint_states"); !ready {
		t.Error("the domain is not ready at the time of the check")
	}

	// The next check is followed by another one, in the same phase.
	before := value[time.Time](h, "SELECT next_check_at FROM endpoint_states")
	h.exec("UPDATE endpoint_states SET next_check_at = now(), next_reasons = '[]'")
	h.exec("UPDATE check_hosts SET ready_at = now(), free_at = now()")
	h.waitUntil("the second check", func() bool { return h.attempts() == 2 && h.plannedReason(id) == "fixed" })
	if next := value[time.Time](h, "SELECT next_check_at FROM endpoint_states"); next.Sub(before)%(30*time.Minute) != 0 {
		t.Errorf("the next check is at %s, out of phase with %s", next, before)
	}

	// A window that is closed.
	spec, opens := closedWindow()
	h.setSchedule(s, spec)
	h.waitUntil("the window is planned", func() bool { return h.plannedReason(id) == "window" })
	next := value[time.Time](h, "SELECT next_check_at FROM endpoint_states")
	if next.Before(opens) || next.After(opens.Add(time.Hour)) || h.attempts() != 2 {
		t.Errorf("the next check is at %s, the window opens at %s; %d attempts", next, opens, h.attempts())
	}
	// A check that was planned in the window, but is late.
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 hour', next_reasons = '[]'")
	h.exec("UPDATE check_hosts SET ready_at = now(), free_at = now()")
	h.waitUntil("the late check is postponed", func() bool { return h.plannedReason(id) == "window" })
	if n := h.attempts(); n != 2 {
		t.Errorf("%d attempts, one of them outside of the window", n)
	}

	// A member asks for a check.
	if _, err := h.control().CheckEndpoint(t.Context(), nil, s.ID, id); err != nil {
		t.Fatal(err)
	}
	h.waitUntil("the requested check", func() bool { return h.attempts() == 3 && h.plannedReason(id) == "window" })

	// A change of other settings leads to a check.
	h.setSchedule(s, nil, func(d *source.EndpointDetails) { d.IdentityPolicy = "link" })
	h.waitUntil("the check with the new settings",
		func() bool { return h.attempts() == 4 && h.plannedReason(id) == "adaptive" })
}

func TestNewEndpointWaitsForItsWindow(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	spec, opens := closedWindow()
	h.setSchedule(s, spec)
	h.startWorker()
	h.waitUntil("the first check is planned", func() bool { return h.plannedReason(endpointID(s)) == "window" })
	next := value[time.Time](h, "SELECT next_check_at FROM endpoint_states")
	if state := value[string](h, "SELECT health FROM endpoint_states"); next.Before(opens) || h.attempts() != 0 ||
		state != "new" {
		t.Errorf("the next check is at %s, the window opens at %s; %d attempts; %s", next, opens, h.attempts(), state)
	}
}

func TestUnreadableScheduleIsAdaptive(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	var log strings.Builder
	h.log = slog.New(slog.NewTextHandler(&log, nil))
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	for i, stored := range []string{`{"mode": "of a later version"}`, `{"mode": 5}`, `"daily"`,
		`{"mode": "cron", "cron": "0 0 30 2 *"}`, `{"mode": "fixed", "zone": "Europe/Atlantis"}`,
		`{"mode": "adaptive", "window": {}}`} {
		h.exec("UPDATE endpoints SET schedule = $1", stored)
		h.checkAll()
		if reason := h.plannedReason(endpointID(s)); reason != "adaptive" || h.attempts() != i+1 {
			t.Errorf("%s: reason %q, %d attempts", stored, reason, h.attempts())
		}
	}
	if n := strings.Count(log.String(), "the schedule of an endpoint is invalid"); n != 6 {
		t.Errorf("%d log lines: %s", n, log.String())
	}
}

func TestSchedulePreview(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(20, "http://s#.daily.example/feed")
	h.assignAll()
	h.exec(`UPDATE endpoint_states SET checks = 5, interval_seconds = 3600`)
	h.exec(`UPDATE endpoints
		SET schedule = '{"mode": "fixed", "every_seconds": 1800, "window": {"from": "08:00", "to": "20:00"}}'
		WHERE url LIKE 'http://s1.%'`)
	id := value[uuid.UUID](h, "SELECT id FROM endpoints WHERE url LIKE 'http://s20.%'")
	h.exec("UPDATE endpoints SET intent = 'paused' WHERE url LIKE 'http://s2.%'")
	h.assignAll()
	got, err := h.control().PreviewSchedule(t.Context(), h.register,
		SchedulePreviewInput{EndpointID: &id, Schedule: &schedule.Spec{Mode: schedule.Fixed, EverySeconds: 900}})
	if err != nil {
		t.Fatal(err)
	}
	// 17 others every hour, one in 24 half hours, and this one.
	if want := 17*24. + 24 + 96; got.Domain != "daily.example" || got.Load == nil || got.Load.Endpoints != 19 ||
		got.PerDay < 95 || got.PerDay > 97 || got.Load.PerDay < want-3 || got.Load.PerDay > want+3 {
		t.Errorf("%+v %+v, want %.0f requests a day", got, got.Load, want)
	}
}

// TestSchedulePreviewOfLargeDomain checks that a preview has no load of the domain if the other
// endpoints cannot be counted in time. A view makes reading them slow.
func TestSchedulePreviewOfLargeDomain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addEndpoint("daily.example", "/feed")
	h.assignAll()
	h.exec("ALTER TABLE endpoint_states RENAME TO read_states")
	h.exec("CREATE VIEW endpoint_states AS SELECT * FROM read_states WHERE pg_sleep(60)::text IS NOT NULL")
	got, err := h.control().PreviewSchedule(t.Context(), h.register,
		SchedulePreviewInput{URL: "https://daily.example/feed2"})
	if err != nil || len(got.Checks) != 10 || got.PerDay == 0 || got.Domain != "daily.example" || got.Load != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestClaimsFollowTheSchedule checks that other programs get no endpoint whose window is closed.
func TestClaimsFollowTheSchedule(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	closed, open := h.addEndpoint("elejemplo.test", "/rss/portada.xml"), h.addEndpoint("daily.test", "/feed")
	spec, _ := closedWindow()
	h.setSchedule(closed, spec)
	h.assignAll()
	claims, err := NewClaims(h.db, h.config).Claim(t.Context(), h.addToken(), []feed.Kind{feed.RSS}, 10, time.Minute)
	if err != nil || len(claims) != 1 || claims[0].EndpointID != endpointID(open) {
		t.Errorf("%+v, %v", claims, err)
	}
	if reason := h.plannedReason(endpointID(closed)); reason != "window" {
		t.Errorf("the other endpoint is planned by %q", reason)
	}
	if leases := value[int](h, "SELECT count(*) FROM check_hosts WHERE lease IS NOT NULL"); leases != 1 {
		t.Errorf("%d leases", leases)
	}
}
