package check

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/sourcelist"
)

func (h *harness) control() *Control { return NewControl(h.db, sourcelist.NewReader(h.db)) }

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
	if err != nil || requested.Endpoints != 1 || requested.Skipped != 0 || requested.IsPaused || time.Until(*requested.From) > 2*time.Second {
		t.Fatalf("%+v, %v", requested, err)
	}
	h.exec("UPDATE check_hosts SET free_at = now(), ready_at = now()") // the pause between two requests
	tasks := h.claimSome(1)
	if len(tasks) != 1 || !tasks[0].Requested {
		t.Fatalf("claimed %d", len(tasks))
	}
	if err := h.record(t.Context(), []*finding{h.perform(t.Context(), tasks[0])}); err != nil {
		t.Fatal(err)
	}
	if n := value[int](h, "SELECT count(*) FROM attempts WHERE requested AND requested_by = $1", member); n != 1 {
		t.Errorf("%d attempts name the member", n)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE requested OR requested_by IS NOT NULL OR next_check_at < now()"); n != 0 {
		t.Error("the request is still open")
	}
}

func TestRequestedChecksAreSpread(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(1200, "http://site-#.example/feed")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() + interval '10 hours'")
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 minute' WHERE endpoint_id = (SELECT min(endpoint_id::text)::uuid FROM endpoint_states)")
	h.exec("UPDATE check_hosts h SET ready_at = s.next_check_at FROM endpoint_states s WHERE s.domain = h.domain")
	h.exec("UPDATE check_hosts SET free_at = now() + interval '1 hour' WHERE domain = 'site-7.example'") // on hold
	h.exec("UPDATE endpoints SET intent = 'paused' WHERE url LIKE '%site-8.example%'")
	ids := []uuid.UUID{value[uuid.UUID](h, "SELECT source_id FROM endpoints LIMIT 1")}
	requested, err := h.control().CheckSources(t.Context(), nil, ids)
	if err != nil || requested.Endpoints != 1199 || requested.Skipped != 1 || time.Until(*requested.To) < 55*time.Minute {
		t.Fatalf("%+v, %v", requested, err)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE next_check_at > now() + $1::interval", 1200*requestSpacing); n != 0 {
		t.Errorf("%d endpoints are not due within %s", n, 1200*requestSpacing)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE requested"); n != 1199 {
		t.Errorf("%d endpoints are requested", n)
	}
	if n := value[int](h, "SELECT max(c) FROM (SELECT count(*) c FROM endpoint_states WHERE next_check_at > now() GROUP BY date_trunc('second', next_check_at)) t"); n > 10 {
		t.Errorf("%d endpoints are due in one second", n)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE next_check_at < now() - interval '50 seconds'"); n != 1 {
		t.Error("the endpoint that was due earlier has lost its place")
	}
	if n := value[int](h, "SELECT count(*) FROM check_hosts h JOIN endpoint_states s USING (domain) WHERE s.enabled AND h.ready_at <> greatest(s.next_check_at, h.free_at)"); n != 0 {
		t.Errorf("%d domains are ready at another time than their endpoint", n)
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
	if _, err := h.register.Update(t.Context(), audit.Actor{}, s.ID, s.Version, func(d *source.Details) { d.Lifecycle = source.Paused }); err != nil {
		t.Fatal(err)
	}
	_, err = c.CheckEndpoint(t.Context(), nil, s.ID, endpointID(s))
	check("endpoint of a paused source", problem.NotChecked, err)
	_, err = c.CheckSource(t.Context(), nil, s.ID)
	check("paused source", problem.NotChecked, err)
	h.exec("UPDATE sources SET lifecycle = 'active'")
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
	if status, err := c.Status(t.Context()); err != nil || status.PausedAt == nil || status.Reason != "Network maintenance" || status.Due != 1 {
		t.Errorf("%+v, %v", status, err)
	}
	if err := c.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tasks := h.claimSome(1); len(tasks) != 1 || tasks[0].EndpointID != endpointID(s) {
		t.Error("the endpoint is not checked after the pause")
	}
}
