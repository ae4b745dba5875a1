package input

import (
	"context"
	"net/http"
	"strings"
)

// methodKey is the context key of the method of a HEAD request.
type methodKey struct{}

// HeadAsGet handles HEAD requests as GET (RFC 9110 §9.3.2); net/http drops the response body. It
// also joins several If-None-Match headers to one (§5.3).
func HeadAsGet(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(context.WithValue(r.Context(), methodKey{}, r.Method))
			r.Method = http.MethodGet
		}
		if lines := r.Header.Values("If-None-Match"); len(lines) > 1 {
			r.Header.Set("If-None-Match", strings.Join(lines, ", "))
		}
		next.ServeHTTP(w, r)
	})
}

// IsHead reports whether the context is that of a HEAD request.
func IsHead(ctx context.Context) bool {
	method, _ := ctx.Value(methodKey{}).(string)
	return method == http.MethodHead
}

// Method returns the method that the client sent.
func Method(r *http.Request) string {
	if method, ok := r.Context().Value(methodKey{}).(string); ok {
		return method
	}
	return r.Method
}
