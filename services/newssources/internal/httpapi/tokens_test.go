package httpapi

import (
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestInvalidTokensAreRejected checks the responses, and that neither a body nor the log contains
// the token. The rules are tested in package identity.
func TestInvalidTokensAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.editor()
	a.expectUnchanged()
	people := a.count("members")
	t.Cleanup(func() {
		if now := a.count("members"); now != people {
			t.Errorf("%d new members", now-people)
		}
	})
	type fields = identitytest.Fields
	g := identitytest.Trusted()
	now := time.Now().Unix()
	whole := strings.Split(g.Token(nil), ".")
	for _, c := range []struct {
		name, token string
		want        problem.Code
	}{
		{"no token", "", problem.Unauthenticated},
		{"not a token", "not-a-token-of-any-kind", problem.Unauthenticated},
		{"expired", g.Token(fields{"iat": now - 7200, "exp": now - 3600}), problem.TokenExpired},
		{"forged: alg none", identitytest.Unsigned("none", nil), problem.Unauthenticated},
		{"forged: alg NONE", identitytest.Unsigned("NONE", nil), problem.Unauthenticated},
		{"forged: another key", identitytest.Untrusted().Token(nil), problem.Unauthenticated},
		{"forged: no signature", whole[0] + "." + whole[1] + ".", problem.Unauthenticated},
		{"forged: another payload",
			whole[0] + "." + identitytest.Encode(identitytest.Claims(fields{"sub": "other"})) + "." + whole[2],
			problem.Unauthenticated},
		{"wrong audience", g.Token(fields{"aud": "another-project"}), problem.Unauthenticated},
		{"wrong issuer", g.Token(fields{"iss": "https://securetoken.google.com/another-project"}), problem.Unauthenticated},
		{"too long", g.Token(fields{"name": strings.Repeat("x", 9000)}), problem.Unauthenticated},
		{"unverified", g.Token(fields{"email_verified": false}), problem.EmailNotVerified},
		{"domain that is not allowed", g.Token(fields{"email": "ana@elsewhere.test"}), problem.NotAllowed},
		{"anonymous", g.Token(fields{"email": nil, "firebase": fields{"sign_in_provider": "anonymous"}}), problem.NotAllowed},
		{"signed in long ago", g.Token(fields{"auth_time": now - 25*3600}), problem.SignInTooOld},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			caller := a.withToken(c.token).in(t)
			for _, got := range []*answer{
				caller.get("/newssources"),
				caller.get("/newssources/session"),
				caller.post("/newssources", `{"name":"A","homepage_url":"https://a.example"}`),
				caller.post("/newssources/imports", "<opml/>"),
			} {
				got.problem(c.want)
				if got.header.Get("Set-Cookie") != "" {
					t.Error("anti-forgery cookie without a valid token")
				}
			}
		})
	}
}

func TestAuthorizationHeaderNeedsABearerToken(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	for name, c := range map[string]struct {
		header string
		status int
	}{
		"valid":          {"Bearer " + editor.token, 200},
		"another case":   {"bearer " + editor.token, 200},
		"several spaces": {"Bearer   " + editor.token, 200},
		"no scheme":      {editor.token, 401},
		"another scheme": {"Basic " + editor.token, 401},
		"no token":       {"Bearer", 401},
		"empty":          {"", 401},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			editor.in(t).get("/newssources/session", "Authorization", c.header).want(c.status)
		})
	}
	t.Run("token in the query is ignored", func(t *testing.T) {
		t.Parallel()
		a.withToken("").in(t).get("/newssources/session?access_token=" + editor.token).problem(problem.Unauthenticated)
	})
}

func TestSessionReturnsMemberAndRole(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	for name, role := range map[string]identity.Role{"Vera": identity.Viewer, "Edith": identity.Editor,
		"Ada": identity.Admin} {
		p := a.member(name, role)
		got := into[api.Session](p.get("/newssources/session").want(200))
		want := api.Session{Id: p.id, Email: p.email, Name: name, Role: api.Role(role), CanWrite: role != identity.Viewer}
		if got != want {
			t.Errorf("got %+v", got)
		}
	}
	withoutName := &person{rig: a, t: t}
	withoutName.signIn(identitytest.Fields{"sub": "uid-new", "email": "New@example.org", "name": nil})
	got := into[api.Session](withoutName.get("/newssources/session"))
	if got.Name != "New@example.org" || got.Role != api.Role(identity.Editor) { // the default role
		t.Errorf("got %+v", got)
	}
}

func TestDisabledMemberIsRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	_, err := a.pool.Exec(t.Context(), `INSERT INTO members (id, uid, email, name, role, created_at, updated_at,
		disabled_at)
		VALUES (gen_random_uuid(), 'uid-ana', 'ana@example.org', 'Ana Ruiz', 'admin', now(), now(), now())`)
	must(t, err)
	a.withToken(identitytest.Trusted().Token(nil)).get("/newssources").problem(problem.MemberDisabled)
}
