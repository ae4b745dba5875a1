package httpapi

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestContributorsPropose sends each change that contributors can propose, and checks that only the
// approval changes the register.
func TestContributorsPropose(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, carla, viewer := a.editor(), a.member("Carla", identity.Contributor), a.member("Vera", identity.Viewer)
	daily := editor.create("The Daily")
	archived := editor.create("The Archive")
	editor.post(archived.path+"/archive", "", "If-Match", `"1"`).want(200)
	draft := editor.create("A Draft", `"lifecycle":"draft"`)
	endpoint := into[api.Endpoint](
		editor.post(daily.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/2"}`).
			want(201))
	endpointPath := daily.path + "/endpoints/" + endpoint.Id.String()
	before := a.fingerprints()
	var made []api.ChangeSet
	routes := map[string]bool{}
	for _, c := range []struct{ route, path, body, version, title string }{
		{"POST /newssources", "/newssources", `{"name":"New","homepage_url":"https://new.example/"}`, "", "Add “New”"},
		{"PATCH /newssources/:id", daily.path, `{"country":"ES"}`, `"1"`, "Edit “The Daily”"},
		{"DELETE /newssources/:id", draft.path, "", `"1"`, "Delete “A Draft”"},
		{"POST /newssources/:id/archive", daily.path + "/archive", "", `"1"`, "Archive “The Daily”"},
		{"POST /newssources/:id/unarchive", archived.path + "/unarchive", "", `"2"`, "Unarchive “The Archive”"},
		{"POST /newssources/:id/endpoints", daily.path + "/endpoints", `{"kind":"rss","url":"https://the-daily.example/3"}`,
			"",
			"Add an endpoint to “The Daily”"},
		{"PATCH /newssources/:id/endpoints/:endpoint_id", endpointPath, `{"section":"Sport"}`, `"1"`,
			"Edit the endpoint “https://the-daily.example/2”"},
	} {
		routes[c.route] = true
		method, _, _ := strings.Cut(c.route, " ")
		answer := carla.do(method, c.path, strings.NewReader(c.body), "If-Match", cmp.Or(c.version, omit)).want(202)
		set := into[api.ChangeSet](answer)
		if set.State != "proposed" || set.Title != c.title || set.Origin != "proposal" || set.Counts.Pending == 0 ||
			*set.Stale != 0 || answer.header.Get("Location") != "/newssources/change-sets/"+set.Id.String() {
			t.Errorf("%s: %s", c.route, answer.body)
		}
		made = append(made, set)
	}
	for route, p := range policies {
		if p.proposes && !routes[route] {
			t.Errorf("%s is not proposed", route)
		}
	}
	if after := a.fingerprints(); !maps.Equal(after, before) {
		t.Errorf("the proposals changed the database\n%v\n%v", before, after)
	}
	carla.patch(daily.path, `"1"`, `{"logo":"`+redLogo+`"}`).problem(problem.Invalid)
	carla.patch(daily.path, `"7"`, `{"country":"ES"}`).problem(problem.StaleVersion)
	carla.do("DELETE", endpointPath, nil, "If-Match", `"1"`).problem(problem.RoleTooLow)
	one := func(set api.ChangeSet) string { return "/newssources/change-sets/" + set.Id.String() }
	for _, p := range []*person{carla, viewer} {
		p.post(one(made[0])+"/approve", `{}`).problem(problem.RoleTooLow)
		p.post(one(made[0])+"/reject", `{"reason":"No"}`).problem(problem.RoleTooLow)
	}
	viewer.post(one(made[0])+"/cancel", "").problem(problem.RoleTooLow)
	editor.post(one(made[0])+"/approve", `{"items":[1],"except":[1]}`).problem(problem.Invalid)
	if got := into[api.ChangeSetSummary](editor.get("/newssources/change-sets/summary").want(200)); got.Proposed != len(
		made) {
		t.Errorf("%+v", got)
	}

	editor.patch(daily.path, `"1"`, `{"tier":2}`).want(200) // the proposals on the source are stale
	items := into[api.ChangeItemPage](editor.get(one(made[1]) + "/items").want(200)).Items
	if got := into[api.ChangeSet](editor.get(one(made[1])).want(200)); *got.Stale != 1 || items[0].Rebased == nil ||
		items[0].Rebased.Result != "pending" {
		t.Errorf("%+v %+v", got, items)
	}
	rebased := into[api.ChangeSet](editor.post(one(made[1])+"/preview", "").want(200))
	if *rebased.Stale != 0 || rebased.State != "proposed" || rebased.Generation != 2 {
		t.Errorf("%+v", rebased)
	}
	editor.post(one(made[1])+"/approve", `{"generation":1}`).problem(problem.BadTransition)
	approved := a.runSet(editor, made[1].Id, "/approve", `{"generation":2,"expected":1}`)
	if approved.AppliedBy.Name != "Edith" || approved.CreatedBy.Name != "Carla" {
		t.Errorf("%+v", approved)
	}
	editor.post(one(made[1])+"/approve", `{}`).problem(problem.BadTransition)
	if got := into[api.Source](carla.get(daily.path).want(200)); *got.Country != "ES" || *got.Tier != 2 {
		t.Errorf("%+v", got)
	}
	for _, n := range []int{0, 2, 4, 6} {
		a.runSet(editor, made[n].Id, "/approve", `{}`)
	}
	carla.post(one(made[5])+"/cancel", "").want(200)
	rejected := into[api.ChangeSet](editor.post(one(made[3])+"/reject", `{"reason":"It is alive"}`).want(200))
	if rejected.State != "rejected" || *rejected.Answer != "It is alive" || !*rejected.AnswerUnseen {
		t.Errorf("%+v", rejected)
	}
	if got := into[api.ChangeSet](carla.post(one(made[3])+"/seen", "").want(200)); got.AnswerUnseen != nil {
		t.Errorf("%+v", got)
	}
}

// TestTokensOfContributors checks the scopes of the API tokens of a contributor.
func TestTokensOfContributors(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	carla := a.member("Carla", identity.Contributor)
	const body = `{"name":"New","homepage_url":"https://new.example/"}`
	carla.program("read").post("/newssources", body).problem(problem.ScopeMissing)
	made := changeSetPath(into[api.ChangeSet](carla.post("/newssources", body).want(202)).Id)
	reader := a.editor().program("read")
	for _, path := range []string{"/approve", "/reject", "/comments", "/preview", "/cancel"} {
		reader.post(made+path, `{"reason":"No","body":"No"}`).problem(problem.ScopeMissing)
	}
	writer := carla.program("write")
	writer.post("/newssources", body).want(202)
	writer.post("/newssources/claims", `{}`).problem(problem.RoleTooLow)
}

func TestCommentsOnProposals(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, carla, viewer := a.editor(), a.member("Carla", identity.Contributor), a.member("Vera", identity.Viewer)
	daily := editor.create("The Daily")
	made := into[api.ChangeSet](carla.patch(daily.path, `"1"`, `{"country":"ES"}`).want(202))
	path := changeSetPath(made.Id) + "/comments"
	viewer.post(path, `{"body":"No"}`).problem(problem.RoleTooLow)
	editor.post(path, `{"body":""}`).problem(problem.Invalid)
	editor.post(path, `{"body":"`+strings.Repeat("x", 2001)+`"}`).problem(problem.Invalid)
	if c := into[api.ChangeComment](editor.post(path, `{"body":"Why?"}`).want(201)); c.Author.Name != "Edith" ||
		c.Body != "Why?" {
		t.Errorf("%+v", c)
	}
	carla.post(path, `{"body":"It moved"}`).want(201)
	if list := into[api.ChangeCommentList](viewer.get(path).want(200)).Items; len(list) != 2 ||
		list[1].Author.Name != "Carla" {
		t.Errorf("%+v", list)
	}
	viewer.get("/newssources/change-sets/" + uuid.NewString() + "/comments").problem(problem.NotFound)
}
