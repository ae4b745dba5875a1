package check

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const (
	// recordBatch results are recorded in one transaction, or those that arrived within recordDelay.
	recordBatch = 200
	recordDelay = 100 * time.Millisecond
	// recordRetry is the longest pause between attempts to record a batch.
	recordRetry = 2 * time.Second
)

// recordAll records the findings in batches until the channel is closed. During an outage of the database it keeps the batch
// and tries again until ctx ends; the endpoints are then checked again when their leases have ended.
func (w *Worker) recordAll(ctx context.Context, findings <-chan *finding) {
	for first := range findings {
		batch := collect(first, findings)
		w.recordBatch(ctx, batch)
	}
}

// collect returns the findings that arrive within recordDelay after the first one.
func collect(first *finding, findings <-chan *finding) []*finding {
	batch := []*finding{first}
	timer := time.NewTimer(recordDelay)
	defer timer.Stop()
	for len(batch) < recordBatch {
		select {
		case f, ok := <-findings:
			if !ok {
				return batch
			}
			batch = append(batch, f)
		case <-timer.C:
			return batch
		}
	}
	return batch
}

// recordBatch records a batch. When one of the results cannot be stored, the others are.
func (w *Worker) recordBatch(ctx context.Context, batch []*finding) {
	var logged bool
	for wait := recordDelay; ; wait = min(2*wait, recordRetry) {
		err := w.record(ctx, batch)
		switch {
		case err == nil:
			for _, f := range batch {
				w.observed(f)
			}
			return
		case ctx.Err() != nil:
			w.log.Error("results of checks were not recorded", "results", len(batch), "error", err)
			return
		case postgres.IsUnavailable(err), postgres.IsRetryable(err):
			if !logged {
				logged = true
				w.log.Warn("recording of checks is waiting for the database", "results", len(batch), "error", err)
			}
			ctxtime.Sleep(ctx, wait)
		case len(batch) > 1:
			w.recordBatch(ctx, batch[:len(batch)/2])
			w.recordBatch(ctx, batch[len(batch)/2:])
			return
		default:
			w.log.Error("the result of a check cannot be recorded", "endpoint", batch[0].EndpointID, "error", err)
			return
		}
	}
}

// observed reports a recorded check to the metrics.
func (w *Worker) observed(f *finding) {
	if f.isOwnFault || f.isPostponed {
		return
	}
	w.observer.Checked(f.Kind, f.outcome(), f.tier, f.finishedAt.Sub(f.startedAt))
}
