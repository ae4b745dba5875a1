package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
)

const (
	// sessionRoute is the route that the app requests when it is opened.
	sessionRoute = "/newssources/session"

	clientCtxKey = "client_context"
)

// acceptedRequestID matches the X-Request-Id values that are accepted. Other values could inject
// text into the log.
var acceptedRequestID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// clientContext returns a context that is cancelled only when the client disconnects; the context
// of the request also has a deadline.
func clientContext(c *gin.Context) context.Context { return c.MustGet(clientCtxKey).(context.Context) }

// assignRequestID sets the id of the request (see newRequestID) and starts the span of the request.
func (s *server) assignRequestID(c *gin.Context) {
	id := newRequestID(c.Request)
	if tracing.IsOn() {
		defer startRequestSpan(c, id)()
	}
	c.Set(clientCtxKey, c.Request.Context())
	input.SetRequestID(c, id)
	c.Header("X-Request-Id", id)
	c.Next()
}

// logAndCount writes the access log line and counts the request by route template, since counting
// by path would create a time series per id.
func (s *server) logAndCount(c *gin.Context) {
	start := time.Now()
	done := s.Metrics.StreamEnded
	if !policyOf(c).stream {
		done = s.Metrics.Begin()
	}
	c.Next()
	elapsed := time.Since(start)
	done(c.Request.Method, c.FullPath(), c.Writer.Status())
	if c.FullPath() == sessionRoute && c.Request.Method == http.MethodGet {
		s.Metrics.SignedIn(c.Writer.Status())
	}

	level, attrs := slog.LevelInfo, []slog.Attr{
		slog.String("request_id", input.RequestID(c)), slog.String("method", input.Method(c.Request)),
		slog.String("route", c.FullPath()),
		slog.Int("status", c.Writer.Status()), slog.Float64("duration_ms", float64(elapsed.Microseconds())/1000),
		slog.Int("bytes", max(c.Writer.Size(), 0)), slog.String("client", c.ClientIP()),
	}
	if person, ok := identity.FromContext(c.Request.Context()); ok {
		attrs = append(attrs, slog.String("member", person.ID.String()))
		if person.Token != nil {
			attrs = append(attrs, slog.String("program", person.Token.ID.String()))
		}
	}
	if len(c.Errors) > 0 {
		attrs = append(attrs, slog.String("error", c.Errors.Last().Error()))
	}
	if c.Writer.Status() >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	s.Log.LogAttrs(c.Request.Context(), level, "request", attrs...)
}

// recoverPanic logs a panic and answers with an internal problem.
func (s *server) recoverPanic(c *gin.Context) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			panic(cause)
		default:
			s.Log.Error("panic", "request_id", input.RequestID(c), "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
			respondError(c, errors.New("panic: see the log"))
		}
	}()
	c.Next()
}

// setHeaders sets the headers of every response. Cache-Control is no-store, because with no-cache
// the browser's Back button shows raw JSON.
func (s *server) setHeaders(c *gin.Context) {
	h := c.Writer.Header()
	h.Add("Vary", "Accept, Sec-Fetch-Mode")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	c.Next()
}

// isLargeUpload reports whether the body of a request is a file that is read by a job.
func (s *server) isLargeUpload(c *gin.Context) bool {
	size := c.Request.ContentLength
	return policyOf(c).allowsLargeImport && size > s.MaxImport && size <= s.MaxLargeImport
}

// limitBody limits the size of the body. Reading beyond the limit fails with a MaxBytesError, which
// becomes a 413.
func (s *server) limitBody(c *gin.Context) {
	limit := s.MaxBody
	switch {
	case policyOf(c).allowsLargeImport && c.Request.ContentLength > 0:
		limit = max(s.MaxImport, s.MaxLargeImport)
	case policyOf(c).upload:
		limit = s.MaxImport
	}
	if c.Request.ContentLength > limit { // rejected before the client sends the body
		respondError(c, &http.MaxBytesError{Limit: limit})
		return
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, limit)
	c.Next()
}
