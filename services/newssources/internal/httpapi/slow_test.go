package httpapi

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// lockSource locks a source row, as a slow change would, until the test ends or release is called.
func (a *rig) lockSource(source createdSource) (release func()) {
	a.t.Helper()
	tx, err := a.pool.Begin(a.t.Context())
	must(a.t, err)
	_, err = tx.Exec(a.t.Context(), "SELECT FROM sources WHERE id = $1 FOR UPDATE", source.id)
	must(a.t, err)
	release = func() { _ = tx.Rollback(context.Background()) }
	a.t.Cleanup(release)
	return release
}

// waitForLocks waits until n database sessions are waiting for a lock.
func (a *rig) waitForLocks(n int) {
	a.t.Helper()
	a.waitUntil("no session waits for the lock", func() bool {
		return a.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") >= n
	})
}

// waitUntil polls condition until it holds, and fails the test with message otherwise.
func (a *rig) waitUntil(message string, condition func() bool) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			a.t.Fatal(message)
		}
	}
}

func TestSlowRequestEndsAtItsTimeout(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.Timeout = time.Second })
	editor := a.editor()
	source := editor.create("The Daily")
	a.expectUnchanged()
	a.lockSource(source)
	started := time.Now()
	editor.patch(source.path, source.etag, `{"notes":"x"}`).problem(problem.Timeout)
	// Long enough for a busy machine; without a time-out, the request would not end.
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("took %s", took)
	}
}

// TestClientDisconnectIsNoServerError covers a page that is closed, which cancels its requests.
func TestClientDisconnectIsNoServerError(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	a.expectUnchanged()
	release := a.lockSource(source)
	ctx, disconnect := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "PATCH", a.url+source.path, strings.NewReader(`{"notes":"x"}`))
	must(t, err)
	done := make(chan error, 1)
	for name, text := range map[string]string{"Authorization": "Bearer " + editor.token, "Content-Type": contract.MergePatch,
		"If-Match":     source.etag,
		"X-XSRF-TOKEN": editor.xsrf, "Cookie": "XSRF-TOKEN=" + editor.xsrf, "X-Request-Id": "disconnects"} {
		r.Header.Set(name, text)
	}
	go func() {
		_, err := a.client.Do(r)
		done <- err
	}()
	a.waitForLocks(1)
	disconnect()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	a.waitUntil("no access line", func() bool { return a.log.about("disconnects") != "" })
	release()
	if line := a.log.about("disconnects"); !strings.Contains(line, `"status":499`) ||
		!strings.Contains(line, `"level":"INFO"`) {
		t.Errorf("got %s", line)
	}
	if text := a.scrape(); strings.Contains(text, `status="5`) {
		t.Error("counted as a server error")
	}
	editor.get(source.path).want(200)
}

// TestIncompleteBodyIsABadRequest covers broken and slow client connections, which must not be
// reported as an outage.
func TestIncompleteBodyIsABadRequest(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	for path, media := range map[string]string{"/newssources": "application/json",
		"/newssources/imports": "application/octet-stream"} {
		for _, cause := range []error{os.ErrDeadlineExceeded, io.ErrUnexpectedEOF} {
			r := httptest.NewRequestWithContext(a.ctx, "POST", path,
				io.MultiReader(strings.NewReader(`{"name":`), iotest.ErrReader(cause)))
			r.Header.Set("Authorization", "Bearer "+editor.token)
			r.Header.Set("Content-Type", media)
			r.Header.Set(identity.XSRFHeader, editor.xsrf)
			r.AddCookie(&http.Cookie{Name: identity.XSRFCookie, Value: editor.xsrf})
			w := httptest.NewRecorder()
			a.handler.ServeHTTP(w, r)
			status, code := http.StatusBadRequest, "bad_request"
			if errors.Is(cause, os.ErrDeadlineExceeded) {
				status, code = http.StatusRequestTimeout, "request_timeout"
			}
			if w.Code != status || !strings.Contains(w.Body.String(), `"code":"`+code+`"`) || internals.Match(w.Body.Bytes()) {
				t.Errorf("%s, %v: %d %s", path, cause, w.Code, w.Body)
			}
		}
	}
}

// TestHalfSentBodyIsAnswered sends a part of a body over a connection that stays open.
func TestHalfSentBodyIsAnswered(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.Timeout = time.Second })
	editor := a.editor()
	a.expectUnchanged()
	for path, media := range map[string]string{"/newssources": "application/json",
		"/newssources/imports": "application/octet-stream"} {
		body, rest := io.Pipe()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.url+path, body)
		must(t, err)
		r.ContentLength = 1000
		go func() { _, _ = rest.Write([]byte(`{"name":`)) }()
		editor.send(r, "Content-Type", media).problem(problem.RequestTimeout)
		rest.Close()
	}
	editor.get("/newssources").want(200)
}
