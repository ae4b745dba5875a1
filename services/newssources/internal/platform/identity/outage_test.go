package identity

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestCachedTokensSurviveAKeyOutage(t *testing.T) {
	t.Parallel()
	keys, ctx := newKeys(t, 0) // the SDK fetches for each verification
	v := newTestVerifier(t)
	known, other := trusted().Token(nil), trusted().Token(fields{"sub": "uid-ben"})
	if _, err := v.Verify(ctx, known); err != nil {
		t.Fatal(err)
	}

	keys.Fail()
	if _, err := v.Verify(ctx, known); err != nil {
		t.Errorf("cached token: %v", err)
	}
	_, err := v.Verify(ctx, other)
	if !problem.Is(err, problem.IdentityUnavailable) {
		t.Fatalf("uncached token: got %v", err)
	}
	if p := problem.As(err); p.Status() != 503 || p.RetryAfter != identityRetryAfter {
		t.Errorf("status %d, Retry-After %s", p.Status(), p.RetryAfter)
	}

	fetched := keys.Fetches()
	if _, err := v.Verify(ctx, untrusted().Token(nil)); !problem.Is(err, problem.IdentityUnavailable) {
		t.Errorf("forged token: got %v", err)
	}
	if keys.Fetches() != fetched {
		t.Error("the keys were requested again immediately")
	}

	keys.Publish(3600)
	v.advanceClock(outagePause + time.Second)
	if _, err := v.Verify(ctx, other); err != nil {
		t.Errorf("after the outage: %v", err)
	}
}

func TestExpiredCacheEntriesAreNotUsedInAKeyOutage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		expires time.Duration
		later   time.Duration
	}{
		"after verifiedTTL":      {time.Hour, verifiedTTL},
		"after the token's time": {time.Minute, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keys, ctx := newKeys(t, 0)
			v := newTestVerifier(t)
			token := trusted().Token(fields{"exp": time.Now().Add(c.expires).Unix()})
			if _, err := v.Verify(ctx, token); err != nil {
				t.Fatal(err)
			}
			keys.Fail()
			v.advanceClock(c.later)
			if _, err := v.Verify(ctx, token); !problem.Is(err, problem.IdentityUnavailable) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestHangingKeyServerTimesOut(t *testing.T) {
	t.Parallel()
	keys, ctx := newKeys(t, 3600)
	keys.Hang()
	v := newTestVerifier(t)
	v.timeout = 200 * time.Millisecond

	var tokens []string // different tokens, which wait for the SDK's lock
	for _, sub := range []string{"a", "b", "c", "d", "e"} {
		tokens = append(tokens, trusted().Token(fields{"sub": sub}))
	}
	started := time.Now()
	var wait sync.WaitGroup
	for _, token := range tokens {
		wait.Go(func() {
			if _, err := v.Verify(ctx, token); !problem.Is(err, problem.IdentityUnavailable) {
				t.Errorf("got %v", err)
			}
		})
	}
	wait.Wait()
	// Long enough for a busy machine; the SDK alone would not return.
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestConcurrentVerificationsFetchKeysOnce(t *testing.T) {
	t.Parallel()
	keys, ctx := newKeys(t, 0)
	v := newTestVerifier(t)
	token := trusted().Token(nil)
	var wait sync.WaitGroup
	for range 50 {
		wait.Go(func() {
			if _, err := v.Verify(ctx, token); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n := keys.Fetches(); n != 1 {
		t.Errorf("%d fetches", n)
	}
}

func TestCancelledCallerDoesNotCancelVerification(t *testing.T) {
	t.Parallel()
	keys, ctx := newKeys(t, 3600)
	v := newTestVerifier(t)
	token := trusted().Token(nil)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := v.Verify(cancelled, token); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := v.Verify(ctx, token); err != nil {
		t.Fatal(err)
	}
	if n := keys.Fetches(); n != 1 {
		t.Errorf("%d fetches", n)
	}
}
