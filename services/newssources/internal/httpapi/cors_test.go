package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

const (
	friend   = "https://news.example.org" // on the allow-list
	stranger = "https://evil.example.net"
)

func newRigWithFriend(t *testing.T) *rig {
	return newRig(t, func(o *Options) { o.AllowedOrigins = []string{friend} })
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	open, closed := newRigWithFriend(t), newRig(t)
	for _, c := range []struct {
		name   string
		api    *rig
		origin string
		want   int
	}{
		{"friend", open, friend, http.StatusNoContent},
		{"stranger", open, stranger, http.StatusMethodNotAllowed},
		{"friend over http", open, "http://news.example.org", http.StatusMethodNotAllowed},
		{"friend with a port", open, friend + ":8443", http.StatusMethodNotAllowed},
		{"longer name", open, friend + ".evil.example.net", http.StatusMethodNotAllowed},
		{"null", open, "null", http.StatusMethodNotAllowed},
		{"nobody is allowed", closed, friend, http.StatusMethodNotAllowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			browser := c.api.anybody("").in(t) // a preflight brings neither token nor cookie
			got := browser.do(http.MethodOptions, "/newssources", nil, "Origin", c.origin,
				"Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "authorization,content-type,if-match").want(c.want)
			if c.want != http.StatusNoContent {
				return
			}
			for name, wants := range map[string][]string{
				"Access-Control-Allow-Origin":  {friend},
				"Access-Control-Allow-Methods": {"GET", "POST", "PATCH", "DELETE"},
				"Access-Control-Allow-Headers": {"Authorization", "Content-Type", "If-Match", "X-Request-Id"},
				"Access-Control-Max-Age":       {"7200"},
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

func TestReadFromAnotherOrigin(t *testing.T) {
	t.Parallel()
	a := newRigWithFriend(t)
	editor := a.editor()
	for _, path := range []string{"/newssources", "/newssources/nothing", "/nothing"} { // problems can be read, too
		got := editor.get(path, "Origin", friend, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "cors")
		if got.header.Get("Access-Control-Allow-Origin") != friend || got.header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: the friend can't read it: %v", path, got.header)
		}
		exposed := strings.Split(got.header.Get("Access-Control-Expose-Headers"), ", ")
		for _, name := range []string{"ETag", "Location", "Retry-After", "X-Request-Id"} {
			if !slices.Contains(exposed, name) {
				t.Errorf("%s: %s isn't exposed: %v", path, name, exposed)
			}
		}
		if got := editor.get(path, "Origin", stranger); got.header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: a stranger's page may hold it: %v", path, got.header)
		}
	}
}

// TestWhoMayChange: a change needs our anti-forgery token, or comes from an allowed origin, which can't read our cookie.
func TestWhoMayChange(t *testing.T) {
	t.Parallel()
	open, closed := newRigWithFriend(t), newRig(t)
	editors := map[*rig]*person{open: open.editor(), closed: closed.editor()}
	for _, c := range []struct {
		name, origin, site string
		api                *rig
		token              bool
		want               problem.Code // empty: done
	}{
		{"our page", omit, "same-origin", closed, true, ""},
		{"our page, old browser", omit, omit, closed, true, ""},
		{"our page without the token", omit, "same-origin", closed, false, problem.XSRFMissing},
		{"a program without the token", omit, omit, closed, false, problem.XSRFMissing},
		{"typed in", omit, "none", closed, true, ""},
		{"friend without the token", friend, "cross-site", open, false, ""},
		{"friend on a sibling host", friend, "same-site", open, false, ""},
		{"friend, old browser", friend, omit, open, false, ""},
		{"friend who isn't one here", friend, "cross-site", closed, false, problem.CrossOrigin},
		{"stranger", stranger, "cross-site", open, false, problem.CrossOrigin},
		{"stranger with the token", stranger, "cross-site", open, true, problem.CrossOrigin},
		{"stranger, old browser", stranger, omit, open, true, problem.CrossOrigin},
		{"sibling host with the token", "https://other.example.org", "same-site", open, true, problem.CrossOrigin},
		{"sandboxed page", "null", "cross-site", open, true, problem.CrossOrigin},
		{"cross-site without an origin", omit, "cross-site", open, true, problem.CrossOrigin},
		{"our page beside a friend", omit, "same-origin", open, false, problem.XSRFMissing},
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
			got := editors[c.api].in(t).post("/newssources", `{"name":"`+c.name+`","homepage_url":"https://`+name+`.example"}`, header...)
			if c.want == "" {
				got.want(http.StatusCreated)
			} else {
				got.problem(c.want)
			}
			if made := c.api.count("sources WHERE name = $1", c.name) - before; (made == 1) != (c.want == "") {
				t.Errorf("%d sources were made", made)
			}
		})
	}
}
