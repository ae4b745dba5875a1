package httpapi

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

func TestWorkIsAssignedAndSnoozed(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	made := into[api.Source](editor.post("/newssources",
		`{"name":"Daily","homepage_url":"https://daily.example/","lifecycle":"active","endpoints":[{"url":"https://daily.example/feed","kind":"rss"}]}`).want(201))
	_, err := a.pool.Exec(t.Context(), `UPDATE endpoint_states
		SET health = 'failing', health_cause = 'not_found', health_since = now()`)
	must(t, err)
	const changes = "/newssources/work/changes"
	work := func(query string) api.Work { return into[api.Work](viewer.get("/newssources/work" + query).want(200)) }
	body := func(action string, version int, more string) string {
		return fmt.Sprintf(`{"action":%q,"items":[{"source_id":%q,"version":%d}]%s}`, action, made.Id, version, more)
	}
	me := into[api.Session](editor.get("/newssources/session").want(200)).Id.String()
	assign := body("assign", 0, fmt.Sprintf(`,"assignee_id":%q`, me))

	viewer.get("/newssources/work/assignees").problem(problem.RoleTooLow)
	viewer.post(changes, assign).problem(problem.RoleTooLow)
	people := into[struct{ Items []api.Person }](editor.get("/newssources/work/assignees").want(200))
	if len(people.Items) != 1 || people.Items[0].Id.String() != me {
		t.Errorf("work can be assigned to %+v", people.Items)
	}
	if got := work(""); got.Total != 1 || got.Snoozed != 0 || got.Groups[0].Sources != 1 {
		t.Errorf("the work list is %+v", got)
	}

	outcome := func(body string) api.WorkOutcome {
		return into[struct{ Items []api.WorkOutcome }](editor.post(changes, body).want(200)).Items[0]
	}
	if got := outcome(assign); got.Outcome != "saved" || got.Work.Assignee.Name != "Edith" || got.Work.Version != 1 {
		t.Errorf("assigning: %+v", got)
	}
	until := time.Now().AddDate(0, 0, 7).UTC().Truncate(time.Second)
	snooze := fmt.Sprintf(`,"snoozed_until":%q`, until.Format(time.RFC3339))
	if got := outcome(body("snooze", 0, snooze)); got.Outcome != "conflict" || got.Detail == nil || got.Work.Version != 1 {
		t.Errorf("snoozing an earlier version: %+v", got)
	}
	if got := outcome(body("snooze", 1, snooze)); got.Outcome != "saved" || !got.Work.SnoozedUntil.Equal(until) {
		t.Errorf("snoozing: %+v", got)
	}
	for query, want := range map[string][2]int{"": {0, 1}, "?assignee=" + me: {0, 1}, "?assignee=none": {0, 0},
		"?assignee=me": {0, 0} /* of the viewer */} {
		if got := work(query); got.Total != want[0] || got.Snoozed != want[1] {
			t.Errorf("work%s has %d sources and %d snoozed, want %v", query, got.Total, got.Snoozed, want)
		}
	}
	for query, want := range map[string]int{"assignee=me": 1, "assignee=none": 0, "snoozed=true": 1, "snoozed=false": 0,
		"assignee=me&snoozed=true&health=failing": 1} {
		page := into[api.SourcePage](editor.get("/newssources?" + query).want(200))
		if page.Total != want || want == 1 && (page.Items[0].Work == nil || page.Items[0].Work.Version != 2) {
			t.Errorf("?%s finds %+v, want %d", query, page, want)
		}
	}
	facets := into[api.SourcePage](editor.get("/newssources?facets=true&facet=assignee").want(200)).Facets
	if list := *facets.Assignee; len(list) != 1 || list[0].Value != me || *list[0].Count != 1 {
		t.Errorf("the facet has %+v", list)
	}
	var actions []string
	for _, event := range into[api.HistoryPage](
		viewer.get("/newssources/" + made.Id.String() + "/history").want(200)).Items {
		actions = append(actions, event.Action)
	}
	if want := []string{"work.snoozed", "work.assigned"}; !slices.Equal(actions[:2], want) {
		t.Errorf("the history has %v, want %v first", actions, want)
	}

	for name, wrong := range map[string]string{
		"assign without a member":  body("assign", 2, ""),
		"unassign with a member":   body("unassign", 2, fmt.Sprintf(`,"assignee_id":%q`, me)),
		"snooze without a date":    body("snooze", 2, ""),
		"snooze in the past":       body("snooze", 2, `,"snoozed_until":"2020-01-01T00:00:00Z"`),
		"snooze for a century":     body("snooze", 2, `,"snoozed_until":"2126-01-01T00:00:00Z"`),
		"assign to an unknown one": body("assign", 2, `,"assignee_id":"0191d3f0-0000-7000-8000-000000000001"`),
	} {
		if got := editor.post(changes, wrong); got.status != 422 && got.status != 400 {
			t.Errorf("%s: %d", name, got.status)
		}
	}
	editor.post(changes, `{"action":"unassign","items":[]}`).problem(problem.Invalid)
	editor.get("/newssources?assignee=Edith").problem(problem.UnknownParameter)
	editor.get("/newssources/work?assignee=Edith").problem(problem.UnknownParameter)
	editor.post("/newssources/alerts/previews",
		`{"condition":{"scope":"source","states":["failing"],"filter":{"assignee":["me"]}},"for_minutes":0}`).
		problem(problem.Invalid)

	// A recovery ends the assignment and the snooze.
	must(t, postgres.FromPool(a.pool).Tx(t.Context(), func(tx postgres.Tx) error { // as a check does
		rows, err := tx.Query(t.Context(),
			`UPDATE endpoint_states SET health = 'ok', health_cause = '' RETURNING endpoint_id`)
		must(t, err)
		endpoints, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		must(t, err)
		return worklist.End(t.Context(), tx, endpoints)
	}))
	if got := outcome(body("unsnooze", 2, "")); got.Outcome != "saved" || got.Work.SnoozedUntil != nil ||
		got.Work.Assignee != nil {
		t.Errorf("after the recovery: %+v", got)
	}
	if got := outcome(assign); got.Outcome != "recovered" {
		t.Errorf("assigning after the recovery: %+v", got)
	}
	if got := work(""); got.Total+got.Snoozed != 0 {
		t.Errorf("after the recovery, the work list is %+v", got)
	}
}
