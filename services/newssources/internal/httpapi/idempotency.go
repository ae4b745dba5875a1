package httpapi

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	idempotencyKey      = "Idempotency-Key"
	idempotencyReplayed = "Idempotency-Replayed"

	// keyRetryAfter is the Retry-After while the first request with a key runs. Most changes take
	// milliseconds.
	keyRetryAfter = time.Second
	// keyLeaseMargin is added to the deadline of a request: the key of a process that died is free
	// after both.
	keyLeaseMargin = 5 * time.Second
	// keyStoreTimeout limits storing the response of a request whose deadline may have passed.
	keyStoreTimeout = 2 * time.Second
)

// storedHeaders are the headers of a response that a repeated request receives again.
var storedHeaders = []string{"Content-Type", "ETag", "Location"}

// replayRepeated answers a repeated POST request with the same Idempotency-Key with the stored
// response (ADR 16).
func (s *server) replayRepeated(c *gin.Context) {
	text := c.GetHeader(idempotencyKey)
	if text == "" || c.Request.Method != http.MethodPost || policyOf(c).fetches || policyOf(c).public {
		c.Next()
		return
	}
	if policyOf(c).secret {
		respondError(c, problem.New(problem.BadRequest, "%s is not supported here, because the response contains a secret, "+
			"which is not stored. Send the request without it.", idempotencyKey))
		return
	}
	fingerprint := newFingerprint(c.Request)
	person, _ := identity.FromContext(c.Request.Context())
	// RFC 8941 strings are quoted; many clients send the bare text
	key := idempotency.NewKey(person.ID, strings.Trim(text, `"`))
	lease := s.Timeout
	if s.isLargeUpload(c) {
		lease = largeTimeout
	}
	stored, reservation, err := s.Keys.Begin(c.Request.Context(), key, lease+keyLeaseMargin)
	switch {
	case errors.Is(err, idempotency.ErrInProgress):
		respondError(c, problem.New(problem.RequestInProgress, "The first request with this %s is still running. Repeat "+
			"this request in a moment.", idempotencyKey).WithRetryAfter(keyRetryAfter))
	case err != nil:
		respondError(c, err)
	case stored != nil:
		replay(c, stored, fingerprint)
	default:
		s.executeOnce(c, reservation, fingerprint)
	}
}

// replay answers with a stored response, if it belongs to the same request.
func replay(c *gin.Context, stored *idempotency.Response, fingerprint *fingerprint) {
	if _, err := contract.ReadBody(fingerprint.discard(), 0); err != nil {
		respondError(c, err)
		return
	}
	if !bytes.Equal(fingerprint.hash.Sum(nil), stored.Fingerprint) {
		respondError(c, problem.New(problem.KeyReused, "This %s was used for another request within the last %d hours. Use "+
			"a new key for each request.", idempotencyKey, int(idempotency.Lifetime.Hours())))
		return
	}
	for name, value := range stored.Header {
		c.Header(name, value)
	}
	c.Header(idempotencyReplayed, "true")
	c.Status(stored.Status)
	_, _ = c.Writer.Write(stored.Body)
	c.Abort()
}

// executeOnce executes a request and stores its response before it is sent. An unsuccessful request
// has changed nothing, so it may be repeated with the same key.
func (s *server) executeOnce(c *gin.Context, reservation *idempotency.Reservation, fingerprint *fingerprint) {
	c.Request = c.Request.WithContext(reservation.Context(c.Request.Context()))
	c.Request.Body = fingerprint
	held := &heldResponse{ResponseWriter: c.Writer, status: http.StatusOK}
	c.Writer = held
	defer func() {
		c.Writer = held.ResponseWriter
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Request.Context()), keyStoreTimeout)
		defer cancel()
		if err := finish(ctx, reservation, fingerprint, held); err != nil {
			s.Log.Warn("the response of a request with an idempotency key was not stored", "request_id", input.RequestID(c),
				"error",
				err)
		}
		held.send()
	}()
	c.Next()
}

// finish stores a successful response, and otherwise releases the key.
func finish(ctx context.Context, reservation *idempotency.Reservation, fingerprint *fingerprint,
	held *heldResponse) error {
	if !held.isWritten || held.status >= http.StatusMultipleChoices || held.body.Len() > idempotency.MaxBody {
		return reservation.Release(ctx)
	}
	if _, err := contract.ReadBody(fingerprint.discard(), 0); err != nil { // what the handler did not read
		return errors.Join(err, reservation.Release(ctx))
	}
	response := idempotency.Response{Fingerprint: fingerprint.hash.Sum(nil), Status: held.status,
		Header: map[string]string{}, Body: held.body.Bytes()}
	for _, name := range storedHeaders {
		if value := held.Header().Get(name); value != "" {
			response.Header[name] = value
		}
	}
	return reservation.Finish(ctx, response)
}

// fingerprint is the body of a request. It computes a hash of what is read, the address and the
// version.
type fingerprint struct {
	io.ReadCloser
	hash hash.Hash
}

func newFingerprint(r *http.Request) *fingerprint {
	f := &fingerprint{r.Body, sha256.New()}
	fmt.Fprintf(f.hash, "%s\n%s\n%s\n", r.Method, r.URL.RequestURI(), r.Header.Get("If-Match"))
	return f
}

// Read implements io.Reader.
func (f *fingerprint) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.hash.Write(p[:n])
	return n, err
}

// discard returns a reader that reads the rest of the body and has no content, so that no upload is
// held in memory.
func (f *fingerprint) discard() io.Reader { return discarding{f} }

type discarding struct{ io.Reader }

// Read implements io.Reader.
func (d discarding) Read([]byte) (int, error) {
	_, err := io.Copy(io.Discard, d.Reader)
	if err == nil {
		err = io.EOF
	}
	return 0, err
}

// heldResponse holds a response until it is stored.
type heldResponse struct {
	gin.ResponseWriter
	status    int
	body      bytes.Buffer
	isWritten bool
}

// WriteHeader sets the status.
func (w *heldResponse) WriteHeader(status int) { w.status, w.isWritten = status, true }

// WriteHeaderNow does nothing: the header is sent with the body.
func (w *heldResponse) WriteHeaderNow() { w.isWritten = true }

// Write adds to the body.
func (w *heldResponse) Write(p []byte) (int, error) { w.isWritten = true; return w.body.Write(p) }

// WriteString adds to the body.
func (w *heldResponse) WriteString(s string) (int, error) {
	w.isWritten = true
	return w.body.WriteString(s)
}

// Flush does nothing.
func (w *heldResponse) Flush() {}

// Status returns the status.
func (w *heldResponse) Status() int { return w.status }

// Size returns the length of the body.
func (w *heldResponse) Size() int { return w.body.Len() }

// Written reports whether a part of the response exists.
func (w *heldResponse) Written() bool { return w.body.Len() > 0 }

// Unwrap returns the wrapped writer, for http.ResponseController.
func (w *heldResponse) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// send sends the response, unless the handler panicked before it wrote one.
func (w *heldResponse) send() {
	if !w.isWritten {
		return
	}
	w.ResponseWriter.WriteHeader(w.status)
	if w.body.Len() > 0 {
		_, _ = w.ResponseWriter.Write(w.body.Bytes())
	} else {
		w.ResponseWriter.WriteHeaderNow()
	}
}
