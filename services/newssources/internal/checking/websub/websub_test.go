package websub

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// rig is a service with its own database and an endpoint.
type rig struct {
	*testing.T
	*Service
	endpoint uuid.UUID
}

func newRig(t *testing.T, callbackURL string) *rig {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	must(t, err)
	t.Cleanup(db.Close)
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	must(t, err)
	created, err := source.NewRegister(db, nil).Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "Daily", HomepageURL: "https://daily.example/", Lifecycle: source.Active},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: "https://daily.example/feed",
			Intent: source.EndpointActive}},
	})
	must(t, err)
	return &rig{t, New(db, Options{CallbackURL: callbackURL, Keys: keys}), created.Endpoints[0].ID}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// add adds a subscription. lease is an SQL expression.
func (r *rig) add(state State, isNamed bool, lease string) (id uuid.UUID) {
	r.Helper()
	must(r.T, r.db.Pool.QueryRow(r.Context(), `INSERT INTO websub_subscriptions (endpoint_id, hub, hub_host, topic, state,
		named, lease_until)
		VALUES ($1, 'https://hub.example/', 'hub.example', 'https://daily.example/feed', $2, $3, `+lease+`) RETURNING id`, r.endpoint, state, isNamed).Scan(&id))
	return id
}

func (r *rig) exists(condition string, args ...any) (found bool) {
	r.Helper()
	must(r.T, r.db.Pool.QueryRow(r.Context(), "SELECT EXISTS (SELECT FROM websub_subscriptions WHERE "+condition+")",
		args...).Scan(&found))
	return found
}

// TestFormerSubscriptionsAreDeletedWithoutCallbackAddress covers subscriptions at hubs that feeds
// no longer name.
func TestFormerSubscriptionsAreDeletedWithoutCallbackAddress(t *testing.T) {
	t.Parallel()
	r := newRig(t, "")
	want := map[uuid.UUID]bool{
		r.add(Found, true, "NULL"): true, r.add(Found, false, "NULL"): false,
		r.add(Active, false, "now() - interval '1 second'"): false,
		// The hub may still send deliveries, which are answered 410.
		r.add(Active, false, "now() + interval '1 hour'"): true,
	}
	must(t, r.Service.Run(t.Context(), t.Context()))
	for id, isKept := range want {
		if found := r.exists("id = $1", id); found != isKept {
			t.Errorf("the subscription exists: %t, want %t", found, isKept)
		}
	}
}

// TestFailedRequestKeepsConcurrentConfirmation covers hubs that confirm a renewal before their
// response fails or times out.
func TestFailedRequestKeepsConcurrentConfirmation(t *testing.T) {
	t.Parallel()
	r := newRig(t, "https://news.example")
	id := r.add(Active, true, "now() + interval '1 day'")
	next := func() *due {
		t.Helper()
		_, err := r.db.Pool.Exec(t.Context(), "UPDATE websub_subscriptions SET due_at = now()")
		must(t, err)
		list, err := r.nextDue(t.Context())
		must(t, err)
		if len(list) != 1 {
			t.Fatalf("%d subscriptions are due", len(list))
		}
		return &list[0]
	}
	d := next()
	_, err := r.prepare(t.Context(), d, "subscribe")
	must(t, err)
	found, err := r.Confirm(t.Context(), id, Intent{Mode: "subscribe", Topic: d.Topic, Lease: DefaultLease})
	must(t, err)
	must(t, r.fail(t.Context(), d, "The hub did not accept the request.", 0))
	if !found || !r.exists("failures = 0 AND detail = '' AND due_at > now() + interval '7 days' AND lease_until > now() "+
		"+ interval '9 days'") {
		t.Error("the failure has shortened the confirmed lease")
	}

	d = next()
	_, err = r.prepare(t.Context(), d, "subscribe")
	must(t, err)
	must(t, r.fail(t.Context(), d, "The hub did not accept the request.", 0))
	if !r.exists("state = 'active' AND failures = 1 AND detail <> '' AND due_at BETWEEN now() + interval '4 minutes' " +
		"AND now() + interval '6 minutes'") {
		t.Error("the failure is not recorded")
	}

	d = next()
	_, err = r.db.Pool.Exec(t.Context(), "DELETE FROM websub_subscriptions")
	must(t, err)
	if _, err := r.prepare(t.Context(), d, "subscribe"); !postgres.IsNoRows(err) {
		t.Errorf("a deleted subscription: %v, want %v", err, pgx.ErrNoRows)
	}
	must(t, r.fail(t.Context(), d, "", 0))
}

// TestFailingSubscriptionsDoNotStopOthers verifies that a subscription that cannot be stored, and
// is due first, does not stop those of its hub.
func TestFailingSubscriptionsDoNotStopOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t, "https://news.example")
	bad, good := r.add(Found, false, "NULL"), r.add(Found, false, "NULL") // are deleted
	exec := func(statement string) {
		t.Helper()
		_, err := r.db.Pool.Exec(t.Context(), statement)
		must(t, err)
	}
	exec("UPDATE websub_subscriptions SET due_at = now() - CASE id WHEN '" + bad.String() +
		"' THEN interval '2 minutes' ELSE interval '1 minute' END")
	exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
	exec("CREATE TRIGGER refuse BEFORE DELETE ON websub_subscriptions FOR EACH ROW WHEN (old.id = '" + bad.String() +
		"') EXECUTE FUNCTION refuse()")
	if err := r.Service.Run(t.Context(), t.Context()); err == nil || !strings.Contains(err.Error(), bad.String()) {
		t.Errorf("the run returned %v", err)
	}
	if r.exists("id = $1", good) {
		t.Error("the other subscription was not handled")
	}
	if err := r.Service.Run(t.Context(), t.Context()); err != nil {
		t.Errorf("before the next attempt: %v", err)
	}
}
