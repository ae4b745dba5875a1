package httpapi

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// lockSources makes each statement on the sources wait, as a very slow search does, until the test
// ends or release is called.
func (a *rig) lockSources() (release func()) {
	a.t.Helper()
	tx, err := a.pool.Begin(a.t.Context())
	must(a.t, err)
	_, err = tx.Exec(a.t.Context(), "LOCK TABLE sources IN ACCESS EXCLUSIVE MODE")
	must(a.t, err)
	release = func() { _ = tx.Rollback(context.Background()) }
	a.t.Cleanup(release)
	return release
}

// withConnections makes the API use its own pool with this number of connections, besides those for
// probes and members.
func withConnections(t *testing.T, count int, opened **postgres.DB) func(*Options) {
	return func(o *Options) {
		db, err := postgres.Open(t.Context(), o.DB.Pool.Config().ConnString(), count)
		must(t, err)
		t.Cleanup(db.Close)
		members, err := identity.NewMembers(db.Control, string(identity.Editor), nil)
		must(t, err)
		allowed, err := identity.NewAllowList([]string{"example.org"}, nil)
		must(t, err)
		o.DB, o.Lists, o.Members, o.People = db, sourcelist.NewReader(db), members, people.New(db, allowed, members.Forget)
		*opened = db
	}
}

// TestSlowSearchesEndInTheDatabase checks that a search ends after its time in the database, with
// advice instead of a server error.
func TestSlowSearchesEndInTheDatabase(t *testing.T) {
	t.Parallel()
	var db *postgres.DB
	a := newRig(t, withConnections(t, 1, &db))
	viewer := a.member("Ana", identity.Viewer)
	paths := []string{"/newssources?q=daily", "/newssources?country=ES&language=es", "/newssources?q=d&sort=-updated"}
	for _, path := range paths { // prepares the statements: the lock below would also delay that
		viewer.get(path).want(200)
	}
	release := a.lockSources()
	for _, path := range paths {
		got := viewer.get(path)
		if p := got.problem(problem.SearchTooBroad); got.status != http.StatusUnprocessableEntity ||
			!strings.Contains(convert.OrZero(p.Detail), "narrow") {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	if n := a.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"); n > 0 {
		t.Errorf("%d statements go on in the database", n)
	}
	release()
	viewer.get(paths[0]).want(200)
}

// TestOverloadByOneMemberLeavesOthersWorking sends slow searches of one member, more than there are
// database connections.
func TestOverloadByOneMemberLeavesOthersWorking(t *testing.T) {
	t.Parallel()
	const searches, connections = 40, maxReads + 1
	var db *postgres.DB
	a := newRig(t, withConnections(t, connections, &db))
	attacker, other := a.member("Attacker", identity.Viewer), a.member("Other", identity.Viewer)
	other.get("/newssources/tags").want(200)
	probes := observe.NewServer("", a.metrics, observe.NewReadiness(db.Probe), slog.New(slog.DiscardHandler))

	words := url.QueryEscape(strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyz0123456789", ""), " "))
	attacker.get("/newssources?q=" + words).want(http.StatusBadRequest) // more words than are allowed

	release := a.lockSources()
	statuses, running := map[int]int{}, sync.WaitGroup{}
	var mu sync.Mutex
	for range searches {
		running.Go(func() {
			status := attacker.get("/newssources?q=daily+news").status
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	a.waitForLocks(maxReads)
	for range 5 { // the searches wait for the locks meanwhile
		other.get("/newssources/session").want(200)
		other.get("/newssources/tags").want(200)
		w := httptest.NewRecorder()
		probes.Handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		var ready struct{ Status string }
		if err := json.Unmarshal(w.Body.Bytes(), &ready); err != nil || w.Code != http.StatusOK || ready.Status != "ready" {
			t.Errorf("/readyz: %d %s", w.Code, w.Body)
		}
	}
	release()
	running.Wait()
	if n := statuses[http.StatusOK]; n == 0 || n+statuses[http.StatusTooManyRequests] != searches {
		t.Errorf("the searches were answered with %v", statuses)
	}
	attacker.get("/newssources?q=daily+news").want(200)
}
