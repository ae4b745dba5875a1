package jobs

import (
	"context"
	"errors"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
)

// traceJob runs a job in a span, which is the root of the trace of its queries and fetches. The
// span has the kind of the job, but neither its arguments nor the text of an error.
func traceJob(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
	if !tracing.IsOn() {
		return work(ctx)
	}
	ctx, span := tracing.Start(ctx, "job "+job.Kind, trace.SpanKindConsumer)
	outcome := "panic"
	defer func() {
		span.SetAttributes(attribute.String("newssources.job", job.Kind), attribute.String("newssources.queue", job.Queue),
			attribute.Int("newssources.attempt", job.Attempt), attribute.String("newssources.outcome", outcome))
		if outcome == "failed" || outcome == "panic" {
			span.SetStatus(codes.Error, outcome)
		}
		span.End()
	}()
	err := work(ctx)
	outcome = jobOutcome(err)
	return err
}

// countFailures counts the runs of jobs that fail.
func (s Services) countFailures(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
	outcome := "failed" // in a panic
	defer func() {
		if outcome == "failed" {
			s.Failed(job.Kind, 1)
		}
	}()
	err := work(ctx)
	outcome = jobOutcome(err)
	return err
}

// jobOutcome returns ok, snoozed, canceled or failed.
func jobOutcome(err error) string {
	if err == nil {
		return "ok"
	}
	if _, ok := errors.AsType[*river.JobSnoozeError](err); ok {
		return "snoozed"
	}
	if _, ok := errors.AsType[*river.JobCancelError](err); ok {
		return "canceled"
	}
	return "failed"
}
