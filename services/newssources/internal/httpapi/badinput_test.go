package httpapi

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// newSourceWith returns a valid body for a new source with additional JSON members.
func newSourceWith(more string) string {
	if more != "" {
		more = "," + more
	}
	return `{"name":"The Daily","homepage_url":"https://daily.example"` + more + `}`
}

func TestUnreadableBodiesAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	for _, c := range []struct {
		name, body, contentType string
		want                    problem.Code
	}{
		{"empty", "", "application/json", problem.InvalidJSON},
		{"only white space", " \n ", "application/json", problem.InvalidJSON},
		{"truncated", `{"name":"The`, "application/json", problem.InvalidJSON},
		{"two values", newSourceWith("") + newSourceWith(""), "application/json", problem.InvalidJSON},
		{"a trailing comma", `{"name":"A",}`, "application/json", problem.InvalidJSON},
		{"single quotes", `{'name':'A'}`, "application/json", problem.InvalidJSON},
		{"NaN", newSourceWith(`"tier":NaN`), "application/json", problem.InvalidJSON},
		{"number out of range", newSourceWith(`"tier":1e400`), "application/json", problem.Invalid},
		{"form data", "name=A&homepage_url=https://a.example", "application/json", problem.InvalidJSON},
		{"HTML page", "<!doctype html><p>Hello", "application/json", problem.InvalidJSON},
		{"binary data", "\x89PNG\r\n\x1a\n\x00\x00", "application/json", problem.InvalidJSON},
		{"a byte order mark", "\ufeff" + newSourceWith(""), "application/json", problem.InvalidJSON},
		{"broken UTF-8", newSourceWith("\"notes\":\"caf\xe9\""), "application/json", problem.InvalidJSON},
		{"unclosed nesting", strings.Repeat(`{"a":`, 15_000), "application/json", problem.InvalidJSON},
		{"an array", "[]", "application/json", problem.Invalid},
		{"null", "null", "application/json", problem.Invalid},
		{"string", `"The Daily"`, "application/json", problem.Invalid},
		{"no content type", newSourceWith(""), omit, problem.UnsupportedMediaType},
		{"content type of a form", newSourceWith(""), "application/x-www-form-urlencoded", problem.UnsupportedMediaType},
		{"content type of plain text", newSourceWith(""), "text/plain", problem.UnsupportedMediaType},
		{"content type of a merge patch", newSourceWith(""), contract.MergePatch, problem.UnsupportedMediaType},
		{"malformed content type", newSourceWith(""), "json", problem.UnsupportedMediaType},
		{"compressed", "\x1f\x8b\x08\x00", "application/json", problem.InvalidJSON},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			editor := editor.in(t)
			body := c.body
			if len(body) > testMaxBody {
				body = body[:testMaxBody]
			}
			editor.post("/newssources", body, "Content-Type", c.contentType).problem(c.want)
		})
	}
	patch := unknownPath("/newssources/{id}")
	editor.patch(patch, `"1"`, `{"name":"A"}`, "Content-Type", "application/json").problem(problem.UnsupportedMediaType)
	editor.patch(patch, `"1"`, `{"name":"A"`).problem(problem.InvalidJSON)
	editor.post("/newssources/imports", "<opml/>", "Content-Type", "text/xml").problem(problem.UnsupportedMediaType)
}

