package fetch

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// arrivals records when requests arrive at a site.
type arrivals struct {
	mu   sync.Mutex
	list []arrival
}

type arrival struct {
	at   time.Time
	path string
}

// handler records each request and passes it to next.
func (a *arrivals) handler(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		a.list = append(a.list, arrival{time.Now(), r.URL.Path})
		a.mu.Unlock()
		next(w, r)
	}
}

// expectGaps checks the number of requests and the time between any two.
func (a *arrivals) expectGaps(t *testing.T, count int, interval time.Duration) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	slices.SortFunc(a.list, func(x, y arrival) int { return x.at.Compare(y.at) })
	if len(a.list) != count {
		t.Fatalf("%d requests, want %d: %v", len(a.list), count, a.list)
	}
	// On a busy machine, a request arrives up to half an interval after it was sent.
	for i := 1; i < len(a.list); i++ {
		if gap := a.list[i].at.Sub(a.list[i-1].at); gap < interval/4 {
			t.Errorf("%s arrived %s after %s", a.list[i].path, gap, a.list[i-1].path)
		}
	}
	least := time.Duration(count-1)*interval - interval/2
	if took := a.list[len(a.list)-1].at.Sub(a.list[0].at); took < least {
		t.Errorf("%d requests arrived within %s, want at least %s", count, took, least)
	}
}

// TestRequestsOfAllProcessesAreSpaced sends requests to the hosts of one domain by two clients, as
// of two processes, for several callers.
func TestRequestsOfAllProcessesAreSpaced(t *testing.T) {
	t.Parallel()
	const interval = 200 * time.Millisecond
	db, seen := testdb.New(t), &arrivals{}
	site := serve(t, "HOST", seen.handler(page("news")))
	clients := []*Client{newClient(t, Config{HostInterval: interval, Database: db}),
		newClient(t, Config{HostInterval: interval, Database: db})}
	callers := []uuid.UUID{{}, uuid.New(), uuid.New()}
	var visits sync.WaitGroup
	for i, host := range []string{"www.outlet.test", "feeds.outlet.test", "outlet.test", "OUTLET.test", "outlet.test.",
		"outlet.test"} {
		visits.Go(func() {
			r := clients[i%2].Get(t.Context(),
				Request{URL: strings.Replace(site, "HOST", host, 1), Caller: callers[i%3], SkipRobots: true})
			wantOutcome(t, r, OK)
		})
	}
	visits.Wait()
	seen.expectGaps(t, 6, interval)
}

// TestRedirectsAndRobotsAreSpaced follows a redirect to another domain, to which another client
// sends requests, and reads its robots.txt.
func TestRedirectsAndRobotsAreSpaced(t *testing.T) {
	t.Parallel()
	const interval = 200 * time.Millisecond
	db, seen := testdb.New(t), &arrivals{}
	target := serve(t, "target.test", seen.handler(page("news")))
	source := serve(t, "source.test",
		func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target+"/feed", http.StatusFound) })
	var visits sync.WaitGroup
	for _, address := range []string{source, target + "/other"} {
		c := newClient(t, Config{HostInterval: interval, Database: db})
		visits.Go(func() { wantOutcome(t, c.Get(t.Context(), Request{URL: address}), OK) })
	}
	visits.Wait()
	// The robots.txt of the source is redirected, too. That of the target is requested twice if both
	// clients need it before it is stored.
	if n := len(seen.list); n < 4 || n > 5 {
		t.Errorf("%d requests: %v", n, seen.list)
	}
	seen.expectGaps(t, len(seen.list), interval)
}

// TestReservationOfCheckIsUsed verifies that a check needs no further reservation for robots.txt
// and its endpoint, and that one that starts too late makes one.
func TestReservationOfCheckIsUsed(t *testing.T) {
	t.Parallel()
	const interval = 100 * time.Millisecond
	db, seen := testdb.New(t), &arrivals{}
	site := serve(t, "site.test", seen.handler(page("news")))
	c := newClient(t, Config{HostInterval: interval, Database: db})
	now := time.Now()
	wantOutcome(t, c.Get(t.Context(),
		Request{URL: site, Reservation: NewReservation("site.test", now, now.Add(time.Minute))}), OK)
	seen.expectGaps(t, 2, interval)
	if n := rowsOf(t, db, "check_hosts"); n != 0 {
		t.Errorf("%d reservations", n)
	}
	wantOutcome(t, c.Get(t.Context(),
		Request{URL: site, Reservation: NewReservation("site.test", now, now.Add(interval))}), OK)
	if n := rowsOf(t, db, "check_hosts"); n != 1 {
		t.Errorf("%d reservations after the end of that of the check", n)
	}
}

