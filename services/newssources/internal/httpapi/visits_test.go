package httpapi

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// suggestCountry inserts an open suggestion of a country for a source.
func (a *rig) suggestCountry(source api.Source, country string) uuid.UUID {
	a.t.Helper()
	id := uuid.Must(uuid.NewV7())
	_, err := a.pool.Exec(a.t.Context(), `
		INSERT INTO suggestions (id, kind, state, source_id, field, subject, evidence)
		VALUES ($1, 'field', 'open', $2, 'country', 'country=' || $3::text,
			jsonb_build_object('after', $3::text, 'origin', 'og:locale of the homepage'))`, id, source.Id, country)
	must(a.t, err)
	return id
}

func TestSuggestionsForFieldsAreListedAndDecided(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	first := into[api.Source](editor.post("/newssources", `{"name":"First","homepage_url":"https://first.example"}`).
		want(http.StatusCreated))
	second := into[api.Source](editor.post("/newssources", `{"name":"Second","homepage_url":"https://second.example"}`).
		want(http.StatusCreated))
	accepted, dismissed := a.suggestCountry(first, "IE"), a.suggestCountry(second, "FR")

	page := into[api.SuggestionPage](
		viewer.get("/newssources/suggestions?field=country&order=oldest_first&limit=1").want(http.StatusOK))
	if len(page.Items) != 1 || page.Items[0].Id != accepted || page.Items[0].SourceName != "First" ||
		page.NextCursor == nil || *page.Items[0].Field != "country" || *page.Items[0].Evidence.After != "IE" ||
		*page.Items[0].Evidence.Origin != "og:locale of the homepage" {
		t.Errorf("page: %+v", page)
	}
	if rest := into[api.SuggestionPage](viewer.get("/newssources/suggestions?kind=field&source_id=" +
		second.Id.String()).want(http.StatusOK)); len(rest.Items) != 1 {
		t.Errorf("of a source: %+v", rest)
	}
	summary := into[api.SuggestionSummary](viewer.get("/newssources/suggestions/summary").want(http.StatusOK))
	if summary.Sources != 2 || summary.Fields.Country != 2 || summary.Fields.Logo != 0 || summary.Visits.Paused ||
		summary.Visits.Waiting != 2 {
		t.Errorf("summary: %+v", summary)
	}

	const decisions = "/newssources/suggestions/decisions"
	editor.post(decisions, `{"decision":"accept"}`).problem(problem.Invalid)
	editor.post(decisions, `{"decision":"accept","ids":[]}`).problem(problem.Invalid)
	editor.post(decisions, fmt.Sprintf(`{"decision":"accept","ids":[%[1]q],"all":{"through":%[1]q}}`, accepted)).
		problem(problem.Invalid)
	viewer.post(decisions, fmt.Sprintf(`{"decision":"accept","ids":[%q]}`, accepted)).problem(problem.RoleTooLow)

	done := into[api.SuggestionOutcomes](editor.post(decisions,
		fmt.Sprintf(`{"decision":"accept","all":{"field":"country","through":%q}}`, accepted)).want(http.StatusOK))
	if len(done.Items) != 1 || done.Items[0].Outcome != "accepted" || done.Next != nil {
		t.Errorf("accepted: %+v", done)
	}
	if got := into[api.Source](editor.get("/newssources/" + first.Id.String()).want(http.StatusOK)); got.Country == nil ||
		*got.Country != "IE" || got.Version != 2 {
		t.Errorf("source: %+v", got)
	}
	done = into[api.SuggestionOutcomes](editor.post(decisions,
		fmt.Sprintf(`{"decision":"dismiss","ids":[%q,%q]}`, dismissed, accepted)).want(http.StatusOK))
	if len(done.Items) != 2 || done.Items[0].Outcome != "dismissed" || done.Items[1].Outcome != "gone" {
		t.Errorf("dismissed: %+v", done)
	}
}

func TestVisitsArePausedAndScheduled(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, admin := a.editor(), a.member("Adam", identity.Admin)
	created := into[api.Source](editor.post("/newssources", `{"name":"First","homepage_url":"https://first.example"}`).
		want(http.StatusCreated))
	path := "/newssources/" + created.Id.String() + "/visit"
	if visit := into[api.Visit](editor.get(path).want(http.StatusOK)); visit.NextAt == nil || visit.VisitedAt != nil ||
		visit.SourceName != "First" {
		t.Errorf("planned: %+v", visit)
	}
	editor.get("/newssources/" + uuid.NewString() + "/visit").problem(problem.NotFound)

	editor.post("/newssources/visits/pause", "").problem(problem.RoleTooLow)
	paused := into[api.VisitStatus](admin.post("/newssources/visits/pause", "").want(http.StatusOK))
	if !paused.Paused || paused.PausedAt == nil || paused.PausedBy == nil || paused.PausedBy.Name != "Adam" {
		t.Errorf("paused: %+v", paused)
	}
	if resumed := into[api.VisitStatus](
		admin.post("/newssources/visits/resume", "").want(http.StatusOK)); resumed.Paused ||
		resumed.PausedBy != nil {
		t.Errorf("resumed: %+v", resumed)
	}

	_, err := a.pool.Exec(t.Context(), `UPDATE visits
		SET outcome = 'robots', detail = 'The site''s robots.txt forbids this address.', attempts = 1, due_at = NULL,
			finished_at = now()`)
	must(t, err)
	failed := into[api.VisitPage](editor.get("/newssources/visits").want(http.StatusOK))
	if len(failed.Items) != 1 || *failed.Items[0].Outcome != "robots" || failed.Items[0].Detail == nil ||
		failed.Items[0].NextAt != nil {
		t.Errorf("failed: %+v", failed)
	}
	if again := into[api.Visit](editor.post(path, "").want(http.StatusOK)); again.NextAt == nil {
		t.Errorf("scheduled: %+v", again)
	}
}
