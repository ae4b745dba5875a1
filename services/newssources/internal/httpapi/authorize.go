package httpapi

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// authorize admits requests with a valid token of a member who has the route's role. Changes must also come from a page of
// the app or of an allowed origin.
func (s *server) authorize(c *gin.Context) {
	ctx, stop := s.DB.Watch(c.Request.Context())
	defer stop()
	c.Request = c.Request.WithContext(ctx)
	if err := s.checkAccess(c); err != nil {
		respondError(c, err)
		return
	}
	c.Next()
}

// checkAccess returns the problem of a request that is not admitted, and adds the member to its context.
func (s *server) checkAccess(c *gin.Context) error {
	ctx := c.Request.Context() // not the gin context: gin reuses it for other requests while a shared call may still use it
	token, err := identity.Bearer(c.Request)
	if err != nil {
		return err
	}
	claims, err := s.Verifier.Verify(ctx, token)
	if err != nil {
		return err
	}
	if err := s.DB.CheckAlive(ctx); err != nil {
		return databaseUnavailable(err)
	}
	person, err := s.Members.Resolve(ctx, claims)
	if err != nil {
		return err
	}
	c.Request = c.Request.WithContext(identity.NewContext(ctx, person))
	if isChange(c.Request.Method) {
		if err := s.checkForgery(c.Request, person); err != nil {
			return err
		}
	}
	if minRole := policyOf(c).minRole; !person.Role.Allows(minRole) {
		return problem.New(problem.RoleTooLow, "Your role is %s; this requires the role %s. Ask an administrator to change your role.", person.Role, minRole)
	}
	if isChange(c.Request.Method) { // last, because CheckRevoked may send a request to Firebase
		return s.Verifier.CheckRevoked(ctx, token)
	}
	return nil
}

// checkForgery rejects changes that another site makes a browser send. Pages of an allowed origin can't read the cookie, so
// they send no anti-forgery header; their Origin header and token are sufficient.
func (s *server) checkForgery(r *http.Request, person identity.Person) error {
	if err := s.crossOrigin.Check(r); err != nil {
		return problem.Wrap(err, problem.CrossOrigin, "Changes are only accepted from the pages of this app. Reload the page and try again.")
	}
	if s.origins[r.Header.Get("Origin")] {
		return nil
	}
	return s.XSRF.Check(r, person)
}

// actor returns the author of a change, for the history. ctx is the gin context that the generated code passes to handlers.
func actor(ctx context.Context) audit.Actor {
	c := ctx.(*gin.Context)
	person, _ := identity.FromContext(c.Request.Context())
	return audit.Actor{ActorID: &person.ID, Email: person.Email, Name: displayName(person.Name, person.Email), Role: string(person.Role), RequestID: requestID(c)}
}
