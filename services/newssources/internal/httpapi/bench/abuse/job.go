package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
)

// job is what a generator sends. The parent writes it to the generator's standard input as JSON.
type job struct {
	Name     string
	URL      string // of the service
	Clients  int
	Duration time.Duration
	Mode     string        // how requests are sent; empty: complete requests
	Sources  int           // number of client addresses; 0: one
	Pause    time.Duration // of a client after each answer that is not 429

	Method, Path string // "{uuid}" in Path is replaced by a new id
	Header       http.Header
	Invent       string // an invented API token per request: "valid", "checksum" or "first"
	Body         int    // size in bytes
}

// Modes of a job.
const (
	slowHeaders = "slow headers" // a byte of a header each 500 ms
	slowBody    = "slow body"    // a byte of a body each 500 ms
	connections = "connections"  // connections that are closed at once
)

// result is what a generator reports.
type result struct {
	Statuses map[int]int // 0: no answer
	MaxOpen  int         // requests that were open at the same time
	CPU      time.Duration
}

// newJob returns the job of a request that all clients repeat.
func newJob(name, method, path string, header ...string) job {
	j := job{Name: name, Clients: strangers, Method: method, Path: path,
		Header: http.Header{"Accept": {"application/json"}}}
	for i := 0; i+1 < len(header); i += 2 {
		j.Header.Set(header[i], header[i+1])
	}
	return j
}

// request returns the next request of a job.
func (j job) request() (*http.Request, error) {
	var body *strings.Reader
	if j.Body > 0 {
		body = strings.NewReader(strings.Repeat("x", j.Body))
	}
	path := strings.ReplaceAll(j.Path, "{uuid}", uuid.NewString())
	r, err := http.NewRequest(j.Method, j.URL+path, http.NoBody)
	if body != nil {
		r, err = http.NewRequest(j.Method, j.URL+path, body)
	}
	if err != nil {
		return nil, err
	}
	r.Header = j.Header.Clone()
	if j.Invent == "" {
		return r, nil
	}
	token, _, _ := identity.NewAPIToken()
	switch j.Invent {
	case "checksum":
		token = token[:len(token)-6] + "AAAAAA"
	case "first":
		token = token[:len(token)-6]
	}
	r.Header.Set("Authorization", "Bearer "+token)
	return r, nil
}

// parseJob reads the job of a generator.
func parseJob(text []byte) (j job, err error) {
	if err = json.Unmarshal(text, &j); err == nil && j.URL == "" {
		err = fmt.Errorf("the job %q has no address", j.Name)
	}
	return j, err
}
