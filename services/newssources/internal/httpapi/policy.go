package httpapi

import (
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/identity"
)

// policy is what a route demands.
type policy struct {
	least identity.Role
	// list: the body is an uploaded list, with a limit of its own.
	list bool
	// slow: it asks other sites, which take their time.
	slow bool
}

var (
	reads   = policy{least: identity.Viewer}
	writes  = policy{least: identity.Editor}
	uploads = policy{least: identity.Editor, list: true}
	// searches make us fetch from other people's sites, so they are no viewer's business.
	searches = policy{least: identity.Editor, slow: true}
)

// policies is the whole API at a glance. A route that isn't here doesn't start (allRoutesHaveAPolicy).
var policies = map[string]policy{
	"GET /newssources":         reads,
	"POST /newssources":        writes,
	"GET /newssources/summary": reads,
	"GET /newssources/tags":    reads,
	"GET /newssources/session": reads,

	"GET /newssources/lookup":       reads,
	"POST /newssources/discoveries": searches,
	"POST /newssources/previews":    searches,

	"GET /newssources/imports":                 reads,
	"POST /newssources/imports":                uploads,
	"POST /newssources/imports/sample":         writes,
	"GET /newssources/imports/:import_id":      reads,
	"GET /newssources/imports/:import_id/rows": reads,

	"GET /newssources/:id":            reads,
	"PATCH /newssources/:id":          writes,
	"DELETE /newssources/:id":         writes,
	"POST /newssources/:id/archive":   writes,
	"POST /newssources/:id/unarchive": writes,
	"GET /newssources/:id/history":    reads,
	"GET /newssources/:id/logo":       reads,

	"GET /newssources/:id/endpoints":                 reads,
	"POST /newssources/:id/endpoints":                writes,
	"GET /newssources/:id/endpoints/:endpoint_id":    reads,
	"PATCH /newssources/:id/endpoints/:endpoint_id":  writes,
	"DELETE /newssources/:id/endpoints/:endpoint_id": writes,
}

func policyOf(c *gin.Context) policy { return policies[c.Request.Method+" "+c.FullPath()] }

func allRoutesHaveAPolicy(routes gin.RoutesInfo) error {
	for _, route := range routes {
		if _, ok := policies[route.Method+" "+route.Path]; !ok {
			return errors.New("no policy says who may call " + route.Method + " " + route.Path)
		}
	}
	return nil
}

func changes(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
