package identity

import (
	"net/http"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// Bearer returns the token of the Authorization header (RFC 6750; the scheme's case doesn't matter). Two headers are
// refused, since a proxy before us may have looked at the other one.
func Bearer(r *http.Request) (string, error) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 {
		return "", problem.New(problem.Unauthenticated, "Sign in to use the tool.")
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	token = strings.TrimSpace(token)
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return "", problem.New(problem.Unauthenticated, "The Authorization header must be: Bearer, a space, and the ID token.")
	}
	return token, nil
}
