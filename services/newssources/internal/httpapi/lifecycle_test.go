package httpapi

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestOnlyDraftsCanBeDeleted(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	draft := editor.create("A Draft",
		`"lifecycle":"draft","tags":["x"],"endpoints":[{"kind":"rss","url":"https://a-draft.example/rss"}]`)
	editor.delete(draft.path, draft.etag).want(204)
	editor.get(draft.path).problem(problem.NotFound)
	editor.get(draft.path + "/endpoints").problem(problem.NotFound)
	editor.delete(draft.path, draft.etag).problem(problem.NotFound)
	if history := into[api.HistoryPage](editor.get(draft.path +
		"/history").want(200)); history.Items[0].Action != "source.deleted" {
		t.Errorf("history of a deleted source: %+v", history.Items[0])
	}
	if a.count("endpoints")+a.count("source_tags") != 0 {
		t.Error("endpoints or tags are left")
	}
	editor.create("A Draft") // the domain can be used again

	active := editor.create("The Daily")
	editor.delete(active.path, active.etag).problem(problem.NotDeletable)
	paused := editor.patch(active.path, active.etag, `{"lifecycle":"paused"}`).want(200)
	editor.delete(active.path, paused.etag()).problem(problem.NotDeletable)
	archived := editor.do("POST", active.path+"/archive", nil, "If-Match", paused.etag()).want(200)
	editor.delete(active.path, archived.etag()).problem(problem.NotDeletable)
	back := editor.do("POST", active.path+"/unarchive", nil, "If-Match", archived.etag()).want(200)
	if got := into[api.Source](back); got.Lifecycle != "paused" { // the lifecycle before archiving
		t.Errorf("unarchived as %s", got.Lifecycle)
	}
}

func TestPauseKeepsReasonUntilResumed(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	until := time.Now().Add(48 * time.Hour).UTC().Truncate(time.Second)
	paused := editor.patch(source.path, source.etag,
		`{"lifecycle":"paused","pause_reason":"holidays","paused_until":"`+until.Format(time.RFC3339)+`"}`).want(200)
	if got := into[api.Source](paused); got.PausedUntil == nil || !got.PausedUntil.Equal(until) ||
		convert.OrZero(got.PauseReason) != "holidays" {
		t.Errorf("got %+v", got)
	}
	active := editor.patch(source.path, paused.etag(), `{"lifecycle":"active"}`).want(200)
	if got := into[api.Source](active); got.PausedUntil != nil || got.PauseReason != nil {
		t.Errorf("an active source has a pause reason: %+v", got)
	}
}

func TestArchivedSourceIsReadOnlyAndNotListed(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", `"tags":["x"],"endpoints":[{"kind":"rss","url":"https://the-daily.example/rss"}]`)
	endpoint := source.path + "/endpoints/" + into[api.Source](editor.get(source.path)).Endpoints[0].Id.String()
	archived := editor.do("POST", source.path+"/archive", nil, "If-Match", source.etag).want(200)
	if into[api.Source](archived).ArchivedAt == nil {
		t.Error("archived_at is missing")
	}
	t.Run("changes are rejected", func(t *testing.T) {
		a := &rig{t: t, pool: a.pool}
		a.expectUnchanged()
		editor := editor.in(t)
		editor.patch(source.path, archived.etag(), `{"notes":"x"}`).problem(problem.Archived)
		editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/2"}`).problem(problem.Archived)
		editor.patch(endpoint, `"1"`, `{"name":"x"}`).problem(problem.Archived)
		editor.delete(endpoint, `"1"`).problem(problem.Archived)
	})
	summary := into[api.Summary](editor.get("/newssources/summary").want(200))
	if summary.Sources != 0 || summary.Endpoints != 0 || summary.Lifecycle.Archived != 1 {
		t.Errorf("got %+v", summary)
	}
	if page := into[api.SourcePage](editor.get("/newssources").want(200)); page.Total != 0 {
		t.Errorf("the archived source is listed: %+v", page)
	}
	if page := into[api.SourcePage](editor.get("/newssources?lifecycle=archived").want(200)); page.Total != 1 {
		t.Errorf("the archived source isn't found: %+v", page)
	}
	editor.do("POST", source.path+"/unarchive", nil, "If-Match", archived.etag()).want(200)
	if summary := into[api.Summary](editor.get("/newssources/summary")); summary.Sources != 1 || summary.Endpoints != 1 {
		t.Errorf("got %+v", summary)
	}
}

func TestEndpointsBelongToTheirSource(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	daily, weekly := editor.create("The Daily"), editor.create("The Weekly")
	made := editor.post(daily.path+"/endpoints",
		`{"kind":"atom","url":"feed://www.The-Daily.example/atom?utm_source=x","name":"All","language":"ES"}`).want(201)
	got := into[api.Endpoint](made)
	if got.Url != "https://www.the-daily.example/atom" ||
		got.UrlEntered != "feed://www.The-Daily.example/atom?utm_source=x" ||
		convert.OrZero(got.Language) != "es" || got.Intent != "active" || got.SourceId != daily.id {
		t.Errorf("got %+v", got)
	}
	path := made.header.Get("Location")
	if read := editor.get(path).want(200); read.etag() != made.etag() || string(read.body) != string(made.body) {
		t.Errorf("GET returns %s", read.body)
	}
	elsewhere := weekly.path + "/endpoints/" + got.Id.String()
	editor.get(elsewhere).problem(problem.NotFound)
	editor.patch(elsewhere, made.etag(), `{"name":"x"}`).problem(problem.NotFound)
	editor.delete(elsewhere, made.etag()).problem(problem.NotFound)
	editor.post(unknownPath("/newssources/{id}/endpoints"), `{"kind":"rss","url":"https://x.example/rss"}`).
		problem(problem.NotFound)
	editor.patch(path, made.etag(), `{"intent":"unknown"}`).problem(problem.Invalid)
	editor.delete(path, made.etag()).want(204)
	editor.get(path).problem(problem.NotFound)
}
