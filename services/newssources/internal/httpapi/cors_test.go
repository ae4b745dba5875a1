package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	allowedOrigin = "https://news.example.org" // configured
	unknownOrigin = "https://evil.example.net"
)

func newRigWithAllowedOrigin(t *testing.T) *rig {
	return newRig(t, func(o *Options) { o.AllowedOrigins = []string{allowedOrigin} })
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	open, closed := newRigWithAllowedOrigin(t), newRig(t)
	for _, c := range []struct {
		name   string
		api    *rig
		origin string
		want   bool
	}{
		{"allowed origin", open, allowedOrigin, true},
		{"unknown origin", open, unknownOrigin, false},
		{"allowed origin over http", open, "http://news.example.org", false},
		{"allowed origin with another port", open, allowedOrigin + ":8443", false},
		{"allowed origin as a prefix", open, allowedOrigin + ".evil.example.net", false},
		{"null", open, "null", false},
		{"no origin is allowed", closed, allowedOrigin, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			browser := c.api.withToken("").in(t) // preflight requests carry neither token nor cookie
			got := browser.do(http.MethodOptions, "/newssources", nil, "Origin", c.origin,
				"Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization,content-type,if-match").
				want(http.StatusNoContent)
			if !c.want { // without the headers below, the browser blocks the request
				if allow := got.header.Get("Allow"); allow != "GET, HEAD, OPTIONS, POST" {
					t.Errorf("Allow is %q", allow)
				}
				return
			}
			for name, wants := range map[string][]string{
				"Access-Control-Allow-Origin":  {allowedOrigin},
				"Access-Control-Allow-Methods": {"GET", "HEAD", "POST", "PATCH", "DELETE"},
				"Access-Control-Allow-Headers": {"Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
					"X-Request-Id"},
				"Access-Control-Max-Age": {"7200"},
			} {
				list := strings.Split(got.header.Get(name), ", ")
				for _, want := range wants {
					if !slices.Contains(list, want) {
						t.Errorf("%s is %v", name, list)
					}
				}
			}
			if got.header.Get("Access-Control-Allow-Credentials") != "" {
				t.Error("credentials are allowed")
			}
		})
	}
}

func TestResponsesAreReadableFromAllowedOrigins(t *testing.T) {
	t.Parallel()
	a := newRigWithAllowedOrigin(t)
	editor := a.editor()
	for _, path := range []string{"/newssources", "/newssources/nothing", "/nothing"} { // problems are readable too
		got := editor.get(path, "Origin", allowedOrigin, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors")
		if got.header.Get("Access-Control-Allow-Origin") != allowedOrigin ||
			got.header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: not readable from the allowed origin: %v", path, got.header)
		}
		exposed := strings.Split(got.header.Get("Access-Control-Expose-Headers"), ", ")
		for _, name := range []string{"ETag", "Location", "Retry-After", "X-Request-Id"} {
			if !slices.Contains(exposed, name) {
				t.Errorf("%s: %s isn't exposed: %v", path, name, exposed)
			}
		}
		if got := editor.get(path, "Origin", unknownOrigin); got.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: readable by a page of an unknown origin: %v", path, got.header)
		}
	}
}

// TestChangesNeedAntiForgeryTokenOrAllowedOrigin covers pages of the app, and of allowed origins,
// which can't read the cookie.
func TestChangesNeedAntiForgeryTokenOrAllowedOrigin(t *testing.T) {
	t.Parallel()
	open, closed := newRigWithAllowedOrigin(t), newRig(t)
	editors := map[*rig]*person{open: open.editor(), closed: closed.editor()}
	for _, c := range []struct {
		name, origin, site string
		api                *rig
		token              bool
		want               problem.Code // empty: accepted
	}{
		{"own page", omit, "same-origin", closed, true, ""},
		{"own page, old browser", omit, omit, closed, true, ""},
		{"own page without the token", omit, "same-origin", closed, false, problem.XSRFMissing},
		{"program without the token", omit, omit, closed, false, problem.XSRFMissing},
		{"opened by the user", omit, "none", closed, true, ""},
		{"allowed origin without the token", allowedOrigin, "cross-site", open, false, ""},
		{"allowed origin, same site", allowedOrigin, "same-site", open, false, ""},
		{"allowed origin, old browser", allowedOrigin, omit, open, false, ""},
		{"origin that is allowed elsewhere", allowedOrigin, "cross-site", closed, false, problem.CrossOrigin},
		{"unknown origin", unknownOrigin, "cross-site", open, false, problem.CrossOrigin},
		{"unknown origin with the token", unknownOrigin, "cross-site", open, true, problem.CrossOrigin},
		{"unknown origin, old browser", unknownOrigin, omit, open, true, problem.CrossOrigin},
		{"sibling host with the token", "https://other.example.org", "same-site", open, true, problem.CrossOrigin},
		{"sandboxed page", "null", "cross-site", open, true, problem.CrossOrigin},
		{"cross-site without an origin", omit, "cross-site", open, true, problem.CrossOrigin},
		{"own page when another origin is allowed", omit, "same-origin", open, false, problem.XSRFMissing},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			header := []string{"Origin", c.origin, "Sec-Fetch-Site", c.site}
			if !c.token {
				header = append(header, identity.XSRFHeader, omit, "Cookie", omit)
			}
			name := strings.ReplaceAll(c.name, " ", "-")
			name = strings.ReplaceAll(name, ",", "")
			before := c.api.count("sources WHERE name = $1", c.name)
			got := editors[c.api].in(t).
				post("/newssources", `{"name":"`+c.name+`","homepage_url":"https://`+name+`.example"}`, header...)
			if c.want == "" {
				got.want(http.StatusCreated)
			} else {
				got.problem(c.want)
			}
			if made := c.api.count("sources WHERE name = $1", c.name) - before; (made == 1) != (c.want == "") {
				t.Errorf("%d sources were created", made)
			}
		})
	}
}
