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
	// requestsPerSecond leaves capacity for the cluster on two cores.
	requestsPerSecond = 50
	// trafficAfterChange is how long requests continue after helm returns, while old pods are still stopping.
	trafficAfterChange = 8 * time.Second
)

// underTraffic sends requests at a constant rate, independent of earlier responses, while change runs and for
// trafficAfterChange after it. Every response must be as expected.
func underTraffic(ctx context.Context, b *browser, change func() error) error {
	// Separate keep-alive connections, as browsers use.
	client := *b
	client.client = &http.Client{Timeout: 15 * time.Second, CheckRedirect: b.client.CheckRedirect, Transport: &http.Transport{MaxIdleConnsPerHost: 20}}
	defer client.client.CloseIdleConnections()

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
		wait      sync.WaitGroup
		lock      sync.Mutex
		durations []time.Duration
		failed    []error
	)
	send := func(number int) {
		kind := kinds[number%len(kinds)]
		start := time.Now()
		answer, err := client.get(ctx, kind.path, kind.options...)
		lock.Lock()
		defer lock.Unlock()
		durations = append(durations, time.Since(start))
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
	err := change()
	select {
	case <-time.After(trafficAfterChange):
	case <-ctx.Done():
	}
	close(stop)
	<-stopped
	wait.Wait()
	slices.Sort(durations)
	fmt.Printf("      %d requests, %d failed, median %d ms, slowest %d ms\n", len(durations), len(failed),
		durations[len(durations)/2].Milliseconds(), durations[len(durations)-1].Milliseconds())
	return errors.Join(err, errors.Join(failed[:min(len(failed), 5)]...))
}
