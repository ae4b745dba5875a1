package httpapi

import (
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestStatesAndCausesAreInTheContract compares the enums of the contract with those of the checker,
// whose values are stored.
func TestStatesAndCausesAreInTheContract(t *testing.T) {
	t.Parallel()
	k, err := contract.Read()
	must(t, err)
	enum := func(name string) (values []string) {
		for _, value := range k.Spec.Components.Schemas[name].Value.Enum {
			values = append(values, value.(string))
		}
		slices.Sort(values)
		return values
	}
	var states, causes []string
	for _, state := range health.States() {
		states = append(states, string(state))
	}
	for _, cause := range health.Causes() {
		causes = append(causes, string(cause))
		if cause.Title() == "" || cause.Text() == "" || !strings.HasSuffix(cause.Remedy(), ".") {
			t.Errorf("%s has no texts", cause)
		}
	}
	slices.Sort(states)
	if got := enum("HealthState"); !slices.Equal(got, states) {
		t.Errorf("states: %v, want %v", got, states)
	}
	if got := enum("HealthCause"); !slices.Equal(got, causes) {
		t.Errorf("causes: %v, want %v", got, causes)
	}
}

func TestHealthOfASource(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	made := editor.create("Daily", `"lifecycle":"active"`)
	path := made.path
	endpoint := into[api.Endpoint](editor.post(path+"/endpoints",
		`{"url":"https://daily.example/feed","kind":"rss","intent":"active"}`).want(201))
	before := editor.get(path).want(200).etag()

	got := into[api.SourceHealth](viewer.get(path + "/health").want(200))
	if *got.State != api.HealthStateNew || len(got.Endpoints) != 1 || got.Endpoints[0].NextCheck == nil ||
		!got.Endpoints[0].IsChecked {
		t.Errorf("a new source has the health %+v", got)
	}
	_, err := a.pool.Exec(t.Context(), `UPDATE endpoint_states
		SET health = 'failing', health_cause = 'not_found', health_since = now(), last_detail = 'The site answered 404.',
		next_reasons = '[{"code":"failing","text":"it failed repeatedly, so the interval is 1 h"}]', checks = 5
		WHERE endpoint_id = $1`, endpoint.Id)
	must(t, err)
	got = into[api.SourceHealth](viewer.get(path + "/health").want(200))
	if *got.State != api.HealthStateFailing || *got.Reason != "There is no page at this address (404)." ||
		got.Remedy == nil ||
		got.Outlook == nil ||
		got.Endpoints[0].NextCheck.Reasons[0].Code != "failing" {
		t.Errorf("a failing source has the health %+v", got)
	}
	// A check changes neither the version nor the ETag of a source, which changes by members depend
	// on.
	if after := editor.get(path).want(200); after.etag() != before {
		t.Errorf("a check changed the ETag")
	}
	editor.patch(path, before, `{"lifecycle":"paused"}`).want(200)
	got = into[api.SourceHealth](viewer.get(path + "/health").want(200))
	if got.State != nil || got.Endpoints[0].IsChecked || got.Endpoints[0].NextCheck != nil {
		t.Errorf("a paused source has the health %+v", got)
	}

	checks := "/newssources/endpoints/" + endpoint.Id.String()
	viewer.get(checks + "/attempts").want(200)
	viewer.get(checks + "/items?q=word").want(200)
	viewer.get(checks + "/items?q=" + strings.Repeat("a+", 9)).problem(problem.UnknownParameter)
	viewer.get(checks + "/attempts?cursor=x").problem(problem.InvalidCursor)
	viewer.get("/newssources/items?since=2026-11-22T09:30:00Z&limit=1000").want(200)
	viewer.get("/newssources/items?since=yesterday").problem(problem.InvalidCursor)
	viewer.get("/newssources/items?limit=1001").problem(problem.UnknownParameter)
	viewer.get(path + "/attempts").want(404)
	editor.withToken("").get(path + "/health").want(401)
}

// TestHealthIsUnknownDuringAnIncident checks that an outage of the checker's network hides the
// states everywhere and changes none.
func TestHealthIsUnknownDuringAnIncident(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	made := editor.create("Daily",
		`"lifecycle":"active","endpoints":[{"url":"https://daily.example/feed","kind":"rss"},{"url":"https://daily.example/sport","kind":"rss","intent":"paused"}]`)
	for _, statement := range []string{
		"UPDATE endpoint_states SET health = 'failing', health_cause = 'not_found', health_since = now(), checks = 5",
		"INSERT INTO incidents (id, scope, worker_id, worker, failure, checks, failed, domains, started_at) VALUES " +
			"(gen_random_uuid(), 'worker', gen_random_uuid(), 'w', 'unreachable', 9, 9, 9, now())",
	} {
		_, err := a.pool.Exec(t.Context(), statement)
		must(t, err)
	}
	read := func() api.SourceHealth { return into[api.SourceHealth](editor.get(made.path + "/health").want(200)) }
	list := func(query string) []api.SourceRow {
		return into[api.SourcePage](editor.get("/newssources?" + query).want(200)).Items
	}
	if got := read(); *got.State != api.HealthStateFailing || got.LastKnown != nil ||
		list("")[0].Health.State != api.HealthStateFailing {
		t.Errorf("during an incident of one worker: %+v", got)
	}
	_, err := a.pool.Exec(t.Context(), "UPDATE incidents SET scope = 'service', worker_id = NULL")
	must(t, err)
	got := read()
	if *got.State != api.HealthStateUnknown || got.Cause != nil || got.Endpoints[0].State != api.HealthStateUnknown ||
		got.Endpoints[1].State == api.HealthStateUnknown {
		t.Errorf("during an incident: %+v", got)
	}
	for _, known := range []*api.LastKnownHealth{got.LastKnown, got.Endpoints[0].LastKnown, list("")[0].Health.LastKnown} {
		if known == nil || known.State != api.HealthStateFailing || *known.Cause != "not_found" ||
			*known.Reason != "There is no page at this address (404)." || known.Since == nil {
			t.Errorf("during an incident, the last known health is %+v", known)
		}
	}
	if got.Endpoints[1].LastKnown != nil {
		t.Errorf("an endpoint that is not checked has the last known health %+v", got.Endpoints[1].LastKnown)
	}
	row := list("")[0]
	if row.Health.State != api.HealthStateUnknown || row.Health.Cause != nil || row.Health.Reason != nil ||
		!row.Health.Since.Equal(*got.Since) || row.Work == nil {
		t.Errorf("during an incident, the list has %+v", row)
	}
	for query, want := range map[string]int{"health=failing": 0, "health=unknown": 1, "cause=not_found": 0,
		"health=failing&cause=not_found&last_known=true": 1} {
		if n := len(list(query)); n != want {
			t.Errorf("during an incident, %s lists %d sources", query, n)
		}
	}
	if facet := *into[api.SourcePage](editor.get("/newssources?facets=true&facet=health").want(200)).Facets.Health; len(
		facet) != 1 || facet[0].Value != "unknown" || *facet[0].Count != 1 {
		t.Errorf("during an incident, the facet has %+v", facet)
	}
	if got := into[api.Overview](editor.get("/newssources/overview").want(200)); got.UnknownSince == nil {
		t.Errorf("during an incident: %+v", got)
	}
	_, err = a.pool.Exec(t.Context(), "UPDATE incidents SET ended_at = now()")
	must(t, err)
	if row := list("health=failing")[0]; row.Health.State != api.HealthStateFailing || row.Health.LastKnown != nil {
		t.Errorf("after the incident, the list has %+v", row.Health)
	}
	if got := into[api.Overview](editor.get("/newssources/overview").want(200)); got.UnknownSince != nil {
		t.Errorf("after the incident: %+v", got)
	}
	if got := read(); *got.State != api.HealthStateFailing || *got.Cause != "not_found" {
		t.Errorf("after the incident: %+v", got)
	}
}
