package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestMergedIDsSurvive merges two sources. A program that only knows the id of the merged one keeps
// working, until and after the merge is undone.
func TestMergedIDsSurvive(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	from := editor.create("La Voz", `"country":"ES"`, `"endpoints":[{"url":"https://la-voz.example/rss","kind":"rss"}]`)
	remaining := editor.create("Voz Digital",
		`"aliases":[{"kind":"name","value":"Voz","from":"1990-01-31","origin":"merge"}]`)
	cursor := into[api.RegisterChangePage](editor.get("/newssources/changes?wait=0").want(200)).Cursor

	comparison := into[api.MergeComparison](
		editor.get(fmt.Sprintf("/newssources/merges/comparison?from=%s&into=%s", from.id,
			remaining.id)).want(200))
	for _, s := range []api.Source{comparison.From, comparison.Into} {
		if s.CreatedBy.Name != "Edith" || s.UpdatedBy.Email == "" {
			t.Errorf("“%s” was added by %+v and changed by %+v", s.Name, s.CreatedBy, s.UpdatedBy)
		}
	}
	at := slices.IndexFunc(comparison.Fields, func(f api.MergeField) bool { return f.Field == "country" })
	if f := comparison.Fields[at]; f.Suggested != "take" || f.From.Value != "ES" || *f.From.By != "Edith" ||
		f.From.At == nil || f.Into.Value != nil || comparison.Effects.Endpoints != 1 || comparison.Obstacle != nil {
		t.Errorf("%+v %+v", f, comparison.Effects)
	}
	body := fmt.Sprintf(`{"from":%q,"into":%q,"choices":{"name":"keep"}}`, from.id, remaining.id)
	draft := into[api.ChangeSet](editor.post("/newssources/merges", body).want(http.StatusCreated))
	if draft.Origin != "merge" || draft.Counts.Pending != 3 {
		t.Errorf("%+v", draft)
	}
	set := "/newssources/change-sets/" + draft.Id.String()
	a.applySet(editor, draft.Id)

	for path := range policies {
		method, route, _ := strings.Cut(path, " ")
		if !strings.HasPrefix(route, sourcePath) || strings.Contains(route, "endpoint_id") {
			continue
		}
		address := strings.Replace(route, ":id", from.id.String(), 1)
		if method == http.MethodDelete && strings.HasSuffix(route, "/contract") {
			address += "?version=1&reason=X"
		}
		if method == http.MethodGet {
			if strings.HasSuffix(route, "/history") {
				address += "?limit=7"
			}
			a.wantMoved(editor, address, strings.Replace(address, from.id.String(), remaining.id.String(), 1))
			continue
		}
		got := editor.do(method, address, strings.NewReader(bodyOf(route)), "If-Match", from.etag).problem(problem.Merged)
		if got.MergedInto == nil || *got.MergedInto != remaining.id || !strings.Contains(*got.Detail, remaining.id.String()) {
			t.Errorf("%s: %+v", path, got)
		}
	}
	follower := editor.followingRedirects()
	found := into[api.Source](follower.get(from.path).want(200))
	if found.Id != remaining.id || len(found.Endpoints) != 1 || len(*found.Aliases) != 3 ||
		(*found.Aliases)[0].Origin != api.AliasOriginMerge {
		t.Errorf("%+v", found)
	}
	for _, path := range []string{from.path + "/history?limit=50", "/newssources/history?source=" + from.id.String()} {
		history := into[api.HistoryPage](follower.get(path).want(200))
		for _, action := range []string{"source.merged", "source.updated", "endpoint.moved", "source.created"} {
			if !slices.ContainsFunc(history.Items, func(e api.AuditEvent) bool { return e.Action == action }) {
				t.Errorf("%s lacks %s: %+v", path, action, history.Items)
			}
		}
		for _, e := range history.Items {
			if isMerged := *e.SourceId == from.id; (convert.OrZero(e.MergedSource) == "La Voz") != isMerged {
				t.Errorf("%s: %s of %v names %v", path, e.Action, e.SourceId, e.MergedSource)
			}
		}
	}
	endpoints := into[api.EndpointPage](editor.get("/newssources/endpoints?source=" + from.id.String()).want(200))
	if len(endpoints.Items) != 1 || endpoints.Items[0].SourceId != remaining.id {
		t.Errorf("%+v", endpoints.Items)
	}
	part := editor.create("Voz Deportes", fmt.Sprintf(`"parent_id":%q`, remaining.id))
	parts := into[api.SourcePage](editor.get("/newssources?parent=" + from.id.String()).want(200)).Items
	if len(parts) != 1 || parts[0].Id != part.id {
		t.Errorf("the parts are %+v", parts)
	}
	a.wantMergedInto(editor, cursor, from.id, &remaining.id)
	export := editor.get("/newssources/export?format=csv&columns=id,merged_into&lifecycle=archived").want(200)
	if !strings.Contains(string(export.body), remaining.id.String()+","+from.id.String()) {
		t.Errorf("%s", export.body)
	}

	undo := into[api.ChangeSet](editor.post(set+"/undo", `{}`).want(201))
	a.applySet(editor, undo.Id)
	if found := into[api.Source](editor.get(from.path).want(200)); found.Id != from.id || len(found.Endpoints) != 1 {
		t.Errorf("after the undo: %+v", found)
	}
	a.wantMergedInto(editor, cursor, from.id, nil)
}