// TestInvalidValuesAreReportedByField checks that each invalid value is reported with its pointer
// and a text, and that nothing is created.
func TestInvalidValuesAreReportedByField(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	long := func(n int) string { return strings.Repeat("ж", n) } // the limit counts characters, not bytes
	for _, c := range []struct{ name, body, pointer string }{
		{"unknown field", newSourceWith(`"colour":"red"`), "/colour"},
		{"unknown field with escaped characters", newSourceWith(`"a/b~c":1`), "/a~1b~0c"},
		{"unknown field of an endpoint",
			newSourceWith(`"endpoints":[{"url":"https://daily.example/rss","kind":"rss","etag":"x"}]`), "/endpoints/0/etag"},
		{"field name in another case", newSourceWith(`"Notes":"x"`), "/Notes"},
		{"read-only field", newSourceWith(`"id":"01890a5d-ac96-774b-bcce-b302099a8057"`), "/id"},
		{"no name", `{"homepage_url":"https://daily.example"}`, "/name"},
		{"empty name", `{"name":"","homepage_url":"https://daily.example"}`, "/name"},
		{"name of white space", `{"name":" \t ","homepage_url":"https://daily.example"}`, "/name"},
		{"name that is null", `{"name":null,"homepage_url":"https://daily.example"}`, "/name"},
		{"name that is a number", `{"name":7,"homepage_url":"https://daily.example"}`, "/name"},
		{"name with NUL", `{"name":"a\u0000b","homepage_url":"https://daily.example"}`, "/name"},
		{"name that is too long", `{"name":"` + long(201) + `","homepage_url":"https://daily.example"}`, "/name"},
		{"notes that are too long", newSourceWith(`"notes":"` + long(10_001) + `"`), "/notes"},
		{"notes with NUL", newSourceWith(`"notes":"a\u0000b"`), "/notes"},
		{"owner with NUL", newSourceWith(`"owner":"a\u0000b"`), "/owner"},
		{"rights note with NUL", newSourceWith(`"rights_note":"a\u0000b"`), "/rights_note"},
		{"tier that is a text", newSourceWith(`"tier":"1"`), "/tier"},
		{"tier with a fraction", newSourceWith(`"tier":1.5`), "/tier"},
		{"tier out of the range of numbers", newSourceWith(`"tier":1e400`), "/tier"},
		{"tier with a decimal point", newSourceWith(`"tier":3.0`), "/tier"},
		{"tier out of range", newSourceWith(`"tier":6`), "/tier"},
		{"unknown media type", newSourceWith(`"media_type":"unknown"`), "/media_type"},
		{"lifecycle that only the archive operation sets", newSourceWith(`"lifecycle":"archived"`), "/lifecycle"},
		{"unknown country", newSourceWith(`"country":"XX"`), "/country"},
		{"former country", newSourceWith(`"country":"SU"`), "/country"},
		{"incomplete country code", newSourceWith(`"country":"N "`), "/country"},
		{"country by name", newSourceWith(`"country":"Spain"`), "/country"},
		{"unknown region", newSourceWith(`"country":"ES","region":"Madrid"`), "/region"},
		{"region of another country", newSourceWith(`"country":"ES","region":"FR-75"`), "/region"},
		{"unknown language", newSourceWith(`"languages":["en","notalanguage"]`), "/languages/1"},
		{"languages that are a text", newSourceWith(`"languages":"en"`), "/languages"},
		{"too many languages", newSourceWith(`"languages":["en"` + strings.Repeat(`,"en"`, 20) + `]`), "/languages"},
		{"empty tag", newSourceWith(`"tags":["a",""]`), "/tags/1"},
		{"tag of white space", newSourceWith(`"tags":["a"," "]`), "/tags/1"},
		{"tag that is too long", newSourceWith(`"tags":["` + long(61) + `"]`), "/tags/0"},
		{"tag with NUL", newSourceWith(`"tags":["a\u0000b"]`), "/tags/0"},
		{"unknown kind", newSourceWith(`"endpoints":[{"url":"https://daily.example/rss","kind":"gopher"}]`),
			"/endpoints/0/kind"},
		{"endpoint without address", newSourceWith(`"endpoints":[{"kind":"rss"}]`), "/endpoints/0/url"},
		{"duplicate endpoint",
			newSourceWith(`"endpoints":[{"url":"https://daily.example/rss","kind":"rss"},
				{"url":"http://www.daily.example/rss/","kind":"atom"}]`), "/endpoints/1/url"},
		{"invalid language of an endpoint",
			newSourceWith(`"endpoints":[{"url":"https://daily.example/rss","kind":"rss","language":"??"}]`),
			"/endpoints/0/language"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := editor.in(t).post("/newssources", c.body).problem(problem.Invalid)
			checkFields(t, got, c.pointer)
		})
	}
	t.Run("several invalid values", func(t *testing.T) {
		t.Parallel()
		got := editor.in(t).post("/newssources",
			`{"name":" ","homepage_url":"javascript:alert(1)","country":"XX","languages":["??"]}`).problem(problem.Invalid)
		checkFields(t, got, "/name", "/homepage_url", "/country", "/languages/0")
	})
}

