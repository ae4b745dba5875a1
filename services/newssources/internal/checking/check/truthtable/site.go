package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// answer is a handler for a request to a site.
type answer func(*exchange)

// exchange is a request to a site, and what its answer may depend on.
type exchange struct {
	w       http.ResponseWriter
	r       *http.Request
	site    *site
	at      time.Time
	elapsed time.Duration // since the start of the timeline
	n       int           // earlier requests to this path in this phase
}

// phase is the behaviour of a site from a time of the timeline until the next phase.
type phase[T any] struct {
	from time.Duration
	is   T
}

// from returns a phase.
func from[T any](at time.Duration, is T) phase[T] { return phase[T]{at, is} }

// script is how a path is answered over time.
type script []phase[answer]

// always returns a script with one phase.
func always(a answer) script { return script{from(0, a)} }

// current returns the index of the phase at a time, or -1.
func current[T any](phases []phase[T], elapsed time.Duration) int {
	found := -1
	for i, p := range phases {
		if elapsed >= p.from {
			found = i
		}
	}
	return found
}

// hit is a recorded request.
type hit struct {
	at          time.Time
	elapsed     time.Duration
	host, path  string
	worker      string // its user agent
	status      int
	conditional bool
	wait        time.Duration // for which the answer asked (Retry-After), at most a day
}

// isCheck reports whether the request was the last one of a check of the endpoint.
func (h hit) isCheck() bool {
	return h.path == endpointPath && (h.status/100 != 3 || h.status == http.StatusNotModified)
}

// site answers the requests of one behaviour, and records them with what it has published.
type site struct {
	*behaviour
	host, base string
	clock      *testdb.Clock
	start      time.Time

	mu        sync.Mutex
	counts    map[string]int // of requests by path and phase
	hits      []hit
	served    map[int]bool    // the articles that were in a document
	refused   bool            // the latest answer to a request of robots.txt forbids the endpoint
	disobeyed []time.Duration // times of requests although robots.txt forbids the endpoint
	broken    []string        // other errors
}

func (s *site) elapsed() time.Duration { return s.clock.Now().Sub(s.start) }

// scriptOf returns the script of a path, or nil.
func (s *site) scriptOf(path string) script {
	switch path {
	case endpointPath:
		return s.feed
	case "/robots.txt":
		if s.robots == nil {
			return always(robotsAllow)
		}
		return s.robots
	}
	return s.paths[path]
}

// ServeHTTP answers a request by the present phase of its path.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := s.clock.Now()
	x := &exchange{w: w, r: r, site: s, at: at, elapsed: at.Sub(s.start)}
	script := s.scriptOf(r.URL.Path)
	i := current(script, x.elapsed)
	s.mu.Lock()
	count := fmt.Sprint(r.URL.Path, " ", i)
	x.n = s.counts[count]
	s.counts[count]++
	if s.refused && r.URL.Path == endpointPath {
		s.disobeyed = append(s.disobeyed, x.elapsed)
	}
	number := len(s.hits)
	s.hits = append(s.hits, hit{at: at, elapsed: x.elapsed, host: hostOf(r), path: r.URL.Path, worker: r.UserAgent(),
		conditional: r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since") != ""})
	s.mu.Unlock()
	w.Header().Set("Date", at.UTC().Format(http.TimeFormat))
	recorder := &statusRecorder{ResponseWriter: w, status: http.StatusOK}
	x.w = recorder
	defer func() { // also when the answer closes the connection
		s.mu.Lock()
		defer s.mu.Unlock()
		s.hits[number].status = recorder.status
		s.hits[number].wait = waitOf(recorder.Header(), recorder.status, at)
	}()
	if i < 0 {
		http.NotFound(recorder, r)
		return
	}
	script[i].is(x)
}

// hostOf returns the host name of a request.
func hostOf(r *http.Request) string {
	host, _, _ := strings.Cut(r.Host, ":")
	return host
}

// statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *statusRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// publish records that articles were in a document.
func (s *site) publish(articles []article) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range articles {
		s.served[a.number] = true
	}
}

// lookup returns the answer to a DNS query.
func (s *site) lookup() simulator.Lookup {
	if i := current(s.dns, s.elapsed()); i >= 0 {
		return s.dns[i].is
	}
	return simulator.Resolves
}

// certificateDefect returns the defect of the certificate.
func (s *site) certificateDefect() string {
	if i := current(s.certificate, s.elapsed()); i >= 0 {
		return s.certificate[i].is
	}
	return ""
}

// robotsAllow and robotsForbid are answers to requests of robots.txt.
var (
	robotsAllow  answer = func(x *exchange) { x.robots("User-agent: *\nDisallow: /private\n", false) }
	robotsForbid answer = func(x *exchange) { x.robots("User-agent: *\nDisallow: /feed\n", true) }
)

func (x *exchange) robots(text string, refuses bool) {
	x.site.mu.Lock()
	x.site.refused = refuses
	x.site.mu.Unlock()
	x.w.Header().Set("Content-Type", "text/plain")
	_, _ = x.w.Write([]byte(text))
}
