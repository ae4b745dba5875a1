package httpapi

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// operations returns the sorted operations of the contract as "METHOD /path/{template}".
func (a *rig) operations() []string {
	var list []string
	for path, item := range a.contract.spec.Paths.Map() {
		for method := range item.Operations() {
			list = append(list, method+" "+path)
		}
	}
	slices.Sort(list)
	return list
}

// unknownPath fills a path template with unknown ids.
func unknownPath(template string) string {
	parts := strings.Split(template, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = uuid.NewString()
		}
	}
	return strings.Join(parts, "/")
}

// templateOf returns the path template of a route, and routeOf the route of a path template.
func templateOf(route string) string {
	return regexp.MustCompile(`:(\w+)`).ReplaceAllString(route, "{$1}")
}
func routeOf(template string) string {
	return regexp.MustCompile(`{(\w+)}`).ReplaceAllString(template, ":$1")
}

func TestPoliciesMatchTheContract(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	var routes []string
	for route, policy := range policies {
		if _, err := identity.ParseRole(string(policy.minRole)); err != nil {
			t.Errorf("%s: %v", route, err)
		}
		method, _, _ := strings.Cut(route, " ")
		if minRole := policy.minRole; isChange(method) && minRole == identity.Viewer && !policy.ownData {
			t.Errorf("%s requires only the role %s", route, minRole)
		}
		routes = append(routes, templateOf(route))
	}
	slices.Sort(routes)
	if want := a.operations(); !slices.Equal(routes, want) {
		t.Errorf("policies %v\ncontract %v", routes, want)
	}
}

func TestRouteWithoutPolicyIsAStartupError(t *testing.T) {
	t.Parallel()
	err := checkPolicies(gin.RoutesInfo{{Method: "GET", Path: "/newssources"}, {Method: "PUT", Path: "/newssources/:id"}})
	if err == nil || !strings.Contains(err.Error(), "PUT /newssources/:id") {
		t.Errorf("got %v", err)
	}
}

func TestEveryRouteChecksTokenAndRole(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer := a.member("Vera", identity.Viewer)
	anonymous := a.withToken("")
	a.expectUnchanged()
	for _, operation := range a.operations() {
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(operation, " ")
			anonymous, viewer := anonymous.in(t), viewer.in(t)
			anonymous.do(method, unknownPath(path), nil).problem(problem.Unauthenticated)
			route := method + " " + routeOf(path)
			if policies[route].minRole != identity.Viewer {
				viewer.do(method, unknownPath(path), nil, "If-Match", `"1"`).problem(problem.RoleTooLow)
			} else if got := viewer.do(method, unknownPath(path), nil); got.status >= 401 && got.status != http.StatusNotFound {
				t.Errorf("%s as a viewer: %d", method, got.status)
			}
		})
	}
}

func TestUnknownRoutesAndMethods(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	id := uuid.NewString()
	for _, c := range []struct {
		method, path string
		want         problem.Code
		allow        string
	}{
		{"GET", "/newssources/", problem.RouteNotFound, ""},
		{"GET", "/newssources/" + id + "/", problem.RouteNotFound, ""},
		{"GET", "/newssources/..%2f" + id, problem.RouteNotFound, ""},
		{"GET", "/newssources/" + id + "/nothing", problem.RouteNotFound, ""},
		{"GET", "/newssources/imports/" + id + "/rows/1", problem.RouteNotFound, ""},
		{"POST", "/newssources/" + id + "/archive/now", problem.RouteNotFound, ""},
		{"GET", "/", problem.RouteNotFound, ""},
		{"GET", "/metrics", problem.RouteNotFound, ""},
		{"GET", "/healthz", problem.RouteNotFound, ""},
		{"GET", "/Newssources", problem.RouteNotFound, ""},
		{"PUT", "/newssources", problem.MethodNotAllowed, "GET, HEAD, POST"},
		{"HEAD", "/newssources/" + id + "/archive", problem.MethodNotAllowed, "POST"},
		{"OPTIONS", "/newssources", problem.MethodNotAllowed, "GET, HEAD, POST"},
		{"TRACE", "/newssources", problem.MethodNotAllowed, "GET, HEAD, POST"},
		{"BREW", "/newssources", problem.MethodNotAllowed, "GET, HEAD, POST"},
		{"POST", "/newssources/" + id + "/history", problem.MethodNotAllowed, "GET, HEAD"},
		{"PUT", "/newssources/" + id, problem.MethodNotAllowed, "DELETE, GET, HEAD, PATCH"},
		{"GET", "/newssources/" + id + "/archive", problem.MethodNotAllowed, "POST"},
		{"DELETE", "/newssources/" + id + "/endpoints", problem.MethodNotAllowed, "GET, HEAD, POST"},
	} {
		t.Run(c.method+" "+c.path, func(t *testing.T) {
			t.Parallel()
			got := editor.in(t).do(c.method, c.path, nil)
			got.want(problem.New(c.want, "").Status())
			allow := strings.Split(got.header.Get("Allow"), ", ")
			slices.Sort(allow)
			if strings.Join(allow, ", ") != c.allow {
				t.Errorf("Allow is %v", allow)
			}
			if c.method != "HEAD" { // responses to HEAD have no body
				got.problem(c.want)
			}
		})
	}
}

func TestHeadIsGetWithoutABody(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer := a.member("Vera", identity.Viewer)
	for _, path := range []string{"/newssources", "/newssources/summary", "/newssources/" + uuid.NewString()} {
		got := viewer.get(path)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodHead, viewer.url+path, nil)
		must(t, err)
		r.Header = got.request.Header.Clone()
		head, err := viewer.client.Do(r)
		must(t, err)
		must(t, head.Body.Close())
		if head.StatusCode != got.status || head.Header.Get("Content-Type") != got.header.Get("Content-Type") || head.ContentLength != int64(len(got.body)) {
			t.Errorf("%s: HEAD is %d with %d bytes of %s, GET is %d with %d", path, head.StatusCode, head.ContentLength,
				head.Header.Get("Content-Type"), got.status, len(got.body))
		}
	}
}

func TestMalformedIDIsNotFound(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	for _, id := range []string{"1", "nothing", strings.ToUpper(uuid.NewString())[:35], "urn:uuid:" + uuid.NewString(), "{" + uuid.NewString() + "}", "%00", "%ff"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			editor := editor.in(t)
			editor.get("/newssources/" + id).problem(problem.NotFound)
			editor.patch("/newssources/"+id, `"1"`, `{"name":"x"}`).problem(problem.NotFound)
			editor.get("/newssources/" + uuid.NewString() + "/endpoints/" + id).problem(problem.NotFound)
			editor.get("/newssources/imports/" + id).problem(problem.NotFound)
		})
	}
	editor.get("/newssources/" + uuid.NewString()).problem(problem.NotFound)
	editor.get("/newssources/" + uuid.NewString() + "/history").problem(problem.NotFound)
	editor.get("/newssources/imports/" + uuid.NewString()).problem(problem.NotFound)
}
