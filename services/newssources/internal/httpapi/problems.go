package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// databaseRetry is when a client should try again: about as long as a failover's first half.
const databaseRetry = 5 * time.Second

// callerLeft is the status for which nginx made up a number. Nobody gets it; the log and the metrics tell it from our errors.
const callerLeft = 499

// fail answers with the problem in err, and keeps err for the access line.
func fail(c *gin.Context, err error) {
	_ = c.Error(err)
	c.Abort()
	if c.Writer.Written() {
		return // half an answer is out; the connection is all that can tell
	}
	if callerOf(c).Err() != nil {
		c.Status(callerLeft)
		return
	}
	p := explain(c.Request, err)
	body := map[string]any{}
	for name, value := range p.Extensions {
		body[name] = value
	}
	body["type"], body["title"], body["status"] = p.Type(), p.Title(), p.Status()
	body["detail"], body["code"], body["request_id"] = p.Detail, p.Code, requestID(c)
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

// explain finds the problem in an error of a request. Whatever isn't meant for people becomes internal.
func explain(r *http.Request, err error) *problem.Error {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return problem.Wrap(err, problem.BodyTooLarge, "At most %s can be sent here.", size(tooLarge.Limit))
	}
	ctx := r.Context()
	switch {
	case errors.Is(context.Cause(ctx), postgres.ErrUnreachable):
		return interrupted(r, errors.Join(err, context.Cause(ctx)))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return problem.Wrap(err, problem.Timeout, "The answer took too long. Try again, or ask for less at once.").WithRetryAfter(databaseRetry)
	case postgres.IsUnavailable(err):
		return interrupted(r, err)
	}
	return problem.As(err)
}

// unavailable is for requests that haven't begun to work.
func unavailable(err error) *problem.Error {
	return problem.Wrap(err, problem.DatabaseUnavailable,
		"The database can't be reached at the moment. Nothing has been changed; try again shortly.").WithRetryAfter(databaseRetry)
}

// interrupted is for requests whose database went away while they worked. A change may have arrived there all the same:
// it is the answer that got lost.
func interrupted(r *http.Request, err error) *problem.Error {
	if !changes(r.Method) {
		return unavailable(err)
	}
	return problem.Wrap(err, problem.DatabaseUnavailable,
		"The database went away, and it isn't known whether the change was saved. Look before you repeat it.").WithRetryAfter(databaseRetry)
}

func badParameter(err error) error {
	return problem.Wrap(err, problem.UnknownParameter, "A parameter of the address is wrong.")
}

// badBody explains what the contract lets through and Go's types don't take, such as 5.0 for a whole number.
func badBody(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return problem.Wrap(err, problem.InvalidJSON, "Its structure can't be read.")
	}
	var fields problem.Fields
	fields.Add("/"+strings.ReplaceAll(wrong.Field, ".", "/"), "type", "This can't be read as it is written; a whole number has no point and no exponent.")
	return fields.Err()
}

func size(bytes int64) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

func routeNotFound(c *gin.Context) {
	fail(c, problem.New(problem.RouteNotFound, "There is nothing at %s.", c.Request.URL.Path))
}

func methodNotAllowed(c *gin.Context) {
	methods := strings.Split(strings.Join(c.Writer.Header().Values("Allow"), ", "), ", ")
	if slices.Contains(methods, http.MethodGet) {
		methods = append(methods, http.MethodHead)
	}
	slices.Sort(methods)
	allowed := strings.Join(methods, ", ")
	c.Header("Allow", allowed)
	fail(c, problem.New(problem.MethodNotAllowed, "%s isn't possible here; %s is.", c.Request.Method, allowed))
}
