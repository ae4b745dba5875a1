package httpapi

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// person calls the API like the browser of a signed-in member.
type person struct {
	*rig
	t     *testing.T
	id    uuid.UUID
	email string
	token string
	xsrf  string
}

// in returns a copy of the person that reports to a subtest.
func (p *person) in(t *testing.T) *person {
	other := *p
	other.t = t
	return &other
}

// signIn creates a token and fetches the anti-forgery cookie.
func (p *person) signIn(claims identitytest.Fields) {
	p.t.Helper()
	p.token = identitytest.Trusted().Token(claims)
	p.secret(p.token)
	session := p.get("/newssources/session").want(http.StatusOK)
	cookie, err := http.ParseSetCookie(session.header.Get("Set-Cookie"))
	must(p.t, err)
	p.xsrf = cookie.Value
	p.secret(p.xsrf)
}

// omit as a header value removes a default header.
const omit = "\x00"

func (p *person) get(path string, header ...string) *answer {
	p.t.Helper()
	return p.do(http.MethodGet, path, nil, header...)
}

func (p *person) post(path, body string, header ...string) *answer {
	p.t.Helper()
	return p.do(http.MethodPost, path, strings.NewReader(body), header...)
}

func (p *person) patch(path, etag, body string, header ...string) *answer {
	p.t.Helper()
	return p.do(http.MethodPatch, path, strings.NewReader(body), append([]string{"If-Match", etag}, header...)...)
}

func (p *person) delete(path, etag string) *answer {
	p.t.Helper()
	return p.do(http.MethodDelete, path, nil, "If-Match", etag)
}

// do sends a request and checks the invariants of every response. header has name-value pairs that
// add to or replace the headers of a browser on a page of the app.
func (p *person) do(method, path string, body io.Reader, header ...string) *answer {
	p.t.Helper()
	r, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, body)
	must(p.t, err)
	if body == nil {
		r.GetBody = func() (io.ReadCloser, error) { return http.NoBody, nil }
	}
	return p.send(r, header...)
}

// setHeaders sets the headers of this person's browser.
func (p *person) setHeaders(r *http.Request, header ...string) {
	r.Header.Set("Accept", "application/json")
	if p.token != "" {
		r.Header.Set("Authorization", "Bearer "+p.token)
	}
	if isChange(r.Method) {
		r.Header.Set("Content-Type", contentType(r))
		if p.xsrf != "" {
			r.AddCookie(&http.Cookie{Name: identity.XSRFCookie, Value: p.xsrf})
			r.Header.Set(identity.XSRFHeader, p.xsrf)
		}
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
		if header[i+1] == omit {
			r.Header.Del(header[i])
		}
	}
}

func (p *person) send(r *http.Request, header ...string) *answer {
	p.t.Helper()
	p.setHeaders(r, header...)
	a := p.sendOnce(r)
	// A test sends more requests a second than a person: it repeats those above the rate of the
	// member.
	for a.status == http.StatusTooManyRequests && bytes.Contains(a.body, []byte(problem.TooManyRequests)) &&
		r.GetBody != nil {
		var err error
		r.Body, err = r.GetBody()
		must(p.t, err)
		a = p.sendOnce(r)
	}
	a.check()
	return a
}

func (p *person) sendOnce(r *http.Request) *answer {
	p.t.Helper()
	response, err := p.client.Do(r)
	must(p.t, err)
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	must(p.t, err)
	return &answer{rig: p.rig, t: p.t, request: r, status: response.StatusCode, header: response.Header, body: data}
}

func contentType(r *http.Request) string {
	switch {
	case r.Method == http.MethodPatch:
		return contract.MergePatch
	case r.URL.Path == "/newssources/imports":
		return "application/octet-stream"
	}
	return "application/json"
}

// answer is a response with its request and body.
type answer struct {
	*rig
	t       *testing.T
	request *http.Request
	status  int
	header  http.Header
	body    []byte
}

