package httpapi

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestRepeatedRequestIsReplayed sends each kind of request twice with one key.
func TestRepeatedRequestIsReplayed(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	admin := a.member("Ada", identity.Admin)
	source := admin.create("The Daily")
	for _, c := range []struct {
		name, path, body string
		header           []string
		status           int
		table            string
	}{
		{"source", "/newssources", `{"name":"The Weekly","homepage_url":"https://weekly.example"}`, nil, 201, "sources"},
		{"endpoint", source.path + "/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`, nil, 201,
			"endpoints"},
		{"import", "/newssources/imports?filename=a.opml",
			`<opml><body><outline xmlUrl="https://listed.example/rss"/></body></opml>`, nil, 202, "imports"},
		{"sample", "/newssources/imports/sample", "", nil, 202, "imports"},
		{"invitation", "/newssources/invitations", `{"email":"ben@example.com","role":"viewer"}`, nil, 201, "invitations"},
		{"change with a version", source.path + "/archive", "", []string{"If-Match", admin.get(source.path).etag()}, 200,
			"audit_events"},
	} {
		t.Run(c.name, func(t *testing.T) {
			admin := admin.in(t)
			key := append([]string{"Idempotency-Key", `"` + uuid.NewString() + `"`}, c.header...)
			if c.name == "change with a version" {
				key[3] = admin.get(source.path).etag()
			}
			first := admin.post(c.path, c.body, key...).want(c.status)
			rows := a.count(c.table)
			again := admin.post(c.path, c.body, key...).want(c.status)
			if string(again.body) != string(first.body) || again.etag() != first.etag() ||
				again.header.Get("Location") != first.header.Get("Location") ||
				again.header.Get("Content-Type") != first.header.Get("Content-Type") {
				t.Errorf("the first response is %s %v\nthe second %s %v", first.body, first.header, again.body, again.header)
			}
			if first.header.Get(idempotencyReplayed) != "" || again.header.Get(idempotencyReplayed) != "true" {
				t.Errorf("%s: %v, %v", idempotencyReplayed, first.header, again.header)
			}
			if n := a.count(c.table); n != rows {
				t.Errorf("%d rows of %s were added", n-rows, c.table)
			}
		})
	}
}

