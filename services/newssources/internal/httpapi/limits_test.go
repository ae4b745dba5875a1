package httpapi

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestUploadsAreLimited checks how many lists are received and processed at the same time, and that
// further ones are refused with a Retry-After.
func TestUploadsAreLimited(t *testing.T) {
	t.Parallel()
	as := func(id byte) context.Context {
		ctx, cancel := context.WithTimeout(identity.NewContext(t.Context(), identity.Person{ID: uuid.UUID{id}}),
			50*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	wantBusy := func(what string, err error) {
		t.Helper()
		p, ok := err.(*problem.Error)
		if !ok || p.Code != problem.Busy || p.RetryAfter == 0 {
			t.Errorf("%s: got %v", what, err)
		}
	}
	l := newMemberLimits(4)
	var releases []func()
	for i := range maxAllUploads {
		release, err := l.acquireUpload(as(byte(i / maxUploads)))
		must(t, err)
		releases = append(releases, release)
	}
	_, err := l.acquireUpload(as(0))
	wantBusy("a third list of a member", err)
	_, err = l.acquireUpload(as(9))
	wantBusy("a fifth list of all members", err)
	releases[0]()
	_, err = l.acquireUpload(as(9))
	must(t, err)

	done, err := l.acquireProcessing(as(0))
	must(t, err)
	_, err = l.acquireProcessing(as(1))
	wantBusy("a second list that is processed", err)
	done()
	_, err = l.acquireProcessing(as(1))
	must(t, err)
}

// TestRateOfAMemberIsLimited covers the limits of browsers, programs and single tokens, whose
// bursts are used up at once.
func TestRateOfAMemberIsLimited(t *testing.T) {
	t.Parallel()
	ana := identity.Person{ID: uuid.New()}
	program := func(p identity.Person) identity.Person {
		p.Token = &identity.TokenRef{ID: uuid.New()}
		return p
	}
	// A second is added to the burst, for a busy machine.
	exhaust := func(l *memberLimits, p identity.Person, most int) {
		t.Helper()
		for range most {
			if err := l.checkRate(p); err != nil {
				if p := problem.As(err); p.Code != problem.TooManyRequests || p.Status() != http.StatusTooManyRequests ||
					p.RetryAfter == 0 {
					t.Errorf("got %v", err)
				}
				return
			}
		}
		t.Errorf("%d requests are allowed", most)
	}
	l := newMemberLimits(4)
	script := program(ana)
	exhaust(l, script, tokenBurst+tokenPerSecond)
	must(t, l.checkRate(ana))
	must(t, l.checkRate(program(ana)))
	for range requestBurst / tokenBurst {
		_ = l.checkRate(program(ana))
	}
	exhaust(l, ana, requestBurst+requestsPerSecond)
	must(t, l.checkRate(identity.Person{ID: uuid.New()}))
	must(t, l.checkRate(program(ana)))
}

// TestCostlyReadsAreShared covers a member who has used up the time of costly reads, and another
// one.
func TestCostlyReadsAreShared(t *testing.T) {
	t.Parallel()
	as := func(id byte) context.Context {
		ctx, cancel := context.WithTimeout(identity.NewContext(t.Context(), identity.Person{ID: uuid.UUID{id}}),
			50*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	l := newMemberLimits(maxReads + 1 + sparedConns)
	for range maxReads {
		_, err := l.acquireRead(as(1), readWait)
		must(t, err)
	}
	if _, err := l.acquireRead(as(1), readWait); !problem.Is(err, problem.Busy) || problem.As(err).RetryAfter != busyRetryAfter {
		t.Errorf("a read above the share: %v", err)
	}
	release, err := l.acquireRead(as(2), readWait)
	must(t, err)
	release()
	for range maxReads {
		l.reads.Release(uuid.UUID{1}, 1)
	}
	l.reading.Spend(uuid.UUID{1}, readingBurst)
	release, err = l.acquireRead(as(1), readWait)
	must(t, err)
	if held := l.reads.Held(uuid.UUID{1}); held != maxReads {
		t.Errorf("the read of a member who has read for long has %d slots", held)
	}
	release()
	if held := l.reads.Held(uuid.UUID{1}); held != 0 {
		t.Errorf("%d slots are held", held)
	}
}

// TestReadsAreSharedUnlessTheyAreLight sends reads of a member whose share is in use.
func TestReadsAreSharedUnlessTheyAreLight(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana, ben := a.member("Ana", identity.Editor), a.member("Ben", identity.Viewer)
	for range maxReads {
		if !a.server.limits.reads.TryAcquire(ana.id, 1) {
			t.Fatal("no slot is free")
		}
	}
	endpoint := "/newssources/endpoints/" + uuid.NewString()
	for _, path := range []string{
		"/newssources?limit=500", "/newssources?q=news", "/newssources?facets=true", "/newssources/summary",
		"/newssources/history?target_type=source", "/newssources/endpoints",
		endpoint + "/items?q=a+b+c+d+e+f+g+h", endpoint + "/attempts", endpoint + "/evidence", "/newssources/items",
		"/newssources/held-items?source_id=" + uuid.NewString(), "/newssources/overview",
		"/newssources/activity?source_id=" + uuid.NewString(), "/newssources/suggestions",
		"/newssources/incidents", "/newssources/work", "/newssources/imports",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			got := ana.in(t).get(path)
			got.problem(problem.Busy)
			if got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" {
				t.Errorf("status %d", got.status)
			}
		})
	}
	ana.get("/newssources/session").want(http.StatusOK)
	ben.get("/newssources?limit=500").want(http.StatusOK)
}
