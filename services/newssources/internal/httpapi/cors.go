package httpapi

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// preflightAge is how long a browser remembers a preflight, in seconds: Chrome's own maximum.
const preflightAge = "7200"

// cors answers the browsers of the allowed origins. Credentials are never allowed: the token travels in a header.
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
	h.Set("Access-Control-Expose-Headers", "ETag, Location, Retry-After, X-Request-Id")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if c.Request.Method == http.MethodOptions && c.GetHeader("Access-Control-Request-Method") != "" {
		h.Set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
		h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, If-Match, X-Request-Id")
		h.Set("Access-Control-Max-Age", preflightAge)
		c.AbortWithStatus(http.StatusNoContent)
		return
	}
	c.Next()
}