// TestComparisonListsMentions compares sources of which one is named by filters of views and alert rules.
func TestComparisonListsMentions(t *testing.T) {
	t.Parallel()
	a := newRig(t, withMail(t))
	edith, colleague := a.editor(), a.member("Colin", identity.Editor)
	from, remaining := edith.create("La Voz"), edith.create("Voz Digital")
	filter := fmt.Sprintf(`{"parent":[%q]}`, from.id)
	edith.saveView(viewBody("Ours", "members", filter))
	edith.saveView(viewBody("Mine", "none", fmt.Sprintf(`{"not_parent":[%q]}`, from.id)))
	edith.saveView(viewBody("Others", "members", fmt.Sprintf(`{"parent":[%q]}`, remaining.id)))
	edith.post("/newssources/alerts", strings.Replace(alertRule, `{"tag":["politics"]}`, filter, 1)).
		want(http.StatusCreated)
	path := fmt.Sprintf("/newssources/merges/comparison?from=%s&into=%s", from.id, remaining.id)
	for p, want := range map[*person]string{edith: "Failing; Mine, Ours", colleague: "Failing; Ours"} {
		got := into[api.MergeComparison](p.get(path).want(200)).Effects
		if names := mentions(got.Rules) + "; " + mentions(got.Views); names != want {
			t.Errorf("%s: %s, want %s", p.email, names, want)
		}
	}
}

// mentions returns the names with commas between them.
func mentions(list []api.Mention) string {
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.Name
	}
	return strings.Join(names, ", ")
}

// applySet applies a change set to its end.
func (a *rig) applySet(p *person, id uuid.UUID) api.ChangeSet {
	a.t.Helper()
	return a.runSet(p, id, "/apply", `{}`)
}

// runSet sends an action, "/apply" or "/approve", and then applies the rest of the change set, which the request
// leaves to a job after its time limit.
func (a *rig) runSet(p *person, id uuid.UUID, action, body string) (applied api.ChangeSet) {
	a.t.Helper()
	p.post(changeSetPath(id)+action, body).want(http.StatusAccepted)
	_, err := a.server.Changes.Run(a.t.Context(), id)
	must(a.t, err)
	applied = into[api.ChangeSet](p.get(changeSetPath(id)).want(200))
	if applied.State != "applied" {
		a.t.Fatalf("%+v", applied)
	}
	return applied
}

// followingRedirects returns a copy of the person whose client follows redirects, as most programs do.
func (p *person) followingRedirects() *person {
	a := &rig{t: p.t, url: p.url, contract: p.contract, cors: p.cors,
		client: &http.Client{Transport: p.client.Transport}}
	return &person{rig: a, t: p.t, id: p.id, email: p.email, token: p.token, xsrf: p.xsrf}
}

// bodyOf returns a valid body of a change of a source.
func bodyOf(route string) string {
	switch {
	case route == sourcePath:
		return `{"name":"X"}`
	case strings.HasSuffix(route, "/endpoints"):
		return `{"url":"https://x.example/rss","kind":"rss"}`
	case strings.HasSuffix(route, "/contract"):
		return `{"version":0,"party":"X","document":"Y","uses":[{"use":"link","state":"allowed"}],"reason":"Z"}`
	case strings.HasSuffix(route, "/order"):
		return `{"endpoint_ids":[]}`
	}
	return `{}`
}

// wantMoved fails the test unless a read is answered with 308 and an address that is not cached.
func (a *rig) wantMoved(p *person, path, want string) {
	a.t.Helper()
	r, err := http.NewRequestWithContext(a.t.Context(), http.MethodGet, p.url+path, nil)
	must(a.t, err)
	p.setHeaders(r)
	client := &http.Client{Transport: p.client.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	got, err := client.Do(r)
	must(a.t, err)
	must(a.t, got.Body.Close())
	if got.StatusCode != http.StatusPermanentRedirect || got.Header.Get("Location") != want ||
		!strings.Contains(got.Header.Get("Cache-Control"), "no-store") {
		a.t.Errorf("%s: %d, %s (%s), want %s", path, got.StatusCode, got.Header.Get("Location"),
			got.Header.Get("Cache-Control"), want)
	}
}

// wantMergedInto fails the test unless the last change of a source since the cursor has this pointer.
func (a *rig) wantMergedInto(p *person, cursor string, id uuid.UUID, want *uuid.UUID) {
	a.t.Helper()
	var last *api.MirroredSource
	page := into[api.RegisterChangePage](p.get("/newssources/changes?since=" + cursor).want(200))
	for _, c := range page.Changes {
		if c.SourceId == id {
			last = c.Source
		}
	}
	if last == nil || (last.MergedInto == nil) != (want == nil) || want != nil && *last.MergedInto != *want {
		a.t.Errorf("the changes have %+v, want merged_into %v", last, want)
	}
}

// TestPairsAreSearchedNow starts a search twice, which makes one job, and reads its end.
func TestPairsAreSearchedNow(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	const path = "/newssources/merges/search"
	if s := into[api.PairSearch](viewer.get(path).want(http.StatusOK)); s.Searching || s.LastAt != nil {
		t.Errorf("before a search: %+v", s)
	}
	viewer.post(path, "").problem(problem.RoleTooLow)
	for range 2 {
		if s := into[api.PairSearch](editor.post(path, "").want(http.StatusOK)); !s.Searching {
			t.Errorf("after the request: %+v", s)
		}
	}
	ended, err := a.pool.Exec(t.Context(), `
		UPDATE river_job SET state = 'completed', finalized_at = now()
		WHERE kind = 'find_same_outlets'`)
	must(t, err)
	if ended.RowsAffected() != 1 {
		t.Errorf("there are %d jobs", ended.RowsAffected())
	}
	if s := into[api.PairSearch](viewer.get(path).want(http.StatusOK)); s.Searching || s.LastAt == nil {
		t.Errorf("after the search: %+v", s)
	}
}
