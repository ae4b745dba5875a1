package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
)

const (
	// clientTimeout limits how long a query waits for its result. It is longer than statementTimeout,
	// so it only expires on half-open connections, whose server or network has failed silently.
	// Background work mostly has no other time-out and would wait until the operating system closes
	// the connection, after 15 minutes or never.
	clientTimeout = statementTimeout + 5*time.Second
	// batchTimeout is the same for a batch. At most four statements of a batch take more than
	// milliseconds.
	batchTimeout = 4*statementTimeout + 5*time.Second
	// maxQueryText is the number of bytes of a query that a span contains, enough to find it in the
	// code.
	maxQueryText = 1000
)

// queryTracer is a tracer that cancels queries after clientTimeout and batches after batchTimeout,
// and adds spans to the traces of requests and checks. Canceling closes the connection.
type queryTracer struct{}

// tracedQuery is the state of a query that TraceQueryEnd needs.
type tracedQuery struct {
	cancel context.CancelFunc
	span   trace.Span // nil without a trace
}

type tracedQueryKey struct{}

// TraceQueryStart returns a context with the deadline of the query.
func (queryTracer) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, clientTimeout)
	traced := tracedQuery{cancel: cancel}
	if tracing.IsOn() {
		ctx, traced.span = startQuerySpan(ctx, "query", data.SQL)
	}
	return context.WithValue(ctx, tracedQueryKey{}, traced)
}

// TraceQueryEnd releases the context and ends the span.
func (queryTracer) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if traced, ok := ctx.Value(tracedQueryKey{}).(tracedQuery); ok {
		traced.cancel()
		endQuerySpan(traced.span, data.Err)
	}
}

// TraceBatchStart returns a context with the deadline of a batch.
func (queryTracer) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	traced := tracedQuery{cancel: cancel}
	if tracing.IsOn() && data.Batch != nil && len(data.Batch.QueuedQueries) > 0 {
		ctx, traced.span = startQuerySpan(ctx, "batch", data.Batch.QueuedQueries[0].SQL)
		traced.span.SetAttributes(attribute.Int("db.operation.batch.size", len(data.Batch.QueuedQueries)))
	}
	return context.WithValue(ctx, tracedQueryKey{}, traced)
}

// TraceBatchQuery does nothing: a batch has one span.
func (queryTracer) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd releases the context and ends the span.
func (queryTracer) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchEndData) {
	if traced, ok := ctx.Value(tracedQueryKey{}).(tracedQuery); ok {
		traced.cancel()
		endQuerySpan(traced.span, data.Err)
	}
}

// startQuerySpan starts a span with the text of a query. The text has placeholders instead of
// values.
func startQuerySpan(ctx context.Context, name, query string) (context.Context, trace.Span) {
	ctx, span := tracing.StartChild(ctx, name, trace.SpanKindClient)
	if span.IsRecording() {
		span.SetAttributes(attribute.String("db.system.name", "postgresql"),
			attribute.String("db.query.text", query[:min(len(query), maxQueryText)]))
	}
	return ctx, span
}

// endQuerySpan ends a span. It records only the SQLSTATE of an error, because messages of the
// database contain values.
func endQuerySpan(span trace.Span, err error) {
	if span == nil {
		return
	}
	if err != nil {
		state := "no response"
		if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
			state = pg.Code
		}
		span.SetStatus(codes.Error, state)
	}
	span.End()
}
