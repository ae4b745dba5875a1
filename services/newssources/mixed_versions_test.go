package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// defaultUpgradeFrom is the commit of the earlier version, whose schema is that of the baseline
// (see package postgres). UPGRADE_FROM replaces it.
const defaultUpgradeFrom = "a0c7f8f933a6"

// errNoHistory means that the repository does not have the commit of the earlier version.
var errNoHistory = errors.New("the Git history is missing; fetch it with git fetch --unshallow")

// earlierBinary builds the program of the earlier version, once for all tests, and returns its
// path. The build cache makes repeated builds fast.
var earlierBinary = sync.OnceValues(func() (string, error) {
	commit, root := cmp.Or(os.Getenv("UPGRADE_FROM"), defaultUpgradeFrom), filepath.Join("..", "..")
	if err := exec.Command("git", "-C", root, "cat-file", "-e", commit+"^{commit}").Run(); err != nil {
		return "", fmt.Errorf("%w: commit %s: %w", errNoHistory, commit, err)
	}
	folder := filepath.Join(binaryDir, "earlier")
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", err
	}
	archive, file := filepath.Join(binaryDir, "earlier.tar"), filepath.Join(binaryDir, "newssources-earlier")
	for _, command := range [][]string{
		{"git", "-C", root, "archive", "--output", archive, commit, "go.mod", "go.sum", "services/newssources"},
		{"tar", "-xf", archive, "-C", folder},
		{"go", "build", "-C", folder, "-trimpath", "-ldflags", "-s -w -X main.version=1.2.2-test", "-o", file,
			"./services/newssources"},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w: %s", strings.Join(command, " "), err, out)
		}
	}
	return file, nil
})

// mixedRun has processes of two versions on one database.
type mixedRun struct {
	*testing.T
	database string
	sites    *simulator.Simulator
	services map[string]*service // by name; they must stay ready
}

// wait waits for a condition, and checks that all services stay ready meanwhile.
func (r *mixedRun) wait(message string, condition func() bool) {
	r.Helper()
	waitUntil(r.T, message, func() bool {
		for name, s := range r.services {
			if got := s.probe("/readyz"); got.status != http.StatusOK {
				r.Fatalf("%s is not ready: %d %s %v", name, got.status, got.body, got.err)
			}
		}
		return condition()
	})
}

func (r *mixedRun) attempts() int { return countRows(r.T, r.database, "attempts") }

// stop ends a service with the stop signal and checks its exit code.
func (r *mixedRun) stop(name string) {
	r.Helper()
	s := r.services[name]
	delete(r.services, name)
	s.signal(stopSignal)
	if code := s.exit(); code != 0 {
		r.Errorf("%s: exit code %d: %s", name, code, s.err.String())
	}
}

// expect sends a request and checks the status of the response.
func (r *mixedRun) expect(api *service, status int, method, path, body string, header ...string) response {
	r.Helper()
	got := api.call(r.Context(), method, path, body, header...)
	if got.status != status {
		r.Fatalf("%s %s: %d %s %v", method, path, got.status, got.body, got.err)
	}
	return got
}

// expectRequests checks that each site has sent its feed perEndpoint times, and that each response
// is recorded.
func (r *mixedRun) expectRequests(endpoints, perEndpoint int) {
	r.Helper()
	sent := map[string]int{}
	for _, request := range r.sites.Requests("") {
		if request.Path == "/feed/0.xml" {
			sent[request.Host]++
		}
	}
	for host, n := range sent {
		if n != perEndpoint {
			r.Errorf("%s has sent its feed %d times, want %d", host, n, perEndpoint)
		}
	}
	if len(sent) != endpoints || r.attempts() != endpoints*perEndpoint {
		r.Errorf("%d sites have sent their feeds, %d responses are recorded", len(sent), r.attempts())
	}
}

// checkedMetric matches the samples of the counter of checks in the metrics of a worker.
var checkedMetric = regexp.MustCompile(`(?m)^newsources_check_checks_total\{.*\} (\d+)$`)

// checked returns the number of checks that a worker has recorded.
func checked(w *worker) (n int) {
	for _, match := range checkedMetric.FindAllStringSubmatch(string(w.probe("/metrics").body), -1) {
		count, _ := strconv.Atoi(match[1])
		n += count
	}
	return n
}

