package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestLiveLists covers the routes. Package livelist tests the readings; here, no host can be resolved.
func TestLiveLists(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	const settings = `{"name":"Partners","url":"https://lists.example/a.csv","interval_hours":24,
		"credentials":{"username":"joe","password":"a secret of the list"}}`
	a.secret("a secret of the list")
	editor.post("/newssources/live-lists", strings.Replace(settings, "https", "http", 1)).problem(problem.Invalid)
	created := editor.post("/newssources/live-lists", settings).want(http.StatusCreated)
	path := created.header.Get("Location")
	made := into[api.LiveList](created)
	if !made.HasCredentials || made.Owner == nil || made.Version != 1 || made.ReadAt != nil {
		t.Errorf("created: %+v", made)
	}
	read := into[api.LiveList](editor.post(path+"/read", "{}").want(http.StatusOK))
	if read.Failure == nil || read.FailingSince == nil || read.ReadAt == nil {
		t.Errorf("the host cannot be resolved, but the list is %+v", read)
	}
	reads := into[api.LiveListReads](editor.get(path + "/reads").want(http.StatusOK)).Items
	if len(reads) != 1 || reads[0].Result != "failed" || *reads[0].Detail != *read.Failure {
		t.Errorf("the readings are %+v", reads)
	}
	if all := into[api.LiveLists](editor.get("/newssources/live-lists").want(http.StatusOK)).Items; len(all) != 1 {
		t.Errorf("%d lists", len(all))
	}
	change := func(etag string) *answer {
		body := `{"name":"Renamed","url":"https://lists.example/a.csv","interval_hours":1,"keep_credentials":true,
			"paused":true}`
		return editor.do("PUT", path, strings.NewReader(body), "Content-Type", "application/json", "If-Match", etag)
	}
	changed := into[api.LiveList](change(created.header.Get("ETag")).want(http.StatusOK))
	if changed.Name != "Renamed" || !changed.HasCredentials || !changed.Paused || changed.Version != 2 {
		t.Errorf("changed: %+v", changed)
	}
	change(created.header.Get("ETag")).problem(problem.StaleVersion)
	editor.do("DELETE", path, nil, "If-Match", editor.get(path).want(http.StatusOK).header.Get("ETag")).
		want(http.StatusNoContent)
	editor.get(path).problem(problem.NotFound)

	history := into[api.HistoryPage](
		editor.get("/newssources/history?area=alerts&target_type=live_list").want(http.StatusOK))
	var actions []string
	for _, e := range history.Items {
		actions = append(actions, e.Action)
	}
	if want := []string{"live_list.deleted", "live_list.updated", "live_list.created"}; !slices.Equal(actions, want) {
		t.Errorf("the history has %q, want %q", actions, want)
	}
	people := a.member("Ada", identity.Admin).get("/newssources/history?area=people").want(http.StatusOK)
	if strings.Contains(string(people.body), "live_list.") {
		t.Error("live lists are among the changes of people")
	}
}
