package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// databaseRetryAfter is the Retry-After of a database outage.
const databaseRetryAfter = 5 * time.Second

// statusClientClosed is nginx's status for a client that disconnected. It is logged and counted,
// but not sent, to distinguish these requests from server errors.
const statusClientClosed = 499

// respondError responds with the problem for err and keeps err for the access log.
func respondError(c *gin.Context, err error) {
	_ = c.Error(err)
	c.Abort()
	if c.Writer.Written() {
		return // part of the response was sent, so the error can't be reported
	}
	// net/http also cancels the context of a request whose body arrives too slowly, but its client
	// still waits for a response.
	if clientContext(c).Err() != nil && !problem.Is(err, problem.RequestTimeout) {
		c.Status(statusClientClosed)
		return
	}
	p := toProblem(c.Request, err)
	body := map[string]any{}
	for name, value := range p.Extensions {
		body[name] = value
	}
	body["type"], body["title"], body["status"] = p.Type(), p.Title(), p.Status()
	body["detail"], body["code"], body["request_id"] = p.Detail, p.Code, input.RequestID(c)
	if len(p.Fields) > 0 {
		body["errors"] = p.Fields
	}
	if p.RetryAfter > 0 {
		c.Header("Retry-After", strconv.Itoa(int(math.Ceil(p.RetryAfter.Seconds()))))
	}
	if p.Status() == http.StatusUnauthorized {
		c.Header("WWW-Authenticate", `Bearer realm="newsources"`)
	}
	data, _ := json.Marshal(body)
	c.Data(p.Status(), "application/problem+json", data)
}

// toProblem converts an error of a request to a problem: limits and outages have their own codes,
// others are internal.
func toProblem(r *http.Request, err error) *problem.Error {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return problem.Wrap(err, problem.BodyTooLarge, "Send at most %s to this address.", formatSize(tooLarge.Limit))
	}
	ctx := r.Context()
	switch {
	case errors.Is(context.Cause(ctx), postgres.ErrUnreachable):
		return outageProblem(r, errors.Join(err, context.Cause(ctx)))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return problem.Wrap(err, problem.Timeout, "The request took too long. Try again, or request less data.").
			WithRetryAfter(databaseRetryAfter)
	case postgres.IsUnavailable(err):
		return outageProblem(r, err)
	}
	return problem.As(err)
}

// databaseUnavailable returns the problem for a database outage before which the request changed
// nothing.
func databaseUnavailable(err error) *problem.Error {
	return problem.Wrap(err, problem.DatabaseUnavailable,
		"The database can't be reached at the moment. Nothing was changed. Try again in a few seconds.").
		WithRetryAfter(databaseRetryAfter)
}

// outageProblem returns the problem for a database connection that was lost during a request. A
// change may have been committed although its confirmation was lost.
func outageProblem(r *http.Request, err error) *problem.Error {
	if !isChange(r.Method) {
		return databaseUnavailable(err)
	}
	return problem.Wrap(err, problem.DatabaseUnavailable,
		"The connection to the database was lost, so your change may or may not have been saved. Check before you repeat it.").WithRetryAfter(databaseRetryAfter)
}

// parameterError returns the problem for an error of the generated parameter parsing.
func parameterError(err error) error {
	return problem.Wrap(err, problem.UnknownParameter, "A query parameter has an invalid value. Check the query string "+
		"of the address.")
}

// bodyError returns the problem for a body that the contract accepts but that cannot be decoded
// into the Go types. It has no pointer. No such body is known: TestWrongValuesAreReported checks
// that the contract rejects wrong types and formats, with a pointer to each value.
func bodyError(err error) error {
	p := problem.Wrap(err, problem.Invalid, "A value of the body has the wrong type or format. Compare the body with "+
		"the description of this operation.")
	p.Fields = []problem.Field{{Code: "type", Detail: p.Detail}}
	return p
}

func formatSize(bytes int64) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// routeNotFound responds to an unknown path.
func routeNotFound(c *gin.Context) {
	respondError(c, problem.New(problem.RouteNotFound, "There is no page or API operation at %s. Check the address.",
		c.Request.URL.Path))
}
