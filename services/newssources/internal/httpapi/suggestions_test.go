package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// suggestMove inserts an open suggestion for the first endpoint of a source.
func (a *rig) suggestMove(source api.Source, target string) uuid.UUID {
	a.t.Helper()
	id, endpoint := uuid.Must(uuid.NewV7()), source.Endpoints[0]
	_, err := a.pool.Exec(a.t.Context(), `INSERT INTO suggestions (id, kind, state, source_id, endpoint_id, subject,
		evidence) VALUES ($1, 'moved', 'open', $2, $3, $4,
		json_build_object('url', $5::text, 'target', $4::text, 'status', 301, 'sightings', 24, 'items', 20, 'matched', 0,
		'sample', json_build_array(json_build_object('title', 'An article'))))`,
		id, source.Id, endpoint.Id, target, endpoint.Url)
	must(a.t, err)
	return id
}

// TestSuggestionsHaveOnePlaceInTheWorkList covers a source that needs a person and has a
// suggestion: the suggestion belongs to the source, also while the source is snoozed, and is not
// counted in addition. After the recovery of the source, it is listed by kind.
func TestSuggestionsHaveOnePlaceInTheWorkList(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	create := func(name string) api.Source {
		return into[api.Source](editor.post("/newssources",
			fmt.Sprintf(`{"name":%[1]q,"homepage_url":"https://%[1]s.example","lifecycle":"active","endpoints":[{"kind":"rss","url":"https://%[1]s.example/feed"}]}`, name)).want(http.StatusCreated))
	}
	broken, works, unchecked := create("broken"), create("works"), create("unchecked")
	ofBroken, ofWorks, ofUnchecked := a.suggestMove(broken, "https://new.example/1"),
		a.suggestMove(works, "https://new.example/2"), a.suggestMove(unchecked, "https://new.example/3")
	setHealth := func(s api.Source, state, cause string) {
		t.Helper()
		_, err := a.pool.Exec(t.Context(), `UPDATE endpoint_states SET health = $2, health_cause = $3, health_since = now()
			WHERE endpoint_id = $1`, s.Endpoints[0].Id, state, cause)
		must(t, err)
	}
	setHealth(broken, "failing", "not_found")
	setHealth(works, "ok", "")
	ids := func(query string) (list []uuid.UUID) {
		t.Helper()
		for _, s := range into[api.SuggestionPage](viewer.get("/newssources/suggestions" + query).want(http.StatusOK)).Items {
			list = append(list, s.Id)
		}
		return list
	}
	expect := func(when string, sources, counted int, withSource, others []uuid.UUID) {
		t.Helper()
		work := into[api.Work](viewer.get("/newssources/work").want(http.StatusOK))
		n := 0
		for _, each := range work.Suggestions {
			n += each.Count
		}
		if work.Total != sources || n != counted {
			t.Errorf("%s: the work list has %d sources and %d suggestions, want %d and %d", when, work.Total, n, sources,
				counted)
		}
		if got := ids("?needs_person=true"); !slices.Equal(got, withSource) {
			t.Errorf("%s: the suggestions of sources that need a person are %v, want %v", when, got, withSource)
		}
		if got := ids("?kind=moved&needs_person=false"); !slices.Equal(got, others) {
			t.Errorf("%s: the other suggestions are %v, want %v", when, got, others)
		}
		if got := ids("?source_id=" + broken.Id.String()); !slices.Equal(got, []uuid.UUID{ofBroken}) {
			t.Errorf("%s: the suggestions of the broken source are %v", when, got)
		}
	}
	expect("while the source fails", 1, 2, []uuid.UUID{ofBroken}, []uuid.UUID{ofUnchecked, ofWorks})
	snooze := fmt.Sprintf(`{"action":"snooze","items":[{"source_id":%q,"version":0}],"snoozed_until":%q}`, broken.Id,
		time.Now().AddDate(0, 0, 7).UTC().Format(time.RFC3339))
	editor.post("/newssources/work/changes", snooze).want(http.StatusOK)
	expect("while the source is snoozed", 0, 2, []uuid.UUID{ofBroken}, []uuid.UUID{ofUnchecked, ofWorks})
	setHealth(broken, "ok", "")
	expect("after the recovery", 0, 3, nil, []uuid.UUID{ofUnchecked, ofWorks, ofBroken})
	viewer.get("/newssources/suggestions?needs_person=maybe").problem(problem.UnknownParameter)
}

