package check

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func TestConcurrentClaimsNeverShareADomain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(300, "http://site-#.example/feed")
	h.assignAll()
	var mu sync.Mutex
	claimed := map[uuid.UUID]int{}
	var workers sync.WaitGroup
	for range 4 {
		w := h.newWorker(h.db)
		workers.Go(func() {
			for {
				tasks, err := w.claim(t.Context(), 7)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				for _, task := range tasks {
					claimed[task.EndpointID]++
				}
				done := len(claimed) >= 300
				mu.Unlock()
				if done || err != nil {
					return
				}
			}
		})
	}
	workers.Wait()
	for id, times := range claimed {
		if times > 1 {
			t.Errorf("%s was claimed %d times", id, times)
		}
	}
	if left := h.claimSome(100); len(left) > 0 {
		t.Errorf("%d endpoints can be claimed twice", len(left))
	}
}

func TestManyEndpointsOfADomainDoNotDelayOthers(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(5000, "http://s#.huge.example/feed")
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 hour'")
	h.addMany(30, "http://small-#.example/feed")
	h.assignAll()
	domains := map[string]int{}
	for _, task := range h.claimSome(31) {
		domains[task.Domain]++
	}
	if len(domains) != 31 || domains["huge.example"] != 1 {
		t.Errorf("claimed %d domains: %v", len(domains), domains)
	}
	h.exec("ANALYZE endpoint_states")
	plan := explain(h, claimDue, 31, queue.LeaseTime, uuid.New(), h.id, time.Second, time.Second, time.Time{})
	if strings.Contains(plan, "Seq Scan on endpoint_states") || !strings.Contains(plan, "endpoint_states_due") {
		t.Errorf("the claim reads endpoints that are not due:\n%s", plan)
	}
	backlog, err := queue.ReadBacklog(t.Context(), h.db)
	if err != nil || backlog.Due != 0 { // the only domain with due endpoints is leased
		t.Errorf("backlog %+v, %v", backlog, err)
	}
	h.exec("UPDATE check_hosts SET ready_at = now(), free_at = now()")
	if backlog, err = queue.ReadBacklog(t.Context(), h.db); err != nil || backlog.Due != 5030 || backlog.Overdue != 5000 ||
		backlog.Oldest < time.Hour {
		t.Errorf("backlog %+v, %v", backlog, err)
	}
}

// TestClaimVerifiesTheNamedEndpoint covers an outdated endpoint_id of the queue: a worker of an
// earlier version and a change of an endpoint do not update it.
func TestClaimVerifiesTheNamedEndpoint(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"none":    "UPDATE check_hosts SET endpoint_id = NULL",
		"deleted": "UPDATE check_hosts SET endpoint_id = gen_random_uuid()",
		"not due": "UPDATE endpoint_states s SET next_check_at = now() + interval '1 hour' FROM check_hosts h WHERE " +
			"s.endpoint_id = h.endpoint_id",
		"paused": "UPDATE endpoint_states s SET enabled = false FROM check_hosts h WHERE s.endpoint_id = h.endpoint_id",
		"moved": "UPDATE endpoint_states s SET domain = 'other.example' FROM check_hosts h WHERE s.endpoint_id = " +
			"h.endpoint_id",
		"unchanged": "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.addMany(3, "http://s#.daily.example/feed")
			h.assignAll()
			first := value[uuid.UUID](h, "SELECT endpoint_id FROM endpoint_states ORDER BY next_check_at, endpoint_id LIMIT 1")
			h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 minute' WHERE endpoint_id = $1", first)
			h.exec("UPDATE check_hosts SET endpoint_id = $1", first)
			if change != "" {
				h.exec(change)
			}
			tasks := h.claimSome(10)
			isFirst := name == "none" || name == "deleted" || name == "unchanged"
			if len(tasks) != 1 || (tasks[0].EndpointID == first) != isFirst || len(h.claimSome(10)) != 0 {
				t.Fatalf("claimed %+v", tasks)
			}
			if named := value[uuid.UUID](h, "SELECT endpoint_id FROM check_hosts"); named != tasks[0].EndpointID {
				t.Errorf("the queue names %s", named)
			}
			if err := h.record(t.Context(), []*record.Finding{h.perform(t.Context(), tasks[0])}); err != nil {
				t.Fatal(err)
			}
			if named := value[bool](h, "SELECT h.endpoint_id = (SELECT endpoint_id FROM endpoint_states s WHERE s.enabled AND "+
				"s.domain = h.domain ORDER BY next_check_at LIMIT 1) FROM check_hosts h"); !named {
				t.Error("the queue does not name the endpoint that is due first")
			}
		})
	}
}

