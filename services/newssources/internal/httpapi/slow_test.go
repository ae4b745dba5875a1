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

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// hold locks a source, as a change that takes long does, until the test ends or release is called.
func (a *rig) hold(source made) (release func()) {
	a.t.Helper()
	tx, err := a.pool.Begin(a.t.Context())
	must(a.t, err)
	_, err = tx.Exec(a.t.Context(), "SELECT FROM sources WHERE id = $1 FOR UPDATE", source.id)
	must(a.t, err)
	release = func() { _ = tx.Rollback(context.Background()) }
	a.t.Cleanup(release)
	return release
}

// waits until a session of the database waits for a lock.
func (a *rig) waits(n int) {
	a.t.Helper()
	a.until("nobody waits for the lock", func() bool {
		return a.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") >= n
	})
}

// until looks again and again whether something has come true.
func (a *rig) until(otherwise string, true func() bool) {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(a.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !true() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			a.t.Fatal(otherwise)
		}
	}
}

func TestRequestThatTakesTooLong(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.Timeout = time.Second })
	editor := a.editor()
	source := editor.create("The Daily")
	a.unchanged()
	a.hold(source)
	started := time.Now()
	editor.patch(source.path, source.etag, `{"notes":"x"}`).problem(problem.Timeout)
	if took := time.Since(started); took > 30*time.Second { // of a busy machine; without a limit it would wait for ever
		t.Errorf("took %s", took)
	}
}

// TestCallerWhoLeaves: a page that is left, or a search that is typed on, is no error of ours.
func TestCallerWhoLeaves(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	a.unchanged()
	release := a.hold(source)
	ctx, leave := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "PATCH", a.url+source.path, strings.NewReader(`{"notes":"x"}`))
	must(t, err)
	done := make(chan error, 1)
	for name, text := range map[string]string{"Authorization": "Bearer " + editor.token, "Content-Type": mergePatch, "If-Match": source.etag,
		"X-XSRF-TOKEN": editor.xsrf, "Cookie": "XSRF-TOKEN=" + editor.xsrf, "X-Request-Id": "who-leaves"} {
		r.Header.Set(name, text)
	}
	go func() {
		_, err := a.client.Do(r)
		done <- err
	}()
	a.waits(1)
	leave()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	a.until("no access line", func() bool { return a.log.about("who-leaves") != "" })
	release()
	if line := a.log.about("who-leaves"); !strings.Contains(line, `"status":499`) || !strings.Contains(line, `"level":"INFO"`) {
		t.Errorf("got %s", line)
	}
	if text := a.scrape(); strings.Contains(text, `status="5`) {
		t.Error("counted as an error of ours")
	}
	editor.get(source.path).want(200)
}

// TestBodyThatEndsEarly: the line of whoever sends may break or be too slow; that is no outage of ours.
func TestBodyThatEndsEarly(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.unchanged()
	for path, media := range map[string]string{"/newssources": "application/json", "/newssources/imports": "application/octet-stream"} {
		for _, cause := range []error{os.ErrDeadlineExceeded, io.ErrUnexpectedEOF} {
			r := httptest.NewRequestWithContext(a.ctx, "POST", path, io.MultiReader(strings.NewReader(`{"name":`), iotest.ErrReader(cause)))
			r.Header.Set("Authorization", "Bearer "+editor.token)
			r.Header.Set("Content-Type", media)
			r.Header.Set(identity.XSRFHeader, editor.xsrf)
			r.AddCookie(&http.Cookie{Name: identity.XSRFCookie, Value: editor.xsrf})
			w := httptest.NewRecorder()
			a.handler.ServeHTTP(w, r)
			if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"code":"bad_request"`) || internals.Match(w.Body.Bytes()) {
				t.Errorf("%s, %v: %d %s", path, cause, w.Code, w.Body)
			}
		}
	}
}
