package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// authorize lets a request through when its token is genuine, its person is admitted and has the role, and, for a
// change, when it was made on our own page (or one of the allowed origins).
func (s *server) authorize(c *gin.Context) {
	ctx, stop := s.DB.Watch(c.Request.Context())
	defer stop()
	c.Request = c.Request.WithContext(ctx)
	if err := s.admit(c); err != nil {
		fail(c, err)
		return
	}
	c.Next()
}

func (s *server) admit(c *gin.Context) error {
	ctx := c.Request.Context() // gin's own is used again for another request while shared work may still hold it
	token, err := identity.Bearer(c.Request)
	if err != nil {
		return err
	}
	claims, err := s.Verifier.Verify(ctx, token)
	if err != nil {
		return err
	}
	if err := s.DB.CheckAlive(ctx); err != nil {
		return unavailable(err)
	}
	person, err := s.Members.Resolve(ctx, claims)
	if err != nil {
		return err
	}
	c.Request = c.Request.WithContext(identity.NewContext(ctx, person))
	if changes(c.Request.Method) {
		if err := s.ownRequest(c.Request, person); err != nil {
			return err
		}
	}
	if least := policyOf(c).least; !person.Role.Allows(least) {
		return problem.New(problem.RoleTooLow, "You are a %s here, and this needs the role %s. Ask an administrator.", person.Role, least)
	}
	if changes(c.Request.Method) { // last, since it may ask Firebase
		return s.Verifier.CheckRevoked(ctx, token)
	}
	return nil
}

// ownRequest refuses changes that another site makes a person's browser send. A request from an allowed origin proves
// by that origin and its token that it is meant; it can't read our cookie, so it brings no anti-forgery header.
func (s *server) ownRequest(r *http.Request, person identity.Person) error {
	if err := s.cross.Check(r); err != nil {
		return problem.Wrap(err, problem.CrossOrigin, "Changes are only taken from the tool's own pages.")
	}
	if s.origins[r.Header.Get("Origin")] {
		return nil
	}
	return s.XSRF.Check(r, person)
}

// by tells the audit who makes a change.
func by(c *gin.Context) audit.Actor {
	person, _ := identity.FromContext(c.Request.Context())
	return audit.Actor{ActorID: &person.ID, Email: person.Email, Name: or(person.Name, person.Email), Role: string(person.Role), RequestID: requestID(c)}
}