// TestOneCallerDelaysOthersByOnePause verifies the order: of each caller, one request at a time
// reserves its start.
func TestOneCallerDelaysOthersByOnePause(t *testing.T) {
	t.Parallel()
	const interval = 200 * time.Millisecond
	db, seen := testdb.New(t), &arrivals{}
	site := serve(t, "site.test", seen.handler(page("news")))
	c := newClient(t, Config{HostInterval: interval, Database: db})
	busy := uuid.New()
	var visits sync.WaitGroup
	for range 5 {
		visits.Go(func() { c.Get(t.Context(), Request{URL: site + "/busy", Caller: busy, SkipRobots: true}) })
	}
	seen.waitFor(t, 1)
	wantOutcome(t, get(t, c, Request{URL: site + "/other", Caller: uuid.New(), SkipRobots: true}), OK)
	visits.Wait()
	position := slices.IndexFunc(seen.list, func(a arrival) bool { return a.path == "/other" })
	if position > 2 { // after the first one and the one that waits already
		t.Errorf("the other caller was number %d: %v", position+1, seen.list)
	}
	seen.expectGaps(t, 6, interval)
}

// TestLongRequestDelaysOthersByOnePause verifies that the pause counts from the start of a request:
// one that takes long neither keeps others from the site until it ends nor lets two others start
// together, and the next request after its end keeps the pause, too.
func TestLongRequestDelaysOthersByOnePause(t *testing.T) {
	t.Parallel()
	const interval = 200 * time.Millisecond
	db, seen := testdb.New(t), &arrivals{}
	site := serve(t, "site.test", seen.handler(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/long" {
			seen.waitFor(t, 3)
		}
	}))
	first, second := newClient(t, Config{HostInterval: interval, Database: db}),
		newClient(t, Config{HostInterval: interval, Database: db})
	var visits sync.WaitGroup
	visits.Go(func() { wantOutcome(t, get(t, first, Request{URL: site + "/long", SkipRobots: true}), OK) })
	seen.waitFor(t, 1)
	for _, c := range []*Client{first, second} {
		visits.Go(func() { wantOutcome(t, get(t, c, Request{URL: site, Caller: uuid.New(), SkipRobots: true}), OK) })
	}
	visits.Wait()
	wantOutcome(t, get(t, second, Request{URL: site, SkipRobots: true}), OK)
	seen.expectGaps(t, 4, interval)
}

func (a *arrivals) waitFor(t *testing.T, count int) {
	t.Helper()
	for {
		a.mu.Lock()
		n := len(a.list)
		a.mu.Unlock()
		if n >= count {
			return
		}
		select {
		case <-time.After(time.Millisecond):
		case <-t.Context().Done():
			t.Fatal("no request")
		}
	}
}

// TestSiteThatAsksToWaitIsLeftAlone verifies that a hold of one client applies to others, for the
// domain that asked for it.
func TestSiteThatAsksToWaitIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, interval := range map[string]time.Duration{"spaced": time.Millisecond, "not spaced": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, seen := testdb.New(t), &arrivals{}
			limited := serve(t, "limited.test", seen.handler(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "600")
				w.WriteHeader(http.StatusTooManyRequests)
			}))
			source := serve(t, "source.test",
				func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, limited, http.StatusFound) })
			first, second := newClient(t, Config{HostInterval: interval, Database: db}),
				newClient(t, Config{HostInterval: interval, Database: db})
			r := get(t, first, Request{URL: source, SkipRobots: true})
			if wantOutcome(t, r, RateLimited); r.NotSent {
				t.Error("the first request was not sent")
			}
			for _, address := range []string{limited, source} {
				r := get(t, second, Request{URL: address, SkipRobots: true})
				if wantOutcome(t, r, RateLimited); !r.NotSent || r.RetryAfter < 9*time.Minute ||
					!strings.Contains(r.Detail, "No requests are sent to this site until") {
					t.Errorf("%s: %+v", address, r)
				}
			}
			// Another domain of the server.
			wantOutcome(t, get(t, second, Request{URL: strings.Replace(limited, "limited", "other", 1), SkipRobots: true}),
				RateLimited)
			seen.expectGaps(t, 2, 0)
		})
	}
}

