package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// databaseRetry is when a client should try again, in seconds: about as long as a failover's first half.
const databaseRetry = 5

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
	p := explain(err)
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

// explain finds the problem in an error. Whatever isn't meant for people becomes internal.
func explain(err error) *problem.Error {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return problem.Wrap(err, problem.BodyTooLarge, "At most %s can be sent here.", size(tooLarge.Limit))
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return problem.Wrap(err, problem.Timeout, "The answer took too long. Try again, or ask for less at once.").Retry(databaseRetry * 1e9)
	case postgres.Unavailable(err):
		return unavailable(err)
	}
	return problem.As(err)
}

func unavailable(err error) *problem.Error {
	return problem.Wrap(err, problem.DatabaseUnavailable,
		"The database can't be reached at the moment. Nothing has been changed; try again shortly.").Retry(databaseRetry * 1e9)
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
	allowed := strings.Join(c.Writer.Header().Values("Allow"), ", ")
	fail(c, problem.New(problem.MethodNotAllowed, "%s isn't possible here; %s is.", c.Request.Method, allowed))
}
