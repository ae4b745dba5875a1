package httpapi

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// authorize admits requests with a valid token of a member who has the route's role. Changes must
// also come from a page of the app or of an allowed origin. The requests of a public route have no
// token.
func (s *server) authorize(c *gin.Context) {
	check := s.checkAccess
	if policyOf(c).public {
		check = s.admitPublic
	}
	stop, err := check(c)
	defer stop()
	if err != nil {
		respondError(c, err)
		return
	}
	c.Next()
}

// watch cancels the context of the request if the database stops answering, until stop is called.
func (s *server) watch(c *gin.Context) (stop func()) {
	ctx, stop := s.DB.Watch(c.Request.Context())
	c.Request = c.Request.WithContext(ctx)
	return stop
}

// checkAccess returns the problem of a request that is not admitted, and adds the member to its
// context. Only requests with a verified token use the database.
func (s *server) checkAccess(c *gin.Context) (stop func(), err error) {
	stop = func() {}
	token, err := identity.Bearer(c.Request)
	if err != nil {
		return stop, err
	}
	// Not the gin context: gin reuses it for other requests while a shared call may still use it.
	member, err := s.verify(c.Request.Context(), token)
	if err != nil {
		return stop, err
	}
	stop = s.watch(c)
	person, err := member(c.Request.Context())
	if err != nil {
		return stop, err
	}
	c.Request = c.Request.WithContext(identity.NewContext(c.Request.Context(), person))
	if err := s.limits.checkRate(person); err != nil {
		return stop, err
	}
	if isChange(c.Request.Method) && person.Token == nil { // browsers don't add API tokens to requests of other sites
		if err := s.checkForgery(c.Request, person); err != nil {
			return stop, err
		}
	}
	if err := checkPermission(policyOf(c), c.Request.Method, person); err != nil {
		return stop, err
	}
	if isChange(c.Request.Method) && person.Token == nil { // last, because CheckRevoked may send a request to Firebase
		return stop, s.Verifier.CheckRevoked(c.Request.Context(), token)
	}
	return stop, nil
}

// verify verifies a token without the database, and returns a function that reads its member.
func (s *server) verify(ctx context.Context, token string) (member func(context.Context) (identity.Person, error),
	err error) {
	if identity.IsAPIToken(token) {
		return func(ctx context.Context) (identity.Person, error) { return s.tokenOwner(ctx, token) },
			identity.CheckAPIToken(token)
	}
	claims, err := s.Verifier.Verify(ctx, token)
	return func(ctx context.Context) (identity.Person, error) { return s.signedInPerson(ctx, claims) }, err
}

// signedInPerson returns the member of an ID token.
func (s *server) signedInPerson(ctx context.Context, claims identity.Claims) (identity.Person, error) {
	if err := s.DB.CheckAlive(ctx); err != nil {
		return identity.Person{}, databaseUnavailable(err)
	}
	return s.Members.Resolve(ctx, claims)
}

// tokenOwner returns the owner of an API token.
func (s *server) tokenOwner(ctx context.Context, token string) (identity.Person, error) {
	if err := s.DB.CheckAlive(ctx); err != nil {
		return identity.Person{}, databaseUnavailable(err)
	}
	person, err := s.Members.ResolveToken(ctx, token)
	if err != nil {
		return identity.Person{}, err
	}
	admitted, err := s.Verifier.Admits(ctx, person.Email)
	if err == nil && !admitted {
		err = problem.New(problem.NotAllowed, "The owner of this API token may no longer use this tool. Ask an "+
			"administrator, or use a token of another member.")
	}
	return person, err
}

// checkPermission returns a problem if the person lacks the role, or the API token the scope, that
// a route requires.
func checkPermission(p policy, method string, person identity.Person) error {
	if !person.Role.Allows(p.minRole) {
		return problem.New(problem.RoleTooLow, "Your role is %s; this requires the role %s. Ask an administrator to change "+
			"your role.", person.Role, p.minRole)
	}
	scope := identity.Read
	if isChange(method) {
		scope = identity.Write
	}
	switch {
	case person.Token == nil:
		return nil
	case !person.Token.Allows(scope):
		return problem.New(problem.ScopeMissing,
			"The API token “%s” doesn't have the scope %s. Create a token with this scope.", person.Token.Name, scope)
	case p.signIn != "" && isChange(method):
		return problem.New(problem.SignInRequired, "An API token can't %s. Sign in to the tool to do this.", p.signIn)
	}
	return nil
}

// checkForgery rejects cross-site changes. Pages of an allowed origin can't read the cookie, so
// they send no anti-forgery header; their Origin header and token are sufficient.
func (s *server) checkForgery(r *http.Request, person identity.Person) error {
	if err := s.crossOrigin.Check(r); err != nil {
		return problem.Wrap(err, problem.CrossOrigin, "Changes are only accepted from the pages of this app. Reload the "+
			"page and try again.")
	}
	if s.origins[r.Header.Get("Origin")] {
		return nil
	}
	return s.XSRF.Check(r, person)
}
