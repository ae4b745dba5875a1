package httpapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func viewBody(name, sharing, filter string) string {
	return fmt.Sprintf(`{"name":%q,"sharing":%q,"filter":%s}`, name, sharing, filter)
}

// saveView creates a view and returns it with its path.
func (p *person) saveView(body string) (api.SavedView, string) {
	p.t.Helper()
	made := into[api.SavedView](p.post("/newssources/views", body).want(http.StatusCreated))
	return made, "/newssources/views/" + made.Id.String()
}

func TestPersonalAndSharedViews(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	edith, vera := a.editor(), a.member("Vera", identity.Viewer)
	colleague, admin := a.member("Colin", identity.Editor), a.member("Ada", identity.Admin)

	_, personal := vera.saveView(viewBody(" My  view ", "none", `{"country":["ES"],"not_tag":["sport"]}`))
	own := into[api.SavedView](vera.get(personal).want(http.StatusOK))
	if own.Name != "My view" || !own.CanChange || (*own.Filter.NotTag)[0] != "sport" || (*own.Filter.Country)[0] != "ES" {
		t.Errorf("got %+v", own)
	}
	if hidden := edith.get(personal).problem(problem.NotFound); !strings.Contains(convert.OrZero(hidden.Detail),
		"personal") {
		t.Errorf("the problem is %q", convert.OrZero(hidden.Detail))
	}
	edith.delete(personal, `"1"`).problem(problem.NotFound)
	vera.post("/newssources/views", viewBody("Ours", "members", `{}`)).problem(problem.RoleTooLow)
	vera.patch(personal, `"1"`, `{"sharing":"members"}`).problem(problem.RoleTooLow)

	shared, path := edith.saveView(viewBody("Ours", "members", `{"assignee":["me"],"health":["failing","none"]}`))
	seen := into[api.SavedView](vera.get(path).want(http.StatusOK))
	if seen.CanChange || seen.Owner.Name != "Edith" || (*seen.Filter.Assignee)[0] != "me" {
		t.Errorf("a viewer gets %+v", seen)
	}
	colleague.patch(path, `"1"`, `{"name":"Theirs"}`).problem(problem.NotOwner)
	edith.patch(path, `"1"`, `{"editable_by":"editors","sort":"-domain","columns":["country"],
		"column_widths":{"name":320}}`).want(http.StatusOK)
	changed := colleague.patch(path, `"2"`, `{"name":"Theirs"}`).want(http.StatusOK)
	if view := into[api.SavedView](changed); view.Name != "Theirs" || *view.Sort != "-domain" ||
		(*view.Columns)[0] != "country" || (*view.ColumnWidths)["name"] != 320 || changed.etag() != `"3"` {
		t.Errorf("changed to %+v", view)
	}
	vera.patch(path, `"3"`, `{"name":"Mine"}`).problem(problem.RoleTooLow)
	colleague.patch(path, `"3"`, `{"sharing":"none"}`).problem(problem.NotOwner)
	colleague.patch(path, `"3"`, `{"take_over":true}`).problem(problem.NotOwner)
	edith.patch(path, `"1"`, `{"name":"Old"}`).problem(problem.StaleVersion)

	list := into[api.SavedViewList](vera.get("/newssources/views").want(http.StatusOK))
	if len(list.Items) != 2 || list.Items[0].Id != shared.Id || list.Items[1].Name != "My view" {
		t.Errorf("a viewer's list is %+v", list)
	}
	if n := a.count("audit_events WHERE target_type = 'view'"); n != 3 { // no personal view
		t.Errorf("%d events", n)
	}
	reset := edith.patch(path, `"3"`, `{"column_widths":null}`).want(http.StatusOK)
	if view := into[api.SavedView](reset); view.ColumnWidths != nil {
		t.Errorf("the widths are %v", *view.ColumnWidths)
	}
	admin.delete(path, `"4"`).want(http.StatusNoContent)
	vera.get(path).problem(problem.NotFound)
}

