package check

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
)

const (
	// offlineProbe is the pause between requests to the canaries during an outage.
	offlineProbe = 2 * time.Second
	// trialSuccesses checks in a row that succeed during an outage prove that the canaries are wrong.
	trialSuccesses = 20
)

// sendHeartbeats sends heartbeats until ctx ends, periodically and whenever the network is lost or
// restored.
func (r *run) sendHeartbeats(ctx context.Context) {
	select {
	case <-r.started: // a heartbeat before would close an incident
	case <-ctx.Done():
	}
	var canariesRequestedAt time.Time
	tick := time.NewTicker(heartbeatEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		r.observer.Offline(r.network.IsOffline())
		if err := r.heartbeat(ctx); err != nil && ctx.Err() == nil {
			r.log.Debug("no heartbeat", "error", err) // the loop of the checks reports an outage of the database
		}
		if time.Since(canariesRequestedAt) >= upkeepEvery && !r.network.IsOffline() &&
			r.canaries.RequestUntrusted(ctx) == nil {
			canariesRequestedAt = time.Now()
		}
		select {
		case <-r.network.Changed:
		case <-tick.C:
		case <-ctx.Done():
		}
	}
}

// waitForNetwork returns when a canary answers again or ctx ends. Meanwhile it checks one endpoint
// at a time: when many succeed in a row, the network works and the canaries do not.
func (r *run) waitForNetwork(ctx context.Context) {
	successes := 0
	for ctx.Err() == nil {
		if r.network.CanariesAnswer(ctx) {
			r.network.Restore()
			return
		}
		if isSuccess, err := r.trial(ctx); err == nil && isSuccess {
			successes++
		} else {
			successes = 0
		}
		if successes >= trialSuccesses {
			r.canaries.Distrust()
			r.network.Restore()
			return
		}
		ctxtime.Sleep(ctx, offlineProbe)
	}
}

// trial checks an endpoint and reports whether the site has answered. A failure is not recorded as
// one.
func (r *run) trial(ctx context.Context) (bool, error) {
	tasks, err := r.claim(ctx, 1)
	if err != nil || len(tasks) == 0 {
		return false, err
	}
	f := r.perform(r.ctx, tasks[0])
	f.IsOwnFault = f.IsOwnFault || f.Cause != ""
	r.findings <- f
	return !f.IsOwnFault, nil
}
