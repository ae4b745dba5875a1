package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	uploadSize  = 8_500_000
	uploadCount = 10
	// requestTimeout is the default of REQUEST_TIMEOUT.
	requestTimeout = 15 * time.Second
)

// get sends a GET request and returns its status; 0 means that there was no answer.
func (a *attack) get(ctx context.Context, member *bench.Member, address string) int {
	return a.send(ctx, member, http.MethodGet, address, nil)
}

// send sends a request and returns its status; 0 means that there was no answer.
func (a *attack) send(ctx context.Context, member *bench.Member, method, address string, body io.Reader) int {
	r, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return 0
	}
	if member != nil {
		member.Sign(r)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/octet-stream")
	}
	response, err := a.client.Do(r)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// uploads sends uploadCount large lists of one member at the same time.
func (a *attack) uploads(ctx context.Context) error {
	list := largeList()
	var mu sync.Mutex
	statuses := map[int]int{}
	var slowest time.Duration
	o := a.watch(ctx, func() {
		var group sync.WaitGroup
		for range uploadCount {
			group.Go(func() {
				began := time.Now()
				status := a.send(ctx, a.attacker, http.MethodPost, a.service.URL+"/newssources/imports?filename=large.opml",
					bytes.NewReader(list))
				mu.Lock()
				statuses[status]++
				slowest = max(slowest, time.Since(began))
				mu.Unlock()
			})
		}
		group.Wait()
	})
	fmt.Fprintf(os.Stderr, "uploads: statuses %v\n", statuses)
	failures := o.failed + o.unready
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		if status == 0 || status >= http.StatusInternalServerError {
			failures += statuses[status]
		}
	}
	name := fmt.Sprintf("%d × lists of 8.5 MB", uploadCount)
	// Storing 45,000 rows keeps one of two processors busy for seconds; the other requests share the
	// rest.
	a.add(name+": other requests, p99", bench.Millis(p99(o.times)), "ms", quietRatio*max(2*quietFloor, a.quietP99()))
	a.add(name+": failed requests of others, answers 5xx, /readyz other than 200", float64(failures), "answers", 0)
	a.add(name+": slowest answer", bench.Millis(slowest), "ms", bench.Millis(requestTimeout+time.Second))
	return nil
}

// slowBody sends half of a body, and measures how long it takes until a 408.
func (a *attack) slowBody(ctx context.Context) error {
	body, rest := io.Pipe()
	defer rest.Close()
	go func() { _, _ = rest.Write([]byte("<opml>")) }()
	began := time.Now()
	status := a.send(ctx, a.attacker, http.MethodPost, a.service.URL+"/newssources/imports", body)
	took := time.Since(began)
	if status != http.StatusRequestTimeout {
		fmt.Fprintf(os.Stderr, "a half-sent body was answered with %d\n", status)
		took = time.Hour
	}
	a.add("half-sent body: time until the answer 408", bench.Millis(took), "ms", bench.Millis(requestTimeout+time.Second))
	return nil
}

// memory adds the highest memory of the service in this run.
func (a *attack) memory(context.Context) error {
	a.add("peak memory of the service", peakMemory(a.service.PID), "MB", memoryGoal)
	return nil
}

// largeList returns a list of uploadSize bytes with as many outlines as are accepted.
func largeList() []byte {
	var b bytes.Buffer
	b.WriteString(`<?xml version="1.0"?><opml version="2.0"><body>`)
	for n := 0; b.Len() < uploadSize-100 && n < 45_000; n++ {
		fmt.Fprintf(&b, `<outline text="Outlet %d of a large list with a long title" type="rss" category="/news/local,/politics" xmlUrl="https://outlet%d.example/feeds/politics/latest.xml" htmlUrl="https://outlet%d.example/"/>`+"\n", n, n, n)
	}
	b.WriteString(`</body></opml>`)
	return b.Bytes()
}

// peakMemory returns the highest resident memory of a process in MB.
func peakMemory(pid int) float64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.Atoi(strings.Fields(value)[0])
			return float64(kb) / 1000
		}
	}
	return 0
}
