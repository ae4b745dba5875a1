package source

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

const secret = "s3cret/pass"

func withKeys(t *testing.T, r *testRegister) *testRegister {
	t.Helper()
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	r.keys = keys
	return r
}

// wantCredentials checks the credentials of an endpoint for an address, as "user:password".
func (r *testRegister) wantCredentials(e *Endpoint, address, want string) {
	r.t.Helper()
	u, err := weburl.Parse(address)
	if err != nil {
		r.t.Fatal(err)
	}
	var got string
	found, err := r.Credentials(r.t.Context(), e.ID, u)
	if found != nil {
		got = found.Username + ":" + found.Password
	}
	if err != nil || got != want {
		r.t.Errorf("credentials for %s: %q, %v; want %q", address, got, err, want)
	}
}

func TestCredentialsFollowTheEndpoint(t *testing.T) {
	t.Parallel()
	r := withKeys(t, newTestRegister(t))
	made := r.create("daily.example",
		func(n *CreateInput) { n.Endpoints[0].URL = "https://joe:s3cret%2Fpass@daily.example/rss" })
	e := &made.Endpoints[0]
	if !e.HasCredentials || e.Credentials != nil || e.URL != "https://daily.example/rss" ||
		e.URLEntered != "https://daily.example/rss" {
		t.Fatalf("made %+v", e)
	}
	r.wantCredentials(e, "https://daily.example/other", "joe:"+secret)
	r.wantCredentials(e, "https://www.daily.example/rss", "")
	r.wantCredentials(e, "http://daily.example/rss", "")

	change := func(f func(*EndpointDetails)) {
		t.Helper()
		var err error
		if e, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, e.ID, e.Version, f); err != nil {
			t.Fatal(err)
		}
	}
	change(func(d *EndpointDetails) { d.Name = "All" })
	r.wantCredentials(e, "https://daily.example/rss", "joe:"+secret)
	change(func(d *EndpointDetails) {
		d.SetCredentials(&credential.Credentials{Username: "ann", Password: "other"})
	})
	r.wantCredentials(e, "https://daily.example/rss", "ann:other")
	change(func(d *EndpointDetails) { d.URL = "https://daily.example/atom" })
	r.wantCredentials(e, "https://daily.example/rss", "ann:other")
	change(func(d *EndpointDetails) { d.SetCredentials(nil) })
	if e.HasCredentials {
		t.Error("the credentials were not removed")
	}
	r.wantCredentials(e, "https://daily.example/rss", "")
	change(func(d *EndpointDetails) { d.URL = "http://bob:x@daily.example/atom" })
	change(func(d *EndpointDetails) { d.URL = "https://daily.example/atom" })
	r.wantCredentials(e, "https://daily.example/atom", "bob:x")
	change(func(d *EndpointDetails) { d.URL = "https://elsewhere.example/atom" })
	r.wantCredentials(e, "https://elsewhere.example/atom", "")
	if n := r.count("SELECT count(*) FROM endpoint_credentials"); n != 0 || e.HasCredentials {
		t.Errorf("%d credentials are left", n)
	}
	change(func(d *EndpointDetails) { d.URL = "https://ann:y@daily.example/atom" })
	if err := r.DeleteEndpoint(t.Context(), r.actor, made.ID, e.ID, e.Version); err != nil {
		t.Fatal(err)
	}
	if n := r.count("SELECT count(*) FROM endpoint_credentials"); n != 0 {
		t.Errorf("%d credentials are left", n)
	}
	var got []string
	for _, line := range r.history(made.ID)[1:] {
		if _, change, ok := strings.Cut(line, "credentials: "); ok {
			change, _, _ = strings.Cut(change, ";")
			got = append(got, change)
		}
	}
	want := []string{`none -> "set"`, `"set" -> "replaced"`, `"set" -> none`, `none -> "set"`,
		`"set" -> "removed, because the address is now on another server"`, `none -> "set"`, `"set" -> none`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the history is\n%s", strings.Join(got, "\n"))
	}
	r.wantNotStored("s3cret", "joe:", "ann:", "bob:")
}

// TestCredentialsAreBoundToTheirServer changes the address without the credentials, like a version
// of the service that does not support credentials.
func TestCredentialsAreBoundToTheirServer(t *testing.T) {
	t.Parallel()
	r := withKeys(t, newTestRegister(t))
	made := r.create("daily.example",
		func(n *CreateInput) { n.Endpoints[0].URL = "http://joe:s3cret%2Fpass@daily.example/rss" })
	e := &made.Endpoints[0]
	for _, move := range []struct{ to, want string }{
		{"https://daily.example/atom", "joe:" + secret},
		{"https://elsewhere.example/rss", ""},
		{"https://daily.example:8443/rss", ""},
		{"http://daily.example/rss", "joe:" + secret},
	} {
		if _, err := r.db.Pool.Exec(t.Context(), "UPDATE endpoints SET url = $2 WHERE id = $1", e.ID, move.to); err != nil {
			t.Fatal(err)
		}
		r.wantCredentials(e, move.to, move.want)
	}
}

