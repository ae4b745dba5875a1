package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	otherGoal   = 1000 // ms, p99 of the requests of another member
	memoryGoal  = 300  // MB, peak memory of the service
	uploadSize  = 8_500_000
	uploadCount = 10
	searchCount = 40
)

// attack overloads the service as one member, while another member works.
type attack struct {
	service         *bench.Service
	client          *http.Client
	attacker, other *bench.Member
	duration        time.Duration
	quiet           float64 // p99 of the requests of the other member without an overload, in ms
	figures         []bench.Figure
}

func (a *attack) add(f bench.Figure, goal float64) {
	a.figures = append(a.figures, f.AtMost(goal, f.Value))
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

// idle measures the other member without an overload.
func (a *attack) idle(ctx context.Context) error {
	p99, _ := a.watch(ctx, a.duration, func() {})
	a.quiet = p99
	a.figures = append(a.figures, bench.NewFigure("other requests without an overload, p99", p99, "ms", 0))
	return nil
}

func (a *attack) searchWords(ctx context.Context) error {
	query := "/newssources?q=" + url.QueryEscape(strings.Join(strings.Split("abcdefghijklmnopqrstuvwxyz0123456789", ""), " "))
	return a.searches(ctx, "40 searches of 36 one-letter words", query)
}

func (a *attack) searchEverything(ctx context.Context) error {
	return a.searches(ctx, "40 searches of 8 frequent words with facets", "/newssources?facets=true&q="+url.QueryEscape("e a o r s t n i"))
}

// searches sends searches with searchCount clients for the duration.
func (a *attack) searches(ctx context.Context, name, path string) error {
	var mu sync.Mutex
	statuses := map[int]int{}
	p99, unready := a.watch(ctx, a.duration, func() {
		end := time.Now().Add(a.duration)
		var group sync.WaitGroup
		for range searchCount {
			group.Go(func() {
				for time.Now().Before(end) {
					status := a.send(ctx, a.attacker, http.MethodGet, a.service.URL+path, nil)
					mu.Lock()
					statuses[status]++
					mu.Unlock()
					if status == http.StatusTooManyRequests || status == http.StatusBadRequest {
						time.Sleep(50 * time.Millisecond) // a script that does not obey Retry-After
					}
				}
			})
		}
		group.Wait()
	})
	fmt.Fprintf(os.Stderr, "%s: statuses %v\n", name, statuses)
	a.add(bench.NewFigure(name+": other requests, p99", p99, "ms", 0), otherGoal)
	a.add(bench.NewFigure(name+": answers of /readyz other than 200", float64(unready), "answers", 0), 0)
	a.add(bench.NewFigure(name+": server errors", float64(serverErrors(statuses)), "answers", 0), 0)
	return nil
}

func serverErrors(statuses map[int]int) (n int) {
	for _, status := range slices.Sorted(maps.Keys(statuses)) {
		if status == 0 || status >= 500 {
			n += statuses[status]
		}
	}
	return n
}

// uploads sends uploadCount large lists at the same time.
func (a *attack) uploads(ctx context.Context) error {
	list := largeList()
	var mu sync.Mutex
	statuses := map[int]int{}
	var slowest time.Duration
	p99, unready := a.watch(ctx, time.Second, func() {
		var group sync.WaitGroup
		for range uploadCount {
			group.Go(func() {
				began := time.Now()
				status := a.send(ctx, a.attacker, http.MethodPost, a.service.URL+"/newssources/imports?filename=large.opml", bytes.NewReader(list))
				mu.Lock()
				statuses[status]++
				slowest = max(slowest, time.Since(began))
				mu.Unlock()
			})
		}
		group.Wait()
	})
	fmt.Fprintf(os.Stderr, "uploads: statuses %v\n", statuses)
	name := "10 lists of 8.5 MB"
	a.add(bench.NewFigure(name+": other requests, p99", p99, "ms", 0), otherGoal)
	a.add(bench.NewFigure(name+": peak memory", peakMemory(a.service.PID), "MB", 0), memoryGoal)
	a.add(bench.NewFigure(name+": slowest answer", bench.Millis(slowest), "ms", 0), bench.Millis(requestTimeout+time.Second))
	a.add(bench.NewFigure(name+": answers of /readyz other than 200", float64(unready), "answers", 0), 0)
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
	a.add(bench.NewFigure("half-sent body: time until the answer 408", bench.Millis(took), "ms", 0), bench.Millis(requestTimeout+time.Second))
	return nil
}

// watch runs overload, and at the same time requests of another member and probes. It returns the p99 of the requests in ms
// and the number of probes that were not answered with 200. A failed request counts as a minute.
func (a *attack) watch(ctx context.Context, least time.Duration, overload func()) (p99 float64, unready int) {
	done := make(chan struct{})
	var group sync.WaitGroup
	var walls []float64
	group.Go(func() {
		for paths, n := []string{"/newssources", "/newssources?q=herald", "/newssources/summary", "/newssources/tags"}, 0; ; n++ {
			began := time.Now()
			status := a.send(ctx, a.other, http.MethodGet, a.service.URL+paths[n%len(paths)], nil)
			wall := bench.Millis(time.Since(began))
			if status != http.StatusOK {
				fmt.Fprintf(os.Stderr, "another member's %s was answered with %d\n", paths[n%len(paths)], status)
				wall = bench.Millis(time.Minute)
			}
			walls = append(walls, wall)
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond): // a busy person
			}
		}
	})
	group.Go(func() {
		for {
			if a.send(ctx, nil, http.MethodGet, a.service.Probes+"/readyz", nil) != http.StatusOK {
				unready++
			}
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	})
	start := time.Now()
	overload()
	time.Sleep(time.Until(start.Add(least)))
	close(done)
	group.Wait()
	slices.Sort(walls)
	return walls[len(walls)*99/100], unready
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
