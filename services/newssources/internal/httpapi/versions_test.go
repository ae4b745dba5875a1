package httpapi

import (
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// changes returns the operations that change an existing source or endpoint, as functions of the
// ETag.
func (p *person) changes(source, draft createdSource, endpoint string) map[string]func(etag ...string) *answer {
	with := func(method, target, body string) func(etag ...string) *answer {
		return func(etag ...string) *answer {
			p.t.Helper()
			header := []string{"If-Match", omit}
			if len(etag) > 0 {
				header[1] = etag[0]
			}
			if method == http.MethodPatch {
				return p.patch(target, header[1], body)
			}
			return p.do(method, target, strings.NewReader(body), header...)
		}
	}
	return map[string]func(etag ...string) *answer{
		"patch":           with("PATCH", source.path, `{"notes":"x"}`),
		"archive":         with("POST", source.path+"/archive", ""),
		"unarchive":       with("POST", source.path+"/unarchive", ""),
		"delete":          with("DELETE", draft.path, ""),
		"patch endpoint":  with("PATCH", endpoint, `{"name":"x"}`),
		"delete endpoint": with("DELETE", endpoint, ""),
		"order endpoints": with("PUT", source.path+"/endpoints/order", `{"endpoint_ids":["`+path.Base(endpoint)+`"]}`),
	}
}

func TestChangesRequireTheCurrentVersion(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source, draft := editor.create("The Daily"), editor.create("A Draft", `"lifecycle":"draft"`)
	endpoint := editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`).want(201).
		header.Get("Location")
	a.expectUnchanged()
	for name := range editor.changes(source, draft, endpoint) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			change := editor.in(t).changes(source, draft, endpoint)[name]
			change().problem(problem.VersionRequired)
			change(" ").problem(problem.VersionRequired)
			for _, etag := range []string{`"2"`, `"0"`, `"-1"`, `"99999999999999999999"`, `"x"`, `*`, `"1", "2"`, `W/"7"`,
				`""`} {
				if got := change(etag).problem(problem.StaleVersion); got.Changed != nil && etag != `"0"` && etag != `"-1"` {
					t.Errorf("%s: unexpected changes: %+v", etag, got.Changed)
				}
			}
			change(`"` + strings.Repeat("1", 80) + `"`).problem(problem.UnknownParameter)
		})
	}
}

// TestStaleVersionListsChanges checks that the problem lists each changed field with its value in
// the version that the client read and its current value, and the last author.
func TestStaleVersionListsChanges(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana, ben := a.member("Ana", identity.Editor), a.member("Ben", identity.Editor)
	read := ana.create("The Daily", `"country":"ES"`)
	second := ben.patch(read.path, read.etag, `{"notes":"first","country":"FR"}`).want(200)
	third := ben.patch(read.path, second.etag(), `{"notes":"second"}`).want(200)

	got := ana.patch(read.path, read.etag, `{"notes":"mine"}`).problem(problem.StaleVersion)
	if got.Changed == nil || got.Changed.By.Name != "Ben" || got.Changed.By.Email != ben.email ||
		got.Changed.Version != 3 {
		t.Fatalf("got %+v", got.Changed)
	}
	fields := map[string]api.FieldChange{}
	for _, f := range got.Changed.Fields {
		fields[f.Field] = f
	}
	if len(fields) != 2 || fields["notes"].Before != nil || fields["notes"].After != "second" ||
		fields["country"].Before != "ES" || fields["country"].After != "FR" {
		t.Errorf("got %+v", got.Changed.Fields)
	}
	if now := into[api.Source](ana.get(read.path)); convert.OrZero(now.Notes) != "second" || now.Version != 3 {
		t.Errorf("got %+v", now)
	}
	ana.patch(read.path, third.etag(), `{"notes":"mine"}`).want(200)
}

func TestStaleVersionOfAnEndpoint(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana, ben := a.member("Ana", identity.Editor), a.member("Ben", identity.Editor)
	source := ana.create("The Daily")
	made := ana.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`).want(201)
	path := made.header.Get("Location")
	ben.patch(path, made.etag(), `{"section":"Sport"}`).want(200)
	got := ana.patch(path, made.etag(), `{"section":"Science"}`).problem(problem.StaleVersion)
	if got.Changed == nil || got.Changed.By.Name != "Ben" || len(got.Changed.Fields) != 1 ||
		got.Changed.Fields[0].After != "Sport" {
		t.Errorf("got %+v", got.Changed)
	}
	// The version of the source is unchanged, so that its editors get no conflict.
	ana.patch(source.path, source.etag, `{"notes":"x"}`).want(200)
}