// wantNotStored checks that no row in the database contains one of the words.
func (r *testRegister) wantNotStored(words ...string) {
	r.t.Helper()
	for _, table := range []string{"sources", "endpoints", "audit_events", "imports", "import_rows", "river_job", "tags",
		"endpoint_credentials"} {
		for _, word := range words {
			if n := r.count("SELECT count(*) FROM "+table+" t WHERE position(lower($1) in lower(t::text)) > 0 OR position($2 "+
				"in t::text) > 0",
				word, fmt.Sprintf("%x", word)); n > 0 {
				r.t.Errorf("%s contains %q", table, word)
			}
		}
	}
}

func TestCredentialsAreRejectedWithoutKeys(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	with := func(d *EndpointDetails) { d.URL = "https://joe:pw@daily.example/2" }
	_, err := r.add(made, "", with)
	if got := strings.Join(invalidFields(t, err), ","); got != "/credentials no_key" {
		t.Errorf("added: %s", got)
	}
	_, err = r.UpdateEndpoint(t.Context(), r.actor, made.ID, made.Endpoints[0].ID, 1, with)
	if got := strings.Join(invalidFields(t, err), ","); got != "/credentials no_key" {
		t.Errorf("changed: %s", got)
	}
	_, err = r.Create(t.Context(), r.actor, sourceInput("weekly.example", func(n *CreateInput) { with(&n.Endpoints[0]) }))
	if got := strings.Join(invalidFields(t, err), ","); got != "/endpoints/0/credentials no_key" ||
		strings.Contains(err.Error(), "pw") {
		t.Errorf("created: %s", got)
	}
}

// TestCredentialsOfARemovedKey checks that the error names the endpoint and no secret.
func TestCredentialsOfARemovedKey(t *testing.T) {
	t.Parallel()
	r := withKeys(t, newTestRegister(t))
	made := r.create("daily.example", func(n *CreateInput) {
		n.Endpoints[0].SetCredentials(&credential.Credentials{Username: "joe", Password: secret})
	})
	r.keys = nil
	u, _ := weburl.Parse("https://daily.example/")
	found, err := r.Credentials(t.Context(), made.Endpoints[0].ID, u)
	if err == nil || found != nil || !strings.Contains(err.Error(), made.Endpoints[0].ID.String()) ||
		strings.Contains(err.Error(), "s3cret") {
		t.Errorf("got %v, %v", found, err)
	}
	if _, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, made.Endpoints[0].ID, 1,
		func(d *EndpointDetails) { d.SetCredentials(nil) }); err != nil {
		t.Errorf("removing the credentials: %v", err)
	}
}

func TestCredentialsValidation(t *testing.T) {
	t.Parallel()
	const maxUsername, maxPassword = credential.MaxUsername, credential.MaxPassword
	for _, c := range []struct{ username, password, want string }{
		{"joe", "", ""},
		{"", "token", ""},
		{repeat("я", maxUsername), repeat("я", maxPassword), ""},
		{"", "", "/credentials/username required"},
		{"joe:doe", "x", "/credentials/username characters"},
		{"joe\n", "a\x00", "/credentials/username characters,/credentials/password characters"},
		{repeat("x", maxUsername+1), repeat("x", maxPassword+1),
			"/credentials/username too_long,/credentials/password too_long"},
	} {
		details := EndpointDetails{Kind: "rss", URL: "https://daily.example/rss"}
		details.SetCredentials(&credential.Credentials{Username: c.username, Password: c.password})
		if got := strings.Join(invalidFields(t, details.Validate()), ","); got != c.want {
			t.Errorf("%d and %d: %s, want %s", len(c.username), len(c.password), got, c.want)
		}
	}
	details := EndpointDetails{Kind: "rss", URL: "https://joe:pw@daily.example/rss"}
	ann := credential.Credentials{Username: "ann", Password: "x"}
	details.SetCredentials(&ann)
	if err := details.Validate(); err != nil || *details.Credentials != ann {
		t.Errorf("the explicit credentials do not take precedence: %v", err)
	}
}

func TestCredentialsAreMaskedInLogs(t *testing.T) {
	t.Parallel()
	given := credential.Credentials{Username: "joe", Password: secret}
	details := EndpointDetails{Credentials: &given}
	data, err := json.Marshal(map[string]any{"a": given, "b": &given, "c": details})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "a", given, "b", &given, "c", details)
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "a", given, "b", &given)
	for _, text := range []string{string(data), log.String(),
		fmt.Sprintf("%v %+v %#v %s %v %+v", given, given, given, given, &given, details)} {
		if strings.Contains(text, "joe") || strings.Contains(text, "s3cret") {
			t.Errorf("printed as %s", text)
		}
	}
}
