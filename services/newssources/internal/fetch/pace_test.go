package fetch

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// These tests use synctest: the clock advances when all goroutines are blocked.

func TestRequestsToOneDomainAreSpaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(1, time.Second)
		const takes = 300 * time.Millisecond
		began := runVisits(t, p, 5, takes, "one.test")
		for i, at := range began { // one at a time, and a second after the one before was over
			if want := time.Duration(i) * (time.Second + takes); at != want {
				t.Errorf("visit %d began at %s, want %s", i, at, want)
			}
		}
	})
}

func TestConcurrentRequestsToOneDomain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(3, time.Second)
		began := runVisits(t, p, 7, 10*time.Second, "one.test")
		want := []int{0, 1, 2, 10, 11, 12, 20} // three at a time, their beginnings a second apart
		for i, at := range began {
			if at != time.Duration(want[i])*time.Second {
				t.Errorf("visit %d began at %s, want %ds", i, at, want[i])
			}
		}
	})
}

func TestDomainsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(1, time.Hour)
		for _, outlet := range []string{"one.test", "two.test", "three.test"} {
			if at := runVisits(t, p, 1, time.Minute, outlet); at[0] != 0 {
				t.Errorf("%s waited for %s", outlet, at[0])
			}
		}
	})
}

// TestCancelledWaiters verifies that a cancelled request neither delays others nor leaks a queue entry.
func TestCancelledWaiters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(1, 10*time.Second)
		leave, err := p.acquire(t.Context(), "one.test")
		if err != nil {
			t.Fatal(err)
		}
		leave()
		var waiters sync.WaitGroup
		for range 20 { // one waits for the interval, the others behind it
			waiters.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if leave, err := p.acquire(ctx, "one.test"); !errors.Is(err, context.DeadlineExceeded) || leave != nil {
					t.Errorf("error %v", err)
				}
			})
		}
		waiters.Wait()
		began := time.Now()
		if leave, err = p.acquire(t.Context(), "one.test"); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited != 9*time.Second {
			t.Errorf("waited for %s", waited)
		}
		leave()
		if l := p.queues["one.test"]; l.users != 0 || len(l.slots) != 0 {
			t.Errorf("%d users, %d running requests", l.users, len(l.slots))
		}
	})
}

func TestUnusedQueuesAreDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(1, time.Second)
		for i := range 1000 {
			leave, err := p.acquire(t.Context(), string(rune('a'+i%26))+strings.Repeat("x", i)+".test")
			if err != nil {
				t.Fatal(err)
			}
			leave()
		}
		if len(p.queues) != 1000 {
			t.Errorf("%d queues during the interval", len(p.queues))
		}
		time.Sleep(time.Second)
		leave, _ := p.acquire(t.Context(), "last.test")
		if len(p.queues) != 1 {
			t.Errorf("%d queues after it", len(p.queues))
		}
		time.Sleep(time.Hour)
		again, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.acquire(again, "last.test"); err == nil {
			t.Error("a lane in use was forgotten")
		}
		leave()
	})
}

// runVisits starts n requests at once and returns their start times.
func runVisits(t *testing.T, p *pacer, n int, takes time.Duration, outlet string) []time.Duration {
	var mu sync.Mutex
	var began []time.Duration
	var visits sync.WaitGroup
	start := time.Now()
	for range n {
		visits.Go(func() {
			leave, err := p.acquire(t.Context(), outlet)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			began = append(began, time.Since(start))
			mu.Unlock()
			time.Sleep(takes)
			leave()
		})
	}
	visits.Wait()
	slices.Sort(began)
	return began
}

// TestHostsOfOneDomainAreFetchedSequentially verifies the client: hosts of one registrable domain share a queue.
func TestHostsOfOneDomainAreFetchedSequentially(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	handler := func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		w.Write([]byte("news"))
	}
	site := serve(t, "HOST", handler)
	c := newClient(t, Config{HostInterval: time.Millisecond})
	var visits sync.WaitGroup
	for _, host := range []string{"www.outlet.test", "feeds.outlet.test", "outlet.test", "OUTLET.test", "outlet.test."} {
		for range 4 {
			visits.Go(func() { wantOutcome(t, get(t, c, Request{URL: strings.Replace(site, "HOST", host, 1)}), OK) })
		}
	}
	visits.Wait()
	if most.Load() != 1 {
		t.Errorf("%d requests at a time", most.Load())
	}

	// Two outlets: each answers only when both are asked.
	meet := make(chan struct{})
	both := serve(t, "HOST", func(w http.ResponseWriter, r *http.Request) {
		select {
		case meet <- struct{}{}:
		case <-meet:
		case <-r.Context().Done():
		}
		w.Write([]byte("news"))
	})
	for _, host := range []string{"one.test", "two.test"} {
		visits.Go(func() { wantOutcome(t, get(t, c, Request{URL: strings.Replace(both, "HOST", host, 1)}), OK) })
	}
	visits.Wait()
}

// A time-out in the queue has its own phase, because it is not the site's fault.
func TestTimeoutInQueue(t *testing.T) {
	t.Parallel()
	site := serve(t, "queue.test", page("news"))
	c := newClient(t, Config{HostInterval: time.Hour})
	wantOutcome(t, get(t, c, Request{URL: site}), OK)
	ctx, cancel := context.WithTimeout(t.Context(), shortTimeout)
	defer cancel()
	r := c.Get(ctx, Request{URL: site, SkipRobots: true})
	wantOutcome(t, r, Timeout)
	if r.Phase != PhaseQueue || r.Timings.Queue <= 0 || r.Timings.Connect != 0 {
		t.Errorf("phase %s, %+v", r.Phase, r.Timings)
	}
}
