package httpapi

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const testTable = "Titel;Seite;Land;Kürzel\r\nBote;https://bote.example;Deutschland;=1+1\r\n" +
	"Bote;https://bote.example;Atlantis;b\r\n\"Offen;https://offen.example;AT;c\r\nTour;https://tour.example;France;d\r\n"

// tableRows returns the rows of a table as "number result".
func (p *person) tableRows(path, query string) string {
	p.t.Helper()
	var texts []string
	for _, r := range into[api.ImportTableRowPage](p.get(path + "/table/rows?" + query).want(200)).Items {
		texts = append(texts, fmt.Sprint(r.Number, " ", r.Result))
	}
	return strings.Join(texts, ", ")
}

func TestTableIsCorrectedAppliedAndUndone(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t))
	editor := a.editor()
	accepted := editor.post("/newssources/imports?filename=liste.csv", testTable).want(http.StatusAccepted)
	staged, path := into[api.Import](accepted), accepted.header.Get("Location")
	if staged.State != "staged" || staged.Format != "csv" || staged.Total != 4 || staged.Counts.Invalid != 2 ||
		staged.Counts.Create != 2 {
		t.Fatalf("staged: %+v", staged)
	}
	if got := editor.tableRows(path, "result=create&result=invalid&limit=3"); got != "1 create, 2 invalid, 3 invalid" {
		t.Errorf("rows: %s", got)
	}
	table := into[api.ImportTable](editor.get(path + "/table").want(200))
	if len(table.Columns) != 4 || table.Columns[1].Target != "homepage_url" || table.Columns[3].Origin != "none" ||
		table.Separator != ";" || len(table.Targets) < 20 {
		t.Errorf("the table is %+v", table)
	}
	set := `{"targets":["name","homepage_url","country","keep_as_notes"],"clear":"-"}`
	editor.do("PUT", path+"/table", strings.NewReader(set), "Content-Type", "application/json").want(200)
	patch := func(number int, body string) *answer {
		return editor.do("PATCH", fmt.Sprintf("%s/table/rows/%d", path, number), strings.NewReader(body), "Content-Type",
			"application/merge-patch+json")
	}
	patch(2, `{"skipped":true}`).want(200)
	row := into[api.ImportTableRow](patch(3, `{"cells":["Offen","https://offen.example","AT","c"]}`).want(200))
	if row.Result != "create" || len(row.Changes) < 4 {
		t.Errorf("the corrected row is %+v", row)
	}
	patch(9, `{"skipped":true}`).problem(problem.NotFound)
	report, err := csv.NewReader(strings.NewReader(string(editor.get(path + "/table/report").want(200).body))).ReadAll()
	must(t, err)
	if len(report) != 5 ||
		strings.Join(report[0], "|") != "Import result|Import reason|Import source|Titel|Seite|Land|Kürzel" ||
		report[1][6] != "'=1+1" || report[2][0] != "skipped" {
		t.Errorf("the report is %q", report)
	}

	editor.post(path+"/apply", "").want(http.StatusAccepted)
	done := editor.waitForImport(accepted)
	if done.State != "done" || done.ChangeSetId == nil || *done.ChangeSetId != staged.Id {
		t.Fatalf("applied: %+v", done)
	}
	if page := into[api.SourcePage](editor.get("/newssources?import=" + staged.Id.String()).want(200)); len(
		page.Items) != 3 {
		t.Errorf("%d sources are of the import", len(page.Items))
	}
	editor.post(path+"/apply", "").problem(problem.BadTransition)
	editor.do("DELETE", path, nil).problem(problem.BadTransition)
	if got := editor.tableRows(path, "result=create"); got != "1 create, 3 create, 4 create" {
		t.Errorf("rows: %s", got)
	}

	again := string(editor.get(path + "/table/report").want(200).body)
	accepted = editor.post("/newssources/imports?filename=report.csv", again).want(http.StatusAccepted)
	if got := into[api.Import](accepted); got.Counts.Unchanged != 3 || got.Counts.Invalid != 1 {
		t.Errorf("the report was read as %+v", got.Counts)
	}
	editor.do("DELETE", accepted.header.Get("Location"), nil).want(http.StatusNoContent)
	if undone := into[api.Import](editor.post(path+"/undo", "").want(200)); undone.State != "undone" &&
		undone.UndoId == nil {
		t.Errorf("undone: %+v", undone)
	}
}

func TestTablesAreComparedOnly(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t))
	editor := a.editor()
	editor.create("Alone")
	a.expectUnchanged()
	run := into[api.ImportDryRun](editor.post("/newssources/imports?dry_run=true", testTable).want(200))
	if run.Counts.Create != 2 || run.Counts.Invalid != 2 || len(*run.TableRows) != 4 {
		t.Errorf("the dry run is %+v", run)
	}
}

func TestAbsentSources(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	alone := editor.create("Alone")
	path := editor.post("/newssources/imports", testTable).want(http.StatusAccepted).header.Get("Location")
	page := into[api.AbsentSourcePage](editor.get(path + "/table/absent?limit=1").want(200))
	if page.Total != 1 || len(page.Items) != 1 || !strings.HasSuffix(alone.path, page.Items[0].Id.String()) {
		t.Errorf("absent: %+v", page)
	}
}

func TestRolesOfTables(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, contributor := a.editor(), a.member("Con", identity.Contributor)
	path := editor.post("/newssources/imports", testTable).want(http.StatusAccepted).header.Get("Location")
	contributor.post(path+"/apply", "").problem(problem.NotOwner)
	contributor.do("DELETE", path, nil).problem(problem.NotOwner)
	own := contributor.post("/newssources/imports", testTable).want(http.StatusAccepted).header.Get("Location")
	if got := into[api.Import](contributor.post(own+"/apply", "").want(http.StatusAccepted)); got.State != "proposed" {
		t.Errorf("the table of a contributor is %+v", got)
	}
	list := into[api.Import](contributor.post("/newssources/imports", goodList).want(http.StatusAccepted))
	if list.State != "proposed" || list.ChangeSetId == nil || list.Pending != 1 || a.count("sources") != 0 {
		t.Errorf("the list of a contributor is %+v", list)
	}
}

