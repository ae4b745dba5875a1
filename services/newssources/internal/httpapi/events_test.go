package httpapi

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// streamTestLimit ends a stream whose test waits for an event that does not come.
const streamTestLimit = time.Minute

// openStream opens a stream of changes and returns its lines.
func (p *person) openStream(path string, header ...string) *bufio.Scanner {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, streamTestLimit)
	p.t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url+path, nil)
	must(p.t, err)
	r.Header.Set("Authorization", "Bearer "+p.token)
	r.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := p.client.Do(r)
	must(p.t, err)
	p.t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" ||
		response.Header.Get("X-Accel-Buffering") != "no" {
		p.t.Fatalf("got %d %v", response.StatusCode, response.Header)
	}
	return bufio.NewScanner(response.Body)
}

// wait reads lines until one has a prefix, and returns it.
func wait(t *testing.T, lines *bufio.Scanner, prefix string) string {
	t.Helper()
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), prefix) {
			return lines.Text()
		}
	}
	t.Fatalf("the stream ended before %q: %v", prefix, lines.Err())
	return ""
}

// TestStreamOfChanges opens as many streams as a member may have. A change is sent to all of them,
// and they end when the server stops.
func TestStreamOfChanges(t *testing.T) {
	t.Parallel()
	var broadcaster *updates.Broadcaster
	a := newRig(t, func(o *Options) { broadcaster, o.Timeout = o.Updates, 5*time.Second })
	editor := a.editor()
	var streams []*bufio.Scanner
	for range maxStreams {
		lines := editor.openStream("/newssources/events")
		wait(t, lines, "event: ready")
		streams = append(streams, lines)
	}
	editor.get("/newssources/events").problem(problem.Busy)
	editor.do(http.MethodHead, "/newssources/events", nil).want(http.StatusTooManyRequests)
	editor.get("/newssources/events?source=1").problem(problem.UnknownParameter)

	_, err := a.pool.Exec(t.Context(), "INSERT INTO imports (id, filename, created_at) SELECT gen_random_uuid(), "+
		"'list.opml', now()")
	must(t, err)
	for _, lines := range streams {
		wait(t, lines, "event: imports")
		wait(t, lines, "data: {}")
	}
	a.expectMetric("newsources_http_streams 8")
	a.expectMetric("newsources_http_requests_in_flight 0")
	viewer := a.member("Vera", identity.Viewer)
	lines := viewer.openStream("/newssources/events")
	id := strings.TrimPrefix(wait(t, lines, "id: "), "id: ")
	wait(t, viewer.openStream("/newssources/events", "Last-Event-ID", id), `data: {"resumed":true}`)
	wait(t, viewer.openStream("/newssources/events", "Last-Event-ID", "another server"), `data: {"resumed":false}`)
	broadcaster.Close()
	for _, lines := range streams {
		for lines.Scan() { // ends
		}
	}
	editor.get("/newssources/events").problem(problem.Unavailable)
}

// expectMetric waits until the metrics contain a line, because a request is counted after its
// response.
func (a *rig) expectMetric(line string) {
	a.t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for !strings.Contains(a.scrape(), line+"\n") {
		if time.Now().After(deadline) {
			a.t.Fatalf("the metrics lack %q", line)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestStreamOutlivesTheTimeouts checks that neither the time-outs of the server nor that of
// requests end a stream.
func TestStreamOutlivesTheTimeouts(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.Timeout = 3 * time.Second })
	editor := a.editor()
	server := httptest.NewUnstartedServer(a.handler)
	server.Config.BaseContext = func(net.Listener) context.Context { return a.ctx }
	server.Config.ReadTimeout, server.Config.WriteTimeout = 300*time.Millisecond, 300*time.Millisecond
	server.Start()
	a.url = server.URL
	ctx, cancel := context.WithCancel(a.ctx)
	t.Cleanup(func() { cancel(); server.Close() })
	editor.rig.ctx = ctx
	lines := editor.openStream("/newssources/events")
	wait(t, lines, "event: ready")
	began := time.Now()
	for time.Since(began) < 4*time.Second {
		_, err := a.pool.Exec(t.Context(), "INSERT INTO imports (id, filename, created_at) SELECT gen_random_uuid(), "+
			"'list.opml', now()")
		must(t, err)
		wait(t, lines, "event: imports")
	}
}

// TestStreamEndsWithoutAccess checks that a stream ends when its token is not accepted any more.
func TestStreamEndsWithoutAccess(t *testing.T) {
	t.Parallel()
	released, checks := false, 0
	listener := &updates.Listener{Events: make(chan updates.Event, 1)}
	listener.Events <- updates.Event{Topic: updates.Ready}
	stream := updateStream{
		ctx: t.Context(), listener: listener, position: func() updates.Position { return 7 },
		beat: time.Millisecond, release: func() { released = true },
		hasAccess: func() bool { checks++; return checks < 3 },
	}
	w := httptest.NewRecorder()
	must(t, stream.VisitStreamEventsResponse(w))
	text := w.Body.String()
	if !released || !strings.Contains(text, "event: ready\ndata: {\"resumed\":false}\n\n") ||
		strings.Count(text, ": \n\n") != 2 || !strings.HasSuffix(text, "id: 7\n: \n\n") {
		t.Errorf("released %v, wrote %q", released, text)
	}
}
