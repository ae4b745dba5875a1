package check

import (
	"context"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/newsources/newsources/services/newssources/internal/checking/network"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
)

const (
	// pollBusy and pollIdle are the pauses between claims when nothing more was due: while checks run,
	// their hosts become free again; otherwise new and changed endpoints must be noticed.
	pollBusy, pollIdle = 100 * time.Millisecond, time.Second
	// outageRetry is the pause after an error of the database.
	outageRetry = 2 * time.Second
	// canariesEvery is the period of reading which canaries are not trusted.
	canariesEvery = time.Hour
	// releaseTimeout bounds returning the interrupted checks to the queue.
	releaseTimeout = 2 * time.Second
	// recordTimeout bounds recording the results of the last checks, after the drain time.
	recordTimeout = 5 * time.Second
	// claimPause collects the slots that become free, so that a busy worker claims several endpoints
	// at a time.
	claimPause = 40 * time.Millisecond
)

// Run checks endpoints until ctx ends. Then it claims nothing more, lets the running checks finish
// within the drain time, returns interrupted ones to the queue, and records all results.
func (w *Worker) Run(ctx context.Context) {
	drain, cancel := delayed(ctx, w.config.DrainTime)
	defer cancel()
	recordCtx, cancel := delayed(ctx, w.config.DrainTime+recordTimeout)
	defer cancel()

	findings := make(chan *record.Finding, recordBatch)
	var recording sync.WaitGroup
	recording.Go(func() { w.recordAll(recordCtx, findings) })

	r := &run{
		Worker: w, ctx: drain, findings: findings, slots: make(chan struct{}, w.config.Concurrency),
		started: make(chan struct{}),
		queue:   make(chan *queue.Task, max(w.config.Concurrency/queueShare, 1)), freed: make(chan struct{}, 1),
	}
	var starting sync.WaitGroup
	starting.Go(func() { r.startQueued(ctx) })
	var heartbeats sync.WaitGroup
	heartbeats.Go(func() { r.sendHeartbeats(ctx) })
	var upkeep sync.WaitGroup
	upkeep.Go(func() { w.maintain(ctx) })
	r.loop(ctx)
	close(r.queue)
	starting.Wait()
	r.checks.Wait()
	close(findings)
	recording.Wait()
	heartbeats.Wait()
	upkeep.Wait()
	unregisterCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseTimeout)
	defer cancel()
	if err := w.unregister(unregisterCtx); err != nil {
		w.log.Warn("the end of this worker was not reported", "error", err)
	}
}

// delayed returns a context that ends when the given time has passed since the end of ctx.
func delayed(ctx context.Context, delay time.Duration) (context.Context, context.CancelFunc) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(delay, cancel) })
	return later, func() {
		stop()
		cancel()
	}
}

// run is the state of Run.
type run struct {
	*Worker
	ctx      context.Context // of the checks
	findings chan<- *record.Finding
	slots    chan struct{}    // one element per running check
	queue    chan *queue.Task // claimed endpoints that wait for a slot
	freed    chan struct{}    // has an element after a slot was freed
	checks   sync.WaitGroup
	loadedAt time.Time     // of the canaries
	started  chan struct{} // closed when the worker knows whether an incident is open
	logged   string
}

// loop claims endpoints and starts their checks until ctx ends.
func (r *run) loop(ctx context.Context) {
	for ctx.Err() == nil {
		r.waitForRoom(ctx)
		if r.network.IsOffline() {
			r.waitForNetwork(ctx)
			continue
		}
		wait, err := r.step(ctx)
		if err != nil && ctx.Err() == nil {
			if text := err.Error(); text != r.logged { // once per error: an outage may last hours
				r.logged = text
				r.log.Warn("the checker is waiting for the database", "error", err)
			}
			wait = outageRetry
		} else if err == nil {
			r.logged = ""
		}
		ctxtime.Sleep(ctx, wait)
	}
}

// step claims as many endpoints as slots and places in the queue are free. It returns the pause
// until the next claim.
func (r *run) step(ctx context.Context) (wait time.Duration, err error) {
	if time.Since(r.loadedAt) >= canariesEvery {
		if err := r.canaries.Load(ctx); err != nil {
			return 0, err
		}
		if r.loadedAt.IsZero() {
			if err := r.startDuringIncident(ctx); err != nil {
				return 0, err
			}
			// Before the first claim: leases of a worker that is not registered are not ended early.
			if err := r.heartbeat(ctx); err != nil {
				return 0, err
			}
			close(r.started)
		}
		if r.loadedAt = time.Now(); r.network.IsOffline() {
			return 0, nil
		}
	}
	assigned, err := r.assignDomains(ctx)
	if err != nil {
		return 0, err
	}
	free := r.room()
	tasks, err := r.claim(r.ctx, free) // a stop must not lose the answer, which has the leases
	if err != nil {
		return 0, err
	}
	for _, t := range tasks {
		r.queue <- t
	}
	if len(tasks) > 0 {
		r.observer.Claimed(len(tasks))
	}
	if len(tasks) < min(free, maxClaim) {
		if removed, err := r.removeIdleDomains(ctx); err != nil || removed > 0 {
			return 0, err
		}
	}
	switch {
	case len(tasks) == min(free, maxClaim) || assigned == assignBatch:
		return claimPause, nil
	case len(r.slots)+len(r.queue) > 0:
		return pollBusy, nil
	}
	return pollIdle, nil
}

// check performs a claimed check. A check that the stop interrupts is returned to the queue.
func (r *run) check(t *queue.Task) {
	if f := record.Postpone(t); f != nil {
		r.findings <- f
		return
	}
	ctx, span := tracing.Start(r.ctx, "check", trace.SpanKindInternal)
	defer span.End()
	f := r.perform(ctx, t)
	if span.IsRecording() {
		span.SetAttributes(attribute.String("newssources.endpoint", t.EndpointID.String()),
			attribute.String("newssources.kind", string(t.Kind)), attribute.String("newssources.outcome", f.Outcome()))
	}
	if !f.IsOwnFault && !r.network.Confirm(r.ctx, network.Check{Domain: t.Domain, Cause: f.Cause,
		IsReused: f.Result.Reused, WasWorking: t.WasWorking}) {
		f.IsOwnFault = true
		r.observer.WorkerNetworkFailure()
	}
	if f.IsOwnFault && r.ctx.Err() != nil {
		r.giveBack(t)
		return
	}
	r.findings <- f
}
