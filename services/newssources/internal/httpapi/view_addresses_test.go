package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// address creates an address of a view, whose secret must appear only in this response.
func (p *person) address(view, body string) api.ViewAddressCreated {
	p.t.Helper()
	created := into[api.ViewAddressCreated](p.post("/newssources/views/"+view+"/addresses", body).want(http.StatusCreated))
	_, key, _ := strings.Cut(created.Path, "key=")
	p.secret(key)
	return created
}

func TestViewAddress(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer, editor := a.member("Vera", identity.Viewer), a.editor()
	source := editor.create("The Daily", `"country":"GB"`)
	editor.create("Forbidden Times", `"country":"GB","rights":"forbidden"`)
	view := into[api.SavedView](viewer.post("/newssources/views", `{"name":"GB","filter":{"country":["GB"]}}`).
		want(http.StatusCreated)).Id.String()
	created := viewer.address(view, `{"format":"json"}`)
	reader := a.withToken("")

	first := reader.get(created.Path).want(http.StatusOK)
	if text := string(first.body); strings.Count(text, `"name"`) != 1 || !strings.Contains(text, "The Daily") {
		t.Errorf("got %s", text)
	}
	etag, date := first.header.Get("ETag"), first.header.Get("Date")
	reader.get(created.Path, "If-None-Match", etag).want(http.StatusNotModified)
	// The content may change again in the second in which the response was made.
	setChange := func(at string) {
		t.Helper()
		_, err := a.pool.Exec(t.Context(), "UPDATE view_addresses SET changed_at = "+at)
		must(t, err)
	}
	setChange("now() + interval '1 second'")
	if text := reader.get(created.Path, "If-Modified-Since", date).want(http.StatusOK).header.Get("Last-Modified"); text != "" {
		t.Errorf("a change in this second is at %s", text)
	}
	setChange("'2026-01-02 03:04:05.6Z'")
	changed := reader.get(created.Path, "If-Modified-Since", "Fri, 02 Jan 2026 03:04:05 GMT").want(http.StatusOK).
		header.Get("Last-Modified")
	if changed != "Fri, 02 Jan 2026 03:04:06 GMT" {
		t.Errorf("the content changed at %s", changed)
	}
	reader.get(created.Path, "If-Modified-Since", changed).want(http.StatusNotModified)
	reader.get(created.Path, "If-None-Match", `"other"`, "If-Modified-Since", changed).want(http.StatusOK)
	reader.get(created.Path, "Accept", "text/html", "Sec-Fetch-Mode", "navigate").want(http.StatusOK)
	editor.patch(source.path, source.etag, `{"owner":"Ann"}`).want(http.StatusOK)
	reader.get(created.Path, "If-Modified-Since", changed).want(http.StatusOK)
	reader.get(created.Path, "If-None-Match", etag).want(http.StatusOK)
	setChange("changed_at - interval '1 second'")
	second := reader.get(created.Path).want(http.StatusOK)
	if at, err := http.ParseTime(second.header.Get("Last-Modified")); err != nil || time.Since(at) > 30*time.Minute {
		t.Errorf("the content changed at %s, %v", at, err)
	}

	list := into[api.ViewAddressList](viewer.get("/newssources/views/" + view + "/addresses").want(http.StatusOK)).Items
	if len(list) != 1 || list[0].LastUsedAt == nil || !strings.Contains(created.Path, "?key="+list[0].Hint) {
		t.Errorf("got %+v", list)
	}
	one := "/newssources/views/" + view + "/addresses/" + created.Address.Id.String()
	editor.delete(one, "").problem(problem.NotFound) // the view is personal
	viewer.delete(one, "").want(http.StatusNoContent)
	viewer.delete(one, "").want(http.StatusNoContent)
	reader.get(created.Path).problem(problem.AddressRevoked)
	if n := a.count("audit_events WHERE action LIKE 'view.address%' AND target_name = 'Personal view'"); n != 2 {
		t.Errorf("%d events", n)
	}
}

