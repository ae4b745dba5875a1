package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestSourceRights covers a contract through the API, and what the list shows of it.
func TestSourceRights(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	source := into[api.Source](editor.post("/newssources",
		`{"name":"Paper","homepage_url":"https://paper.example","rights":"restricted"}`).want(http.StatusCreated))
	path := "/newssources/" + source.Id.String() + "/rights"
	wantLearning := func(answer *answer, state api.UseState, basis api.UseVerdictBasis) {
		t.Helper()
		rights := into[api.SourceRights](answer.want(http.StatusOK))
		if v := rights.Uses[3]; v.Use != "machine_learning" || v.State != state || v.Basis != basis {
			t.Errorf("%+v", v)
		}
	}
	wantLearning(viewer.get(path), "reserved", "rights")
	contract := `{"version":0,"party":"Paper Ltd","document":"File 17","valid_until":"2090-12-31","reason":"Negotiated",
		"uses":[{"use":"machine_learning","state":"forbidden"}]}`
	viewer.put(path+"/contract", contract).want(http.StatusForbidden)
	twice := editor.put(path+"/contract", `{"version":0,"party":"Paper Ltd","document":"File 17","reason":"Negotiated",
		"uses":[{"use":"link","state":"allowed"},{"use":"link","state":"forbidden"}]}`).problem(problem.Invalid)
	if len(*twice.Errors) != 1 || (*twice.Errors)[0].Pointer != "/uses/1/use" {
		t.Errorf("a use that is named twice: %+v", twice)
	}
	wantLearning(editor.put(path+"/contract", contract), "forbidden", "contract")
	page := into[api.SourcePage](
		viewer.get("/newssources?use_machine_learning=forbidden&facets=true&facet=use_machine_learning").
			want(http.StatusOK))
	if len(page.Items) != 1 || (*page.Facets.UseMachineLearning)[0].Value != "forbidden" {
		t.Errorf("%+v", page)
	}
	viewer.get("/newssources/items?use=machine_learning").want(http.StatusOK)
	viewer.get("/newssources/items?use=resale").want(http.StatusBadRequest)
	wantLearning(editor.do(http.MethodDelete, path+"/contract?version=1&reason=Ended", nil), "reserved", "rights")
	wantLearning(editor.post(path+"/review", ""), "reserved", "rights")
}

// TestLiftingForbiddenNeedsReason changes the rights of forbidden sources by an edit, a bulk change, a proposal
// and a merge. Each is refused without a new note on rights.
func TestLiftingForbiddenNeedsReason(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, contributor := a.editor(), a.member("Carl", identity.Contributor)
	const forbidden = `"rights":"forbidden"`
	const note = `"rights_note":"The publisher objected"`
	paper, other := editor.create("Paper", forbidden, note), editor.create("Other", `"rights":"permitted"`)
	path := "/newssources/" + paper.id.String()
	for _, by := range []*person{editor, contributor} {
		for _, body := range []string{`{"rights":"permitted"}`, `{"rights":"unknown","rights_note":" "}`,
			`{"rights":"unknown",` + note + `}`} {
			wrong := by.patch(path, `"1"`, body).problem(problem.Invalid)
			if len(*wrong.Errors) != 1 || (*wrong.Errors)[0].Pointer != "/rights_note" {
				t.Errorf("%s: %+v", body, wrong)
			}
		}
	}
	editor.post("/newssources/merges", fmt.Sprintf(`{"from":%q,"into":%q,"choices":{"rights":"take"}}`, other.id,
		paper.id)).problem(problem.Invalid)

	bulk := func(more string) api.ChangeSet {
		t.Helper()
		return into[api.ChangeSet](editor.post("/newssources/change-sets", fmt.Sprintf(`{"selection":{"ids":[%q,%q]},
			"operations":[{"field":"rights","action":"set","value":"restricted"}%s]}`, paper.id, other.id, more)).
			want(http.StatusCreated))
	}
	if set := bulk(""); set.Counts.Pending != 1 || set.Counts.Refused != 1 {
		t.Errorf("a bulk change without a reason: %+v", set.Counts)
	}
	set := bulk(`,{"field":"rights_note","action":"set","value":"Agreement of May"}`)
	if set.Counts.Pending != 2 {
		t.Fatalf("a bulk change with a reason: %+v", set.Counts)
	}
	editor.post("/newssources/change-sets/"+set.Id.String()+"/apply", "{}").want(http.StatusAccepted)
	editor.patch(path, `"2"`, `{`+forbidden+`}`).want(http.StatusOK)
	editor.patch(path, `"3"`, `{"rights":"permitted","rights_note":"Agreement of June"}`).want(http.StatusOK)
}
