package discover

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// large is a feed that isn't read without room.
var large = `<rss version="2.0"><channel>` + strings.Repeat("<item><title>News of the harbour city</title></item>", 4<<10) + `</channel></rss>`

// withFeeds is a site whose pages announce as many feeds as are fetched at a time. Those at /large need room.
func withFeeds(feed http.HandlerFunc) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/" || r.URL.Path == "/large":
			out.Header().Set("Content-Type", "text/html")
			for i := range AtOnce {
				fmt.Fprintf(out, `<link rel="alternate" type="application/rss+xml" href="/feed/%d">`, i)
			}
			if r.URL.Path == "/large" {
				fmt.Fprint(out, strings.Repeat("<p>News of the harbour city</p>", 4<<10))
			}
		case strings.HasPrefix(r.URL.Path, "/feed/"):
			feed(out, r)
		default:
			http.NotFound(out, r)
		}
	}
}

func sendLarge(out http.ResponseWriter, _ *http.Request) { fmt.Fprint(out, large) }

// serve puts a site behind names of the simulated internet, at a port of its own, and returns their homepages.
func (w world) serve(t *testing.T, site http.HandlerFunc) (addresses []string) {
	t.Helper()
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	for _, name := range w.Names() {
		if !w.Site(name).Special {
			addresses = append(addresses, fmt.Sprintf("http://%s:%d/", name, server.Listener.Addr().(*net.TCPAddr).Port))
		}
	}
	return addresses
}

// wantRoom fails where room is taken, and takes it.
func (w world) wantRoom(t *testing.T) {
	t.Helper()
	if !w.finder.room.TryAcquire(roomBytes) {
		t.Error("room to read is taken")
	}
	if !w.finder.kept.TryAcquire(keptBytes) {
		t.Error("pages are kept")
	}
}

// All discoveries share what may be read at a time: hostile sites can't take all memory.
func TestLargeBodiesWaitForRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address := w.serve(t, withFeeds(sendLarge))[0]
	if !w.finder.room.TryAcquire(roomBytes) {
		t.Fatal("room is taken")
	}
	for _, want := range []fetch.Outcome{fetch.Timeout, fetch.OK} {
		f := w.discover(t, address)
		if len(f.candidates) != AtOnce {
			t.Errorf("candidates %v", f.titles())
		}
		for _, c := range f.candidates {
			if c.Outcome != string(want) || want == fetch.Timeout && !strings.Contains(c.Detail, "waited too long for other requests") {
				t.Errorf("%s: %s %s, want %s", c.URL, c.Outcome, c.Detail, want)
			}
		}
		if want == fetch.Timeout {
			w.finder.room.Release(roomBytes)
		}
	}
	w.wantRoom(t)
}

func TestPreviewWithoutRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address := w.serve(t, withFeeds(sendLarge))[0] + "feed/1"
	if !w.finder.room.TryAcquire(roomBytes) {
		t.Fatal("room is taken")
	}
	for patience := 50 * time.Millisecond; ; patience *= 2 { // a busy machine may take longer to get that far
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		_, err := w.finder.Preview(ctx, PreviewRequest{URL: address})
		cancel()
		if refused, ok := errors.AsType[*problem.Error](err); ok && refused.Code == problem.TooManySearches && refused.RetryAfter > 0 {
			break
		}
		if patience > siteTimeout {
			t.Fatalf("error %v", err)
		}
	}
	w.finder.room.Release(roomBytes)
	if p := w.preview(t, address); p.Outcome != string(fetch.OK) {
		t.Errorf("%+v", p)
	}
	w.wantRoom(t)
}

// What hangs, or sends little, takes nothing from the others.
func TestWhatHangsLeavesRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	arrived := make(chan struct{})
	addresses := w.serve(t, withFeeds(func(out http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "1") {
			fmt.Fprint(out, large[:1000])
			_ = http.NewResponseController(out).Flush()
		}
		select {
		case arrived <- struct{}{}:
		case <-r.Context().Done():
		}
		<-r.Context().Done()
	}))
	ctx, cancel := context.WithCancel(context.Background())
	var searches sync.WaitGroup
	const n = roomBytes/maxBytes/AtOnce + 2
	for _, address := range addresses[:n] {
		searches.Go(func() { _ = w.finder.Run(ctx, address, func(Event) {}) })
	}
	for range n * AtOnce {
		<-arrived
	}
	if !w.finder.room.TryAcquire(roomBytes) {
		t.Error("room is taken by what hangs")
	}
	cancel()
	searches.Wait()
}

// Whoever reads our answer slowly keeps nobody waiting but themselves.
func TestSlowListenersLeaveRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for i, address := range w.serve(t, withFeeds(sendLarge))[:3] {
		slowAt := []string{Reached, Proposed, Found}[i]
		told, goOn := make(chan struct{}), make(chan struct{})
		var once sync.Once
		var search sync.WaitGroup
		search.Go(func() {
			_ = w.finder.Run(context.Background(), address+"large", func(e Event) {
				if e.Type == slowAt {
					once.Do(func() { close(told); <-goOn })
				}
			})
		})
		<-told
		ctx, cancel := context.WithTimeout(context.Background(), answerBox)
		if w.finder.room.Acquire(ctx, roomBytes) == nil { // when the others have been read as well
			w.finder.room.Release(roomBytes)
		} else {
			t.Errorf("who is told %q slowly keeps room", slowAt)
		}
		cancel()
		close(goOn)
		search.Wait()
	}
	w.wantRoom(t)
}

func TestPagesAreKeptAsLongAsThereIsRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	if !w.finder.kept.TryAcquire(keptBytes) {
		t.Fatal("pages are kept")
	}
	if f := w.discover(t, w.URL("list-only.test", "/")); len(f.candidates) != 0 {
		t.Errorf("a page that wasn't kept is proposed: %v", f.titles())
	}
	w.finder.kept.Release(keptBytes)
	if f := w.discover(t, w.URL("list-only.test", "/")); len(f.candidates) != 1 {
		t.Errorf("candidates %v", f.titles())
	}
	w.wantRoom(t)
}
