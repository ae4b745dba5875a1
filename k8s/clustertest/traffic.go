package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"
)

const (
	// requestsPerSecond is what fits beside everything else on two cores.
	requestsPerSecond = 50
	// afterwards the requests go on, since old pods are still stopping when helm returns.
	afterwards = 8 * time.Second
)

// underTraffic sends a steady stream of requests while something happens, and for a moment after. Each has to be answered as
// on any other day. They start on time, whether or not the ones before were answered.
func underTraffic(ctx context.Context, b *browser, happens func() error) error {
	// Connections of its own, kept open as browsers keep them.
	person := *b
	person.client = &http.Client{Timeout: 15 * time.Second, CheckRedirect: b.client.CheckRedirect, Transport: &http.Transport{MaxIdleConnsPerHost: 20}}
	defer person.client.CloseIdleConnections()

	kinds := []struct {
		path    string
		options []option
		status  int
	}{
		{"/", []option{accept("text/html")}, 200},
		{"/newssources", []option{accept("application/json"), b.bearer()}, 200},
		{"/config.json", nil, 200},
		{"/newssources", []option{accept("application/json")}, 401},
		{"/newssources", []option{accept("text/html"), header("Sec-Fetch-Mode", "navigate")}, 302},
	}
	var (
		wait   sync.WaitGroup
		lock   sync.Mutex
		took   []time.Duration
		failed []error
	)
	send := func(number int) {
		kind := kinds[number%len(kinds)]
		since := time.Now()
		answer, err := person.get(ctx, kind.path, kind.options...)
		lock.Lock()
		defer lock.Unlock()
		took = append(took, time.Since(since))
		if err != nil {
			failed = append(failed, err)
		} else if answer.status != kind.status {
			failed = append(failed, fmt.Errorf("%s: status %d, want %d: %.100s", kind.path, answer.status, kind.status, answer.body))
		}
	}
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
				wait.Go(func() { send(number) })
			}
		}
	}()
	err := happens()
	select {
	case <-time.After(afterwards):
	case <-ctx.Done():
	}
	close(stop)
	<-stopped
	wait.Wait()
	slices.Sort(took)
	fmt.Printf("      %d requests, %d failed, median %d ms, slowest %d ms\n", len(took), len(failed),
		took[len(took)/2].Milliseconds(), took[len(took)-1].Milliseconds())
	return errors.Join(err, errors.Join(failed[:min(len(failed), 5)]...))
}
