package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// worker is a running `newssources work` on simulated sites.
type worker struct {
	*service // only the probes
}

// startWorker starts a worker and waits until it checks endpoints.
func startWorker(t *testing.T, database string, sites *simulator.Simulator, changes map[string]string) *worker {
	t.Helper()
	w := launchWorker(t, database, sites, changes)
	w.waitForLog("checking endpoints")
	return w
}

// launchWorker starts a worker and waits until it serves its probes.
func launchWorker(t *testing.T, database string, sites *simulator.Simulator, changes map[string]string) *worker {
	t.Helper()
	return launchWorkerBinary(t, currentBinary(t), database, sites, changes)
}

// launchWorkerBinary starts a worker with the program at the path file, as launchWorker does.
func launchWorkerBinary(t *testing.T, file, database string, sites *simulator.Simulator,
	changes map[string]string) *worker {
	t.Helper()
	environment := map[string]string{
		"DATABASE_URL": database, "METRICS_ADDR": "127.0.0.1:0", "PRODUCTION": "false", "FETCH_LAB": sites.DNS,
		"CHECK_HOST_INTERVAL": "0s", "CHECK_CANARIES": "none",
	}
	for name, value := range changes {
		environment[name] = value
	}
	w := &worker{&service{process: startBinary(t, file, environment, "work"), client: &http.Client{}}}
	w.probes = "http://" + w.waitForLog("listening")["probes"].(string)
	return w
}

func startSites(t *testing.T, options simulator.Options) *simulator.Simulator {
	t.Helper()
	sites, err := simulator.Start(options)
	must(t, err)
	t.Cleanup(func() { sites.Close() })
	return sites
}

// addOrdinarySites imports the first feeds of simulated outlets, of one host each.
func addOrdinarySites(t *testing.T, database string, sites *simulator.Simulator, count int) {
	t.Helper()
	addOrdinarySitesBinary(t, currentBinary(t), database, sites, count)
}

// addOrdinarySitesBinary imports the feeds with the program at a path, as addOrdinarySites does.
func addOrdinarySitesBinary(t *testing.T, program, database string, sites *simulator.Simulator, count int) {
	t.Helper()
	var list strings.Builder
	list.WriteString(`<opml version="2.0"><body>`)
	added := 0
	for _, name := range sites.Names() {
		if strings.HasSuffix(name, "0.test") && !sites.Site(name).Special && added < count {
			list.WriteString(`<outline type="rss" text="` + name + `" xmlUrl="` + sites.URL(name, "/feed/0.xml") + `"/>`)
			added++
		}
	}
	list.WriteString(`</body></opml>`)
	file := filepath.Join(t.TempDir(), "sites.opml")
	must(t, os.WriteFile(file, []byte(list.String()), 0o600))
	if p := startBinary(t, program, map[string]string{"DATABASE_URL": database}, "import", file); p.exit() != 0 ||
		added != count {
		t.Fatalf("%d sites: %s", added, p.err.String())
	}
}

// expectEachItemOnce compares the stored items with those that the sites publish.
func expectEachItemOnce(t *testing.T, database string, endpoints int) {
	t.Helper()
	const itemsPerFeed = 20
	if n := countRows(t, database, "items"); n != endpoints*itemsPerFeed {
		t.Errorf("%d items of %d endpoints", n, endpoints)
	}
	if n := countRows(t, database, "(SELECT DISTINCT endpoint_id, identity FROM items) i"); n != endpoints*itemsPerFeed {
		t.Errorf("%d distinct items", n)
	}
	if n := countRows(t, database, "endpoint_states WHERE health <> 'ok' OR checks <> 1"); n != 0 {
		t.Errorf("%d endpoints are not ok or were recorded more than once", n)
	}
	if n := countRows(t, database, "attempts"); n != endpoints {
		t.Errorf("%d attempts", n)
	}
}

