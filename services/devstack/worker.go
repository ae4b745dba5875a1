package main

import (
	"context"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/proc"
)

const workerName = "worker"

// startWorker starts the checker of the endpoints and waits until it is ready.
func (a *api) startWorker(ctx context.Context) error {
	s := a.stack
	if s.info.Worker == "" {
		probes, err := port.Free()
		if err != nil {
			return err
		}
		s.info.Worker = loopbackURL(probes)
	}
	defaults := map[string]string{"CHECK_CONCURRENCY": "10"} // leaves a laptop's processors to other programs
	defaults["CHECK_CANARIES"] = s.info.Simulator.Example    // a site that always answers
	p, err := s.start(proc.Spec{
		Name: workerName, Path: a.binary, Args: []string{"work"}, Dir: s.root, LogFile: s.logFile(workerName),
		Show: showAPIError, Grace: 30 * time.Second,
		Env: append(environment(nil, defaults),
			append(a.env, "METRICS_ADDR="+strings.TrimPrefix(s.info.Worker, "http://"))...),
	})
	if err != nil {
		return err
	}
	a.worker = p
	return waitForOK(ctx, p, s.info.Worker+"/readyz")
}
