package identity

import (
	"net/http"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Bearer returns the token of the Authorization header (RFC 6750; the scheme is case-insensitive).
// Two headers are refused, because a proxy may have validated the other one.
func Bearer(r *http.Request) (string, error) {
	values := r.Header.Values("Authorization")
	if len(values) == 0 {
		return "", problem.New(problem.Unauthenticated, "Sign in to use the tool.")
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	token = strings.TrimSpace(token)
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || token == "" {
		return "", problem.New(problem.Unauthenticated, "The Authorization header must have the form: Bearer <token>.")
	}
	return token, nil
}
