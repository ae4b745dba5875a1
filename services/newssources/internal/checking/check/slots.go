package check

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
)

const (
	// queueShare is the number of slots per place in the queue of claimed endpoints. The queue fills
	// the slots that become free during a claim and the pause after it, about 60 ms: 12 % of the slots
	// at 500 ms per check, and 50 % at 120 ms.
	queueShare = 2
	// queueTime is the maximum time that a claimed endpoint waits for a slot when all checks are slow.
	// After that, it is returned, because its lease must not end before its check does.
	queueTime = 15 * time.Second
)

// room returns the number of endpoints that may be claimed.
func (r *run) room() int { return cap(r.slots) - len(r.slots) + cap(r.queue) - len(r.queue) }

// waitForRoom returns when a slot or a place in the queue is free, or ctx ends.
func (r *run) waitForRoom(ctx context.Context) {
	for r.room() <= 0 {
		select {
		case <-r.freed:
		case <-ctx.Done():
			return
		}
	}
}

// startQueued starts the checks of the queued endpoints as slots become free, until the queue is
// closed. It returns endpoints instead when ctx has ended, the network is down, or they have waited
// longer than queueTime.
func (r *run) startQueued(ctx context.Context) {
	for t := range r.queue {
		select {
		case r.slots <- struct{}{}:
		case <-ctx.Done():
			r.giveBack(t)
			continue
		}
		if ctx.Err() != nil || r.network.IsOffline() || time.Since(t.Began) > queueTime {
			<-r.slots
			r.giveBack(t)
			continue
		}
		r.checks.Go(func() {
			defer r.freeSlot()
			r.check(t)
		})
	}
}

func (r *run) freeSlot() {
	<-r.slots
	select {
	case r.freed <- struct{}{}:
	default: // a signal is already pending
	}
}

// giveBack returns a claimed endpoint to the queue of the database without a result.
func (r *run) giveBack(t *queue.Task) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.ctx), releaseTimeout)
	defer cancel()
	if err := r.release(ctx, []*queue.Task{t}); err != nil {
		r.log.Warn("an interrupted check was not returned to the queue; it is repeated when its lease ends", "endpoint",
			t.EndpointID, "error", err)
	}
}
