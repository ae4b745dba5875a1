package httpapi

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// operations returns the sorted operations of the contract as "METHOD /path/{template}".
func (a *rig) operations() []string {
	var list []string
	for path, item := range a.contract.Spec.Paths.Map() {
		for method := range item.Operations() {
			list = append(list, method+" "+path)
		}
	}
	slices.Sort(list)
	return list
}

// unknownPath fills a path template with unknown ids and numbers.
func unknownPath(template string) string {
	parts := strings.Split(template, "/")
	for i, part := range parts {
		switch {
		case strings.HasSuffix(part, "_number}"):
			parts[i] = "50000"
		case strings.HasPrefix(part, "{"):
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
		method, path, _ := strings.Cut(route, " ")
		if policy.public {
			if path != "/newssources/websub/:subscription_id" && path != "/newssources/lists/:address_id" {
				t.Errorf("%s needs no token", route)
			}
			routes = append(routes, templateOf(route))
			continue
		}
		if _, err := identity.ParseRole(string(policy.minRole)); err != nil {
			t.Errorf("%s: %v", route, err)
		}
		if minRole := policy.minRole; isChange(method) && minRole == identity.Viewer && !policy.ownData && !policy.stream {
			t.Errorf("%s requires only the role %s", route, minRole)
		}
		routes = append(routes, templateOf(route))
	}
	slices.Sort(routes)
	if want := a.operations(); !slices.Equal(routes, want) {
		t.Errorf("policies %v\ncontract %v", routes, want)
	}
}

// TestContractNamesRoleAndSignIn compares x-role and x-sign-in of each operation with its policy.
func TestContractNamesRoleAndSignIn(t *testing.T) {
	t.Parallel()
	k, err := contract.Read()
	must(t, err)
	for path, item := range k.Spec.Paths.Map() {
		for method, operation := range item.Operations() {
			policy := policies[method+" "+routeOf(path)]
			role := string(policy.minRole)
			if policy.public {
				role = "none"
			}
			if got := operation.Extensions["x-role"]; got != role {
				t.Errorf("%s %s: x-role is %v, the policy requires %s", method, path, got, role)
			}
			if got := operation.Extensions["x-proposes"] == true; got != policy.proposes {
				t.Errorf("%s %s: x-proposes is %t, the policy has %t", method, path, got, policy.proposes)
			}
			needsSignIn := policy.signIn != "" && isChange(method)
			if got := operation.Extensions["x-sign-in"] == true; got != needsSignIn {
				t.Errorf("%s %s: x-sign-in is %t, the policy requires %t", method, path, got, needsSignIn)
			}
		}
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
	viewer, contributor := a.member("Vera", identity.Viewer), a.member("Carla", identity.Contributor)
	anonymous := a.withToken("")
	a.expectUnchanged()
	for _, operation := range a.operations() {
		if policies[routeOf(operation)].public { // TestHubsNeedNoToken covers them
			continue
		}
		t.Run(operation, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(operation, " ")
			anonymous, viewer, contributor := anonymous.in(t), viewer.in(t), contributor.in(t)
			anonymous.do(method, unknownPath(path), nil).problem(problem.Unauthenticated)
			route := method + " " + routeOf(path)
			if !identity.Contributor.Allows(policies[route].minRole) {
				contributor.do(method, unknownPath(path), nil, "If-Match", `"1"`).problem(problem.RoleTooLow)
			} else if isChange(method) {
				if got := contributor.do(method, unknownPath(path), nil, "If-Match", `"1"`); got.status < 400 ||
					got.status == http.StatusForbidden {
					t.Errorf("%s as a contributor: %d %s", method, got.status, got.body)
				}
			}
			if policies[route].minRole != identity.Viewer {
				viewer.do(method, unknownPath(path), nil, "If-Match", `"1"`).problem(problem.RoleTooLow)
			} else if path == "/newssources/events" {
				viewer.do(http.MethodHead, unknownPath(path), nil).want(http.StatusOK) // the response to GET does not end
			} else if got := viewer.do(
				method, unknownPath(path), nil, "If-Match", `"1"`); got.status >= 401 && got.status != http.StatusNotFound {
				t.Errorf("%s as a viewer: %d", method, got.status)
			}
		})
	}
}

func TestUnknownRoutesAndMethodsAreRejected(t *testing.T) {
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
		{"PUT", "/newssources", problem.MethodNotAllowed, "GET, HEAD, OPTIONS, POST"},
		{"HEAD", "/newssources/" + id + "/archive", problem.MethodNotAllowed, "OPTIONS, POST"},
		{"TRACE", "/newssources", problem.MethodNotAllowed, "GET, HEAD, OPTIONS, POST"},
		{"BREW", "/newssources", problem.MethodNotAllowed, "GET, HEAD, OPTIONS, POST"},
		{"POST", "/newssources/" + id + "/history", problem.MethodNotAllowed, "GET, HEAD, OPTIONS"},
		{"PUT", "/newssources/" + id, problem.MethodNotAllowed, "DELETE, GET, HEAD, OPTIONS, PATCH"},
		{"GET", "/newssources/" + id + "/archive", problem.MethodNotAllowed, "OPTIONS, POST"},
		{"DELETE", "/newssources/" + id + "/endpoints", problem.MethodNotAllowed, "GET, HEAD, OPTIONS, POST"},
		// Paths that a route with a parameter also matches.
		{"PATCH", "/newssources/summary", problem.MethodNotAllowed, "GET, HEAD, OPTIONS"},
		{"DELETE", "/newssources/people", problem.MethodNotAllowed, "GET, HEAD, OPTIONS"},
		{"GET", "/newssources/discoveries", problem.MethodNotAllowed, "OPTIONS, POST"},
		{"PUT", "/newssources/imports/sample", problem.MethodNotAllowed, "OPTIONS, POST"},
		{"PUT", "/newssources/imports/" + id, problem.MethodNotAllowed, "DELETE, GET, HEAD, OPTIONS"},
		{"GET", "/newssources/tokens/" + id, problem.MethodNotAllowed, "DELETE, OPTIONS"},
		{"POST", "/newssources/invitations/" + id, problem.MethodNotAllowed, "DELETE, OPTIONS"},
		{"OPTIONS", "/newssources/" + id + "/nothing", problem.RouteNotFound, ""},
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

// TestOptionsNamesTheMethodsOfEveryPath compares Allow with the contract. No token is needed.
func TestOptionsNamesTheMethodsOfEveryPath(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	anonymous := a.withToken("")
	want := map[string][]string{}
	for _, operation := range a.operations() {
		method, path, _ := strings.Cut(operation, " ")
		want[path] = append(want[path], method)
		if method == http.MethodGet {
			want[path] = append(want[path], http.MethodHead)
		}
	}
	for path, methods := range want {
		methods = append(methods, http.MethodOptions)
		slices.Sort(methods)
		got := anonymous.do(http.MethodOptions, unknownPath(path), nil).want(http.StatusNoContent)
		if allow := got.header.Get("Allow"); allow != strings.Join(methods, ", ") || len(got.body) > 0 {
			t.Errorf("%s: Allow is %q with %d bytes, want %v", path, allow, len(got.body), methods)
		}
	}
}

func TestHeadIsGetWithoutABody(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin := a.member("Ada", identity.Admin)
	source := admin.create("The Daily", `"logo":"`+redLogo+`"`)
	for _, operation := range a.operations() {
		method, path, _ := strings.Cut(operation, " ")
		if method != http.MethodGet || policies[operation].stream { // TestStreamOfChanges covers streams
			continue
		}
		path = unknownPath(strings.Replace(path, "{id}", source.id.String(), 1))
		got := admin.get(path, "X-Request-Id", "head-and-get")
		r, err := http.NewRequestWithContext(t.Context(), http.MethodHead, admin.url+path, nil)
		must(t, err)
		r.Header = got.request.Header.Clone()
		head, err := admin.client.Do(r)
		must(t, err)
		must(t, head.Body.Close())
		for _, h := range []http.Header{head.Header, got.header} {
			h.Del("Date")
			h.Del("Set-Cookie") // each response has a new token
			h.Del("Content-Length")
		}
		if head.StatusCode != got.status || !maps.EqualFunc(head.Header, got.header, slices.Equal) ||
			head.ContentLength >= 0 && head.ContentLength != int64(len(got.body)) {
			t.Errorf("%s: HEAD is %d with %d bytes and %v\nGET is %d with %d bytes and %v", path, head.StatusCode,
				head.ContentLength, head.Header,
				got.status, len(got.body), got.header)
		}
	}
}

func TestMalformedIDIsNotFound(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	for _, id := range []string{"1", "nothing", strings.ToUpper(uuid.NewString())[:35], "urn:uuid:" + uuid.NewString(),
		"{" + uuid.NewString() + "}", "%00", "%ff"} {
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
