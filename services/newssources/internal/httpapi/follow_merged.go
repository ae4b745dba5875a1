package httpapi

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const sourcePath = "/newssources/:id"

// followMerged answers requests for sources that were merged into others: reads are redirected to the
// source that continues them, and changes are refused with its id. GetSource redirects by itself,
// because it reads the source.
func (s *server) followMerged(c *gin.Context) {
	route := c.FullPath()
	isRead := !isChange(c.Request.Method)
	if !strings.HasPrefix(route, sourcePath) || route == sourcePath && isRead {
		return
	}
	id, err := uuid.Parse(c.Param("id"))
	if err != nil {
		return // the contract refuses it
	}
	survivor, err := s.Register.Survivor(c, id)
	switch {
	case err != nil:
		respondError(c, err)
	case survivor == id:
	case isRead:
		c.Redirect(http.StatusPermanentRedirect, survivorAddress(c, survivor))
		c.Abort()
	default:
		respondError(c, source.MergedError(survivor))
	}
}

// survivorAddress returns the address of the request for the source that continues a merged one.
func survivorAddress(c *gin.Context, survivor uuid.UUID) string {
	return strings.Replace(c.Request.URL.RequestURI(), c.Param("id"), survivor.String(), 1)
}
