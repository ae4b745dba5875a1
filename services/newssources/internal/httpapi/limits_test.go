package httpapi

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// TestUploadsAreLimited checks how many lists are received and processed at the same time, and that further ones are refused
// with a Retry-After.
func TestUploadsAreLimited(t *testing.T) {
	t.Parallel()
	as := func(id byte) context.Context {
		ctx, cancel := context.WithTimeout(identity.NewContext(t.Context(), identity.Person{ID: uuid.UUID{id}}), 50*time.Millisecond)
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
	l := newMemberLimits()
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
