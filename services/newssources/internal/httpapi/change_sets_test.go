package httpapi

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/xuri/excelize/v2"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestChangeSets(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	var made []api.Source
	for i := range 3 {
		made = append(made, into[api.Source](editor.post("/newssources", fmt.Sprintf(`{"name":"=Daily %d","homepage_url":
			"https://daily%d.example/","tags":["politics"],"endpoints":[{"url":"https://daily%d.example/rss","kind":"rss"}]}`,
			i, i, i)).want(201)))
	}
	const path = "/newssources/change-sets"
	body := func(expected int, operation string) string {
		return fmt.Sprintf(`{"selection":{"filter":{"tag":["politics"]},"expected":%d},"operations":[%s]}`, expected,
			operation)
	}
	const country = `{"field":"country","action":"set","value":"ES"}`
	viewer.post(path, body(3, country)).problem(problem.RoleTooLow)
	if got := editor.post(path, body(2, country)).problem(problem.SelectionChanged); got.Selection.Matches != 3 {
		t.Errorf("%+v", got.Selection)
	}
	editor.post(path, body(3, `{"field":"country","action":"set","value":"ZZ"}`)).problem(problem.Invalid)
	editor.post(path, `{"selection":{},"operations":[`+country+`]}`).problem(problem.Invalid)
	editor.post(path, body(3, `{"field":"lifecycle","action":"delete"}`)).problem(problem.RoleTooLow)

	answer := editor.post(path, body(3, country)).want(201)
	draft := into[api.ChangeSet](answer)
	if draft.State != "draft" || !draft.PreviewComplete || draft.Counts.Pending != 3 || len(*draft.Sample) != 3 ||
		*draft.CreatedBy.Id == made[0].Id || answer.header.Get("Location") != path+"/"+draft.Id.String() ||
		!slices.Equal(*draft.Filter.Tag, []string{"politics"}) || draft.Operations[0].Field != "country" {
		t.Errorf("%s", answer.body)
	}
	one := path + "/" + draft.Id.String()
	viewer.post(one+"/apply", `{}`).problem(problem.RoleTooLow)
	editor.post(one+"/apply", `{"expected":2}`).problem(problem.SelectionChanged)
	if applied := a.applySet(editor, draft.Id); applied.Counts.Changed != 3 || *applied.Announced != 3 ||
		applied.AppliedBy.Name != "Edith" {
		t.Errorf("%+v", applied)
	}
	history := into[api.HistoryPage](viewer.get("/newssources/" + made[0].Id.String() + "/history").want(200))
	if id := history.Items[0].ChangeSetId; id == nil || *id != draft.Id {
		t.Errorf("%+v", history.Items[0])
	}

	page := into[api.ChangeItemPage](viewer.get(one + "/items?limit=2&result=changed").want(200))
	next := into[api.ChangeItemPage](
		viewer.get(one + "/items?limit=2&result=changed&cursor=" + *page.NextCursor).want(200))
	if len(page.Items) != 2 || len(next.Items) != 1 || next.Items[0].Number != 3 || *next.Items[0].Version != 2 {
		t.Errorf("%+v %+v", page, next)
	}
	export := viewer.get(one + "/items/export").want(200)
	lines, err := csv.NewReader(strings.NewReader(string(export.body))).ReadAll()
	must(t, err)
	if len(lines) != 4 || lines[1][4] != "'=Daily 0" || lines[1][12] != "ES" {
		t.Errorf("%q", lines)
	}
	export = viewer.get(one + "/items/export?format=ndjson").want(200)
	for line := range strings.Lines(string(export.body)) {
		var item api.ChangeItem
		must(t, json.Unmarshal([]byte(line), &item))
		if item.Result != "changed" {
			t.Errorf("%s", line)
		}
	}

	var items []api.ChangeItem
	must(t, json.Unmarshal(viewer.get(one+"/items/export?format=json").want(200).body, &items))
	book, err := excelize.OpenReader(bytes.NewReader(viewer.get(one + "/items/export?format=xlsx").want(200).body))
	must(t, err)
	sheet, err := book.GetRows("Changes")
	must(t, err)
	if len(items) != 3 || !reflect.DeepEqual(sheet, lines) {
		t.Errorf("%d items, %q", len(items), sheet)
	}
	if none := viewer.get(one + "/items/export?format=json&result=refused").want(200).body; string(none) != "[]\n" {
		t.Errorf("%s", none)
	}
	sources := viewer.get("/newssources/export?format=ndjson&columns=country&change_set=" + draft.Id.String()).want(200)
	if text := string(sources.body); text != strings.Repeat(`{"country":"ES","rights":"unknown"}`+"\n", 3) {
		t.Errorf("%s", text)
	}
	for _, format := range []string{"opml", "csv", "xlsx", "json", "ndjson"} {
		body := `{"format":"` + format + `","selection":{"change_set_id":"` + draft.Id.String() + `"}}`
		if n := viewer.post("/newssources/export", body).want(200).header.Get("X-Total-Count"); n != "3" {
			t.Errorf("%s: %s sources", format, n)
		}
	}
	viewer.get("/newssources/export?format=csv&change_set=" + made[0].Id.String()).problem(problem.NotFound)
	viewer.get("/newssources/export?format=csv&tag=x&change_set=" + draft.Id.String()).problem(problem.Invalid)

	undo := into[api.ChangeSet](editor.post(one+"/undo", `{"items":[2]}`).want(201))
	if undo.Origin != "undo" || *undo.ParentId != draft.Id || undo.Counts.Pending != 1 {
		t.Errorf("%+v", undo)
	}
	a.applySet(editor, undo.Id)
	editor.post(path+"/"+undo.Id.String()+"/cancel", "").want(200)
	list := into[api.ChangeSetPage](
		viewer.get(path + "?parent=" + draft.Id.String() + "&state=applied&origin=undo").want(200))
	if len(list.Items) != 1 || list.Items[0].Id != undo.Id || list.Items[0].Counts.Changed != 1 {
		t.Errorf("%+v", list)
	}
	first := history.Items[1].Id
	restored := into[api.ChangeSet](editor.post("/newssources/"+made[0].Id.String()+"/restore",
		fmt.Sprintf(`{"event_id":%q}`, first)).want(201))
	if restored.Origin != "restore" || restored.Counts.Pending != 1 {
		t.Errorf("%+v", restored)
	}
	again := into[api.ChangeSet](editor.post(path+"/"+restored.Id.String()+"/preview", "").want(200))
	if again.Counts.Total != 1 {
		t.Errorf("%+v", again)
	}
	viewer.get(path + "/" + made[0].Id.String()).problem(problem.NotFound)
	viewer.get(one + "/items?cursor=7").problem(problem.InvalidCursor)
}

// changeSetPath returns the path of a change set.
func changeSetPath(id uuid.UUID) string { return "/newssources/change-sets/" + id.String() }