// TestRequestRepeatedAfterProcessDied repeats requests whose process died between the change and
// storing the response.
func TestRequestRepeatedAfterProcessDied(t *testing.T) {
	t.Parallel()
	a := newRig(t, withMail(t))
	admin := a.member("Ada", identity.Admin)
	source := admin.create("The Daily")
	for _, c := range []struct {
		name, path, body string
		status           int
		table            string
	}{
		{"source", "/newssources",
			`{"name":"The Weekly","homepage_url":"https://weekly.example","endpoints":[{"kind":"rss","url":"https://weekly.example/rss"}]}`, 201, "sources"},
		{"endpoint", source.path + "/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`, 201, "endpoints"},
		{"import", "/newssources/imports?filename=a.opml",
			`<opml><body><outline xmlUrl="https://listed.example/rss"/></body></opml>`, 202, "imports"},
		{"sample", "/newssources/imports/sample", "", 202, "imports"},
		{"invitation", "/newssources/invitations", `{"email":"ben@example.com","role":"viewer"}`, 201, "invitations"},
		{"alert rule", "/newssources/alerts", alertRule, 201, "alert_rules"},
	} {
		t.Run(c.name, func(t *testing.T) {
			admin := admin.in(t)
			key := uuid.NewString()
			send := func() *answer { return admin.post(c.path, c.body, "Idempotency-Key", key).want(c.status) }
			first := send()
			rows, events := a.count(c.table), a.count("audit_events")
			if _, err := a.pool.Exec(t.Context(), "UPDATE idempotency_keys SET status = NULL, body = NULL, header = NULL, "+
				"fingerprint = NULL, locked_until = now() WHERE expires_at = (SELECT max(expires_at) FROM idempotency_keys)"); err != nil {
				t.Fatal(err)
			}
			again := send()
			if string(again.body) != string(first.body) || again.etag() != first.etag() ||
				again.header.Get("Location") != first.header.Get("Location") {
				t.Errorf("the first response is %s %v\nthe second %s %v", first.body, first.header, again.body, again.header)
			}
			if n, m := a.count(c.table), a.count("audit_events"); n != rows || m != events {
				t.Errorf("%d rows of %s and %d events were added", n-rows, c.table, m-events)
			}
			if third := send(); third.header.Get(idempotencyReplayed) != "true" {
				t.Errorf("the second response is not stored: %v", third.header)
			}
		})
	}
}

func TestIdempotencyKeyOfAnotherRequest(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	ana, ben := a.member("Ana", identity.Editor), a.member("Ben", identity.Editor)
	const body = `{"name":"The Weekly","homepage_url":"https://weekly.example"}`
	first := ana.post("/newssources", body, "Idempotency-Key", "k-1").want(201)
	other := strings.Replace(body, "Weekly", "Monthly", 1)
	ana.post("/newssources", other, "Idempotency-Key", "k-1").problem(problem.KeyReused)
	ana.post(first.header.Get("Location")+"/endpoints", `{"kind":"rss","url":"https://weekly.example/rss"}`,
		"Idempotency-Key", "k-1").problem(problem.KeyReused)
	ana.post("/newssources", body, "Idempotency-Key", `"k-1"`).want(201)                      // quoted as RFC 8941 demands
	ben.post("/newssources", body, "Idempotency-Key", "k-1").problem(problem.DuplicateSource) // keys belong to a member
	ana.post("/newssources", body).problem(problem.DuplicateSource)

	upload := func(content string) *answer {
		return ana.post("/newssources/imports",
			`<opml><body><outline xmlUrl="https://`+content+`.example/rss"/></body></opml>`, "Idempotency-Key", "k-2")
	}
	upload("one").want(202)
	upload("two").problem(problem.KeyReused)
	upload("one").want(202)
}

// TestFailedRequestReleasesItsKey corrects a request and sends it again with the same key.
func TestFailedRequestReleasesItsKey(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	editor.post("/newssources", `{"name":"The Weekly","homepage_url":"https://10.0.0.1"}`, "Idempotency-Key", "k").
		problem(problem.Invalid)
	editor.post("/newssources", `{"name":"The Weekly","homepage_url":"https://weekly.example"}`, "Idempotency-Key", "k").
		want(201)
	if n := a.count("idempotency_keys"); n != 1 {
		t.Errorf("%d keys are stored", n)
	}
}

func TestInvalidIdempotencyKey(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	const body = `{"name":"The Weekly","homepage_url":"https://weekly.example"}`
	for _, key := range []string{strings.Repeat("k", 256), "two words", `"open`, "é"} {
		editor.post("/newssources", body, "Idempotency-Key", key).problem(problem.UnknownParameter)
	}
	editor.post("/newssources/tokens", `{"name":"x","scopes":["read"],"expires_at":"2026-12-01T00:00:00Z"}`,
		"Idempotency-Key", "k").problem(problem.BadRequest)
}

// TestConcurrentRequestsWithOneKey sends a request while the first one waits for a lock.
func TestConcurrentRequestsWithOneKey(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	release := a.lockSource(source)
	send := func() *answer {
		return editor.post(source.path+"/endpoints", `{"kind":"rss","url":"https://the-daily.example/rss"}`,
			"Idempotency-Key", "k")
	}
	var first *answer
	var wait sync.WaitGroup
	wait.Go(func() { first = send() })
	a.waitForLocks(1)
	got := send()
	got.problem(problem.RequestInProgress)
	if got.status != http.StatusConflict || got.header.Get("Retry-After") != "1" {
		t.Errorf("got %d with %v", got.status, got.header)
	}
	release()
	wait.Wait()
	first.want(201)
	if again := send().want(201); again.header.Get("Location") != first.header.Get("Location") {
		t.Errorf("the second endpoint is %s", again.header.Get("Location"))
	}
	if n := a.count("endpoints"); n != 1 {
		t.Errorf("%d endpoints", n)
	}
}
