package tracing

import (
	"net/http"
	"testing"

	"go.opentelemetry.io/otel/trace"
)

func TestTraceOfRequest(t *testing.T) {
	t.Parallel()
	const id, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	for name, test := range map[string]struct{ traceparent, requestID, want string }{
		"a new id":           {"", id, id},
		"a UUID":             {"", "4BF92F35-77B3-4DA6-A3CE-929D0E0E4736", id},
		"a parent":           {parent, "0af7651916cd43dd8448eb211c80319c", "0af7651916cd43dd8448eb211c80319c"},
		"an invalid parent":  {"00-00000000000000000000000000000000-b7ad6b7169203331-01", id, id},
		"another request id": {"", "of-the-proxy", ""},
	} {
		header := http.Header{}
		if test.traceparent != "" {
			header.Set("traceparent", test.traceparent)
		}
		ctx := ContextOfRequest(t.Context(), header, test.requestID)
		got := trace.SpanContextFromContext(ctx).TraceID()
		if !got.IsValid() {
			got, _ = idGenerator{}.NewIDs(ctx)
		}
		if got.String() != test.want && test.want != "" || !got.IsValid() {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	if id := NewID(); len(id) != 32 || id == NewID() {
		t.Errorf("the id is %s", id)
	}
}

// TestOffCostsNothing checks that nothing is allocated without an endpoint.
func TestOffCostsNothing(t *testing.T) {
	if allocations := testing.AllocsPerRun(100, func() {
		ctx, span := StartChild(t.Context(), "query", trace.SpanKindClient)
		span.End()
		_ = ctx
	}); allocations > 0 || IsOn() {
		t.Errorf("%g allocations", allocations)
	}
}

func TestInvalidEndpointIsRefused(t *testing.T) {
	for _, endpoint := range []string{"collector:4318", "grpc://collector:4317", "http://", "/v1/traces"} {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
		if _, err := Setup(t.Context(), "api", "1", nil); err == nil {
			t.Errorf("%s is accepted", endpoint)
		}
	}
}
