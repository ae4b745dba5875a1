package fetch

import (
	"context"
	"net/url"

	"go.opentelemetry.io/otel/attribute"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/newsources/newsources/services/newssources/internal/tracing"
)

// startSpan starts the span of a fetch and returns the function that ends it. The span has the host, but not the URL, which may contain
// a secret. The request to the site has no traceparent header.
func startSpan(ctx context.Context) (context.Context, func(*Result)) {
	ctx, span := tracing.Start(ctx, "fetch", oteltrace.SpanKindClient)
	return ctx, func(r *Result) {
		if u, err := url.Parse(r.FinalURL); err == nil {
			span.SetAttributes(attribute.String("server.address", u.Hostname()))
		}
		t := r.Timings
		span.SetAttributes(
			attribute.String("newssources.outcome", string(r.Outcome)), attribute.Int("http.response.status_code", r.Status),
			attribute.Int("newssources.redirects", len(r.Hops)), attribute.Int64("http.response.body.size", r.WireBytes),
			attribute.Float64("newssources.queue_seconds", t.Queue.Seconds()), attribute.Float64("newssources.dns_seconds", t.DNS.Seconds()),
			attribute.Float64("newssources.connect_seconds", t.Connect.Seconds()), attribute.Float64("newssources.tls_seconds", t.TLS.Seconds()),
			attribute.Float64("newssources.first_byte_seconds", t.FirstByte.Seconds()), attribute.Float64("newssources.body_seconds", t.Body.Seconds()))
		span.End()
	}
}
