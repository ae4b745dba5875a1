package check

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// years is a worker with a simulated clock and the documented roles: the service can neither create
// nor drop tables.
type years struct {
	*harness
	clock *testdb.Clock
	owner *pgx.Conn
}

func newYears(t *testing.T) *years {
	t.Helper()
	r := testdb.NewRoles(t)
	if _, err := postgres.MigrateUp(t.Context(), r.Owner); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.GrantService(t.Context(), r.Owner, r.Service); err != nil {
		t.Fatal(err)
	}
	connect := func(address string) *pgx.Conn {
		conn, err := pgx.Connect(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close(context.Background()) })
		return conn
	}
	admin := connect(r.Admin)
	if err := testdb.SimulateClock(t.Context(), admin); err != nil {
		t.Fatal(err)
	}
	y := &years{harness: newHarnessOn(t, r.Service), clock: &testdb.Clock{}, owner: connect(r.Owner)}
	y.addEndpoint("elejemplo.test", "/rss/portada.xml")
	return y
}

// ownerExec executes a statement as the owner of the database.
func (y *years) ownerExec(statement string) {
	y.Helper()
	if _, err := y.owner.Exec(y.Context(), statement); err != nil {
		y.Fatalf("%s: %v", statement, err)
	}
}

// nextMonth advances the clock to a time in the next month.
func (y *years) nextMonth() {
	y.Helper()
	now := y.clock.Now().UTC()
	y.advance(y.clock, time.Date(now.Year(), now.Month()+1, 20, 12, 0, 0, 0, time.UTC))
}

// checkOnce makes and records a check, and expects it in the partition of the current month, or in
// the default partition.
func (y *years) checkOnce(inDefault bool) {
	y.Helper()
	y.checkAll()
	want := "attempts_" + y.clock.Now().UTC().Format("2006_01")
	if inDefault {
		want = "attempts_default"
	}
	if got := value[string](y.harness,
		"SELECT tableoid::regclass::text FROM attempts ORDER BY started_at DESC LIMIT 1"); got != want {
		y.Fatalf("the check in %s was recorded in %s", y.clock.Now(), got)
	}
}

func (y *years) partitions() observe.Partitions {
	y.Helper()
	p, err := ReadPartitions(y.Context(), y.db)
	if err != nil {
		y.Fatal(err)
	}
	return p
}

// startOfMonth returns the start of the month that is some months after the current one.
func (y *years) startOfMonth(months int) time.Time {
	now := y.clock.Now().UTC()
	return time.Date(now.Year(), now.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
}

// TestChecksContinueForMonths simulates 14 months with the documented roles. Each month's checks
// are in its partition, and old partitions are dropped.
func TestChecksContinueForMonths(t *testing.T) {
	t.Parallel()
	y := newYears(t)
	const months = 14
	for range months {
		y.checkOnce(false)
		y.nextMonth()
		if err := y.upkeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p := y.partitions(); !p.Until.Equal(y.startOfMonth(7)) || p.Expired != 0 || p.DefaultRows != 0 {
			t.Fatalf("at %s: %+v", y.clock.Now(), p)
		}
	}
	// On the 20th, 90 and 30 days earlier are in the months before.
	for parent, kept := range map[string]int{"attempts": 3, "items": 1} {
		oldest := value[string](y.harness, "SELECT min(inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = "+
			"$1::regclass", parent)
		if want := parent + y.startOfMonth(-kept).Format("_2006_01"); oldest != want {
			t.Errorf("the oldest partition of %s is %s, want %s", parent, oldest, want)
		}
	}
	if n := value[int](y.harness, "SELECT count(*) FROM pg_inherits WHERE inhparent = 'attempts'::regclass AND NOT "+
		"has_table_privilege(inhrelid, 'SELECT')"); n != 0 {
		t.Errorf("the service cannot dump %d partitions", n)
	}
}

// TestChecksContinueWithoutUpkeep revokes the rights of the upkeep for 9 months. The checks go on,
// the metrics show the problem long before the partitions end, no result is lost, and the next
// upkeep moves the rows into monthly partitions.
func TestChecksContinueWithoutUpkeep(t *testing.T) {
	t.Parallel()
	y := newYears(t)
	end := y.partitions().Until
	y.ownerExec("REVOKE EXECUTE ON FUNCTION make_check_partitions(), drop_check_partitions(int, int) FROM " +
		value[string](y.harness, "SELECT current_user"))
	const months = 9
	for range months {
		y.checkOnce(!y.clock.Now().Before(end))
		if err := y.upkeep(t.Context()); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Fatal(err)
		}
		y.nextMonth()
	}
	p := y.partitions()
	if p.Expired == 0 || p.DefaultRows == 0 || p.Until.After(y.clock.Now()) {
		t.Errorf("the metrics are %+v", p)
	}
	y.addEndpoint("daily-0.test", "/feed/0.xml")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		y.Worker.Run(ctx)
		close(done)
	}()
	y.waitUntil("the worker checks nothing after a failed upkeep", func() bool {
		return value[int](y.harness, "SELECT count(*) FROM attempts") > months && y.counts.failed() > 0
	})
	stop()
	<-done
	before := value[int](y.harness, "SELECT count(*) FROM attempts") + value[int](y.harness, "SELECT count(*) FROM items")
	y.ownerExec("GRANT EXECUTE ON FUNCTION make_check_partitions(), drop_check_partitions(int, int) TO " +
		value[string](y.harness, "SELECT current_user"))
	y.ownerExec("SELECT make_check_partitions()")
	if after := value[int](y.harness, "SELECT count(*) FROM attempts") +
		value[int](y.harness, "SELECT count(*) FROM items"); after != before {
		t.Errorf("of %d rows, %d are left", before, after)
	}
	if err := y.upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p := y.partitions(); p.Expired != 0 || p.DefaultRows != 0 || !p.Until.Equal(y.startOfMonth(7)) {
		t.Errorf("after the upkeep: %+v", p)
	}
	y.checkOnce(false)
}

