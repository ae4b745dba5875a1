package fairshare

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// waitFor acquires an amount in the background and sends label when it has it. It returns when the
// request waits or is granted.
func waitFor(t *testing.T, b *Budget[string], user string, amount int64, label string, granted chan<- string) {
	t.Helper()
	before := b.queued()
	done := make(chan struct{})
	go func() {
		if b.Acquire(t.Context(), user, amount) == nil {
			close(done)
			granted <- label
		}
	}()
	for b.queued() == before {
		select {
		case <-done:
			return
		case <-time.After(time.Millisecond):
		}
	}
}

func (b *Budget[U]) queued() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}

func TestUserHoldsAtMostItsShare(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		held  map[string]int64
		user  string
		n     int64
		wants bool
	}{
		"nothing held":                     {nil, "ana", 4, true},
		"up to the share":                  {map[string]int64{"ana": 2}, "ana", 2, true},
		"more than the share":              {map[string]int64{"ana": 4}, "ana", 1, false},
		"another user":                     {map[string]int64{"ana": 4}, "ben", 4, true},
		"a single amount above the share":  {nil, "ana", 8, true},
		"an amount above the share, later": {map[string]int64{"ana": 1}, "ana", 5, false},
		"more than is left":                {map[string]int64{"ana": 4, "ben": 3}, "eva", 2, false},
	} {
		b := New[string](8, 4)
		for user, n := range c.held {
			if !b.TryAcquire(user, n) {
				t.Fatal(name)
			}
		}
		if got := b.TryAcquire(c.user, c.n); got != c.wants {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// TestReleasedAmountGoesToTheUserWithTheLeast checks that a user with many requests does not delay
// one with a single request.
func TestReleasedAmountGoesToTheUserWithTheLeast(t *testing.T) {
	t.Parallel()
	b, granted := New[string](4, 4), make(chan string, 10)
	for range 4 {
		if !b.TryAcquire("ana", 1) {
			t.Fatal("not available")
		}
	}
	for i := range 3 {
		waitFor(t, b, "ana", 1, fmt.Sprint("ana ", i), granted)
	}
	waitFor(t, b, "ben", 2, "ben", granted)
	b.Release("ana", 1)
	if b.TryAcquire("eva", 2) || b.TryAcquire("ana", 1) {
		t.Error("a later request took what ben waits for")
	}
	b.Release("ana", 1)
	if got := <-granted; got != "ben" {
		t.Errorf("%s was granted first", got)
	}
	b.Release("ana", 1)
	if got := <-granted; got != "ana 0" {
		t.Errorf("%s was granted second", got)
	}
}

func TestCancelledRequestUnblocksOthers(t *testing.T) {
	t.Parallel()
	b, granted := New[string](4, 4), make(chan string, 1)
	if !b.TryAcquire("ana", 3) {
		t.Fatal("not available")
	}
	ctx, cancel := context.WithCancel(t.Context())
	refused := make(chan error)
	go func() { refused <- b.Acquire(ctx, "ben", 2) }()
	for b.queued() == 0 {
		time.Sleep(time.Millisecond)
	}
	waitFor(t, b, "eva", 1, "eva", granted)
	cancel()
	if err := <-refused; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if got := <-granted; got != "eva" {
		t.Error(got)
	}
}

func TestEverythingIsReturned(t *testing.T) {
	t.Parallel()
	const total = 10
	b := New[int](total, 6)
	var group sync.WaitGroup
	for user := range 8 {
		group.Go(func() {
			for range 500 {
				amount := 1 + rand.Int64N(total)
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.Int64N(int64(time.Millisecond))))
				if b.Acquire(ctx, user, amount) == nil {
					b.Release(user, amount)
				}
				cancel()
			}
		})
	}
	group.Wait()
	if b.free != total || len(b.held) > 0 || len(b.waiting) > 0 {
		t.Errorf("%d of %d are free, %v held, %d wait", b.free, total, b.held, len(b.waiting))
	}
}
