package httpapi

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func withKeys(o *Options) {
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	if err != nil {
		panic(err)
	}
	o.Register, o.Imports.Keys = source.NewRegister(o.DB, keys), keys
}

// expectNotStored checks that no row of the database contains word as text or bytes.
func (a *rig) expectNotStored(word string) {
	a.t.Helper()
	tables, err := a.pool.Query(context.Background(), "SELECT table_name FROM information_schema.tables WHERE "+
		"table_schema = 'public'")
	must(a.t, err)
	var names []string
	for tables.Next() {
		var name string
		must(a.t, tables.Scan(&name))
		names = append(names, name)
	}
	must(a.t, tables.Err())
	if len(names) < 8 {
		a.t.Fatalf("too few tables: %v", names)
	}
	for _, name := range names {
		if n := a.count(name+" t WHERE position(lower($1) in lower(t::text)) > 0 OR position($2 in t::text) > 0", word,
			fmt.Sprintf("%x", word)); n > 0 {
			a.t.Errorf("%d rows of %s contain %q", n, name, word)
		}
	}
}

// TestCredentialsAreNeverRevealed sends a password in every possible field. It must not appear in a
// response, the log or the database.
func TestCredentialsAreNeverRevealed(t *testing.T) {
	t.Parallel()
	const password = "t0p-secret-of-joe-and-ann"
	a := newRig(t, withKeys, withJobs(t))
	a.secret(password)
	editor := a.editor()
	in := "https://joe:" + password + "@the-daily.example"
	source := editor.create("The Daily", `"endpoints":[{"kind":"rss","url":"`+in+`/rss"},`+
		`{"kind":"rss","url":"https://the-daily.example/2","credentials":{"username":"ann","password":"`+password+`"}}]`)
	for _, e := range into[api.Source](editor.get(source.path)).Endpoints {
		if !e.HasCredentials {
			t.Errorf("%s has no credentials", e.Url)
		}
	}
	made := editor.post(source.path+"/endpoints", `{"kind":"rss","url":"`+in+`/3"}`).want(201)
	path := made.header.Get("Location")
	for _, c := range []struct {
		patch string
		has   bool
	}{
		{`{"name":"All"}`, true},
		{`{"credentials":null}`, false},
		{`{"credentials":{"username":"ann","password":"` + password + `"}}`, true},
		{`{"url":"https://the-daily.example/4"}`, true},
		{`{"url":"https://elsewhere.example/4"}`, false},
		{`{"url":"` + in + `/5"}`, true},
	} {
		made = editor.patch(path, made.etag(), c.patch).want(200)
		if e := into[api.Endpoint](made); e.HasCredentials != c.has || strings.Contains(e.Url+e.UrlEntered, "joe") {
			t.Errorf("%s makes %+v", c.patch, e)
		}
	}
	for _, body := range []string{
		`{"name":"A","homepage_url":"` + in + `/"}`,
		`{"name":"A","homepage_url":"https://joe:x/` + password + `@the-daily.example/"}`,
		`{"name":"A","homepage_url":"https://a.example/","endpoints":[{"kind":"?","url":"` + in + `/x"}]}`,
		`{"name":"A","homepage_url":"https://a.example/","endpoints":[{"kind":"rss","url":"https://joe:` + password +
			`@localhost/"}]}`,
		`{"name":"A","homepage_url":"https://a.example/","endpoints":[{"kind":"rss","url":"https://a.example","credentials":{"username":"a:b","password":"` + password + `"}}]}`,
		`{"name":"A","homepage_url":"https://a.example/","endpoints":[{"kind":"rss","url":"https://a.example","credentials":{"username":"a","password":["` + password + `"]}}]}`,
	} {
		editor.post("/newssources", body).problem(problem.Invalid)
	}
	editor.post(source.path+"/endpoints", `{"kind":"rss","url":"`+in+`/rss"}`).problem(problem.DuplicateEndpoint)
	editor.patch(path, `"1"`, `{"credentials":{"username":"ann","password":"`+password+`"}}`).problem(problem.StaleVersion)
	editor.patch(path, made.etag(),
		`{"credentials":{"username":"ann","password":"`+password+strings.Repeat("x", 500)+`"}}`).problem(problem.Invalid)
	editor.get(source.path + "/history")
	editor.get("/newssources?q=joe")
	accepted := editor.post("/newssources/imports",
		`<opml><body><outline title="https://joe:`+password+`@listed.example/" xmlUrl="https://joe:`+password+
			`@listed.example/rss"/></body></opml>`).want(202)
	editor.waitForImport(accepted)
	rows := into[api.ImportRowPage](editor.get(accepted.header.Get("Location") + "/rows"))
	if len(rows.Items) != 1 || rows.Items[0].Result != "created" || !rows.Items[0].Recovered {
		t.Errorf("imported %+v", rows.Items)
	}
	a.expectNotStored(password)
	if n := a.count("endpoint_credentials"); n != 4 {
		t.Errorf("%d stored credentials, want 4", n)
	}
}

// TestUserNameMayBeEmptyWithPassword covers feeds that need only a token, as in
// "https://:token@host/feed".
func TestUserNameMayBeEmptyWithPassword(t *testing.T) {
	t.Parallel()
	a := newRig(t, withKeys)
	editor := a.editor()
	source := editor.create("The Daily")
	endpoint := func(username, password string) string {
		return `{"kind":"rss","url":"https://the-daily.example/rss","credentials":{"username":"` + username +
			`","password":"` + password + `"}}`
	}
	got := editor.post(source.path+"/endpoints", endpoint("", "")).problem(problem.Invalid)
	checkFields(t, got, "/credentials/username")
	if made := into[api.Endpoint](editor.post(source.path+"/endpoints",
		endpoint("", "token")).want(201)); !made.HasCredentials {
		t.Error("no credentials")
	}
}

func TestCredentialsWithoutKeysNameTheSetting(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	a.expectUnchanged()
	got := editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://joe:hidden@the-daily.example/rss"}`).
		problem(problem.Invalid)
	checkFields(t, got, "/credentials")
	if !strings.Contains(*got.Detail, "CREDENTIALS_KEYS") {
		t.Errorf("got %s", *got.Detail)
	}
}
