package check

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
)

// TestFormerHubsAreBounded covers a site that names another hub each day.
func TestFormerHubsAreBounded(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	id := h.addEndpoint("elejemplo.test", "/rss/portada.xml").Endpoints[0].ID
	next := 0
	change := func() {
		t.Helper()
		next++
		batch := &pgx.Batch{}
		queueHubs(batch, []*verdict{{finding: &finding{task: &task{EndpointID: id}},
			hubChange: &hubLinks{fmt.Sprintf("https://hub%d.test/", next), "https://elejemplo.test/"}}})
		if err := h.db.Pool.SendBatch(t.Context(), batch).Close(); err != nil {
			t.Fatal(err)
		}
	}
	count := func(condition string) int {
		t.Helper()
		return value[int](h, "SELECT count(*)::int FROM websub_subscriptions WHERE "+condition)
	}
	for range 3 {
		change() // without a callback address, no subscription begins
	}
	if n := count("true"); n != 1 {
		t.Errorf("%d subscriptions after three hubs without a lease", n)
	}
	for range 10 {
		h.exec("UPDATE websub_subscriptions SET state = 'active', lease_until = now() + interval '10 days' WHERE named")
		change()
	}
	if n := count("NOT named"); n != maxFormerHubs {
		t.Errorf("%d former hubs, want %d", n, maxFormerHubs)
	}
	if n := count(fmt.Sprintf("NOT named AND hub = 'https://hub%d.test/' AND due_at <= now()", next-1)); n != 1 {
		t.Error("the hub before the last change is not asked to end its subscription")
	}
	h.exec("UPDATE websub_subscriptions SET lease_until = now() - interval '1 second' WHERE NOT named")
	change()
	if n := count("true"); n != 1 || count(fmt.Sprintf("named AND hub = 'https://hub%d.test/'", next)) != 1 {
		t.Errorf("%d subscriptions after the end of the leases", n)
	}
}