// TestServiceCannotDropRecentPartitions calls the functions of the upkeep as a compromised service
// might.
func TestServiceCannotDropRecentPartitions(t *testing.T) {
	t.Parallel()
	y := newYears(t)
	y.checkOnce(false)
	count := func() int {
		return value[int](y.harness, "SELECT count(*) FROM pg_inherits WHERE inhparent IN ('attempts'::regclass, "+
			"'items'::regclass)")
	}
	before := count()
	for _, call := range []string{"drop_check_partitions(0, 30)", "drop_check_partitions(90, -5000)",
		"ensure_check_partitions('2099-01-01', 1, 1)"} {
		if _, err := y.db.Pool.Exec(t.Context(), "SELECT "+call); err == nil {
			t.Errorf("%s is allowed", call)
		}
	}
	y.exec("SELECT ensure_check_partitions('2099-01-01', 90, 30)") // of the previous version
	y.exec("SELECT drop_check_partitions(NULL, NULL)")
	if after := count(); after != before {
		t.Errorf("of %d partitions, %d are left", before, after)
	}
}

// TestUnusedRowsAreDeleted makes rows of domains and sites in all states. Those of domains that
// were only previewed are deleted in batches.
func TestUnusedRowsAreDeleted(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.assignAll()
	h.exec("UPDATE check_hosts SET ready_at = NULL") // the trigger of the queue keeps it otherwise
	h.exec(`INSERT INTO check_hosts (domain, next_request_at, free_at, held_until, ready_at, lease) VALUES
		('recent', now() - interval '1 day', '-infinity', NULL, NULL, NULL),
		('held', now() - interval '9 days', '-infinity', now() + interval '1 hour', NULL, NULL),
		('leased', now() - interval '9 days', now() - interval '9 days', NULL, NULL, gen_random_uuid()),
		('queued', now() - interval '9 days', '-infinity', NULL, now(), NULL)`)
	h.exec("INSERT INTO check_hosts (domain, next_request_at) SELECT 'previewed-' || n, now() - interval '3 days' FROM "+
		"generate_series(1, $1::int) n", 2*deleteBatch+1)
	h.exec(`INSERT INTO robots_files (site, expires_at, outcome, waits, truncated, body)
		SELECT 'https://' || n || '.test', now() - n * interval '1 day', 'ok', false, false, '' FROM generate_series(0, 60) n`)
	if err := h.upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := value[string](h,
		"SELECT left(string_agg(domain, ' ' ORDER BY domain), 100) FROM check_hosts"); got != "elejemplo.test held leased "+
		"queued recent" {
		t.Errorf("the domains are %s", got)
	}
	if n := value[int](h, "SELECT count(*) FROM robots_files"); n != 30 { // that of exactly 30 days ago is older by now
		t.Errorf("%d robots.txt are left", n)
	}
	h.exec("DELETE FROM endpoints")
	h.exec("UPDATE check_hosts SET free_at = now() - interval '3 days', next_request_at = '-infinity' WHERE domain = " +
		"'elejemplo.test'")
	if err := h.upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := value[int](h, "SELECT count(*) FROM check_hosts WHERE domain = 'elejemplo.test'"); n != 0 {
		t.Error("the domain of a deleted endpoint is left")
	}
}
