package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
)

// newRequestID returns the id of a request: the trace id of the caller, the X-Request-Id of a
// proxy, or a new id.
func newRequestID(r *http.Request) string {
	if id := tracing.ParentID(r.Header); id != "" {
		return id
	}
	if id := r.Header.Get("X-Request-Id"); acceptedRequestID.MatchString(id) {
		return id
	}
	return tracing.NewID()
}

// startRequestSpan starts the span of a request and returns the function that ends it. Like the
// metrics, the span has the template of the route, because paths and query strings may contain user
// input.
func startRequestSpan(c *gin.Context, id string) (end func()) {
	ctx := tracing.ContextOfRequest(c.Request.Context(), c.Request.Header, id)
	ctx, span := tracing.Start(ctx, c.Request.Method, trace.SpanKindServer)
	c.Request = c.Request.WithContext(ctx)
	return func() {
		method, status := input.Method(c.Request), c.Writer.Status()
		if route := c.FullPath(); route != "" {
			span.SetName(method + " " + route)
		}
		span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", c.FullPath()),
			attribute.Int("http.response.status_code", status), attribute.String("newssources.request_id", id))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, http.StatusText(status))
		}
		span.End()
	}
}
