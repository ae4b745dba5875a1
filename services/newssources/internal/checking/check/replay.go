package check

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// replayTime is the duration of a replayed check.
const replayTime = 10 * time.Millisecond

// Response is the response of a site in Replay: a failure if Cause is set, otherwise Document, or
// an unchanged document if it is nil.
type Response struct {
	Cause    health.Cause
	Document *feed.Document
}

// ReplayResult is what Replay did.
type ReplayResult struct {
	Checks        int
	Claim, Record time.Duration
}

// Replay claims at most limit due endpoints, and records the response that respond returns for
// each, without a request. The load of the database is the same as with requests. Replay is for
// benchmarks and simulations.
func (w *Worker) Replay(ctx context.Context, limit int,
	respond func(endpoint uuid.UUID, at time.Time) Response) (done ReplayResult, err error) {
	began := time.Now()
	tasks, err := w.claim(ctx, limit)
	if done = (ReplayResult{Checks: len(tasks), Claim: time.Since(began)}); err != nil || len(tasks) == 0 {
		return done, err
	}
	findings := make([]*record.Finding, len(tasks))
	for i, t := range tasks {
		findings[i] = replay(t, respond(t.EndpointID, t.ClaimedAt))
	}
	began = time.Now()
	for first := 0; first < len(findings); first += recordBatch {
		if err := w.record(ctx, findings[first:min(first+recordBatch, len(findings))]); err != nil {
			return done, err
		}
	}
	done.Record = time.Since(began)
	return done, nil
}

// replay returns the finding of a check with a given response.
func replay(t *queue.Task, r Response) *record.Finding {
	f := &record.Finding{
		Task: t, StartedAt: t.ClaimedAt, FinishedAt: t.ClaimedAt.Add(replayTime), Cause: r.Cause, Document: r.Document,
		Result: &fetch.Result{Outcome: fetch.NotModified, Status: 304, FinalURL: t.URL},
	}
	switch {
	case r.Cause != health.None:
		f.Result.Outcome, f.Result.Status = fetch.Outcome(r.Cause), 0
	case r.Document != nil:
		f.Result.Outcome, f.Result.Status, f.Result.ContentType = fetch.OK, 200, "application/rss+xml"
		f.Bylines = outlet.BylinesOf(r.Document)
		f.NewHash = feed.Hash([]byte(t.ClaimedAt.String()))
		f.Result.ETag = `"` + f.NewHash + `"`
	default:
		f.IsUnchanged = true
	}
	return f
}