func TestInvalidURLsAreRejected(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Weekly")
	a.expectUnchanged()
	for name, address := range map[string]string{
		"script": "javascript:alert(1)", "data": "data:text/html,x", "file": "file:///etc/passwd",
		"ftp":  "ftp://daily.example",
		"IPv4": "http://192.0.2.7/", "IPv6": "http://[2001:db8::1]/", "IPv4 as a number": "http://3221225991/",
		"IPv4 in octal":  "http://0300.0.2.7/",
		"cloud metadata": "http://169.254.169.254/latest/meta-data/", "localhost": "http://localhost:5432/",
		"internal name": "https://intranet/",
		"credentials":   "https://ana:hidden@localhost/", "space inside": "https://daily .example/",
		"line break": `https://daily.example/\nx`,
		"NUL":        `https://daily.example/\u0000`, "no host": "https://", "words": "the daily",
		"broken escape": "https://daily.example/%zz",
		"port":          "https://daily.example:99999/", "white space": " ",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			editor := editor.in(t)
			a.secret("ana:hidden-as-a-password")
			checkFields(t, editor.post("/newssources", `{"name":"A","homepage_url":"`+address+`"}`).problem(problem.Invalid),
				"/homepage_url")
			checkFields(t, editor.post("/newssources", newSourceWith(`"endpoints":[{"kind":"rss","url":"`+address+`"}]`)).
				problem(problem.Invalid), "/endpoints/0/url")
			checkFields(t, editor.patch(source.path, source.etag, `{"homepage_url":"`+address+`"}`).problem(problem.Invalid),
				"/homepage_url")
			checkFields(t, editor.post(source.path+"/endpoints", `{"kind":"rss","url":"`+address+`"}`).problem(problem.Invalid),
				"/url")
		})
	}
	checkFields(t, editor.post("/newssources",
		`{"name":"A","homepage_url":"https://daily.example/`+strings.Repeat("x", 2048)+`"}`).problem(problem.Invalid),
		"/homepage_url")
}

// TestAddressesAreCleanedAndCorrected checks that all requests accept an address as people paste
// it, and that a refusal suggests the corrected address.
func TestAddressesAreCleanedAndCorrected(t *testing.T) {
	t.Parallel()
	rig, _ := newRigWithSimulator(t)
	editor := rig.editor()
	const pasted, repaired = "«https://www.google.com/url?q=https%3A%2F%2Fpaper.example%2F&sa=U»", "https://paper.example/"
	lookup := into[api.Lookup](editor.get("/newssources/lookup?address=" + url.QueryEscape(pasted)).want(http.StatusOK))
	if !lookup.Valid || convert.OrZero(lookup.Canonical) != repaired {
		t.Errorf("looked up %+v", lookup)
	}
	created := into[api.Source](editor.post("/newssources",
		`{"name":"A","homepage_url":"`+pasted+
			`","endpoints":[{"kind":"rss","url":"[Paper](https://web.archive.org/web/2024/https://paper.example/feed)"}]}`).
		want(http.StatusCreated))
	if created.HomepageUrl != repaired || created.Endpoints[0].Url != repaired+"feed" {
		t.Errorf("created %+v", created)
	}
	lookup = into[api.Lookup](editor.get("/newssources/lookup?address=" + url.QueryEscape("https:/paper.example/")).
		want(http.StatusOK))
	if lookup.Valid || convert.OrZero(lookup.Suggestion) != repaired {
		t.Errorf("looked up %+v", lookup)
	}
	for path, body := range map[string]string{
		"/newssources":             `{"name":"A","homepage_url":"https:/paper.example/"}`,
		"/newssources/discoveries": `{"address":"https:/paper.example/"}`,
		"/newssources/previews":    `{"url":"https:/paper.example/"}`,
		"/newssources/" + created.Id.String() + "/endpoints": `{"kind":"rss","url":"https:/paper.example/"}`,
	} {
		refused := convert.OrZero(editor.post(path, body).problem(problem.Invalid).Errors)
		if len(refused) != 1 || convert.OrZero(refused[0].Suggestion) != repaired {
			t.Errorf("%s: %+v", path, refused)
		}
	}
}

// checkFields checks that the problem has errors with exactly these pointers, each with a code and
// a readable text.
func checkFields(t *testing.T, got api.Problem, pointers ...string) {
	t.Helper()
	want := map[string]bool{}
	for _, pointer := range pointers {
		want[pointer] = true
	}
	for _, field := range convert.OrZero(got.Errors) {
		if !want[field.Pointer] {
			t.Errorf("unexpected error at %q: %s", field.Pointer, field.Detail)
		}
		if len(field.Detail) < 10 || strings.Contains(field.Detail, "schema") || strings.Contains(field.Detail, "hidden") ||
			convert.OrZero(field.Code) == "" {
			t.Errorf("%s: code %q, %q", field.Pointer, convert.OrZero(field.Code), field.Detail)
		}
		delete(want, field.Pointer)
	}
	for pointer := range want {
		t.Errorf("no error at %s: %+v", pointer, convert.OrZero(got.Errors))
	}
	if got.Status != http.StatusUnprocessableEntity || convert.OrZero(got.Detail) == "" {
		t.Errorf("got %+v", got)
	}
}
