package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestChecksOnRequest(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	created := into[api.Source](editor.post("/newssources",
		`{"name":"First","homepage_url":"https://first.example","country":"ES","endpoints":[{"kind":"rss","url":"https://first.example/a"},{"kind":"rss","url":"https://first.example/b"}]}`).want(http.StatusCreated))
	editor.post("/newssources",
		`{"name":"Second","homepage_url":"https://second.example","endpoints":[{"kind":"rss","url":"https://second.example/a"}]}`).want(http.StatusCreated)
	_, err := a.pool.Exec(t.Context(), "UPDATE endpoint_states SET next_check_at = now() + interval '5 hours'")
	must(t, err)
	id := created.Id.String()
	for _, c := range []struct {
		path, body string
		want       int
	}{
		{"/newssources/" + id + "/endpoints/" + created.Endpoints[0].Id.String() + "/check", "", 1},
		{"/newssources/" + id + "/check", "", 2},
		{"/newssources/checks", `{"ids":["` + id + `","` + uuid.NewString() + `"]}`, 2},
		{"/newssources/checks", `{"all":{"country":["ES"],"kind":["rss"]}}`, 2},
		{"/newssources/checks", `{"all":{"q":"second","lifecycle":["active"]}}`, 1},
		{"/newssources/checks", `{"all":{}}`, 3},
		{"/newssources/checks", `{"all":{"country":["FR"]}}`, 0},
	} {
		got := into[api.RequestedChecks](editor.post(c.path, c.body).want(http.StatusOK))
		if got.Endpoints != c.want || got.Paused || (got.From == nil) != (c.want == 0) {
			t.Errorf("%s %s: %+v", c.path, c.body, got)
		}
	}
	for _, body := range []string{`{}`, `{"ids":[]}`, `{"ids":["x"]}`, `{"all":{},"ids":["` + id + `"]}`,
		`{"all":{"language":["?"]}}`, `{"all":{"colour":["red"]}}`} {
		if got := editor.post("/newssources/checks", body); got.status != http.StatusBadRequest &&
			got.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", body, got.status)
		}
	}
	editor.post("/newssources/"+uuid.NewString()+"/check", "").problem(problem.NotFound)
}

func TestChecksArePaused(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, admin := a.editor(), a.member("Adam", identity.Admin)
	editor.post("/newssources/checks/pause", "{}").problem(problem.RoleTooLow)
	paused := into[api.CheckStatus](admin.post("/newssources/checks/pause", `{"reason":"Network maintenance"}`).
		want(http.StatusOK))
	if !paused.Paused || paused.PausedAt == nil || paused.PausedBy == nil || paused.PausedBy.Name != "Adam" ||
		convert.OrZero(paused.PauseReason) != "Network maintenance" {
		t.Errorf("paused: %+v", paused)
	}
	if got := into[api.CheckStatus](editor.get("/newssources/checks").want(http.StatusOK)); !got.Paused {
		t.Errorf("read: %+v", got)
	}
	if resumed := into[api.CheckStatus](
		admin.post("/newssources/checks/resume", "").want(http.StatusOK)); resumed.Paused ||
		resumed.PausedBy != nil {
		t.Errorf("resumed: %+v", resumed)
	}
}

func TestIncidentsAreListed(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer := a.member("Vera", identity.Viewer)
	if got := into[api.IncidentList](viewer.get("/newssources/incidents?open=true").want(http.StatusOK)); len(
		got.Items) != 0 {
		t.Errorf("got %+v", got)
	}
	_, err := a.pool.Exec(t.Context(), `INSERT INTO incidents (id, scope, worker_id, worker, failure, checks, failed,
		domains, started_at, ended_at) VALUES
		(gen_random_uuid(), 'worker', gen_random_uuid(), 'worker-1', 'unreachable', 100, 40, 30, now() - interval '2 hours',
		now() - interval '1 hour'),
		(gen_random_uuid(), 'service', NULL, '', 'unreachable', 100, 90, 80, now() - interval '1 minute', NULL)`)
	must(t, err)
	all := into[api.IncidentList](viewer.get("/newssources/incidents").want(http.StatusOK)).Items
	if len(all) != 2 || all[0].Scope != api.Service || all[0].EndedAt != nil || all[1].EndedAt == nil ||
		*all[1].Worker != "worker-1" {
		t.Errorf("all: %+v", all)
	}
	if open := into[api.IncidentList](
		viewer.get("/newssources/incidents?open=true&limit=5").want(http.StatusOK)).Items; len(
		open) != 1 || open[0].Domains != 80 {
		t.Errorf("open: %+v", open)
	}
}

