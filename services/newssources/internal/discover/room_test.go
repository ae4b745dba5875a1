package discover

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
)

// Many discoveries at a time share what may be read at a time: hostile sites can't take all memory.
func TestRoomIsShared(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	arrived, open := make(chan struct{}, 200), make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			out.Header().Set("Content-Type", "text/html")
			for i := range AtOnce {
				fmt.Fprintf(out, `<link rel="alternate" type="application/rss+xml" href="/feed/%d">`, i)
			}
		case strings.HasPrefix(r.URL.Path, "/feed/"):
			arrived <- struct{}{}
			select {
			case <-open:
			case <-r.Context().Done():
			}
			fmt.Fprint(out, `<rss version="2.0"><channel><item><title>News</title></item></channel></rss>`)
		default:
			http.NotFound(out, r)
		}
	}))
	t.Cleanup(site.Close)
	port := site.Listener.Addr().(*net.TCPAddr).Port

	const most = roomBytes / maxBytes
	var wait sync.WaitGroup
	ordinary := slices.DeleteFunc(slices.Clone(w.Names()), func(name string) bool { return w.Site(name).Special })
	for _, name := range ordinary[:most/AtOnce+2] {
		wait.Go(func() {
			if err := w.finder.Run(context.Background(), fmt.Sprintf("http://%s:%d/", name, port), func(Event) {}); err != nil {
				t.Error(err)
			}
		})
	}
	for range most {
		<-arrived
	}
	if w.finder.room.TryAcquire(1) {
		t.Errorf("%d documents are being read, and there is room for another", most)
	}
	close(open)
	wait.Wait()
	if !w.finder.room.TryAcquire(roomBytes) {
		t.Error("room that was taken isn't given back")
	}
}