// TestUpgradeWithProcessesOfTwoVersions upgrades a running installation: an API and a worker of an
// earlier version run on the schema of that version, then on the new schema, then beside an API and
// a worker of this version, and then stop. All processes stay ready, and no check is lost or
// recorded twice. Without the Git history, the test is skipped, except in CI, where it fails.
func TestUpgradeWithProcessesOfTwoVersions(t *testing.T) {
	t.Parallel()
	file, err := earlierBinary()
	if errors.Is(err, errNoHistory) && os.Getenv("CI") == "" {
		t.Skip(err)
	}
	must(t, err)
	const before, all = 10, 30 // endpoints before and during the upgrade
	clock := time.Now()        // of the sites
	r := &mixedRun{T: t, database: testdb.Empty(t), services: map[string]*service{}}
	r.sites = startSites(t, simulator.Options{Latency: 200 * time.Millisecond, Now: func() time.Time { return clock }})
	environment := map[string]string{"DATABASE_URL": r.database}
	if p := startBinary(t, file, environment, "migrate", "up"); p.exit() != 0 {
		t.Fatal(p.err.String())
	}
	workerSettings := map[string]string{"CHECK_CONCURRENCY": "2", "CHECK_MIN_INTERVAL": "12h"}
	oldAPI := startServiceBinary(t, file, r.database, nil)
	oldAPI.signIn()
	edited := oldAPI.createSource("edited")
	oldWorker := launchWorkerBinary(t, file, r.database, r.sites, workerSettings)
	oldWorker.waitForLog("checking endpoints")
	addOrdinarySitesBinary(t, file, r.database, r.sites, before)
	waitUntil(t, "no check is recorded before the migrations", func() bool { return r.attempts() > 0 })
	r.services["earlier API"], r.services["earlier worker"] = oldAPI, oldWorker.service

	up := runToEnd(t, environment, "migrate", "up")
	if n := strings.Count(up.out.String(), "applied "); up.exit() != 0 || n == 0 {
		t.Fatalf("%d migrations were applied: %s", n, up.err.String())
	}
	r.wait("the earlier worker records nothing on the new schema", func() bool { return r.attempts() == before })
	r.expect(oldAPI, http.StatusOK, "GET", "/newssources?health=ok&facets=true", "")
	r.expect(oldAPI, http.StatusOK, "PATCH", edited, `{"notes":"edited by the earlier version"}`, "If-Match", `"1"`)

	newWorker, newAPI := startWorker(t, r.database, r.sites, workerSettings), startService(t, r.database, nil)
	r.services["API"], r.services["worker"] = newAPI, newWorker.service
	newAPI.signIn()
	r.expect(newAPI, http.StatusOK, "PATCH", edited, `{"notes":"edited by this version"}`, "If-Match", `"2"`)
	r.expect(oldAPI, http.StatusOK, "GET", newAPI.createSource("created"), "")
	counts := [2]int{checked(oldWorker), checked(newWorker)}
	addOrdinarySites(t, r.database, r.sites, all)
	r.wait("not all endpoints are checked", func() bool { return r.attempts() == all })
	if old, now := checked(oldWorker)-counts[0], checked(newWorker)-counts[1]; old == 0 || now == 0 ||
		old+now != all-before {
		t.Errorf("the earlier worker recorded %d checks, the worker of this version %d", old, now)
	}
	expectEachItemOnce(t, r.database, all)
	r.expectRequests(all, 1)

	// A member requests a check of all endpoints twice: from the earlier API while both workers run,
	// and from the API of this version after the earlier worker has stopped.
	for round, api := range []*service{oldAPI, newAPI} {
		r.expect(api, http.StatusOK, "POST", "/newssources/checks", `{"all":{}}`, "Content-Type", "application/json")
		r.wait("not all endpoints are checked again", func() bool { return r.attempts() == (round+2)*all })
		r.expectRequests(all, round+2)
		if round == 0 {
			r.stop("earlier worker")
			// Requests of this version would wait until a minute after the requested checks.
			execute(t, r.database, "UPDATE attempts SET requested = false WHERE requested", int64(all))
		}
	}
	r.stop("earlier API")
	r.expect(newAPI, http.StatusOK, "GET", "/newssources/work", "")
	if n := countRows(t, r.database, "items"); n != all*20 {
		t.Errorf("%d items", n)
	}
	if n := countRows(t, r.database, "endpoint_states WHERE health = 'ok' AND checks = 3"); n != all {
		t.Errorf("%d endpoints are ok after three checks", n)
	}
	for name, p := range map[string]*process{"earlier API": oldAPI.process, "earlier worker": oldWorker.process,
		"API": newAPI.process, "worker": newWorker.process} {
		for line := range strings.Lines(p.out.String()) {
			if strings.Contains(line, `"level":"ERROR"`) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
