package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// workerGCPercent is the heap growth in percent at which the garbage collector runs. Most of the
// memory of a worker is short-lived, so a lower value than the default of 100 saves memory and
// costs little CPU time.
const workerGCPercent = 50

// work checks the endpoints until ctx ends. Then it claims no more endpoints, lets the running
// checks finish and records their results.
func work(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources work")
	}
	config, err := readWorkConfig(os.Getenv)
	if err != nil {
		return fmt.Errorf("the configuration has errors:\n%w", err)
	}
	p, err := startProgram(ctx, "worker", config.Config, config, out)
	if err != nil {
		return err
	}
	defer p.close()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(workerGCPercent)
	}
	db, log := p.db, p.log
	metrics := observe.NewCheckMetrics(version, db.Pool, func(ctx context.Context) (observe.Backlog, error) {
		backlog, err := queue.ReadBacklog(ctx, db)
		return observe.Backlog(backlog), err
	})
	metrics.AddDatabase(db)
	metrics.AddPartitions(func(ctx context.Context) (observe.Partitions, error) { return check.ReadPartitions(ctx, db) })
	settings := config.siteConfig(db)
	settings.Observe = observeFetches(metrics.Metrics)
	client, err := fetch.New(settings)
	if err != nil {
		return err
	}
	defer client.Close()
	ready := p.newReadiness()
	probes, failed := observe.NewServer(config.MetricsAddr, metrics.Metrics, ready, log), make(chan error, 1)
	probesAt, err := listen(probes, failed)
	if err != nil {
		return err
	}
	defer probes.Close()
	logListening(log, "probes", probesAt)

	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var probesErr error
	go func() {
		probesErr = <-failed
		stop()
	}()
	context.AfterFunc(ctx, func() {
		ready.Stop()
		log.Info("stopping", "drain", config.Check.DrainTime.String())
	})
	isReady := func(context.Context) error { return nil }
	if p.startWhenMigrated(ctx, "the checker is waiting for the database", isReady) {
		log.Info("checking endpoints")
		check.NewWorker(db, client, config.Check, metrics, log).Run(ctx)
	}
	log.Info("stopped")
	return probesErr
}

// defaultCanaries are available everywhere and run by different organisations. They are only
// requested when a site fails and no other site answers at that time.
const defaultCanaries = "https://www.wikipedia.org/,https://example.com/"

// canaries reads a list of addresses; "none" is an empty one.
func (env *envReader) canaries(name string) (list []string) {
	if text := env.stringOr(name, defaultCanaries); text != "none" {
		for i, address := range strings.Split(text, ",") {
			u, err := weburl.Parse(strings.TrimSpace(address))
			if err != nil || !strings.HasPrefix(strings.TrimSpace(address), "http") || strings.Contains(address, "@") {
				// Without the value, which may contain a password.
				env.addError("%s: address %d is not one such as https://example.org/; use sites that are always available, "+
					"separated by commas, or none", name, i+1)
				continue
			}
			list = append(list, u.String())
		}
	}
	return list
}

// hostname returns the name of this machine or pod.
func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}
