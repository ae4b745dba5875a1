package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestInvalidAntiForgeryTokensAreRejected calls every operation that changes data with each invalid
// token.
func TestInvalidAntiForgeryTokensAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, other := a.editor(), a.member("Otto", identity.Editor)
	earlier := editor.in(t) // the same member, an earlier sign-in
	earlier.signIn(identitytest.Fields{"sub": "uid-Edith", "email": editor.email, "name": "Edith",
		"auth_time": time.Now().Unix() - 3600})
	a.expectUnchanged()
	cookie := func(value string) string { return identity.XSRFCookie + "=" + value }
	for _, c := range []struct {
		name, header, cookie string
		want                 problem.Code
	}{
		{"no header and no cookie", omit, omit, problem.XSRFMissing},
		{"no header", omit, cookie(editor.xsrf), problem.XSRFMissing},
		{"no cookie", editor.xsrf, omit, problem.XSRFMissing},
		{"empty values", "", cookie(""), problem.XSRFMissing},
		{"unsigned values", "planted", cookie("planted"), problem.XSRFInvalid},
		{"header and cookie differ", editor.xsrf, cookie("planted"), problem.XSRFInvalid},
		{"modified", "A" + editor.xsrf[1:] + "A", cookie("A" + editor.xsrf[1:] + "A"), problem.XSRFInvalid},
		{"of another member", other.xsrf, cookie(other.xsrf), problem.XSRFInvalid},
		{"of another sign-in", earlier.xsrf, cookie(earlier.xsrf), problem.XSRFInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			editor := editor.in(t)
			for _, operation := range a.operations() {
				if method, path, _ := strings.Cut(operation, " "); isChange(method) && !policies[routeOf(operation)].public {
					editor.do(method, unknownPath(path), nil, "If-Match", `"1"`, identity.XSRFHeader, c.header, "Cookie", c.cookie).
						problem(c.want)
				}
			}
		})
	}
}

func TestAntiForgeryCookieAttributes(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	cookie, err := http.ParseSetCookie(editor.get("/newssources/session").want(200).header.Get("Set-Cookie"))
	must(t, err)
	if cookie.Name != "XSRF-TOKEN" || cookie.Path != "/" || !cookie.Secure || cookie.HttpOnly ||
		cookie.SameSite != http.SameSiteStrictMode || cookie.Domain != "" {
		t.Errorf("got %s", cookie)
	}
	for _, path := range []string{"/newssources", "/newssources/tags", "/nothing"} {
		if set := editor.get(path).header.Get("Set-Cookie"); set != "" {
			t.Errorf("%s sets a cookie", path)
		}
	}
	// The token stays valid after other requests.
	editor.post("/newssources", `{"name":"A","homepage_url":"https://a.example"}`).want(http.StatusCreated)
}
