package tracing

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// NewID returns a new request id, which is also the id of its trace: 32 hexadecimal digits that
// begin with the time.
func NewID() string {
	id := uuid.Must(uuid.NewV7())
	return hex.EncodeToString(id[:])
}

// ParentID returns the trace id of a request with a valid traceparent header (W3C Trace Context),
// or "".
func ParentID(header http.Header) string {
	if header.Get("traceparent") == "" {
		return ""
	}
	if parent := remoteParent(context.Background(), header); parent.IsValid() {
		return parent.TraceID().String()
	}
	return ""
}

func remoteParent(ctx context.Context, header http.Header) trace.SpanContext {
	return trace.SpanContextFromContext(propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(header)))
}

// ContextOfRequest returns a context for the span of a request: with the parent in its header, or
// with the request id as trace id. If the request id cannot be a trace id (neither a UUID nor 32
// hexadecimal digits), the trace id is random.
func ContextOfRequest(ctx context.Context, header http.Header, requestID string) context.Context {
	if parent := remoteParent(ctx, header); parent.IsValid() {
		return trace.ContextWithRemoteSpanContext(ctx, parent)
	}
	if id, err := trace.TraceIDFromHex(strings.ToLower(strings.ReplaceAll(requestID, "-", ""))); err == nil {
		return context.WithValue(ctx, traceIDKey{}, id)
	}
	return ctx
}

// traceIDKey is the context key of the id of a trace that has no span yet.
type traceIDKey struct{}

// idGenerator implements sdktrace.IDGenerator. It uses the trace id of the context, if there is
// one.
type idGenerator struct{}

// NewIDs returns the ids of a root span.
func (g idGenerator) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	id, ok := ctx.Value(traceIDKey{}).(trace.TraceID)
	if !ok {
		id = trace.TraceID(uuid.Must(uuid.NewV7()))
	}
	return id, g.NewSpanID(ctx, id)
}

// NewSpanID returns the id of a span.
func (idGenerator) NewSpanID(context.Context, trace.TraceID) (id trace.SpanID) {
	_, _ = rand.Read(id[:]) // never fails
	return id
}