// TestKilledWorkerLosesNothing kills a worker while its checks run. Another worker ends its leases
// when its heartbeats end, long before they expire, and every result is recorded once.
func TestKilledWorkerLosesNothing(t *testing.T) {
	t.Parallel()
	const count = 25
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Latency: 300 * time.Millisecond, Now: func() time.Time { return fixed }})
	database := testdb.URL(t)
	addOrdinarySites(t, database, sites, count)
	first := startWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "10"})
	waitUntil(t, "no check is recorded while others run", func() bool {
		return countRows(t, database, "attempts") > 0 && countRows(t, database, "check_hosts WHERE lease IS NOT NULL") > 0
	})
	first.signal(syscall.SIGKILL)
	first.exit()
	leases := countRows(t, database, "check_hosts WHERE lease IS NOT NULL")
	done := countRows(t, database, "attempts")
	t.Logf("killed with %d results recorded and %d checks running", done, leases)
	if leases == 0 || done == count {
		t.Fatal("the worker was killed too late")
	}
	execute(t, database, "UPDATE check_hosts SET ready_at = now() + interval '1 day', free_at = now() + interval '1 "+
		"day' WHERE lease IS NOT NULL", int64(leases))
	startWorker(t, database, sites, nil)
	waitUntil(t, "the interrupted checks are not repeated",
		func() bool { return countRows(t, database, "attempts") == count })
	expectEachItemOnce(t, database, count)
}

// TestSuspendedWorkerRecordsNothingLate suspends a worker (SIGSTOP) until its leases have expired
// and another worker has checked the endpoints. When the first worker continues, its results are
// dropped.
func TestSuspendedWorkerRecordsNothingLate(t *testing.T) {
	t.Parallel()
	const count = 10
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Latency: time.Second, Now: func() time.Time { return fixed }})
	database := testdb.URL(t)
	addOrdinarySites(t, database, sites, count)
	first := startWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "10"})
	waitUntil(t, "the endpoints are not claimed", func() bool {
		return countRows(t, database, "check_hosts WHERE lease "+
			"IS NOT NULL") == count
	})
	first.signal(syscall.SIGSTOP)
	// The leases expire.
	execute(t, database, "UPDATE check_hosts SET ready_at = now(), free_at = now() WHERE lease IS NOT NULL", count)
	startWorker(t, database, sites, nil)
	waitUntil(t, "the endpoints are not checked by the other worker",
		func() bool { return countRows(t, database, "attempts") == count })
	first.signal(syscall.SIGCONT)
	waitUntil(t, "the late results are not dropped", func() bool {
		return strings.Contains(string(first.probe("/metrics").body),
			fmt.Sprintf("newsources_check_lost_results_total %d", count))
	})
	expectEachItemOnce(t, database, count)
}

// TestTwoWorkersShareTheLoad stops one of two workers in the middle: it finishes and records its
// checks.
func TestTwoWorkersShareTheLoad(t *testing.T) {
	t.Parallel()
	const count = 30
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Latency: 100 * time.Millisecond, Now: func() time.Time { return fixed }})
	database := testdb.URL(t)
	workers := []*worker{}
	for range 2 {
		workers = append(workers, startWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "5"}))
	}
	addOrdinarySites(t, database, sites, count)
	waitUntil(t, "no check is recorded", func() bool { return countRows(t, database, "attempts") > 5 })
	workers[0].signal(stopSignal)
	if code := workers[0].exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	waitUntil(t, "not all endpoints are checked", func() bool { return countRows(t, database, "attempts") == count })
	expectEachItemOnce(t, database, count)
	feeds := 0
	for _, r := range sites.Requests("") {
		if r.Path == "/feed/0.xml" {
			feeds++
		}
	}
	if feeds != count {
		t.Errorf("%d requests for %d feeds", feeds, count)
	}
	metrics := string(workers[1].probe("/metrics").body)
	for _, name := range []string{`newsources_check_checks_total{kind="rss",outcome="ok",tier="none"}`,
		"newsources_check_due_endpoints 0", "newsources_check_new_items_total", "newsources_fetch_requests_total"} {
		if !strings.Contains(metrics, name) {
			t.Errorf("no metric %s", name)
		}
	}
	if got := workers[1].probe("/readyz"); got.status != http.StatusOK {
		t.Errorf("readyz: %d %s", got.status, got.body)
	}
}

// TestWorkerSurvivesAnOutageOfTheDatabase covers a database that is restarted, a firewall that
// drops packets, and connections that are reset, while checks run.
func TestWorkerSurvivesAnOutageOfTheDatabase(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]outage{"restarted": refused, "packets are dropped": silent,
		"connections are reset": reset} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			direct := testdb.URL(t)
			network, database := newProxy(t, direct)
			r := startFaultRun(t, direct, database, 20)
			network.setMode(mode)
			r.worker.waitForLog("the checker is waiting for the database")
			recorded := r.unfinished()
			network.setMode(healthy)
			r.expectRecovery(time.Now(), recorded)
			r.expectComplete()
		})
	}
}

