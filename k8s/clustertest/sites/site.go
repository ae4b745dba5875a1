package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// responseTime is how long a site takes to respond. It is long enough that checks are running when
// a worker is stopped.
const responseTime = 700 * time.Millisecond

// request is a logged request for a feed.
type request struct {
	Host string    `json:"host"`
	Time time.Time `json:"time"`
}

// sites serves an RSS feed at /feed of every host, and logs each request for it before it responds.
type sites struct {
	lock    sync.Mutex
	log     []request
	offline map[string]bool // addresses of clients whose connections the proxy drops
}

func newSites() *sites { return &sites{offline: map[string]bool{}} }

func (s *sites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		_, _ = fmt.Fprintf(w, "<!doctype html><title>%s</title><link rel=alternate type=application/rss+xml href=/feed>",
			r.Host)
	case "/feed":
		select {
		case <-time.After(responseTime):
		case <-r.Context().Done():
		}
		s.lock.Lock()
		s.log = append(s.log, request{r.Host, time.Now()})
		s.lock.Unlock()
		w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = fmt.Fprintf(w, feed, r.Host, r.Host)
	default:
		http.NotFound(w, r)
	}
}

const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>%[1]s</title><link>http://%[1]s/</link><description>News</description>
<item><title>First</title><link>http://%[1]s/1</link><guid>http://%[1]s/1</guid><pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate></item>
<item><title>Second</title><link>http://%[2]s/2</link><guid>http://%[2]s/2</guid><pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate></item>
</channel></rss>`

// control returns the handler of the control address, which returns the log and sets the clients
// whose connections the proxy drops.
func (s *sites) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /log", func(w http.ResponseWriter, _ *http.Request) {
		s.lock.Lock()
		defer s.lock.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s.log)
	})
	mux.HandleFunc("POST /offline", func(_ http.ResponseWriter, r *http.Request) {
		s.lock.Lock()
		defer s.lock.Unlock()
		s.offline[r.FormValue("client")] = true
	})
	mux.HandleFunc("POST /online", func(http.ResponseWriter, *http.Request) {
		s.lock.Lock()
		defer s.lock.Unlock()
		clear(s.offline)
	})
	return mux
}

// isOffline reports whether the proxy drops the connections of a client.
func (s *sites) isOffline(client string) bool {
	host, _, err := net.SplitHostPort(client)
	s.lock.Lock()
	defer s.lock.Unlock()
	return err == nil && s.offline[host]
}
