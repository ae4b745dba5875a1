package check

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

func (h *harness) control() *Control {
	return NewControl(h.db, sourcelist.NewReader(h.db), time.Second)
}

func TestRequestedCheckIsMadeAtOnceAndRecorded(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.checkAll()
	member := uuid.Must(uuid.NewV7())
	if left := h.claimSome(1); len(left) != 0 {
		t.Fatal("the endpoint is still due")
	}
	requested, err := h.control().CheckEndpoint(t.Context(), &member, s.ID, endpointID(s))
	if err != nil || requested.Endpoints != 1 || requested.Skipped != 0 || requested.IsPaused ||
		time.Until(*requested.From) > 2*time.Second {
		t.Fatalf("%+v, %v", requested, err)
	}
	h.exec("UPDATE check_hosts SET free_at = now(), ready_at = now()") // the pause between two requests
	tasks := h.claimSome(1)
	if len(tasks) != 1 || !tasks[0].Requested {
		t.Fatalf("claimed %d", len(tasks))
	}
	if err := h.record(t.Context(), []*record.Finding{h.perform(t.Context(), tasks[0])}); err != nil {
		t.Fatal(err)
	}
	if n := value[int](h, "SELECT count(*) FROM attempts WHERE requested AND requested_by = $1", member); n != 1 {
		t.Errorf("%d attempts name the member", n)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE requested OR requested_by IS NOT NULL OR "+
		"next_check_at < now()"); n != 0 {
		t.Error("the request is still open")
	}
}

// TestRepeatedRequestIsDelayed verifies the pause between two requested checks of an endpoint: the
// second request says when its check starts, and a scheduled check does not delay the first one.
func TestRepeatedRequestIsDelayed(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s, other := h.addEndpoint("elejemplo.test", "/rss/portada.xml"), h.addEndpoint("site-10.test", "/feed/0.xml")
	h.checkAll()
	request := func() time.Duration {
		t.Helper()
		requested, err := h.control().CheckEndpoint(t.Context(), nil, s.ID, endpointID(s))
		if err != nil || requested.Endpoints != 1 {
			t.Fatalf("%+v, %v", requested, err)
		}
		return time.Until(*requested.From)
	}
	if wait := request(); wait > (requestPauses*time.Second)/2 {
		t.Errorf("the first request waits for %s", wait)
	}
	h.checkAll()
	for range 2 {
		if wait := request(); wait < (requestPauses*time.Second)/2 || wait > (requestPauses*time.Second) {
			t.Errorf("a repeated request waits for %s", wait)
		}
	}
	requested, err := h.control().CheckSources(t.Context(), nil, []uuid.UUID{s.ID, other.ID})
	if err != nil || requested.Endpoints != 2 || time.Until(*requested.From) > (requestPauses*time.Second)/2 ||
		time.Until(*requested.To) < (requestPauses*time.Second)/2 {
		t.Errorf("%+v, %v", requested, err)
	}
}