// TestConflictWithMemberWithoutName checks that the e-mail address is shown for a member whose
// identity provider sends no name.
func TestConflictWithMemberWithoutName(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana := a.member("Ana", identity.Editor)
	unnamed := &person{rig: a, t: t, email: "unnamed@example.org"}
	unnamed.signIn(identitytest.Fields{"sub": "uid-unnamed", "email": unnamed.email, "name": nil})
	read := ana.create("The Daily")
	unnamed.patch(read.path, read.etag, `{"notes":"x"}`).want(200)
	got := ana.patch(read.path, read.etag, `{"notes":"y"}`).problem(problem.StaleVersion)
	if got.Changed.By.Name != unnamed.email ||
		!strings.HasPrefix(convert.OrZero(got.Detail), unnamed.email+" changed this") {
		t.Errorf("got %q, %+v", convert.OrZero(got.Detail), got.Changed.By)
	}
	history := into[api.HistoryPage](ana.get(read.path + "/history").want(200))
	if first := history.Items[0].Actor; first.Name != unnamed.email || first.Email != unnamed.email {
		t.Errorf("history: %+v", first)
	}
}

func TestETagChangesWithEveryChange(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	path := source.path
	expect := func(got *answer, want string) string {
		t.Helper()
		got.want(http.StatusOK)
		if got.etag() != want {
			t.Fatalf("%s %s: ETag %s, want %s", got.request.Method, got.request.URL.Path, got.etag(), want)
		}
		if read := editor.get(path).want(200); read.etag() != want ||
			into[api.Source](read).Version != into[api.Source](got).Version {
			t.Fatalf("GET: ETag %s", read.etag())
		}
		return got.etag()
	}
	at := expect(editor.get(path), `"1"`)
	at = expect(editor.patch(path, at, `{"name":"The Daily News"}`), `"2"`)
	at = expect(editor.patch(path, at, `{"name":"  The  Daily News "}`), `"2"`) // the same after normalization
	at = expect(editor.do("POST", path+"/archive", nil, "If-Match", at), `"3"`)
	editor.patch(path, at, `{"name":"Another"}`).problem(problem.Archived)
	editor.do("POST", path+"/archive", nil, "If-Match", at).problem(problem.Archived)
	at = expect(editor.do("POST", path+"/unarchive", nil, "If-Match", at), `"4"`)
	editor.do("POST", path+"/unarchive", nil, "If-Match", at).problem(problem.BadTransition)
	expect(editor.patch(path, "W/"+at, `{"tier":2}`), `"5"`) // proxies that compress responses make ETags weak
	if events := a.count("audit_events WHERE source_id = $1", source.id); events != 5 {
		t.Errorf("%d events", events)
	}
}

// TestConcurrentChangesOfOneVersion checks that exactly one request succeeds and that the others
// get a 412 with the changes.
func TestConcurrentChangesOfOneVersion(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	var wait sync.WaitGroup
	answers := make([]*answer, 20)
	for i := range answers {
		wait.Go(func() {
			answers[i] = editor.patch(source.path, source.etag, `{"notes":"`+uuid.NewString()+`"}`)
		})
	}
	wait.Wait()
	var succeeded []*answer
	for _, got := range answers {
		if got.status == http.StatusOK {
			succeeded = append(succeeded, got)
		} else if got.problem(problem.StaleVersion).Changed == nil {
			t.Error("the problem lists no changes")
		}
	}
	if len(succeeded) != 1 {
		t.Fatalf("%d changes succeeded", len(succeeded))
	}
	if now := into[api.Source](editor.get(source.path)); convert.OrZero(now.Notes) != convert.OrZero(
		into[api.Source](succeeded[0]).Notes) || now.Version != 2 {
		t.Errorf("got %+v", now)
	}
	if events := a.count("audit_events WHERE source_id = $1", source.id); events != 2 {
		t.Errorf("%d events", events)
	}
}

// TestETagOfASourceCoversItsEndpoints checks that the ETag of a source changes with its endpoints,
// and that a change of an endpoint is no conflict for an edit of the source.
func TestETagOfASourceCoversItsEndpoints(t *testing.T) {
	t.Parallel()
	editor := newRig(t).editor()
	source := editor.create("The Daily")
	seen := map[string]bool{source.etag: true}
	isNew := func(what string) {
		t.Helper()
		tag := editor.get(source.path).want(200).etag()
		if seen[tag] {
			t.Errorf("after %s, the ETag %s equals an earlier one", what, tag)
		}
		seen[tag] = true
	}
	made := editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`).want(201)
	isNew("adding an endpoint")
	path := made.header.Get("Location")
	changed := editor.patch(path, made.etag(), `{"name":"All"}`).want(200)
	isNew("changing an endpoint")
	editor.patch(source.path, source.etag, `{"notes":"no conflict"}`).want(200)
	editor.patch(path, changed.etag(), `{"name":"Everything"}`).want(200)
	isNew("changing it again")
	current := editor.get(source.path).etag()
	editor.patch(source.path, current, `{"paused_until":"2099-01-01T00:00:00Z"}`).problem(problem.Invalid)
	editor.patch(source.path, current, `{"lifecycle":"paused","paused_until":"2099-01-01T00:00:00Z"}`).want(200)
}