func TestSuggestionsAreListedAndDecided(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	create := func(name string) api.Source {
		return into[api.Source](editor.post("/newssources",
			fmt.Sprintf(`{"name":%[1]q,"homepage_url":"https://%[1]s.example","endpoints":[{"kind":"rss","url":"https://%[1]s.example/feed"}]}`, name)).want(http.StatusCreated))
	}
	first, second := create("first"), create("second")
	older := a.suggestMove(first, "https://new.example/feed")
	newer := a.suggestMove(second, "https://new.example/feed")

	const list, decisions = "/newssources/suggestions", "/newssources/suggestions/decisions"
	page := into[api.SuggestionPage](viewer.get(list + "?kind=moved&limit=1").want(http.StatusOK))
	if len(page.Items) != 1 || page.Items[0].Id != newer || page.Items[0].SourceName != "second" ||
		page.NextCursor == nil || *page.Items[0].Evidence.Matched != 0 {
		t.Errorf("page: %+v", page)
	}
	if rest := into[api.SuggestionPage](viewer.get(list + "?kind=moved&limit=1&cursor=" +
		*page.NextCursor).want(http.StatusOK)); len(rest.Items) != 1 || rest.Items[0].Id != older || rest.NextCursor != nil {
		t.Errorf("the next page: %+v", rest)
	}
	viewer.get(list + "?cursor=x").problem(problem.InvalidCursor)
	viewer.get(list + "?kind=unknown").problem(problem.UnknownParameter)
	if work := into[api.Work](viewer.get("/newssources/work").want(http.StatusOK)); len(work.Suggestions) != 1 ||
		work.Suggestions[0].Count != 2 {
		t.Errorf("work: %+v", work)
	}
	viewer.post(decisions, fmt.Sprintf(`{"decision":"accept","ids":[%q]}`, older)).problem(problem.RoleTooLow)
	editor.post(decisions, `{"decision":"accept","ids":[]}`).problem(problem.Invalid)

	done := into[api.SuggestionOutcomes](editor.post(decisions,
		fmt.Sprintf(`{"decision":"accept","ids":[%q,%q]}`, older, newer)).want(http.StatusOK))
	if len(done.Items) != 2 || done.Items[0].Outcome != "accepted" || done.Items[1].Outcome != "refused" ||
		done.Items[1].ExistingId == nil || *done.Items[1].ExistingId != first.Id {
		t.Errorf("accepted: %+v", done)
	}
	accepted := into[api.SuggestionPage](viewer.get(list + "?state=accepted&state=applied&source_id=" + first.Id.String()).
		want(http.StatusOK))
	if len(accepted.Items) != 1 || accepted.Items[0].DecidedBy == nil ||
		*accepted.Items[0].EndpointUrl != "https://new.example/feed" {
		t.Errorf("the accepted one: %+v", accepted)
	}
	done = into[api.SuggestionOutcomes](editor.post(decisions,
		fmt.Sprintf(`{"decision":"undo","ids":[%q,%q]}`, older, uuid.New())).want(http.StatusOK))
	if len(done.Items) != 2 || done.Items[0].Outcome != "undone" || done.Items[1].Outcome != "gone" {
		t.Errorf("undone: %+v", done)
	}
	done = into[api.SuggestionOutcomes](editor.post(decisions, fmt.Sprintf(`{"decision":"dismiss","ids":[%q]}`, newer)).
		want(http.StatusOK))
	if done.Items[0].Outcome != "dismissed" {
		t.Errorf("dismissed: %+v", done)
	}
}

// TestAllSuggestionsAreOneChangeSet accepts a selection in two requests. A request after the undo begins another
// change set.
func TestAllSuggestionsAreOneChangeSet(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	var ids []uuid.UUID
	for _, name := range []string{"first", "second", "third"} {
		s := into[api.Source](editor.post("/newssources", fmt.Sprintf(`{"name":%[1]q,"homepage_url":"https://%[1]s.example",
			"endpoints":[{"kind":"rss","url":"https://%[1]s.example/feed"}]}`, name)).want(http.StatusCreated))
		ids = append(ids, a.suggestMove(s, "https://"+name+".example/rss"))
	}
	accept := func(through uuid.UUID, set *uuid.UUID) *uuid.UUID {
		t.Helper()
		continued := ""
		if set != nil {
			continued = fmt.Sprintf(`,"change_set_id":%q`, set)
		}
		done := into[api.SuggestionOutcomes](editor.post("/newssources/suggestions/decisions", fmt.Sprintf(
			`{"decision":"accept","all":{"kind":"moved","through":%q%s}}`, through, continued)).want(http.StatusOK))
		if len(done.Items) != 1 || done.Items[0].Outcome != "accepted" {
			t.Fatalf("accepted: %+v", done)
		}
		return done.ChangeSetId
	}
	set := accept(ids[0], nil)
	if next := accept(ids[1], set); *next != *set {
		t.Errorf("the second request has the change set %s, the first one %s", next, set)
	}
	if found := into[api.ChangeSet](editor.get("/newssources/change-sets/" + set.String()).want(200)); found.Counts.Changed != 2 {
		t.Errorf("the change set is %+v", found)
	}
	editor.post("/newssources/change-sets/"+set.String()+"/undo", "{}").want(http.StatusCreated)
	if other := accept(ids[2], set); *other == *set {
		t.Error("a change set was continued after its undo")
	}
}
