package httpapi

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/gin-gonic/gin"
)

// entityTag matches the first ETag of a list, with the separators before it, and captures the rest
// of the list (RFC 9110 §8.8.3).
var entityTag = regexp.MustCompile(`^[\s,]*(?:W/)?("[!#-~\x{80}-\x{10FFFF}]*")[ \t]*(?:,(.*))?$`)

// matchesETag reports whether an If-None-Match header contains tag, by weak comparison (RFC 9110
// §13.1.2). It ignores a malformed ETag and the rest of the list.
func matchesETag(header, tag string) bool {
	if strings.TrimSpace(header) == "*" {
		return true
	}
	for {
		found := entityTag.FindStringSubmatch(header)
		if found == nil {
			return false
		}
		if found[1] == strings.TrimPrefix(tag, "W/") {
			return true
		}
		header = found[2]
	}
}

// answerNotModified answers a GET request with 304 when If-None-Match contains the ETag of its
// response.
func answerNotModified(c *gin.Context) {
	if header := c.GetHeader("If-None-Match"); header != "" && c.Request.Method == http.MethodGet {
		c.Writer = &conditionalWriter{ResponseWriter: c.Writer, ifNoneMatch: header}
	}
	c.Next()
}

// conditionalWriter replaces a 200 response whose ETag is in ifNoneMatch by a 304 response without
// body.
type conditionalWriter struct {
	gin.ResponseWriter
	ifNoneMatch string
	notModified bool
}

// WriteHeader sets the status.
func (w *conditionalWriter) WriteHeader(status int) {
	if tag := w.Header().Get("ETag"); status == http.StatusOK && tag != "" && matchesETag(w.ifNoneMatch, tag) {
		w.notModified, status = true, http.StatusNotModified
		w.Header().Del("Content-Type")
		w.Header().Del("Content-Length")
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write writes the body, except that of a 304 response.
func (w *conditionalWriter) Write(p []byte) (int, error) {
	if w.notModified {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// WriteString writes the body, except that of a 304 response.
func (w *conditionalWriter) WriteString(s string) (int, error) {
	if w.notModified {
		return len(s), nil
	}
	return w.ResponseWriter.WriteString(s)
}

// Unwrap returns the wrapped writer, for http.ResponseController.
func (w *conditionalWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