// addFeed imports one feed.
func addFeed(t *testing.T, database, address string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "feed.opml")
	must(t, os.WriteFile(file,
		[]byte(`<opml version="2.0"><body><outline type="rss" text="A feed" xmlUrl="`+address+`"/></body></opml>`), 0o600))
	if p := runToEnd(t, map[string]string{"DATABASE_URL": database}, "import", file); p.exit() != 0 {
		t.Fatalf("%s: %s", address, p.err.String())
	}
}

// TestHangingHostDoesNotDelayOthers lets a worker check two hosts that never answer, and others
// with the three slots left.
func TestHangingHostDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	const count = 25
	fixed := time.Now()
	sites := startSites(t, simulator.Options{Now: func() time.Time { return fixed }})
	database := testdb.URL(t)
	addFeed(t, database, sites.URL("feeds-hang.test", "/feed"))
	addFeed(t, database, sites.URL("hang.test", "/feed"))
	w := startWorker(t, database, sites, map[string]string{"CHECK_CONCURRENCY": "5"})
	waitUntil(t, "the hanging hosts are not checked",
		func() bool { return countRows(t, database, "check_hosts WHERE lease IS NOT NULL") == 2 })
	addOrdinarySites(t, database, sites, count)
	waitUntil(t, "the other sites are not checked",
		func() bool { return countRows(t, database, "attempts WHERE cause = ''") == count })
	if n := countRows(t, database, "check_hosts WHERE lease IS NOT NULL"); n != 2 {
		t.Errorf("%d hosts still hang: the others have waited for them", n)
	}
	w.signal(stopSignal)
}

// TestLimitedHostIsHeld checks that a host that answers 429 with Retry-After gets no other request,
// not for its other endpoints, not by another worker, and not on the request of a member.
func TestLimitedHostIsHeld(t *testing.T) {
	t.Parallel()
	sites := startSites(t, simulator.Options{})
	database := testdb.URL(t)
	const host = "limited-seconds.test"
	for _, path := range []string{"/feed", "/sport/feed", "/sport/feed?page=2"} {
		addFeed(t, database, sites.URL(host, path))
	}
	addOrdinarySites(t, database, sites, 5)
	first := startWorker(t, database, sites, nil)
	waitUntil(t, "the host is not held", func() bool {
		return countRows(t, database, "attempts WHERE cause = 'rate_limited' AND status = 429") == 1 &&
			countRows(t, database, "check_hosts WHERE domain = $1 AND lease IS NULL AND ready_at > now() + interval '59 "+
				"minutes'", host) == 1
	})
	first.signal(stopSignal)
	first.exit()
	execute(t, database, "UPDATE endpoint_states SET next_check_at = now(), requested = true", 8)
	startWorker(t, database, sites, nil)
	execute(t, database, "UPDATE check_hosts SET ready_at = greatest(free_at, now())", 6)
	waitUntil(t, "the other sites are not checked again",
		func() bool { return countRows(t, database, "endpoint_states WHERE checks >= 2") == 5 })
	feeds := 0
	for _, r := range sites.Requests(host) {
		if r.Path != "/robots.txt" {
			feeds++
		}
	}
	if feeds != 1 {
		t.Errorf("%d requests", feeds)
	}
}

func TestWorkReportsInvalidSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ variable, value, want string }{
		"concurrency":        {"CHECK_CONCURRENCY", "0", "CHECK_CONCURRENCY"},
		"interval":           {"CHECK_MIN_INTERVAL", "0s", "CHECK_MIN_INTERVAL"},
		"minimum > maximum":  {"CHECK_MAX_INTERVAL", "1m", "is longer than CHECK_MAX_INTERVAL"},
		"missing database":   {"DATABASE_URL", "", "DATABASE_URL is missing"},
		"laboratory in use":  {"FETCH_LAB", "127.0.0.1:53", "FETCH_LAB"},
		"host interval":      {"CHECK_HOST_INTERVAL", "soon", "CHECK_HOST_INTERVAL"},
		"key too short":      {"CREDENTIALS_KEYS", "short", "CREDENTIALS_KEYS"},
		"canary":             {"CHECK_CANARIES", "https://example.org/,canary", "CHECK_CANARIES"},
		"canary's password":  {"CHECK_CANARIES", "https://me:secret@example.org/", "CHECK_CANARIES"},
		"unknown log level":  {"LOG_LEVEL", "loud", "LOG_LEVEL"},
		"credentials of URL": {"DATABASE_URL", "postgres://app:s3cr/et@db:5432/x", "%2F for /"},
	} {
		all := completeEnv(map[string]string{c.variable: c.value})
		_, err := readWorkConfig(func(name string) string { return all[name] })
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
