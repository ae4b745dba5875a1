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
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// large is a feed whose body needs a memory reservation.
var large = `<rss version="2.0"><channel>` +
	strings.Repeat("<item><title>News of the harbour city</title></item>", 4<<10) + `</channel></rss>`

// otherMember is a member other than that of the discoveries.
var otherMember = uuid.UUID{1}

// announcedFeeds is the number of feeds of a site of withFeeds. A discovery fetches all of them,
// one after another.
const announcedFeeds = enoughLeads - 1

// withFeeds returns a site whose pages announce feeds. The page /large needs a memory reservation.
func withFeeds(feed http.HandlerFunc) http.HandlerFunc {
	return func(out http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/" || r.URL.Path == "/large":
			out.Header().Set("Content-Type", "text/html")
			for i := range announcedFeeds {
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

// serve serves a site under names of the simulated internet on its own port, and returns the
// homepages.
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

// wantMemoryReleased checks that no memory is reserved, and reserves all.
func (w world) wantMemoryReleased(t *testing.T) {
	t.Helper()
	if !w.finder.bodyMemory.TryAcquire(otherMember, bodyMemoryBytes) {
		t.Error("memory for bodies is reserved")
	}
	if !w.finder.pageMemory.TryAcquire(otherMember, pageMemoryBytes) {
		t.Error("memory for pages is reserved")
	}
	if !w.finder.parseMemory.TryAcquire(otherMember, parseMemoryBytes) {
		t.Error("memory for parsing is reserved")
	}
}

// TestLargeBodiesWaitForMemory checks that all discoveries share one budget for bodies.
func TestLargeBodiesWaitForMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address := w.serve(t, withFeeds(sendLarge))[0]
	if !w.finder.bodyMemory.TryAcquire(otherMember, bodyMemoryBytes) {
		t.Fatal("memory for bodies is reserved")
	}
	for _, want := range []fetch.Outcome{fetch.Timeout, fetch.OK} {
		f := w.discover(t, address)
		if len(f.candidates) != announcedFeeds {
			t.Errorf("candidates %v", f.titles())
		}
		for _, c := range f.candidates {
			if c.Outcome != string(want) || want == fetch.Timeout && !strings.Contains(c.Detail, "waited too long for other "+
				"requests") {
				t.Errorf("%s: %s %s, want %s", c.URL, c.Outcome, c.Detail, want)
			}
		}
		if want == fetch.Timeout {
			w.finder.bodyMemory.Release(otherMember, bodyMemoryBytes)
		}
	}
	w.wantMemoryReleased(t)
}

func TestPreviewWithoutMemoryIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	address := w.serve(t, withFeeds(sendLarge))[0] + "feed/1"
	if !w.finder.bodyMemory.TryAcquire(otherMember, bodyMemoryBytes) {
		t.Fatal("memory for bodies is reserved")
	}
	for timeout := 50 * time.Millisecond; ; timeout *= 2 { // a busy machine may need longer to reach the body
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		_, err := w.finder.Preview(ctx, PreviewRequest{URL: address})
		cancel()
		if refused, ok := errors.AsType[*problem.Error](err); ok && refused.Code == problem.TooManySearches &&
			refused.RetryAfter > 0 {
			break
		}
		if timeout > siteTimeout {
			t.Fatalf("error %v", err)
		}
	}
	w.finder.bodyMemory.Release(otherMember, bodyMemoryBytes)
	if p := w.preview(t, address); p.Outcome != string(fetch.OK) {
		t.Errorf("%+v", p)
	}
	w.wantMemoryReleased(t)
}

// TestSlowResponsesReserveNoMemory checks responses that hang or send little.
func TestSlowResponsesReserveNoMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	arrived := make(chan struct{})
	var sent atomic.Int32
	addresses := w.serve(t, withFeeds(func(out http.ResponseWriter, r *http.Request) {
		if sent.Add(1)%2 == 0 {
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
	const n = bodyMemoryBytes/maxBodyBytes + 4
	for _, address := range addresses[:n] {
		searches.Go(func() { _ = w.finder.Run(ctx, address, func(Event) {}) })
	}
	for range n {
		<-arrived
	}
	if !w.finder.bodyMemory.TryAcquire(otherMember, bodyMemoryBytes) {
		t.Error("responses that hang reserve memory")
	}
	cancel()
	searches.Wait()
}

// TestSlowReadersReserveNoMemory checks that a client that reads events slowly holds no memory
// reservation.
func TestSlowReadersReserveNoMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for i, address := range w.serve(t, withFeeds(sendLarge))[:3] {
		slowAt := []string{Reached, Proposed, Found}[i]
		emitted, resume := make(chan struct{}), make(chan struct{})
		var once sync.Once
		var search sync.WaitGroup
		search.Go(func() {
			_ = w.finder.Run(context.Background(), address+"large", func(e Event) {
				if e.Type == slowAt {
					once.Do(func() { close(emitted); <-resume })
				}
			})
		})
		<-emitted
		ctx, cancel := context.WithTimeout(context.Background(), responseTimeout)
		if w.finder.bodyMemory.Acquire(ctx, otherMember, bodyMemoryBytes) == nil { // after the other bodies were read
			w.finder.bodyMemory.Release(otherMember, bodyMemoryBytes)
		} else {
			t.Errorf("memory is reserved for a slow reader of %q", slowAt)
		}
		cancel()
		close(resume)
		search.Wait()
	}
	w.wantMemoryReleased(t)
}

func TestPagesAreKeptWithinTheBudget(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	if !w.finder.pageMemory.TryAcquire(otherMember, pageMemoryBytes) {
		t.Fatal("memory for pages is reserved")
	}
	if f := w.discover(t, w.URL("list-only.test", "/")); len(f.candidates) != 0 {
		t.Errorf("a page that was not kept is proposed: %v", f.titles())
	}
	w.finder.pageMemory.Release(otherMember, pageMemoryBytes)
	if f := w.discover(t, w.URL("list-only.test", "/")); len(f.candidates) != 1 {
		t.Errorf("candidates %v", f.titles())
	}
	w.wantMemoryReleased(t)
}
