package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestAdministratorManagesPeople(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin, editor := a.member("Ada", identity.Admin), a.editor()
	path := "/newssources/people/" + editor.id.String()

	editor.get("/newssources/people").problem(problem.RoleTooLow)
	list := into[api.MemberPage](admin.get("/newssources/people?q=edith").want(200))
	if len(list.Items) != 1 || list.Items[0].Id != editor.id || list.Items[0].State != "active" ||
		list.Items[0].LastSeenAt == nil {
		t.Fatalf("got %+v", list.Items)
	}
	administrators := into[struct{ Items []api.Person }](editor.get("/newssources/administrators").want(200))
	if len(administrators.Items) != 1 || administrators.Items[0].Email != "ada@example.org" {
		t.Errorf("got %+v", administrators)
	}

	admin.patch(path, omit, `{"role":"viewer"}`).problem(problem.VersionRequired)
	changed := admin.patch(path, `"1"`, `{"role":"viewer"}`).want(200)
	// The new role also applies to an existing session.
	editor.post("/newssources", `{"name":"A","homepage_url":"https://a.example"}`).problem(problem.RoleTooLow)
	admin.patch(path, `"1"`, `{"disabled":true}`).problem(problem.StaleVersion)
	disabled := admin.patch(path, changed.etag(), `{"disabled":true}`).want(200)
	editor.get("/newssources").problem(problem.MemberDisabled)
	admin.patch(path, disabled.etag(), `{"disabled":false}`).want(200)
	editor.get("/newssources").want(200)
	admin.delete(path, `"4"`).want(204)
	editor.get("/newssources").problem(problem.NotAllowed)
	admin.delete("/newssources/people/"+admin.id.String(), `"1"`).problem(problem.LastAdministrator)

	history := into[api.HistoryPage](admin.get("/newssources/history?area=people&target_type=member").want(200))
	var actions []string
	for _, e := range history.Items {
		actions = append(actions, e.Action)
		if e.Actor.Email != "ada@example.org" || e.Target.Name != "Edith" {
			t.Errorf("got %+v", e)
		}
	}
	if strings.Join(actions, " ") != "member.removed member.updated member.updated member.updated" {
		t.Errorf("got %v", actions)
	}
}

func TestInvitedPersonSignsIn(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin := a.member("Ada", identity.Admin)
	token := identitytest.Trusted().Token(identitytest.Fields{"sub": "uid-guest", "email": "Guest@elsewhere.test"})
	guest := a.withToken(token)
	guest.get("/newssources").problem(problem.NotAllowed)
	admin.post("/newssources/invitations", `{"email":"guest@gmail","role":"viewer"}`).problem(problem.Invalid)
	created := admin.post("/newssources/invitations", `{"email":"guest@elsewhere.test","role":"editor"}`).want(201)
	session := into[api.Session](guest.get("/newssources/session").want(200))
	if session.Role != api.Role(identity.Editor) {
		t.Errorf("got %+v", session)
	}
	guest.get("/newssources/invitations").problem(problem.RoleTooLow)
	admin.delete(created.header.Get("Location"), omit).want(204)
	guest.get("/newssources").problem(problem.NotAllowed)
}

func TestProgramUsesAPIToken(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin, editor := a.member("Ada", identity.Admin), a.editor()
	expires := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	create := func(scope string) (*person, api.ApiTokenCreated) {
		t.Helper()
		made := into[api.ApiTokenCreated](editor.post("/newssources/tokens",
			`{"name":"nightly export","scopes":["`+scope+`"],"expires_at":"`+expires+`"}`).want(201))
		program := &person{rig: a, t: t, token: made.Token}
		a.secret(made.Token[8:])
		return program, made
	}
	reader, _ := create("read")
	reader.get("/newssources").want(200)
	if session := reader.get("/newssources/session").want(200); session.header.Get("Set-Cookie") != "" ||
		into[api.Session](session).CanWrite {
		t.Errorf("got %s, cookie %s", session.body, session.header.Get("Set-Cookie"))
	}
	reader.post("/newssources", `{"name":"A","homepage_url":"https://a.example"}`).problem(problem.ScopeMissing)

	writer, token := create("write")
	// The request has no session cookie.
	source := into[api.Source](writer.post("/newssources", `{"name":"A","homepage_url":"https://a.example"}`).want(201))
	history := into[api.HistoryPage](writer.get("/newssources/" + source.Id.String() + "/history").want(200))
	if actor := history.Items[0].Actor; actor.Token == nil || actor.Token.Id != token.Id ||
		actor.Token.Name != "nightly export" || actor.Email != editor.email {
		t.Errorf("got %+v", actor)
	}
	writer.post("/newssources/tokens", `{"name":"more","scopes":["write"],"expires_at":"`+expires+`"}`).
		problem(problem.SignInRequired)
	writer.get("/newssources/people").problem(problem.RoleTooLow)
	writer.get("/newssources/tokens?all=true").problem(problem.RoleTooLow)

	list := into[struct{ Items []api.ApiToken }](admin.get("/newssources/tokens?all=true").want(200))
	if len(list.Items) != 2 || list.Items[0].Owner.Email != editor.email || list.Items[0].LastUsedAt == nil {
		t.Errorf("got %+v", list.Items)
	}
	viewer := a.member("Sam", identity.Viewer)
	path := "/newssources/tokens/" + token.Id.String()
	viewer.delete(path, omit).problem(problem.NotFound)
	admin.delete(path, omit).want(204)
	writer.get("/newssources").problem(problem.TokenRevoked)

	admin.patch("/newssources/people/"+editor.id.String(), `"1"`, `{"disabled":true}`).want(200)
	reader.get("/newssources").problem(problem.MemberDisabled)
	a.withToken("nws_" + strings.Repeat("x", 43)).get("/newssources").problem(problem.Unauthenticated)
	if got := a.log.String(); !strings.Contains(got, `"program":"`+token.Id.String()+`"`) {
		t.Error("the log doesn't name the token")
	} else if strings.Contains(got, "@example.org") {
		t.Error("the log contains an e-mail address")
	}
}

func TestRegisterHistoryFilters(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	draft := editor.post("/newssources", `{"name":"Gone","homepage_url":"https://gone.example","lifecycle":"draft"}`).
		want(201)
	editor.post("/newssources", `{"name":"Here","homepage_url":"https://here.example"}`).want(201)
	editor.delete(draft.header.Get("Location"), draft.etag()).want(204)
	start := time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
	for query, want := range map[string]string{
		"": "source.deleted Gone, source.created Here, source.created Gone", "?action=source.deleted": "source.deleted Gone",
		"?source=" + into[api.Source](draft).Id.String(): "source.deleted Gone, source.created Gone",
		"?actor=" + editor.id.String() + "&limit=1":      "source.deleted Gone",
		"?since=" + start + "&target_type=source":        "source.deleted Gone, source.created Here, source.created Gone",
		"?until=" + start: "", "?target_type=endpoint": "",
	} {
		var got []string
		for _, e := range into[api.HistoryPage](editor.get("/newssources/history" + query).want(http.StatusOK)).Items {
			got = append(got, e.Action+" "+e.Target.Name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: got %v", query, got)
		}
	}
	editor.get("/newssources/history?area=people").problem(problem.RoleTooLow)
	editor.get("/newssources/history?since=yesterday").problem(problem.UnknownParameter)
}
