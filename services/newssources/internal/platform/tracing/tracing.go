// Package tracing sends spans to an OpenTelemetry collector. It is off unless
// OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set. When it is off, IsOn
// and Start cost one atomic load.
//
// Attributes hold no secrets: no URL, no header, no argument of a query, no text of a site.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// stopTimeout limits how long the process sends the last spans when it stops.
const stopTimeout = 3 * time.Second

// endpoints are the environment variables that turn traces on. The SDK also reads the other OTEL_
// variables of the exporter, the sampler and the resource.
var endpoints = []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"}

// active is the tracer, or nil when traces are off.
var active atomic.Pointer[trace.Tracer]

// IsOn reports whether spans are recorded.
func IsOn() bool { return active.Load() != nil }

// Setup turns traces on if an endpoint is set. The returned function sends the last spans.
func Setup(ctx context.Context, component, version string, log *slog.Logger) (stop func(), err error) {
	isSet := false
	for _, name := range endpoints {
		text := os.Getenv(name)
		if text == "" {
			continue
		}
		isSet = true
		if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("%s is not an address such as http://collector:4318", name)
		}
	}
	if !isSet {
		return func() {}, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	described, err := resource.Merge(resource.NewSchemaless(
		attribute.String("service.name", "newssources-"+component), attribute.String("service.version", version)),
		resource.Environment())
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces cannot be sent", "error", err) }))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(described),
		sdktrace.WithIDGenerator(idGenerator{}))
	tracer := provider.Tracer("newssources")
	active.Store(&tracer)
	return func() {
		active.Store(nil)
		ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.Warn("the last traces were not sent", "error", err)
		}
	}, nil
}

// Start starts a span. When traces are off, it returns ctx and a span that does nothing.
func Start(ctx context.Context, name string, kind trace.SpanKind) (context.Context, trace.Span) {
	tracer := active.Load()
	if tracer == nil {
		return ctx, noop.Span{}
	}
	return (*tracer).Start(ctx, name, trace.WithSpanKind(kind))
}

// StartChild starts a span if ctx has a recorded span, and does nothing otherwise, so that
// background polling sends no traces.
func StartChild(ctx context.Context, name string, kind trace.SpanKind) (context.Context, trace.Span) {
	if !IsOn() || !trace.SpanFromContext(ctx).IsRecording() {
		return ctx, noop.Span{}
	}
	return Start(ctx, name, kind)
}
