package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
)

// minHeapBytes is the size of a block that is allocated and never written, so that it takes no
// memory. Because the garbage collector runs when the heap has doubled, it runs after 32 MiB of
// responses instead of 5 MiB. That saves a fifth of the CPU time of a list.
const minHeapBytes = 32 << 20

// serve serves the API until ctx ends, and then stops in order: it fails the readiness probe, waits
// until no new requests are routed here, finishes the running requests, stops the jobs and closes
// the database.
func serve(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources serve")
	}
	config, err := readConfig(os.Getenv)
	if err != nil {
		return fmt.Errorf("the configuration has errors:\n%w", err)
	}
	p, err := startProgram(ctx, "api", config, config, out)
	if err != nil {
		return err
	}
	defer p.close()
	minHeap := make([]byte, minHeapBytes)
	defer runtime.KeepAlive(minHeap)

	parts, err := newAPI(config, p)
	if err != nil {
		return err
	}
	workers, err := jobs.NewWorkers(p.db.Pool, parts.services)
	if err != nil {
		return err
	}
	server, err := parts.server(ctx)
	if err != nil {
		return err
	}
	ready := p.newReadiness()
	probes := observe.NewServer(config.MetricsAddr, parts.metrics, ready, p.log)
	failed := make(chan error, 2)
	probesAt, err := listen(probes, failed)
	if err != nil {
		return err
	}
	defer probes.Close()
	apiAt, err := listen(server, failed)
	if err != nil {
		return err
	}
	logListening(p.log, "api", apiAt, "probes", probesAt)
	jobsCtx, stopJobs := context.WithCancel(context.WithoutCancel(ctx))
	defer stopJobs()
	go p.startWhenMigrated(jobsCtx, "job workers are waiting for the database", workers.Start)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	ready.Stop()
	p.log.Info("stopping", "delay", config.ShutdownDelay.String())
	time.Sleep(config.ShutdownDelay)
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), config.ShutdownLimit)
	defer cancel()
	if err = server.Shutdown(limit); err != nil {
		err = fmt.Errorf("requests still running %s after the stop signal were cancelled (SHUTDOWN_TIMEOUT): %w",
			config.ShutdownLimit, err)
		_ = server.Close() // cancels them, so that they release their database connections
	}
	stopJobs()
	return errors.Join(err, workers.Stop(limit))
}
