package httpapi

import (
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// resource is a path of the API with all its methods.
type resource struct {
	segments []string // a segment that starts with ":" is a parameter
	methods  []string // sorted
}

// resources lists the paths of the policies. Fixed segments sort before parameters, so that the
// first match is the most specific.
var resources = listResources()

func listResources() []resource {
	byPath := map[string][]string{}
	for route := range policies {
		method, path, _ := strings.Cut(route, " ")
		byPath[path] = append(byPath[path], method)
	}
	var list []resource
	for path, methods := range byPath {
		if slices.Contains(methods, http.MethodGet) {
			methods = append(methods, http.MethodHead)
		}
		methods = append(methods, http.MethodOptions)
		slices.Sort(methods)
		list = append(list, resource{strings.Split(path, "/"), methods})
	}
	// ":" is replaced by "~", so that parameters sort after letters.
	key := func(r resource) string { return strings.ReplaceAll(strings.Join(r.segments, "/"), ":", "~") }
	slices.SortFunc(list, func(a, b resource) int { return strings.Compare(key(a), key(b)) })
	return list
}

func (r resource) matches(segments []string) bool {
	return slices.EqualFunc(r.segments, segments, func(pattern, segment string) bool {
		return pattern == segment || strings.HasPrefix(pattern, ":") && segment != ""
	})
}

// methodsOf returns the methods of a path, or nil for an unknown path.
func methodsOf(path string) []string {
	segments := strings.Split(path, "/")
	i := slices.IndexFunc(resources, func(r resource) bool { return r.matches(segments) })
	if i < 0 {
		return nil
	}
	return resources[i].methods
}

// checkMethod answers OPTIONS requests, and refuses methods that a path does not have. gin's own
// check compares the path with the routes of each method separately, and would take PATCH
// /newssources/summary for a change of the source "summary".
func checkMethod(c *gin.Context) {
	methods := methodsOf(c.Request.URL.Path)
	allowed := strings.Join(methods, ", ")
	switch method := input.Method(c.Request); {
	case methods == nil: // routeNotFound answers
		c.Next()
	case method == http.MethodOptions:
		c.Header("Allow", allowed)
		c.AbortWithStatus(http.StatusNoContent)
	case slices.Contains(methods, method):
		c.Next()
	default:
		c.Header("Allow", allowed)
		respondError(c, problem.New(problem.MethodNotAllowed, "%s is not supported at this address. Use %s.", method,
			allowed))
	}
}
