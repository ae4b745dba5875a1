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
	// trafficAfterChange is how long requests continue after the change, while old pods are still
	// stopping.
	trafficAfterChange = 8 * time.Second
	// requestLimit is longer than the deadline of the service (15 s), so that its error is reported.
	requestLimit = 20 * time.Second
	// retryLimit is longer than the time for which the Idempotency-Key of a request is locked after
	// its process was killed (20 s).
	retryLimit = 30 * time.Second
	retryDelay = 200 * time.Millisecond
)

// errorTimeFormat is the format of the times of errors.
const errorTimeFormat = "15:04:05.000"

// digits matches the numbers and times in an error. Errors that differ only in them are of the same
// kind.
var digits = regexp.MustCompile(`[0-9]+`)

// traffic sends requests at a constant rate, independent of earlier responses. Half of them use
// keep-alive connections, as browsers do; each of the others uses a new connection.
type traffic struct {
	web       *browser
	keepAlive *http.Client
	oneShot   *http.Client // a new connection for each request
	tracked   *trackedSources
	retries   bool // whether failed requests are retried: reads as by the app, and writes with an Idempotency-Key

	wait      sync.WaitGroup
	lock      sync.Mutex
	durations []time.Duration
	resets    int
	retried   []error // the first errors of requests that were retried
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

// request returns a function that sends request number. Each call sends the same request, so that
// it can be retried.
func (f *traffic) request(number int) func(context.Context, *browser) error {
	if number/2%writeEvery == 0 {
		return f.tracked.create(f.retries)
	}
	kinds := f.reads()
	kind := kinds[number%len(kinds)]
	return func(ctx context.Context, client *browser) error {
		answer, err := client.get(ctx, kind.path, kind.options...)
		if err == nil && answer.status != kind.status {
			err = fmt.Errorf("%s: status %d, want %d: %.100s", kind.path, answer.status, kind.status, answer.body)
		}
		return err
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
	request := f.request(number)
	first := request(ctx, &client)
	err := first
	for err != nil && f.retries && ctx.Err() == nil && time.Since(start) < retryLimit {
		time.Sleep(retryDelay)
		err = request(ctx, &client)
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	f.durations = append(f.durations, time.Since(start))
	if first != nil && isReset(first) {
		f.resets++
	}
	if first != nil && f.retries {
		f.retried = append(f.retried, fmt.Errorf("%s: %w", start.Format(errorTimeFormat), first))
	}
	if err != nil {
		f.failed = append(f.failed, fmt.Errorf("%s: %w", start.Format(errorTimeFormat), err))
	}
}

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || strings.Contains(err.Error(), "EOF")
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

// printKinds prints the number of errors of each kind, with the first and the last error.
func printKinds(title string, errs []error) {
	kinds := map[string][]error{}
	for _, err := range errs {
		kind := digits.ReplaceAllString(err.Error(), "")
		kinds[kind] = append(kinds[kind], err)
	}
	for _, kind := range kinds {
		fmt.Printf("      %d %s: %v\n        last: %v\n", len(kind), title, kind[0], kind[len(kind)-1])
	}
}

// underTraffic runs the change under traffic and adds a row with the number of failed requests.
func (t *test) underTraffic(ctx context.Context, name string, change func() error) error {
	return t.measure(ctx, name+": failed requests", newTraffic(t), change)
}

// underRetriedTraffic is like underTraffic, but retries failed requests. The row has the number of
// requests whose last attempt failed.
func (t *test) underRetriedTraffic(ctx context.Context, name string, change func() error) error {
	f := newTraffic(t)
	f.retries = true
	return t.measure(ctx, name+": failed requests after retries", f, change)
}

// measure runs the change under the traffic f and adds a row with the number of failed requests.
func (t *test) measure(ctx context.Context, row string, f *traffic, change func() error) error {
	start := time.Now()
	if err := f.run(ctx, change); err != nil {
		return err
	}
	took := time.Since(start)
	slices.Sort(f.durations)
	printKinds("failed", f.failed)
	printKinds("retried", f.retried)
	count := len(f.durations)
	detail := fmt.Sprintf("%d requests in %.0f s, %d resets, median %d ms, p99 %d ms, slowest %d ms", count,
		took.Seconds(), f.resets,
		f.durations[count/2].Milliseconds(), f.durations[count*99/100].Milliseconds(), f.durations[count-1].Milliseconds())
	if f.retries {
		detail = fmt.Sprintf("%d requests were retried; %s", len(f.retried), detail)
	}
	t.addRow(row, float64(len(f.failed)), "requests", 0, detail)
	return nil
}
