package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// suggestMove inserts an open suggestion for the first endpoint of a source.
func (a *rig) suggestMove(source Source, target string) uuid.UUID {
	a.t.Helper()
	id, endpoint := uuid.Must(uuid.NewV7()), source.Endpoints[0]
	_, err := a.pool.Exec(a.t.Context(), `INSERT INTO suggestions (id, kind, state, source_id, endpoint_id, subject, evidence) VALUES ($1, 'moved', 'open', $2, $3, $4,
		json_build_object('url', $5::text, 'target', $4::text, 'status', 301, 'sightings', 24, 'items', 20, 'matched', 0, 'sample', json_build_array(json_build_object('title', 'An article'))))`,
		id, source.Id, endpoint.Id, target, endpoint.Url)
	must(a.t, err)
	return id
}

func TestSuggestionsAreListedAndDecided(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	create := func(name string) Source {
		return into[Source](editor.post("/newssources", fmt.Sprintf(`{"name":%[1]q,"homepage_url":"https://%[1]s.example","endpoints":[{"kind":"rss","url":"https://%[1]s.example/feed"}]}`, name)).want(http.StatusCreated))
	}
	first, second := create("first"), create("second")
	older := a.suggestMove(first, "https://new.example/feed")
	newer := a.suggestMove(second, "https://new.example/feed")

	const list, decisions = "/newssources/suggestions", "/newssources/suggestions/decisions"
	page := into[SuggestionPage](viewer.get(list + "?kind=moved&limit=1").want(http.StatusOK))
	if len(page.Items) != 1 || page.Items[0].Id != newer || page.Items[0].SourceName != "second" || page.NextCursor == nil || *page.Items[0].Evidence.Matched != 0 {
		t.Errorf("page: %+v", page)
	}
	if rest := into[SuggestionPage](viewer.get(list + "?limit=1&cursor=" + *page.NextCursor).want(http.StatusOK)); len(rest.Items) != 1 || rest.Items[0].Id != older || rest.NextCursor != nil {
		t.Errorf("the next page: %+v", rest)
	}
	viewer.get(list + "?cursor=x").problem(problem.InvalidCursor)
	viewer.get(list + "?kind=unknown").problem(problem.UnknownParameter)
	if work := into[Work](viewer.get("/newssources/work").want(http.StatusOK)); len(work.Suggestions) != 1 || work.Suggestions[0].Count != 2 {
		t.Errorf("work: %+v", work)
	}
	viewer.post(decisions, fmt.Sprintf(`{"decision":"accept","ids":[%q]}`, older)).problem(problem.RoleTooLow)
	editor.post(decisions, `{"decision":"accept","ids":[]}`).problem(problem.Invalid)

	done := into[SuggestionOutcomes](editor.post(decisions, fmt.Sprintf(`{"decision":"accept","ids":[%q,%q]}`, older, newer)).want(http.StatusOK))
	if len(done.Items) != 2 || done.Items[0].Outcome != "accepted" || done.Items[1].Outcome != "refused" || done.Items[1].ExistingId == nil || *done.Items[1].ExistingId != first.Id {
		t.Errorf("accepted: %+v", done)
	}
	accepted := into[SuggestionPage](viewer.get(list + "?state=accepted&state=applied&source_id=" + first.Id.String()).want(http.StatusOK))
	if len(accepted.Items) != 1 || accepted.Items[0].DecidedBy == nil || *accepted.Items[0].EndpointUrl != "https://new.example/feed" {
		t.Errorf("the accepted one: %+v", accepted)
	}
	done = into[SuggestionOutcomes](editor.post(decisions, fmt.Sprintf(`{"decision":"undo","ids":[%q,%q]}`, older, uuid.New())).want(http.StatusOK))
	if len(done.Items) != 2 || done.Items[0].Outcome != "undone" || done.Items[1].Outcome != "gone" {
		t.Errorf("undone: %+v", done)
	}
	done = into[SuggestionOutcomes](editor.post(decisions, fmt.Sprintf(`{"decision":"dismiss","ids":[%q]}`, newer)).want(http.StatusOK))
	if done.Items[0].Outcome != "dismissed" {
		t.Errorf("dismissed: %+v", done)
	}
}