func TestRequestedChecksAreSpread(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(1200, "http://site-#.example/feed")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() + interval '10 hours'")
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 minute' WHERE endpoint_id = (SELECT " +
		"min(endpoint_id::text)::uuid FROM endpoint_states)")
	h.exec("UPDATE check_hosts h SET ready_at = s.next_check_at FROM endpoint_states s WHERE s.domain = h.domain")
	h.exec("UPDATE check_hosts SET free_at = now() + interval '1 hour' WHERE domain = 'site-7.example'") // on hold
	h.exec("UPDATE endpoints SET intent = 'paused' WHERE url LIKE '%site-8.example%'")
	ids := []uuid.UUID{value[uuid.UUID](h, "SELECT source_id FROM endpoints LIMIT 1")}
	requested, err := h.control().CheckSources(t.Context(), nil, ids)
	if err != nil || requested.Endpoints != 1199 || requested.Skipped != 1 || time.Until(*requested.To) < 55*time.Minute {
		t.Fatalf("%+v, %v", requested, err)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE next_check_at > now() + $1::interval AND domain "+
		"<> 'site-7.example'", 1200*requestSpacing); n != 0 {
		t.Errorf("%d endpoints are not due within %s", n, 1200*requestSpacing)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE requested"); n != 1199 {
		t.Errorf("%d endpoints are requested", n)
	}
	if n := value[int](h, "SELECT max(c) FROM (SELECT count(*) c FROM endpoint_states WHERE next_check_at > now() GROUP "+
		"BY date_trunc('second', next_check_at)) t"); n > 10 {
		t.Errorf("%d endpoints are due in one second", n)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE next_check_at < now() - interval '50 seconds'"); n != 1 {
		t.Error("the endpoint that was due earlier has lost its place")
	}
	if n := value[int](h, "SELECT count(*) FROM check_hosts h JOIN endpoint_states s USING (domain) WHERE s.enabled AND "+
		"h.ready_at <> greatest(s.next_check_at, h.free_at)"); n != 0 {
		t.Errorf("%d domains are ready at another time than their endpoint", n)
	}
}