func TestInvalidViewsAreRefused(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	edith := a.editor()
	for name, body := range map[string]string{
		"no name": viewBody(" ", "none", `{}`), "a long name": viewBody(strings.Repeat("é", 81), "none", `{}`),
		"an unknown country": viewBody("A", "none", `{"not_country":["QQ"]}`),
		"an unknown sort":    `{"name":"A","filter":{},"sort":"-colour"}`,
		"a narrow column":    `{"name":"A","filter":{},"column_widths":{"name":39}}`,
		"no column name":     `{"name":"A","filter":{},"column_widths":{"Name of it":100}}`,
		"an unknown filter":  viewBody("A", "none", `{"colour":["red"]}`),
		// A view cannot be shared with a filter that the others do not see.
		"a filter by a view": viewBody("A", "members", `{"view":"0190b5d2-0000-7000-8000-000000000003"}`),
	} {
		if got := edith.post("/newssources/views", body); got.status < 400 || got.status > 422 {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	edith.saveView(viewBody(strings.Repeat("é", 80), "none", `{}`))
	_, err := a.pool.Exec(t.Context(), `INSERT INTO saved_views (id, owner_id, name, filter)
		SELECT gen_random_uuid(), $1, 'V', '{}' FROM generate_series(2, 200)`, edith.id)
	must(t, err)
	edith.post("/newssources/views", viewBody("One more", "none", `{}`)).problem(problem.LimitReached)
}

func TestDefaultView(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	edith, vera := a.editor(), a.member("Vera", identity.Viewer)
	shared, path := edith.saveView(viewBody("Ours", "members", `{}`))
	personal, _ := edith.saveView(viewBody("Mine", "none", `{}`))
	choose := func(p *person, id string) *answer {
		return p.put("/newssources/views/default", `{"view_id":`+id+`}`)
	}
	first := func(p *person) string {
		return fmt.Sprint(into[api.SavedViewList](p.get("/newssources/views").want(http.StatusOK)).DefaultViewId)
	}
	choose(vera, `"`+shared.Id.String()+`"`).want(http.StatusNoContent)
	choose(vera, `"`+personal.Id.String()+`"`).problem(problem.NotFound)
	if got := first(vera); got != shared.Id.String() {
		t.Errorf("the default is %s", got)
	}
	edith.patch(path, `"1"`, `{"sharing":"none"}`).want(http.StatusOK)
	if got := first(vera); got != "<nil>" {
		t.Errorf("the default is a personal view of another member: %s", got)
	}
	edith.patch(path, `"2"`, `{"sharing":"members"}`).want(http.StatusOK)
	choose(vera, "null").want(http.StatusNoContent)
	if got := first(vera); got != "<nil>" {
		t.Errorf("the default is %s", got)
	}
}

// TestViewCountsAreThoseOfTheList checks the counts of several members: “me” is the reader.
func TestViewCountsAreThoseOfTheList(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	edith, colleague := a.editor(), a.member("Colin", identity.Editor)
	for i := range 3 {
		edith.post("/newssources", fmt.Sprintf(`{"name":"S%d","homepage_url":"https://s%d.example/","country":"ES",
			"endpoints":[{"url":"https://s%d.example/rss","kind":"rss"}]}`, i, i, i)).want(http.StatusCreated)
	}
	_, err := a.pool.Exec(t.Context(), `UPDATE source_health SET assignee_id = $1 WHERE source_id IN
		(SELECT id FROM sources WHERE name <> 'S0')`, edith.id)
	must(t, err)
	mine, _ := edith.saveView(viewBody("Assigned to me", "members", `{"assignee":["me"]}`))
	edith.saveView(viewBody("Spain", "members", `{"country":["ES"]}`))
	edith.saveView(viewBody("Not mine", "members", `{"not_assignee":["me"]}`))
	edith.saveView(viewBody("Too many words", "none", `{"q":"a b c d e f g h i j"}`))
	for _, c := range []struct {
		who  *person
		want string
	}{{edith, "2 1 3"}, {colleague, "0 3 3"}} {
		counts := into[api.SavedViewCounts](c.who.get("/newssources/views/counts").want(http.StatusOK))
		var got []string
		for _, count := range counts.Items {
			got = append(got, fmt.Sprint(count.Total))
		}
		if text := strings.Join(got, " "); text != c.want || counts.Items[0].ViewId != mine.Id {
			t.Errorf("the counts are %s, want %s", text, c.want)
		}
	}
}

func TestRulesFollowAView(t *testing.T) {
	t.Parallel()
	a := newRig(t, withMail(t))
	edith := a.editor()
	rule := func(view api.SavedView) string {
		return strings.Replace(alertRule, `"filter":{"tag":["politics"]}`, `"view_id":"`+view.Id.String()+`"`, 1)
	}
	personal, personalPath := edith.saveView(viewBody("Mine", "none", `{}`))
	mine, _ := edith.saveView(viewBody("My work", "members", `{"assignee":["me"]}`))
	shared, path := edith.saveView(viewBody("Spain", "members", `{"country":["ES"],"health":["failing"]}`))
	for view, reason := range map[*api.SavedView]string{&personal: "personal", &mine: "assignee"} {
		refused := edith.post("/newssources/alerts", rule(*view)).problem(problem.Invalid)
		if text := fmt.Sprint(*refused.Errors); !strings.Contains(text, reason) {
			t.Errorf("%s is refused with %s", view.Name, text)
		}
	}
	both := strings.Replace(rule(shared), `"view_id"`, `"filter":{"tag":["a"]},"view_id"`, 1)
	edith.post("/newssources/alerts", both).problem(problem.Invalid)

	made := into[api.AlertRule](edith.post("/newssources/alerts", rule(shared)).want(http.StatusCreated))
	if *made.ViewName != "Spain" || *made.Condition.ViewId != shared.Id || made.Condition.Filter != nil {
		t.Errorf("made %+v", made)
	}
	for _, refused := range []*answer{
		edith.delete(path, `"1"`), edith.patch(path, `"1"`, `{"sharing":"none"}`),
		edith.patch(path, `"1"`, `{"filter":{"silent_days":3}}`),
	} {
		if p := refused.problem(problem.ViewInUse); !strings.Contains(convert.OrZero(p.Detail), "Failing") {
			t.Errorf("the problem is %q", convert.OrZero(p.Detail))
		}
	}
	edith.patch(path, `"1"`, `{"filter":{"country":["FR"]}}`).want(http.StatusOK)
	if n := a.count("alert_rules WHERE condition_version = 2"); n != 1 {
		t.Error("the rule does not follow the changed view")
	}
	edith.delete("/newssources/alerts/"+made.Id.String(), `"1"`).want(http.StatusNoContent)
	edith.delete(path, `"2"`).want(http.StatusNoContent)
	edith.delete(personalPath, `"1"`).want(http.StatusNoContent)
}

func TestSharedViewsOutliveTheirOwner(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	edith, colleague := a.editor(), a.member("Colin", identity.Editor)
	admin := a.member("Ada", identity.Admin)
	_, shared := edith.saveView(viewBody("Ours", "members", `{}`))
	edith.saveView(viewBody("Mine", "none", `{}`))
	person := "/newssources/people/" + edith.id.String()
	admin.delete(person, admin.get(person).want(http.StatusOK).etag()).want(http.StatusNoContent)
	if view := into[api.SavedView](colleague.get(shared).want(http.StatusOK)); !view.Owner.IsRemoved || !view.CanChange {
		t.Errorf("got %+v", view)
	}
	taken := into[api.SavedView](colleague.patch(shared, `"1"`, `{"take_over":true}`).want(http.StatusOK))
	if taken.Owner.Id != colleague.id || taken.Owner.IsRemoved {
		t.Errorf("taken over by %+v", taken.Owner)
	}
	if n := a.count("saved_views"); n != 1 {
		t.Errorf("%d views are left, want only the shared one", n)
	}
}
