package httpapi

import (
	"net/http"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
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