// TestOPMLIsReviewed uploads OPML lists for a review. Nothing is created before the table is applied, which creates
// the sources that an import creates at once.
func TestOPMLIsReviewed(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t), withKeys)
	editor := a.editor()
	const list = `<opml version="2.0"><body><outline text="Press">
		<outline text="Bote - Sport" type="rss" xmlUrl="https://bote.example/sport.rss" htmlUrl="https://bote.example/"/>
		<outline text="Bote - Politik" type="atom" xmlUrl="https://bote.example/politik.atom"/>
		<outline text="Secret" xmlUrl="https://ana:s3cret@tour.example/feed"/>
		<outline text="Broken" type="rss" xmlUrl="htp:/broken"/>
		<outline text="Tour & Co" type="rss" xmlUrl="https://tour.example/rss?a=1&b=2"/>
		<outline text="Old" type="rss" xmlUrl="https://old.example/feed" isComment="true"/></outline></body></opml>`
	accepted := editor.post("/newssources/imports?review=true&filename=list.opml", list).want(http.StatusAccepted)
	path := accepted.header.Get("Location")
	if got := editor.tableRows(path, ""); got != "1 create, 2 update, 3 invalid, 4 invalid, "+
		"5 create, 6 invalid" {
		t.Errorf("rows: %s", got)
	}
	repaired := into[api.ImportTableRowPage](editor.get(path + "/table/rows?repaired=true").want(200)).Items
	if len(repaired) != 1 || repaired[0].Number != 5 || repaired[0].Repair == nil {
		t.Errorf("repaired: %+v", repaired)
	}
	if format := into[api.Import](editor.get(path).want(200)).Format; format != "opml" {
		t.Errorf("format %s", format)
	}
	if n := into[api.SourcePage](editor.get("/newssources").want(200)).Total; n != 0 {
		t.Errorf("%d sources before the review", n)
	}
	editor.post(path+"/apply", "").want(http.StatusAccepted)
	if done := editor.waitForImport(accepted); done.State != "done" {
		t.Fatalf("applied: %+v", done)
	}
	var names []string
	for _, s := range into[api.SourcePage](editor.get("/newssources?sort=name").want(200)).Items {
		names = append(names, fmt.Sprint(s.Name, " ", s.EndpointCount, " ", s.Tags))
	}
	if got := strings.Join(names, ", "); got != "Bote 2 [Press], Tour & Co 1 [Press]" {
		t.Errorf("sources: %s", got)
	}
	a.expectNotStored("s3cret")
}

// TestReviewedOPMLOnlyAdds reviews a list of a feed reader with an outlet in several folders. The source that the
// register has keeps its name, homepage and endpoint, and gets the tags of all folders.
func TestReviewedOPMLOnlyAdds(t *testing.T) {
	t.Parallel()
	a := newRig(t, withJobs(t))
	editor := a.editor()
	blatt := into[api.Source](editor.post("/newssources", `{"name":"Mein Blatt","homepage_url":"https://blatt.example",
		"tags":["intern"],"endpoints":[{"kind":"rss","url":"https://blatt.example/rss","name":"Alles"}]}`).want(201))
	const list = `<opml version="2.0"><body>
		<outline text="Politik"><outline text="Blatt RSS" type="atom" xmlUrl="https://blatt.example/rss"
			htmlUrl="https://blatt.example/start"/>
		<outline text="Tour A" xmlUrl="https://tour.example/a"/></outline>
		<outline text="Sport"><outline text="Blatt Sport" xmlUrl="https://blatt.example/sport"/>
		<outline text="Tour B" xmlUrl="https://tour.example/b"/>
		<outline text="Tour A" xmlUrl="https://tour.example/a"/></outline></body></opml>`
	accepted := editor.post("/newssources/imports?review=true", list).want(http.StatusAccepted)
	path := accepted.header.Get("Location")
	if got := editor.tableRows(path, ""); got != "1 update, 2 create, 3 update, 4 update, 5 duplicate" {
		t.Errorf("rows: %s", got)
	}
	editor.post(path+"/apply", "").want(http.StatusAccepted)
	if done := editor.waitForImport(accepted); done.State != "done" {
		t.Fatalf("applied: %+v", done)
	}
	var sources []string
	for _, s := range into[api.SourcePage](editor.get("/newssources?sort=name").want(200)).Items {
		sources = append(sources, fmt.Sprint(s.Name, " ", s.HomepageUrl, " ", s.EndpointCount, " ", s.Tags))
	}
	if got := strings.Join(sources, ", "); got != "Mein Blatt https://blatt.example/ 2 [intern Politik Sport], "+
		"Tour A https://tour.example/ 2 [Politik Sport]" {
		t.Errorf("sources: %s", got)
	}
	after := into[api.Source](editor.get("/newssources/" + blatt.Id.String()).want(200))
	if e := after.Endpoints[0]; e.Name == nil || *e.Name != "Alles" || e.Kind != "rss" {
		t.Errorf("the endpoint is %+v", e)
	}
	again := editor.post("/newssources/imports?review=true", list).want(http.StatusAccepted).header.Get("Location")
	if got := editor.tableRows(again, ""); strings.Contains(got, "update") || strings.Contains(got, "create") {
		t.Errorf("the same list again: %s", got)
	}
}
