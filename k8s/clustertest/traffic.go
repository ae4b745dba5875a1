package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	requestsPerSecond = 200
	// writeEvery is the number of requests per request that creates a source: 20 per second.
	writeEvery = 10
	// trafficAfterChange is how long requests continue after the change, while old pods are still stopping.
	trafficAfterChange = 8 * time.Second
	// requestLimit is longer than the deadline of the service (15 s), so that its error is reported.
	requestLimit = 20 * time.Second
)

// digits matches the numbers and times in an error. Errors that differ only in them are of the same kind.
var digits = regexp.MustCompile(`[0-9]+`)

// traffic sends requests at a constant rate, independent of earlier responses. Half of them use keep-alive connections, as browsers do;
// each of the others uses a new connection.
type traffic struct {
	web       *browser
	keepAlive *http.Client
	oneShot   *http.Client // a new connection for each request
	tracked   *trackedSources

	wait      sync.WaitGroup
	lock      sync.Mutex
	durations []time.Duration
	resets    int
	failed    []error
}

func newTraffic(t *test) *traffic {
	client := func(transport *http.Transport) *http.Client {
		return &http.Client{Timeout: requestLimit, CheckRedirect: t.web.client.CheckRedirect, Transport: transport}
	}
	return &traffic{
		web: t.web, tracked: t.tracked,
		keepAlive: client(&http.Transport{MaxIdleConnsPerHost: 50}),
		oneShot:   client(&http.Transport{DisableKeepAlives: true}),
	}
}

// read is a request that changes nothing, and its expected status.
type read struct {
	path    string
	options []option
	status  int
}

func (f *traffic) reads() []read {
	return []read{
		{"/", []option{accept("text/html")}, 200},
		{"/newssources?limit=20", []option{accept("application/json"), f.web.bearer()}, 200},
		{"/config.json", nil, 200},
		{"/newssources", []option{accept("application/json")}, 401},
		{"/newssources", []option{accept("text/html"), header("Sec-Fetch-Mode", "navigate")}, 302},
	}
}

// send sends one request and records its duration and its failure.
func (f *traffic) send(ctx context.Context, number int) {
	client := *f.web
	client.client = f.keepAlive
	if number%2 == 0 {
		client.client = f.oneShot
	}
	start := time.Now()
	var err error
	if number/2%writeEvery == 0 {
		err = f.tracked.create(ctx, &client)
	} else {
		kinds := f.reads()
		kind := kinds[number%len(kinds)]
		var answer reply
		if answer, err = client.get(ctx, kind.path, kind.options...); err == nil && answer.status != kind.status {
			err = fmt.Errorf("%s: status %d, want %d: %.100s", kind.path, answer.status, kind.status, answer.body)
		}
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.durations = append(f.durations, time.Since(start))
	if err == nil {
		return
	}
	if errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || strings.Contains(err.Error(), "EOF") {
		f.resets++
	}
	f.failed = append(f.failed, fmt.Errorf("%s: %w", start.Format("15:04:05.000"), err))
}

// run sends requests while change runs and for trafficAfterChange after it.
func (f *traffic) run(ctx context.Context, change func() error) error {
	defer f.keepAlive.CloseIdleConnections()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Second / requestsPerSecond)
		defer tick.Stop()
		for number := 0; ; number++ {
			select {
			case <-stop:
				return
			case <-tick.C:
				f.wait.Go(func() { f.send(ctx, number) })
			}
		}
	}()
	err := change()
	select {
	case <-time.After(trafficAfterChange):
	case <-ctx.Done():
	}
	close(stop)
	<-stopped
	f.wait.Wait()
	return err
}

// printFailures prints the number of failed requests of each kind, with the first and the last error.
func (f *traffic) printFailures() {
	kinds := map[string][]error{}
	for _, err := range f.failed {
		kind := digits.ReplaceAllString(err.Error(), "")
		kinds[kind] = append(kinds[kind], err)
	}
	for _, errs := range kinds {
		fmt.Printf("      %d failed: %v\n        last: %v\n", len(errs), errs[0], errs[len(errs)-1])
	}
}

// underTraffic runs the change under traffic and adds a row with the number of failed requests.
func (t *test) underTraffic(ctx context.Context, name string, change func() error) error {
	f := newTraffic(t)
	start := time.Now()
	if err := f.run(ctx, change); err != nil {
		return err
	}
	took := time.Since(start)
	slices.Sort(f.durations)
	f.printFailures()
	count := len(f.durations)
	t.addRow(name+": failed requests", float64(len(f.failed)), "requests", 0,
		fmt.Sprintf("%d requests in %.0f s, %d resets, median %d ms, p99 %d ms, slowest %d ms", count, took.Seconds(), f.resets,
			f.durations[count/2].Milliseconds(), f.durations[count*99/100].Milliseconds(), f.durations[count-1].Milliseconds()))
	return nil
}