// explain returns the plan of a statement.
func explain(h *harness, statement string, args ...any) string {
	h.Helper()
	rows, err := h.db.Pool.Query(h.Context(), "EXPLAIN "+statement, args...)
	if err != nil {
		h.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		h.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func TestExpiredLeaseIsClaimedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.assignAll()
	first := h.claimSome(10)
	if len(first) != 1 || len(h.claimSome(10)) != 0 {
		t.Fatalf("claimed %d", len(first))
	}
	if lease := value[time.Duration](h, "SELECT ready_at - now() FROM check_hosts"); lease < queue.LeaseTime-time.Minute ||
		lease > queue.LeaseTime {
		t.Errorf("the lease ends in %s", lease)
	}
	h.exec("UPDATE check_hosts SET ready_at = now(), free_at = now()") // the worker died
	second := h.claimSome(10)
	if len(second) != 1 || second[0].Lease == first[0].Lease {
		t.Fatalf("claimed %d", len(second))
	}
	// The first worker was only slow: its result is dropped, and the second one's is recorded.
	for i, task := range []*queue.Task{first[0], second[0]} {
		if err := h.record(t.Context(), []*record.Finding{h.perform(t.Context(), task)}); err != nil {
			t.Fatal(err)
		}
		if n := value[int](h, "SELECT count(*) FROM attempts"); n != i {
			t.Errorf("%d attempts after result %d", n, i+1)
		}
	}
	if n := value[int](h, "SELECT count(*) FROM items"); n != 20 || h.counts.lost != 1 {
		t.Errorf("%d items, %d lost results", n, h.counts.lost)
	}
}

func TestReleasedEndpointKeepsItsPlace(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 minute'")
	tasks := h.claimSome(1)
	if err := h.release(t.Context(), tasks); err != nil {
		t.Fatal(err)
	}
	if waited := value[float64](h, "SELECT extract(epoch FROM now() - ready_at)::float8 FROM check_hosts"); waited < 59 {
		t.Errorf("due for %.0f s", waited)
	}
	if again := h.claimSome(1); len(again) != 1 {
		t.Error("the endpoint can't be claimed")
	}
}

// TestScheduleFollowsTheRegister verifies the triggers: no worker runs.
func TestScheduleFollowsTheRegister(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	id := endpointID(s)
	expect := func(step string, enabled bool) {
		t.Helper()
		if got := value[bool](h, "SELECT enabled FROM endpoint_states WHERE endpoint_id = $1", id); got != enabled {
			t.Errorf("%s: enabled is %t", step, got)
		}
	}
	update := func(change func(*source.Details)) {
		t.Helper()
		var err error
		if s, err = h.register.Update(t.Context(), audit.Actor{}, s.ID, s.Version, change); err != nil {
			t.Fatal(err)
		}
	}
	intent := func(to source.Intent) {
		t.Helper()
		e, err := h.register.Endpoint(t.Context(), s.ID, id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = h.register.UpdateEndpoint(t.Context(), audit.Actor{}, s.ID, id, e.Version,
			func(d *source.EndpointDetails) { d.Intent = to }); err != nil {
			t.Fatal(err)
		}
		if s, err = h.register.Get(t.Context(), s.ID); err != nil {
			t.Fatal(err)
		}
	}
	expect("created", true)
	update(func(d *source.Details) { d.Lifecycle = source.Paused })
	expect("paused", false)
	update(func(d *source.Details) { d.Lifecycle = source.Active })
	expect("resumed", true)
	update(func(d *source.Details) { d.Rights = source.RightsForbidden })
	expect("forbidden", false)
	intent(source.EndpointPaused)
	intent(source.EndpointActive)
	expect("forbidden, endpoint resumed", false)
	update(func(d *source.Details) { d.Lifecycle = source.Paused })
	update(func(d *source.Details) { d.Lifecycle = source.Active })
	expect("forbidden, source resumed", false)
	update(func(d *source.Details) { d.Rights, d.RightsNote = source.RightsUnknown, "Permitted by mail" })
	expect("not forbidden any more", true)
	revision := value[int](h, "SELECT revision FROM endpoint_states")
	update(func(d *source.Details) { d.Rights = "restricted" })
	if now := value[int](h, "SELECT revision FROM endpoint_states"); now != revision {
		t.Error("rights that do not change the checks drop a running one")
	}
	intent(source.EndpointPaused)
	expect("endpoint paused", false)
	intent(source.EndpointActive)
	expect("endpoint resumed", true)
	intent(source.EndpointRetired)
	expect("retired", false)
	intent(source.EndpointActive)
	archived, err := h.register.Archive(t.Context(), audit.Actor{}, s.ID, s.Version)
	if err != nil {
		t.Fatal(err)
	}
	expect("archived", false)
	if s, err = h.register.Unarchive(t.Context(), audit.Actor{}, s.ID, archived.Version); err != nil {
		t.Fatal(err)
	}
	expect("unarchived", true)
	h.exec("DELETE FROM endpoints WHERE id = $1", id)
	if n := value[int](h, "SELECT count(*) FROM endpoint_states"); n != 0 {
		t.Errorf("%d states after the deletion", n)
	}
}

func TestChangedEndpointIsDueAndDropsARunningCheck(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.checkAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now()")
	h.exec("UPDATE check_hosts SET ready_at = now()")
	running := h.claimSome(1)
	e, err := h.register.Endpoint(t.Context(), s.ID, endpointID(s))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = h.register.UpdateEndpoint(t.Context(), audit.Actor{}, s.ID, e.ID, e.Version,
		func(d *source.EndpointDetails) {
			d.URL = h.sites.URL("elejemplo.test", "/rss/deportes.xml")
		}); err != nil {
		t.Fatal(err)
	}
	if err := h.record(t.Context(), []*record.Finding{h.perform(t.Context(), running[0])}); err != nil {
		t.Fatal(err)
	}
	if health := value[string](h, "SELECT health FROM endpoint_states"); health != "new" || h.counts.lost != 1 {
		t.Errorf("health %s, %d lost results", health, h.counts.lost)
	}
	h.assignAll()
	if again := h.claimSome(1); len(again) != 1 || again[0].Revision == running[0].Revision || again[0].ETag != "" {
		t.Errorf("claimed %+v", again)
	}
}

// TestClaimsChangeNoIndexedColumn verifies that a claim needs no index entries, and that the queue
// keeps the place of a leased domain.
func TestClaimsChangeNoIndexedColumn(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(3, "http://site-#.example/feed")
	h.assignAll()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 minute'")
	h.exec("UPDATE check_hosts SET ready_at = now() - interval '1 minute'")
	const indexed = `SELECT json_object_agg(h.domain,
		(SELECT json_object_agg(a.attname, to_json(h)->a.attname) FROM pg_index i
		JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
		WHERE i.indrelid = 'check_hosts'::regclass) ORDER BY h.domain)::text FROM check_hosts h`
	before := value[string](h, indexed)
	tasks := h.claimSome(3)
	if after := value[string](h, indexed); len(tasks) != 3 || after != before || !strings.Contains(after, "queued_at") {
		t.Errorf("%d claims changed %s to %s", len(tasks), before, after)
	}
	checkQueuedAt := func(step string) {
		t.Helper()
		if n := value[int](h, "SELECT count(*) FROM check_hosts WHERE lease IS NULL AND queued_at IS DISTINCT FROM ready_at"); n != 0 {
			t.Errorf("%s: %d domains are queued at another time than they are ready", step, n)
		}
	}
	if err := h.release(t.Context(), tasks[:1]); err != nil {
		t.Fatal(err)
	}
	checkQueuedAt("released")
	if err := h.record(t.Context(), []*record.Finding{h.perform(t.Context(), tasks[1])}); err != nil {
		t.Fatal(err)
	}
	checkQueuedAt("recorded")
	// As a worker of an earlier version does.
	h.exec("UPDATE check_hosts SET lease = NULL, ready_at = now() + interval '1 hour' WHERE lease IS NOT NULL")
	checkQueuedAt("recorded by an earlier version")
	h.exec("INSERT INTO check_hosts (domain, ready_at) VALUES ('new.example', now())")
	checkQueuedAt("inserted")
	if again := h.claimSome(3); len(again) != 1 || again[0].Domain != tasks[0].Domain {
		t.Errorf("claimed %+v", again)
	}
	if left := value[int](h, "SELECT count(*) FROM check_hosts WHERE domain = 'new.example' AND ready_at IS NULL AND "+
		"queued_at IS NULL"); left != 1 {
		t.Error("a domain without endpoints stays in the queue")
	}
}

// TestLeasesOfLostClaimAreEnded verifies that a claim whose response was lost does not delay its
// endpoints until the lease expires.
func TestLeasesOfLostClaimAreEnded(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addMany(5, "http://outlet-#.example/feed")
	h.assignAll()
	lost := h.claimSome(3)
	kept := h.claimSome(1)
	h.lostClaims = []uuid.UUID{lost[0].Lease}
	if again := h.claimSome(10); len(again) != 4 || len(kept) != 1 || len(h.lostClaims) != 0 {
		t.Errorf("claimed %d, lost claims %v", len(again), h.lostClaims)
	}
}

// TestClaimsGoOnAfterMassDeletion verifies that domains whose endpoints were deleted, archived or
// paused do not delay others: the steps of a worker follow each other without a pause until the
// queue is clean.
func TestClaimsGoOnAfterMassDeletion(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]string{
		"deleted":  "DELETE FROM endpoints WHERE url LIKE 'http://many-%'",
		"paused":   "UPDATE endpoint_states SET enabled = false, domain = NULL", // as a trigger does
		"archived": "UPDATE sources SET lifecycle = 'archived' WHERE name = 'source-of-6000.test'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.addMany(6_000, "http://many-#.example/feed")
			h.assignAll()
			h.exec(change)
			live := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
			h.assignAll()
			r := &run{Worker: h.Worker, ctx: t.Context(), slots: make(chan struct{}, 8), queue: make(chan *queue.Task, 8),
				started: make(chan struct{}), loadedAt: time.Now()}
			for steps := 1; len(r.queue) == 0; steps++ {
				wait, err := r.step(t.Context())
				if err != nil || len(r.queue) == 0 && wait > 0 || steps > 5 {
					t.Fatalf("step %d: pause %s, %v", steps, wait, err)
				}
			}
			if claimed := <-r.queue; claimed.EndpointID != endpointID(live) {
				t.Errorf("claimed %s", claimed.URL)
			}
			if n := value[int](h, "SELECT count(*) FROM check_hosts WHERE ready_at <= now()"); n != 0 {
				t.Errorf("%d domains are left in the queue", n)
			}
		})
	}
}
