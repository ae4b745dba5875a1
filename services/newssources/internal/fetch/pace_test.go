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
		const duration = 300 * time.Millisecond
		starts := runVisits(t, p, 5, duration, "one.test")
		for i, at := range starts { // one at a time, each a second after the end of the previous one
			if want := time.Duration(i) * (time.Second + duration); at != want {
				t.Errorf("visit %d started at %s, want %s", i, at, want)
			}
		}
	})
}

func TestConcurrentRequestsToOneDomain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(3, time.Second)
		starts := runVisits(t, p, 7, 10*time.Second, "one.test")
		want := []int{0, 1, 2, 10, 11, 12, 20} // three at a time, started a second apart
		for i, at := range starts {
			if at != time.Duration(want[i])*time.Second {
				t.Errorf("visit %d started at %s, want %ds", i, at, want[i])
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
		release, err := p.acquire(t.Context(), "one.test")
		if err != nil {
			t.Fatal(err)
		}
		release()
		var waiters sync.WaitGroup
		for range 20 { // one waits for the interval, the others wait for a slot
			waiters.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				if release, err := p.acquire(ctx, "one.test"); !errors.Is(err, context.DeadlineExceeded) || release != nil {
					t.Errorf("error %v", err)
				}
			})
		}
		waiters.Wait()
		start := time.Now()
		if release, err = p.acquire(t.Context(), "one.test"); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(start); waited != 9*time.Second {
			t.Errorf("waited for %s", waited)
		}
		release()
		if l := p.queues["one.test"]; l.users != 0 || len(l.slots) != 0 {
			t.Errorf("%d users, %d running requests", l.users, len(l.slots))
		}
	})
}

func TestUnusedQueuesAreDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPacer(1, time.Second)
		for i := range 1000 {
			release, err := p.acquire(t.Context(), string(rune('a'+i%26))+strings.Repeat("x", i)+".test")
			if err != nil {
				t.Fatal(err)
			}
			release()
		}
		if len(p.queues) != 1000 {
			t.Errorf("%d queues during the interval", len(p.queues))
		}
		time.Sleep(time.Second)
		release, _ := p.acquire(t.Context(), "last.test")
		if len(p.queues) != 1 {
			t.Errorf("%d queues after it", len(p.queues))
		}
		time.Sleep(time.Hour)
		again, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.acquire(again, "last.test"); err == nil {
			t.Error("a queue in use was deleted")
		}
		release()
	})
}

// runVisits starts n requests at once and returns their start times.
func runVisits(t *testing.T, p *pacer, n int, duration time.Duration, outlet string) []time.Duration {
	var mu sync.Mutex
	var starts []time.Duration
	var visits sync.WaitGroup
	start := time.Now()
	for range n {
		visits.Go(func() {
			release, err := p.acquire(t.Context(), outlet)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			starts = append(starts, time.Since(start))
			mu.Unlock()
			time.Sleep(duration)
			release()
		})
	}
	visits.Wait()
	slices.Sort(starts)
	return starts
}

// TestHostsOfOneDomainAreFetchedSequentially verifies the client: hosts of one registrable domain share a queue.
func TestHostsOfOneDomainAreFetchedSequentially(t *testing.T) {
	t.Parallel()
	var now, peak atomic.Int32
	handler := func(w http.ResponseWriter, r *http.Request) {
		peak.Store(max(peak.Load(), now.Add(1)))
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
	if peak.Load() != 1 {
		t.Errorf("%d requests at a time", peak.Load())
	}

	// Two outlets: each responds only when both have received a request.
	bothReceived := make(chan struct{})
	both := serve(t, "HOST", func(w http.ResponseWriter, r *http.Request) {
		select {
		case bothReceived <- struct{}{}:
		case <-bothReceived:
		case <-r.Context().Done():
		}
		w.Write([]byte("news"))
	})
	for _, host := range []string{"one.test", "two.test"} {
		visits.Go(func() { wantOutcome(t, get(t, c, Request{URL: strings.Replace(both, "HOST", host, 1)}), OK) })
	}
	visits.Wait()
}

// TestTimeoutInQueue checks that a time-out in the queue, which the site does not cause, has its own phase.
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