// TestCrawlDelayAppliesToPeople verifies the pause that robots.txt asks for, and the answer to a
// request that would wait too long.
func TestCrawlDelayAppliesToPeople(t *testing.T) {
	t.Parallel()
	db, seen := testdb.New(t), &arrivals{}
	site := serve(t, "slow.test", seen.handler(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.Write([]byte("User-agent: *\nCrawl-delay: 40\n"))
		}
	}))
	c := newClient(t, Config{HostInterval: time.Millisecond, Database: db})
	wantOutcome(t, c.Get(t.Context(), Request{URL: site + "/a"}), OK)
	r := c.Get(t.Context(), Request{URL: site + "/b"})
	if wantOutcome(t, r, Timeout); !r.NotSent || r.Phase != PhaseQueue || r.RetryAfter < 30*time.Second ||
		!strings.Contains(r.Detail, "Other requests to this site come first") {
		t.Errorf("%+v", r)
	}
	seen.expectGaps(t, 2, 0)
}

// TestRobotsAreShared verifies that clients decide alike while a robots.txt flaps, and that former
// rules stay valid while the site is down.
func TestRobotsAreShared(t *testing.T) {
	t.Parallel()
	db := testdb.New(t)
	var mu sync.Mutex
	status, requests := http.StatusOK, 0
	site := serve(t, "site.test", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.URL.Path == "/robots.txt" {
			requests++
			if status == 0 {
				panic(http.ErrAbortHandler)
			}
			w.WriteHeader(status)
			w.Write([]byte("User-agent: *\nDisallow: /private\n"))
		}
	})
	fetchAll := func(want Outcome, wantRequests int) {
		t.Helper()
		for range 3 {
			c := newClient(t, Config{HostInterval: time.Millisecond, Database: db})
			wantOutcome(t, c.Get(t.Context(), Request{URL: site + "/private"}), want)
		}
		mu.Lock()
		defer mu.Unlock()
		if requests != wantRequests {
			t.Errorf("robots.txt was requested %d times, want %d", requests, wantRequests)
		}
	}
	set := func(s int) {
		mu.Lock()
		status = s
		mu.Unlock()
	}
	expire := func() {
		if _, err := db.Exec(t.Context(), "UPDATE robots_files SET expires_at = now()"); err != nil {
			t.Fatal(err)
		}
	}
	fetchAll(Robots, 1)
	set(http.StatusNotFound) // is not noticed before the stored file expires
	fetchAll(Robots, 1)
	expire()
	fetchAll(OK, 2)
	set(http.StatusServiceUnavailable)
	expire()
	fetchAll(Robots, 3)
	set(http.StatusOK)
	expire()
	fetchAll(Robots, 4)
	set(0)
	expire()
	fetchAll(Robots, 5)
}

// TestTimeoutInQueue checks that a time-out in the queue, which the site does not cause, has its
// own phase.
func TestTimeoutInQueue(t *testing.T) {
	t.Parallel()
	site := serve(t, "queue.test", page("news"))
	c := newClient(t, Config{HostInterval: time.Hour, Database: testdb.New(t)})
	wantOutcome(t, get(t, c, Request{URL: site, SkipRobots: true}), OK)
	ctx, cancel := context.WithTimeout(t.Context(), shortTimeout)
	defer cancel()
	r := c.Get(ctx, Request{URL: site, SkipRobots: true})
	wantOutcome(t, r, Timeout)
	if r.Phase != PhaseQueue || r.Timings.Queue <= 0 || r.Timings.Connect != 0 {
		t.Errorf("phase %s, %+v", r.Phase, r.Timings)
	}
}

func rowsOf(t *testing.T, db *pgxpool.Pool, table string) (n int) {
	t.Helper()
	if err := db.QueryRow(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