// TestNextCheckWaitsForTheDomain asks for checks of a domain whose site has asked to wait.
func TestNextCheckWaitsForTheDomain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reports, lists := checkreport.NewReader(h.db), sourcelist.NewReader(h.db)
	refused := h.addEndpoint("status-503-absurd.test", "/feed")
	h.checkAll()
	waiting := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.exec("UPDATE endpoint_states SET domain = 'status-503-absurd.test', next_check_at = now() - interval '1 hour' "+
		"WHERE endpoint_id = $1", endpointID(waiting))
	freeAt := value[time.Time](h, "SELECT free_at FROM check_hosts")
	if time.Until(freeAt) < 5*time.Hour {
		t.Fatalf("the domain is free at %s", freeAt)
	}
	want := func(s *source.Source, when string, codes ...schedule.Code) {
		t.Helper()
		got, err := reports.Health(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		var reasons []schedule.Code
		for _, r := range got.Endpoints[0].NextReasons {
			reasons = append(reasons, r.Code)
		}
		if at := got.Endpoints[0].NextCheckAt; !at.Equal(freeAt) || !got.NextCheckAt.Equal(freeAt) ||
			!slices.Equal(reasons, codes) {
			t.Errorf("%s, %s is checked at %s because of %v, want %s and %v", when, s.Endpoints[0].URL, at, reasons, freeAt,
				codes)
		}
		page, err := lists.List(t.Context(), sourcelist.Query{Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range page.Rows {
			if row.ID == s.ID && !sameTime(row.NextCheckAt, &freeAt) {
				t.Errorf("%s, the list has the next check %v, want %s", when, row.NextCheckAt, freeAt)
			}
		}
	}
	want(waiting, "while the domain is on hold", schedule.ReasonHost)
	for range 2 { // the second request changes nothing
		for _, s := range []*source.Source{refused, waiting} {
			if requested, err := h.control().CheckEndpoint(t.Context(), nil, s.ID, endpointID(s)); err != nil ||
				!requested.From.Equal(freeAt) {
				t.Fatalf("%+v, %v", requested, err)
			}
		}
		want(refused, "after a request", schedule.ReasonRequested, schedule.ReasonRetry)
		want(waiting, "after a request", schedule.ReasonRequested, schedule.ReasonHost)
	}
	due := 10
	page, err := lists.List(t.Context(), sourcelist.Query{Limit: 10, DueMinutes: &due})
	if err != nil || slices.ContainsFunc(page.Rows, func(row sourcelist.Row) bool { return row.ID == refused.ID }) {
		t.Errorf("the filter finds a source that must wait: %+v, %v", page, err)
	}
	oldest := func() (overview int, backlog queue.Backlog) {
		t.Helper()
		if err := reports.RollUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		o, err := reports.Overview(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if backlog, err = queue.ReadBacklog(t.Context(), h.db); err != nil {
			t.Fatal(err)
		}
		return o.Figures.OldestDueSeconds, backlog
	}
	if overview, backlog := oldest(); overview != 0 || backlog.Oldest != 0 || backlog.Due != 0 ||
		len(h.claimSome(1)) != 0 {
		t.Errorf("an endpoint is due while its domain is on hold: %d s, %+v", overview, backlog)
	}
	h.exec("UPDATE check_hosts SET free_at = now(), ready_at = now()") // the hold ends
	if overview, backlog := oldest(); overview < 3600 || overview > 3700 || backlog.Oldest < time.Hour ||
		backlog.Due != 1 {
		t.Errorf("after the hold, the oldest has been due for %d s, want an hour as in %+v", overview, backlog)
	}
	if tasks := h.claimSome(1); len(tasks) != 1 || !tasks[0].Requested || tasks[0].EndpointID != endpointID(waiting) {
		t.Errorf("claimed %+v", tasks)
	}
}

func TestRequestsThatCannotBeMet(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	c := h.control()
	check := func(name string, want problem.Code, err error) {
		t.Helper()
		if !problem.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := c.CheckEndpoint(t.Context(), nil, s.ID, uuid.Must(uuid.NewV7()))
	check("unknown endpoint", problem.NotFound, err)
	_, err = c.CheckEndpoint(t.Context(), nil, uuid.Must(uuid.NewV7()), endpointID(s))
	check("endpoint of another source", problem.NotFound, err)
	_, err = c.CheckSource(t.Context(), nil, uuid.Must(uuid.NewV7()))
	check("unknown source", problem.NotFound, err)
	if _, err := h.register.Update(t.Context(), audit.Actor{}, s.ID, s.Version,
		func(d *source.Details) { d.Lifecycle = source.Paused }); err != nil {
		t.Fatal(err)
	}
	_, err = c.CheckEndpoint(t.Context(), nil, s.ID, endpointID(s))
	check("endpoint of a paused source", problem.NotChecked, err)
	_, err = c.CheckSource(t.Context(), nil, s.ID)
	check("paused source", problem.NotChecked, err)
	h.exec("UPDATE sources SET lifecycle = 'active', rights = 'forbidden'")
	_, err = c.CheckSource(t.Context(), nil, s.ID)
	check("forbidden source", problem.NotChecked, err)
	h.exec("UPDATE sources SET rights = 'unknown'")
	h.exec("UPDATE endpoints SET intent = 'paused'")
	_, err = c.CheckSource(t.Context(), nil, s.ID)
	check("source without active endpoint", problem.NotChecked, err)
	h.addMany(maxRequested+1, "http://site-#.example/feed")
	_, err = c.CheckView(t.Context(), nil, sourcelist.Query{Text: "source-of"})
	check("too many", problem.LimitReached, err)
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE requested"); n != 0 {
		t.Errorf("%d endpoints are requested", n)
	}
}

func TestPausedChecks(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.assignAll()
	c := h.control()
	if err := c.Pause(t.Context(), nil, " Network maintenance "); err != nil {
		t.Fatal(err)
	}
	if tasks := h.claimSome(1); len(tasks) != 0 {
		t.Error("an endpoint is checked although the checks are paused")
	}
	requested, err := c.CheckView(t.Context(), nil, sourcelist.Query{Text: "elejemplo"})
	if err != nil || !requested.IsPaused || requested.Endpoints != 1 {
		t.Errorf("%+v, %v", requested, err)
	}
	if status, err := c.Status(t.Context()); err != nil || status.PausedAt == nil ||
		status.Reason != "Network maintenance" || status.Due != 1 {
		t.Errorf("%+v, %v", status, err)
	}
	if err := c.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tasks := h.claimSome(1); len(tasks) != 1 || tasks[0].EndpointID != endpointID(s) {
		t.Error("the endpoint is not checked after the pause")
	}
}
