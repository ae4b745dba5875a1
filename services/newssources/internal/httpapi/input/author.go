// Package input reads what many requests have: the author, the version in If-Match, the page and
// the filter of a list.
package input

import (
	"context"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const requestIDKey = "request_id"

// SetRequestID sets the id of a request, which the log, problems and the history contain.
func SetRequestID(c *gin.Context, id string) { c.Set(requestIDKey, id) }

// RequestID returns the id of a request.
func RequestID(c *gin.Context) string { return c.GetString(requestIDKey) }

// Actor returns the author of a change, for the history. ctx is the gin context that the generated
// code passes to handlers.
func Actor(ctx context.Context) audit.Actor {
	c := ctx.(*gin.Context)
	person, _ := identity.FromContext(c.Request.Context())
	out := audit.Actor{ActorID: &person.ID, Email: person.Email, Name: identity.DisplayName(person.Name, person.Email),
		Role: string(person.Role), RequestID: RequestID(c)}
	if person.Token != nil {
		out.TokenID, out.TokenName = &person.Token.ID, person.Token.Name
	}
	return out
}
