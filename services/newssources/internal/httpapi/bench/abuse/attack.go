package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	// quietRatio is the goal for the p99 of other members, relative to that without an overload.
	quietRatio = 3
	// quietFloor is the lowest p99 without an overload that is assumed, in ms: on two processors,
	// which the service, the database and this program share, the p99 of some 500 requests varies by
	// as much from run to run. Three times as much is not noticed by a person.
	quietFloor = 50
	// memoryGoal is the memory limit of a pod of the API in the chart, 512 Mi, in MB.
	memoryGoal = 537
	// people is the number of other members' requests at a time, and pause the time between two
	// requests of each.
	people, pause = 4, 50 * time.Millisecond
	// rest is the time without an overload before each attack.
	rest = 1500 * time.Millisecond
)

// attack overloads the service, while another member works.
type attack struct {
	service         *bench.Service
	client          *http.Client
	attacker, other *bench.Member
	endpoint        string // with many items and attempts
	duration        time.Duration
	only            *regexp.Regexp  // of the names of jobs
	quiet           []time.Duration // times of the requests of the other member without an overload
	figures         []bench.Figure
}

func (a *attack) add(row string, value float64, unit string, goal float64) {
	a.figures = append(a.figures, bench.NewFigure(row, value, unit, 0).AtMost(goal, value))
}

// idle measures the other member without an overload.
func (a *attack) idle(ctx context.Context) error {
	o := a.watch(ctx, func() { time.Sleep(a.duration) })
	a.quiet = o.times
	a.figures = append(a.figures, bench.NewFigure("other requests without an overload, p99", a.quietP99(), "ms", 0))
	return nil
}

func (a *attack) quietP99() float64 { return bench.Millis(p99(a.quiet)) }

// anonymous sends each kind of anonymous request with 2,000 clients.
func (a *attack) anonymous(ctx context.Context) error { return a.each(ctx, a.anonymousJobs()) }

// costlyReads sends each costly read of one member with 100 clients.
func (a *attack) costlyReads(ctx context.Context) error { return a.each(ctx, a.memberJobs()) }

func (a *attack) each(ctx context.Context, jobs []job) error {
	for _, j := range jobs {
		if !a.only.MatchString(j.Name) {
			continue
		}
		if err := a.run(ctx, j); err != nil {
			return err
		}
	}
	return nil
}

// run runs a job while another member works, and once more if it misses its goal: other programs
// may have used the processors.
func (a *attack) run(ctx context.Context, j job) error {
	p99, goal, failures, err := a.measure(ctx, j)
	if err == nil && (p99 > goal || failures > 0) {
		p99, goal, failures, err = a.measure(ctx, j)
	}
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%d × %s", j.Clients, j.Name)
	a.add(name+": other requests, p99", p99, "ms", goal)
	a.add(name+": failed requests of others, answers 5xx, /readyz other than 200", float64(failures), "answers", 0)
	return nil
}

// measure returns the p99 of the other member's requests during a job in ms, its goal, and the
// number of failures. The time without an overload before the job is a part of the reference,
// because the machine is not equally busy all the time.
func (a *attack) measure(ctx context.Context, j job) (value, goal float64, failures int, err error) {
	before := a.watch(ctx, func() { time.Sleep(rest) }).times
	a.quiet = append(a.quiet, before...)
	quiet := max(quietFloor, a.quietP99(), bench.Millis(p99(before)))
	j.URL, j.Duration = a.service.URL, a.duration
	var sent result
	cpu := bench.ProcessCPU(a.service.PID)
	o := a.watch(ctx, func() { sent, err = runGenerator(ctx, j) })
	if err != nil {
		return 0, 0, 0, err
	}
	value, goal, failures = bench.Millis(p99(o.times)), quietRatio*quiet, o.failed+o.unready
	for status, count := range sent.Statuses {
		if status >= http.StatusInternalServerError {
			failures += count
		}
	}
	fmt.Fprintf(os.Stderr, "%d × %s: up to %d open, answers %v, CPU: service %s, generator %s; %d other requests, p99 "+
		"%.0f ms, quiet %.0f ms\n", j.Clients, j.Name,
		sent.MaxOpen, sent.Statuses, (bench.ProcessCPU(a.service.PID) - cpu).Round(time.Millisecond),
		sent.CPU.Round(time.Millisecond), len(o.times), value, a.quietP99())
	// Some connections may be refused or answered before others are open.
	if j.Mode != connections && sent.MaxOpen < j.Clients*9/10 {
		err = fmt.Errorf("%s: only %d requests were open at the same time", j.Name, sent.MaxOpen)
	}
	return value, goal, failures, err
}

// observed is what another member and the kubelet see.
type observed struct {
	times           []time.Duration
	failed, unready int
}

// watch calls overload, and at the same time sends requests of another member and probes. A failed
// request counts as a minute.
func (a *attack) watch(ctx context.Context, overload func()) (o observed) {
	done := make(chan struct{})
	var group sync.WaitGroup
	var mu sync.Mutex
	repeat := func(pause time.Duration, send func(n int)) {
		group.Go(func() {
			for n := 0; ; n++ {
				send(n)
				select {
				case <-done:
					return
				case <-time.After(pause):
				}
			}
		})
	}
	paths := []string{"/newssources", "/newssources?q=herald", "/newssources/summary", "/newssources/tags",
		"/newssources/session"}
	for range people {
		repeat(pause, func(n int) {
			began := time.Now()
			status := a.get(ctx, a.other, a.service.URL+paths[n%len(paths)])
			took := time.Since(began)
			mu.Lock()
			defer mu.Unlock()
			if status != http.StatusOK {
				fmt.Fprintf(os.Stderr, "another member's %s was answered with %d\n", paths[n%len(paths)], status)
				took = time.Minute
				o.failed++
			}
			o.times = append(o.times, took)
		})
	}
	repeat(100*time.Millisecond, func(int) {
		if a.get(ctx, nil, a.service.Probes+"/readyz") != http.StatusOK {
			mu.Lock()
			defer mu.Unlock()
			o.unready++
		}
	})
	overload()
	close(done)
	group.Wait()
	return o
}

func p99(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)*99/100]
}
