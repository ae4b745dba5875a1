package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// snapshotOf returns the cursor and the sources of a complete snapshot, by id.
func snapshotOf(t *testing.T, body []byte) (cursor string, sources map[uuid.UUID]api.MirroredSource) {
	t.Helper()
	sources = map[uuid.UUID]api.MirroredSource{}
	total := -1
	for lines := bufio.NewScanner(bytes.NewReader(body)); lines.Scan(); {
		var line api.SnapshotLine
		must(t, json.Unmarshal(lines.Bytes(), &line))
		switch {
		case total >= 0:
			t.Errorf("%s follows the last line", lines.Text())
		case line.Cursor != nil:
			cursor = *line.Cursor
		case line.Source != nil:
			sources[line.Source.Id] = *line.Source
		default:
			total = *line.Sources
		}
	}
	if total != len(sources) || cursor == "" {
		t.Fatalf("%d of %d sources, cursor %q", len(sources), total, cursor)
	}
	return cursor, sources
}

// TestMirror applies a snapshot and the changes after it to a copy of the register.
func TestMirror(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	reader := a.member("Vera", identity.Viewer).program("read")
	first := editor.create("First", `"tags":["News"]`)
	second := editor.create("Second", `"lifecycle":"draft"`)
	cursor, mirror := snapshotOf(t, reader.get("/newssources/changes/snapshot").want(http.StatusOK).body)
	if len(mirror) != 2 {
		t.Errorf("the snapshot has %d sources", len(mirror))
	}
	editor.delete(second.path, second.etag).want(http.StatusNoContent)
	editor.patch(first.path, first.etag, `{"country":"ES"}`).want(http.StatusOK)
	third := editor.create("Third")

	var order []uuid.UUID
	for {
		page := into[api.RegisterChangePage](reader.get("/newssources/changes?limit=2&since=" + cursor).want(http.StatusOK))
		cursor = page.Cursor
		for _, c := range page.Changes {
			order = append(order, c.SourceId)
			if c.Deleted != (c.Source == nil) {
				t.Errorf("%+v", c)
			}
			delete(mirror, c.SourceId)
			if c.Source != nil {
				mirror[c.SourceId] = *c.Source
			}
		}
		if len(page.Changes) == 0 {
			break
		}
	}
	if want := []uuid.UUID{second.id, first.id, third.id}; !slices.Equal(order, want) {
		t.Errorf("the changes are of %v, want %v", order, want)
	}
	_, want := snapshotOf(t, reader.get("/newssources/changes/snapshot").want(http.StatusOK).body)
	if !reflect.DeepEqual(mirror, want) {
		t.Errorf("the mirror is %+v, want %+v", mirror, want)
	}
	reader.get("/newssources/changes?since=x").problem(problem.InvalidCursor)
	reader.get("/newssources/changes?wait=31").problem(problem.UnknownParameter)
	_, err := a.pool.Exec(t.Context(), "UPDATE register_commits SET at = at - interval '1 hour'")
	must(t, err)
	reader.get("/newssources/changes?since=" + cursor).problem(problem.CursorExpired)
	reader.do(http.MethodHead, "/newssources/changes?wait=30", nil).want(http.StatusOK)
	reader.do(http.MethodHead, "/newssources/changes/snapshot", nil).want(http.StatusOK)
}

// TestFollowersWait checks that requests wait for a change and for the end of the server, longer than
// its time-outs, and how many may wait. A snapshot may take longer, too.
func TestFollowersWait(t *testing.T) {
	t.Parallel()
	var broadcaster *updates.Broadcaster
	a := newRig(t, func(o *Options) { broadcaster = o.Updates })
	editor := a.editor()
	server := httptest.NewUnstartedServer(a.handler)
	server.Config.BaseContext = func(net.Listener) context.Context { return a.ctx }
	server.Config.ReadTimeout, server.Config.WriteTimeout = 300*time.Millisecond, 300*time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	a.url = server.URL
	viewer := a.member("Vera", identity.Viewer)
	reader := viewer.program("read")
	must(t, a.server.limits.reads.Acquire(t.Context(), viewer.id, maxReads))
	time.AfterFunc(2*server.Config.ReadTimeout, func() { a.server.limits.reads.Release(viewer.id, maxReads) })
	cursor, _ := snapshotOf(t, reader.get("/newssources/changes/snapshot").want(http.StatusOK).body)
	if page := into[api.RegisterChangePage](reader.get("/newssources/changes?wait=1&since=" + cursor).
		want(http.StatusOK)); len(page.Changes) > 0 || page.Cursor != cursor {
		t.Errorf("without a change: %+v", page)
	}
	wait := func() chan api.RegisterChangePage {
		page := make(chan api.RegisterChangePage, 1)
		go func() {
			page <- into[api.RegisterChangePage](reader.get("/newssources/changes?wait=30&since=" + cursor))
		}()
		return page
	}
	var client uuid.UUID
	must(t, a.pool.QueryRow(t.Context(), "SELECT id FROM api_tokens").Scan(&client))
	eventually := func(count int64) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); a.server.followers.Held(client) != count; {
			if time.Now().After(deadline) {
				t.Fatalf("%d requests wait, want %d", a.server.followers.Held(client), count)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	var pages []chan api.RegisterChangePage
	for range maxFollowers {
		pages = append(pages, wait())
	}
	eventually(maxFollowers)
	reader.get("/newssources/changes?wait=30&since=" + cursor).problem(problem.Busy)
	made := editor.create("First")
	for _, page := range pages {
		got := <-page
		if len(got.Changes) != 1 || got.Changes[0].SourceId != made.id {
			t.Errorf("got %+v", got)
		}
		cursor = got.Cursor
	}
	eventually(0)
	last := wait()
	eventually(1)
	broadcaster.Close()
	if got := <-last; len(got.Changes) != 0 || got.Cursor != cursor {
		t.Errorf("at the end of the server: %+v", got)
	}
}
