package postgres

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// TestBatchesHaveADeadline checks the tracer itself: waiting for the time-out of a batch would take
// a minute.
func TestBatchesHaveADeadline(t *testing.T) {
	t.Parallel()
	ctx := queryTracer{}.TraceBatchStart(t.Context(), nil, pgx.TraceBatchStartData{Batch: &pgx.Batch{}})
	deadline, ok := ctx.Deadline()
	if left := time.Until(deadline); !ok || left > batchTimeout || left < batchTimeout-time.Minute/2 {
		t.Errorf("%s left", left)
	}
	queryTracer{}.TraceBatchEnd(ctx, nil, pgx.TraceBatchEndData{})
	if ctx.Err() == nil {
		t.Error("the context is not released")
	}
}
