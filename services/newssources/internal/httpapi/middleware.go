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
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/identity"
)

const (
	requestIDKey = "request_id"
	callerKey    = "caller"
)

// givenID is what a proxy's request id may look like; anything else would let a caller write into our log.
var givenID = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

func requestID(c *gin.Context) string { return c.GetString(requestIDKey) }

// callerOf is the context that ends when the caller leaves, and for no other reason.
func callerOf(c *gin.Context) context.Context { return c.MustGet(callerKey).(context.Context) }

func (s *server) identify(c *gin.Context) {
	c.Set(callerKey, c.Request.Context())
	id := c.GetHeader("X-Request-Id")
	if !givenID.MatchString(id) {
		id = uuid.Must(uuid.NewV7()).String()
	}
	c.Set(requestIDKey, id)
	c.Header("X-Request-Id", id)
	c.Next()
}

// observe writes the access line and counts the request, by route template: a path would make a series per id.
func (s *server) observe(c *gin.Context) {
	start := time.Now()
	done := s.Metrics.Begin()
	c.Next()
	elapsed := time.Since(start)
	done(c.Request.Method, c.FullPath(), c.Writer.Status())

	level, attrs := slog.LevelInfo, []slog.Attr{
		slog.String("request_id", requestID(c)), slog.String("method", c.Request.Method), slog.String("route", c.FullPath()),
		slog.Int("status", c.Writer.Status()), slog.Float64("duration_ms", float64(elapsed.Microseconds())/1000),
		slog.Int("bytes", max(c.Writer.Size(), 0)), slog.String("client", c.ClientIP()),
	}
	if person, ok := identity.FromContext(c.Request.Context()); ok {
		attrs = append(attrs, slog.String("member", person.ID.String()))
	}
	if len(c.Errors) > 0 {
		attrs = append(attrs, slog.String("error", c.Errors.Last().Error()))
	}
	if c.Writer.Status() >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	s.Log.LogAttrs(c.Request.Context(), level, "request", attrs...)
}

func (s *server) recover(c *gin.Context) {
	defer func() {
		switch cause := recover(); cause {
		case nil:
		case http.ErrAbortHandler:
			panic(cause)
		default:
			s.Log.Error("panic", "request_id", requestID(c), "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
			fail(c, errors.New("panic: see the log"))
		}
	}()
	c.Next()
}

// headers go on every answer, whatever its status. no-store, since with no-cache alone Back shows raw JSON.
func (s *server) headers(c *gin.Context) {
	h := c.Writer.Header()
	h.Add("Vary", "Accept, Sec-Fetch-Mode")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	c.Next()
}

// limitBody bounds what is read of a body; reading on fails with MaxBytesError, which becomes a 413.
func (s *server) limitBody(c *gin.Context) {
	limit := s.MaxBody
	if policyOf(c).list {
		limit = s.MaxImport
	}
	if c.Request.ContentLength > limit { // known beforehand: don't make the client send it all
		fail(c, &http.MaxBytesError{Limit: limit})
		return
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, limit)
	c.Next()
}
