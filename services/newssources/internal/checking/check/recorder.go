package check

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// recordBatch results are recorded in one transaction, or those that arrived within recordDelay.
	recordBatch = 200
	recordDelay = 100 * time.Millisecond
	// recordRetry is the longest pause between attempts to record a batch.
	recordRetry = 2 * time.Second
	// maxTimeouts is the number of statement timeouts after which a single result is dropped. A single
	// timeout may be caused by a lock on a table.
	maxTimeouts = 3
)

// recordAll records the findings in batches until the channel is closed. During an outage of the
// database it keeps the batch and tries again until ctx ends; the endpoints are then checked again
// when their leases have ended.
func (w *Worker) recordAll(ctx context.Context, findings <-chan *record.Finding) {
	for first := range findings {
		batch := collect(first, findings)
		w.recordBatch(ctx, batch)
	}
}

// collect returns the findings that arrive within recordDelay after the first one.
func collect(first *record.Finding, findings <-chan *record.Finding) []*record.Finding {
	batch := []*record.Finding{first}
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

// recordBatch records a batch. When one of the results cannot be stored, or a statement times out,
// each half of the batch is recorded.
func (w *Worker) recordBatch(ctx context.Context, batch []*record.Finding) {
	var logged bool
	timeouts := 0
	for wait := recordDelay; ; wait = min(2*wait, recordRetry) {
		err := w.record(ctx, batch)
		isTimeout := postgres.IsStatementTimeout(err)
		if isTimeout {
			timeouts++
		}
		switch {
		case err == nil:
			for _, f := range batch {
				w.observed(f)
			}
			return
		case ctx.Err() != nil:
			w.log.Error("results of checks were not recorded", "results", len(batch), "error", err)
			return
		case postgres.StopsBatch(ctx, err), postgres.IsRetryable(err), isTimeout && len(batch) == 1 && timeouts < maxTimeouts:
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
			w.drop(ctx, batch[0], err)
			return
		}
	}
}

// record stores the results of checks in one transaction.
func (w *Worker) record(ctx context.Context, findings []*record.Finding) error {
	started := time.Now()
	var stored []record.RecordedCheck
	err := w.db.Tx(ctx, func(tx postgres.Tx) (err error) {
		stored, err = w.config.recordConfig().Record(ctx, tx, findings)
		return err
	})
	if err != nil {
		return err
	}
	newItems, knownItems := 0, 0
	for _, r := range stored {
		newItems += r.NewItems
		knownItems += r.KnownItems
		if r.ScheduleErr != nil {
			w.log.Warn("the schedule of an endpoint is invalid; it is checked adaptively", "endpoint", r.Finding.EndpointID,
				"error", r.ScheduleErr)
		}
	}
	w.observer.Recorded(len(findings), newItems, knownItems, time.Since(started))
	if lost := len(findings) - len(stored); lost > 0 {
		w.observer.Lost(lost)
	}
	return nil
}

// drop drops a result that cannot be stored. The next check of the endpoint is postponed, so that
// the other endpoints of the site are checked before it.
func (w *Worker) drop(ctx context.Context, f *record.Finding, cause error) {
	w.observer.Lost(1)
	w.log.Error("the result of a check cannot be recorded", "endpoint", f.EndpointID, "error", cause)
	batch := w.db.Batch("record_checks")
	err := batch.Fail(ctx, f.EndpointID, cause)
	if err == nil {
		err = w.db.Tx(ctx, func(tx postgres.Tx) error { return w.config.recordConfig().Drop(ctx, tx, f, batch.Name) })
	}
	if err != nil {
		w.log.Error("the next check of an endpoint could not be postponed; it is repeated when its lease ends", "endpoint",
			f.EndpointID, "error", err)
	}
}

// observed reports a recorded check to the metrics.
func (w *Worker) observed(f *record.Finding) {
	if f.IsOwnFault || f.IsPostponed {
		return
	}
	w.observer.Checked(string(f.Kind), f.Outcome(), f.Tier, f.FinishedAt.Sub(f.StartedAt))
}
