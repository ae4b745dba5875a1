package check

import "testing"

// TestLeasesWithoutAHeartbeatEnd lets a worker claim endpoints whose row of heartbeats is missing:
// it was deleted because the worker was paused for a while, and the worker was killed before its
// next heartbeat.
func TestLeasesWithoutAHeartbeatEnd(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	other := h.newWorker(h.db)
	h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.assignAll()
	leased := func(what string, want int) {
		t.Helper()
		if err := other.heartbeat(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := value[int](h, "SELECT count(*) FROM check_hosts WHERE lease IS NOT NULL"); n != want {
			t.Errorf("%s: %d leases, want %d", what, n, want)
		}
	}
	age := func() {
		h.exec("UPDATE check_hosts SET free_at = free_at - $1::interval, ready_at = ready_at - $1::interval", lostAfter)
	}
	if n := len(h.claimSome(10)); n != 1 {
		t.Fatalf("%d claimed", n)
	}
	leased("a worker that is about to report again", 1)
	age()
	if err := h.heartbeat(t.Context()); err != nil {
		t.Fatal(err)
	}
	leased("a worker that has reported again", 1)
	h.exec("DELETE FROM check_workers WHERE id = $1", h.id)
	leased("a worker that does not report", 0)
	if n := len(h.claimSome(10)); n != 1 {
		t.Errorf("%d claimed after the end of the lease", n)
	}
}
