package fetch

import (
	"context"
	"net/url"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
)

// startSpan starts the span of a request and returns the function that ends it. The span has the
// host of the address, but not the address, which may contain a secret. The request to the site has
// no traceparent header.
func startSpan(ctx context.Context, name string) (context.Context, func(r *Result, address string)) {
	ctx, span := tracing.Start(ctx, name, oteltrace.SpanKindClient)
	return ctx, func(r *Result, address string) {
		if u, err := url.Parse(address); err == nil {
			span.SetAttributes(attribute.String("server.address", u.Hostname()))
		}
		t := r.Timings
		span.SetAttributes(
			attribute.String("newssources.outcome", string(r.Outcome)), attribute.Int("http.response.status_code", r.Status),
			attribute.Int("newssources.redirects", len(r.Hops)), attribute.Int64("http.response.body.size", r.WireBytes),
			attribute.Float64("newssources.queue_seconds", t.Queue.Seconds()),
			attribute.Float64("newssources.dns_seconds", t.DNS.Seconds()),
			attribute.Float64("newssources.connect_seconds", t.Connect.Seconds()),
			attribute.Float64("newssources.tls_seconds", t.TLS.Seconds()),
			attribute.Float64("newssources.first_byte_seconds", t.FirstByte.Seconds()),
			attribute.Float64("newssources.body_seconds", t.Body.Seconds()))
		span.End()
	}
}