// TestInvalidAddresses checks that invented secrets cause no query, and that an address ends with
// the access of its owner.
// TestAddressHasNoNotes checks that what programs read without signing in has no notes, which are for members.
func TestAddressHasNoNotes(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	editor.create("The Daily", `"notes":"A private note","rights":"restricted","rights_note":"A private reason"`)
	editor.create("Forbidden Times", `"rights":"forbidden","rights_note":"A private letter"`)
	view := into[api.SavedView](editor.post("/newssources/views", `{"name":"All","filter":{}}`).
		want(http.StatusCreated)).Id.String()
	for _, format := range []string{"csv", "json", "opml"} {
		created := editor.address(view, `{"format":"`+format+`","forbidden":"mark"}`)
		text := string(a.withToken("").get(created.Path).want(http.StatusOK).body)
		if !strings.Contains(text, "The Daily") || !strings.Contains(text, "Forbidden Times") ||
			strings.Contains(text, "private") || strings.Contains(text, "Note") {
			t.Errorf("%s: %s", format, text)
		}
	}
}

func TestInvalidAddresses(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer, editor := a.member("Vera", identity.Viewer), a.editor()
	view := into[api.SavedView](editor.post("/newssources/views", `{"name":"All","filter":{},"sharing":"members"}`).
		want(http.StatusCreated)).Id.String()
	viewer.post("/newssources/views/"+view+"/addresses", `{"format":"csv"}`).problem(problem.NotOwner)
	viewer.get("/newssources/views/" + view + "/addresses").problem(problem.NotOwner)
	editor.post("/newssources/views/"+view+"/addresses", `{"format":"xlsx"}`).problem(problem.Invalid)
	created := editor.address(view, `{"format":"opml","forbidden":"mark"}`)
	path, key, _ := strings.Cut(created.Path, "?key=")
	reader := a.withToken("")
	for _, wrong := range []string{path, path + "?key=", path + "?key=" + strings.ToLower(key),
		path + "?key=nws_" + key[4:],
		strings.Replace(path, created.Address.Id.String(), uuid.NewString(), 1) + "?key=" + key} {
		reader.get(wrong).problem(problem.NotFound)
	}
	reader.get(created.Path).want(http.StatusOK)
	_, err := a.pool.Exec(t.Context(), "UPDATE members SET disabled_at = now() WHERE id = $1", editor.id)
	must(t, err)
	reader.get(created.Path).problem(problem.AddressRevoked)
}

// TestAddressOutlivesTheTimeouts checks that the time-outs of the server do not end a request whose
// file takes longer to hash.
func TestAddressOutlivesTheTimeouts(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer := a.member("Vera", identity.Viewer)
	view := into[api.SavedView](viewer.post("/newssources/views", `{"name":"All","filter":{}}`).want(http.StatusCreated))
	created := viewer.address(view.Id.String(), `{"format":"csv"}`)
	reader := a.withToken("")
	etag := reader.get(created.Path).want(http.StatusOK).header.Get("ETag")
	server := httptest.NewUnstartedServer(a.handler)
	server.Config.ReadTimeout, server.Config.WriteTimeout = 300*time.Millisecond, 300*time.Millisecond
	server.Start()
	t.Cleanup(server.Close)
	a.url = server.URL
	owner := identity.NewContext(t.Context(), identity.Person{ID: viewer.id})
	if !acquire(owner, a.server.limits.reads, maxReads, time.Second) {
		t.Fatal("the reads of the owner are in use")
	}
	time.AfterFunc(time.Second, func() { a.server.limits.reads.Release(viewer.id, maxReads) })
	reader.get(created.Path, "If-None-Match", etag).want(http.StatusNotModified)
}

func TestAddressIsReadAtALimitedRate(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	viewer := a.member("Vera", identity.Viewer)
	view := into[api.SavedView](viewer.post("/newssources/views", `{"name":"All","filter":{}}`).want(http.StatusCreated))
	first := viewer.address(view.Id.String(), `{"format":"csv"}`)
	second := viewer.address(view.Id.String(), `{"format":"csv"}`)
	for range listsBurst {
		a.server.limits.lists.Allow(first.Address.Id)
	}
	request := func(path string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.url+path, nil)
		must(t, err)
		response, err := a.client.Do(r)
		must(t, err)
		_ = response.Body.Close()
		return response
	}
	if got := request(first.Path); got.StatusCode != http.StatusTooManyRequests || got.Header.Get("Retry-After") == "" {
		t.Errorf("got %s", got.Status)
	}
	if got := request(second.Path); got.StatusCode != http.StatusOK {
		t.Errorf("another address: %s", got.Status)
	}
}