// TestSourceFilterMatchesTheList checks that a view can be checked with every filter of the list.
func TestSourceFilterMatchesTheList(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	var filters []string
	for _, p := range a.contract.Spec.Paths.Value("/newssources").Get.Parameters {
		if name := p.Value.Name; !slices.Contains([]string{"cursor", "limit", "sort", "facets", "facet"}, name) &&
			p.Value.In == "query" {
			filters = append(filters, name)
		}
	}
	var properties []string
	for name := range a.contract.Spec.Components.Schemas["SourceFilter"].Value.Properties {
		properties = append(properties, name)
	}
	slices.Sort(filters)
	slices.Sort(properties)
	if !slices.Equal(filters, properties) || len(filters) == 0 {
		t.Errorf("filters of the list: %v\nSourceFilter: %v", filters, properties)
	}
}

func TestOverviewAndActivity(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer, editor := a.member("Vera", identity.Viewer), a.editor()
	created := into[api.Source](editor.post("/newssources",
		`{"name":"El Ejemplo","homepage_url":"https://elejemplo.es/","country":"ES"}`).want(http.StatusCreated))
	_, err := a.pool.Exec(t.Context(), "INSERT INTO source_days (source_id, day, items) VALUES ($1, current_date, 7), "+
		"($1, current_date - 40, 1)", created.Id)
	must(t, err)
	if got := into[api.SourceActivity](viewer.get("/newssources/" + created.Id.String() +
		"/activity").want(http.StatusOK)); len(got.Days) != 1 || got.Days[0].Items != 7 {
		t.Errorf("got %+v", got)
	}
	if got := into[api.SourceActivity](viewer.get("/newssources/" + created.Id.String() +
		"/activity?days=400").want(http.StatusOK)); len(got.Days) != 2 {
		t.Errorf("got %+v", got)
	}
	viewer.get("/newssources/" + uuid.NewString() + "/activity").problem(problem.NotFound)
	other := into[api.Source](editor.post("/newssources", `{"name":"Other","homepage_url":"https://other.example/"}`).
		want(http.StatusCreated))
	_, err = a.pool.Exec(t.Context(), "INSERT INTO source_days (source_id, day, items) VALUES ($1, current_date - 2, "+
		"3), ($1, current_date + 1, 5), ($1, current_date - 3, 9)", created.Id)
	must(t, err)
	page := "/newssources/activity?days=3&source_id=" + created.Id.String() + "&source_id=" + other.Id.String() +
		"&source_id=" + uuid.NewString()
	if got := into[api.ActivityList](viewer.get(page).want(http.StatusOK)).Items; len(got) != 1 ||
		got[0].SourceId != created.Id || !slices.Equal(got[0].Counts, []int{3, 0, 7}) {
		t.Errorf("got %+v", got)
	}
	if got := into[api.ActivityList](viewer.get("/newssources/activity?source_id=" +
		created.Id.String()).want(http.StatusOK)).Items; len(got) != 1 || len(got[0].Counts) != 14 {
		t.Errorf("got %+v", got)
	}
	for _, query := range []string{"", "?days=3", "?source_id=1", "?days=32&source_id=" + created.Id.String(),
		"?source_id=" + strings.Repeat(created.Id.String()+"&source_id=", 100) + created.Id.String()} {
		viewer.get("/newssources/activity" + query).problem(problem.UnknownParameter)
	}
	if got := into[api.Overview](viewer.get("/newssources/overview").want(http.StatusOK)); got.ComputedAt != nil ||
		got.WorstHosts == nil {
		t.Errorf("the first overview is %+v", got)
	}
	must(t, checkreport.NewReader(postgres.FromPool(a.pool)).RollUp(t.Context()))
	if got := into[api.Overview](viewer.get("/newssources/overview").want(http.StatusOK)); got.ComputedAt == nil ||
		len(got.Days) != 1 {
		t.Errorf("got %+v", got)
	}
}