func (a *answer) want(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s %s: got %d, want %d: %.600s", a.request.Method, a.request.URL.RequestURI(), a.status, status, a.body)
	}
	return a
}

// problem checks the status and the code of a problem and returns it.
func (a *answer) problem(code problem.Code) api.Problem {
	a.t.Helper()
	a.want(problem.New(code, "").Status())
	p := into[api.Problem](a)
	if p.Code != string(code) {
		a.t.Fatalf("%s %s: got %s, want %s: %s", a.request.Method, a.request.URL.RequestURI(), p.Code, code, a.body)
	}
	return p
}

func (a *answer) etag() string { return a.header.Get("ETag") }

func into[T any](a *answer) (value T) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, &value); err != nil {
		a.t.Fatalf("%v: %s", err, a.body)
	}
	return value
}

// internals matches what problems must not reveal: SQL, Go errors, file names and stack traces.
var internals = regexp.MustCompile(
	`(?i)\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b|sqlstate|pgx|pgconn|goroutine|\.go:\d|panic` +
		`|context deadline|EOF\b|127\.0\.0\.1`)

// check checks the invariants of every response.
func (a *answer) check() {
	a.t.Helper()
	wrong := func(format string, args ...any) {
		a.t.Helper()
		a.t.Errorf("%s %s, %d: "+format, append([]any{a.request.Method, a.request.URL.RequestURI(), a.status}, args...)...)
	}
	vary := strings.Join(a.header.Values("Vary"), ", ")
	for name, want := range map[string]bool{"Accept": true, "Sec-Fetch-Mode": true, "Origin": len(a.cors) > 0} {
		if regexp.MustCompile(`(^|, )`+name+`(,|$)`).MatchString(vary) != want {
			wrong("Vary is %q", vary)
		}
	}
	cache := "no-store"
	if strings.HasSuffix(a.request.URL.Path, "/logo") && a.status < 400 {
		cache = a.header.Get("Cache-Control") // checked by TestLogo
	}
	for name, want := range map[string]string{
		"Cache-Control": cache, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
	} {
		if got := a.header.Get(name); got != want {
			wrong("%s is %q", name, got)
		}
	}
	if a.header.Get("X-Request-Id") == "" {
		wrong("no request id")
	}
	if !a.cors[a.request.Header.Get("Origin")] {
		for name := range a.header {
			if strings.HasPrefix(name, "Access-Control-") {
				wrong("%s for an origin that is not allowed", name)
			}
		}
	}
	for status, name := range map[int]string{201: "Location", 202: "Location", 302: "Location", 401: "WWW-Authenticate",
		405: "Allow", 503: "Retry-After"} {
		if a.status == status && a.header.Get(name) == "" {
			wrong("no %s", name)
		}
	}
	if a.status == http.StatusInternalServerError {
		wrong("an internal error:\n%s", a.log.about(a.header.Get("X-Request-Id")))
	}
	for _, secret := range a.secretsSent() {
		if bytes.Contains(a.body, []byte(secret)) {
			wrong("the body holds a secret: %.40s…", secret)
		}
	}
	if a.status >= 400 && internals.Match(a.body) {
		wrong("the problem reveals internals: %s", a.body)
	}
	if a.status == http.StatusFound {
		a.checkNavigation(wrong)
		return
	}
	if err := a.followsContract(); err != nil {
		wrong("the response violates the contract: %v\n%s", err, a.body)
	}
}

func (a *rig) secretsSent() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.secrets[:len(a.secrets):len(a.secrets)]
}

// checkNavigation checks that a redirect to the app carries the original address.
func (a *answer) checkNavigation(wrong func(string, ...any)) {
	a.t.Helper()
	location, err := url.Parse(a.header.Get("Location"))
	if err != nil || location.Host != "" || location.Path != "/" || len(location.Query()) != 1 ||
		location.Query().Get("next") != a.request.URL.RequestURI() {
		wrong("leads to %s", a.header.Get("Location"))
	}
}
