package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// preflightAge is how long browsers cache a preflight response, in seconds: the maximum of Chrome.
const preflightAge = "7200"

// cors sets the CORS headers for allowed origins and answers preflight requests. Credentials are
// not allowed, because the token is sent in a header.
func (s *server) cors(c *gin.Context) {
	origin := c.GetHeader("Origin")
	if len(s.origins) > 0 {
		c.Writer.Header().Add("Vary", "Origin")
	}
	if !s.origins[origin] {
		c.Next()
		return
	}
	h := c.Writer.Header()
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "ETag, Idempotency-Replayed, Location, Retry-After, X-Request-Id")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if c.Request.Method == http.MethodOptions && c.GetHeader("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, "+
			"Last-Event-ID, X-Request-Id")
		h.Set("Access-Control-Max-Age", preflightAge)
		c.AbortWithStatus(http.StatusNoContent)
		return
	}
	c.Next()
}
