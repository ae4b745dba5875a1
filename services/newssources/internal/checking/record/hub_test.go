package record

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestFormerHubsAreBounded covers a site that names another hub each day.
func TestFormerHubsAreBounded(t *testing.T) {
	t.Parallel()
	db := postgres.FromPool(testdb.New(t))
	s, err := source.NewRegister(db, nil).Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "El Ejemplo", HomepageURL: "https://elejemplo.test/"},
		Endpoints: []source.EndpointDetails{
			{Kind: feed.RSS, URL: "https://elejemplo.test/rss", Intent: source.EndpointActive}},
	})
	if err != nil {
		t.Fatal(err)
	}
	id := s.Endpoints[0].ID
	exec := func(statement string) {
		t.Helper()
		if _, err := db.Pool.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	next := 0
	change := func() {
		t.Helper()
		next++
		batch := &pgx.Batch{}
		queueHubs(batch, []*verdict{{finding: &Finding{Task: &queue.Task{EndpointID: id}},
			hubChange: &hubLinks{fmt.Sprintf("https://hub%d.test/", next), "https://elejemplo.test/"}}})
		if err := db.Pool.SendBatch(t.Context(), batch).Close(); err != nil {
			t.Fatal(err)
		}
	}
	count := func(condition string) (n int) {
		t.Helper()
		err := db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM websub_subscriptions WHERE "+condition).Scan(&n)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for range 3 {
		change() // without a callback address, no subscription begins
	}
	if n := count("true"); n != 1 {
		t.Errorf("%d subscriptions after three hubs without a lease", n)
	}
	for range 10 {
		exec("UPDATE websub_subscriptions SET state = 'active', lease_until = now() + interval '10 days' WHERE named")
		change()
	}
	if n := count("NOT named"); n != maxFormerHubs {
		t.Errorf("%d former hubs, want %d", n, maxFormerHubs)
	}
	if n := count(fmt.Sprintf("NOT named AND hub = 'https://hub%d.test/' AND due_at <= now()", next-1)); n != 1 {
		t.Error("the hub before the last change is not asked to end its subscription")
	}
	exec("UPDATE websub_subscriptions SET lease_until = now() - interval '1 second' WHERE NOT named")
	change()
	if n := count("true"); n != 1 || count(fmt.Sprintf("named AND hub = 'https://hub%d.test/'", next)) != 1 {
		t.Errorf("%d subscriptions after the end of the leases", n)
	}
}
