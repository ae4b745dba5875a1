package httpapi

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
)

// The Accept headers that browsers send when they open an address.
const (
	chromeAccept  = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
	firefoxAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
)

func TestNavigationDetection(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	a.expectUnchanged()
	for _, c := range []struct {
		name, method, accept, mode string
		navigation                 bool
	}{
		{"Chrome", "GET", chromeAccept, "navigate", true},
		{"Chrome over plain http", "GET", chromeAccept, omit, true},
		{"Chrome prefetch", "GET", chromeAccept, "no-cors", true},
		{"Firefox", "GET", firefoxAccept, omit, true},
		{"HEAD with a browser's Accept", "HEAD", firefoxAccept, omit, true},
		{"only the mode", "GET", "*/*", "navigate", true},
		{"the mode with Accept: JSON", "GET", "application/json", "navigate", true},
		{"the mode without Accept", "GET", omit, "navigate", true},
		{"HEAD with the mode", "HEAD", omit, "navigate", true},
		{"upper case", "GET", "Text/HTML", omit, true},
		{"html last", "GET", "image/png, text/html", omit, true},
		{"html before JSON", "GET", "text/html, application/json", omit, true},
		{"html before JSON, same q", "GET", "text/html;q=0.5, application/json;q=0.5", omit, true},
		{"html with another parameter", "GET", "text/html;charset=utf-8;q=0.4", omit, true},
		{"JSON with q=0", "GET", "application/json;q=0, text/html", omit, true},
		{"the smallest q", "GET", "text/html;q=0.001", omit, true},

		{"page of the app", "GET", "application/json", "cors", false},
		{"same origin", "GET", "application/json", "same-origin", false},
		{"curl", "GET", "*/*", omit, false},
		{"no Accept", "GET", omit, omit, false},
		{"fetch of a script", "GET", "*/*", "cors", false},
		{"JSON before html", "GET", "application/json, text/html", omit, false},
		{"JSON before html, lower q", "GET", "application/json;q=0.5, text/html", omit, false},
		{"html below JSON", "GET", "text/html;q=0.8, application/json;q=0.9", omit, false},
		{"axios", "GET", "application/json, text/plain, */*", omit, false},
		{"html with q=0", "GET", "text/html;q=0, */*", omit, false},
		{"html with q=0.000", "GET", "text/html;q=0.000", omit, false},
		{"html with an invalid q", "GET", "text/html;q=high", omit, false},
		{"q beyond 1", "GET", "text/html;q=7", omit, false},
		{"any text", "GET", "text/*", omit, false},
		{"XHTML only", "GET", "application/xhtml+xml", omit, false},
		{"media type with html as a prefix", "GET", "text/html5", omit, false},
		{"only commas", "GET", ",,;q=1,", omit, false},
		{"POST of a form", "POST", chromeAccept, "navigate", false},
		{"PATCH", "PATCH", chromeAccept, "navigate", false},
		{"DELETE", "DELETE", chromeAccept, "navigate", false},
		{"OPTIONS", "OPTIONS", chromeAccept, "navigate", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := "/newssources/" + uuid.NewString()
			got := editor.in(t).do(c.method, path, nil, "Accept", c.accept, "Sec-Fetch-Mode", c.mode)
			if navigated := got.status == http.StatusFound; navigated != c.navigation {
				t.Errorf("got %d", got.status)
			}
		})
	}
}

func TestNavigationRedirectKeepsPathAndQuery(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	browser := a.withToken("") // page loads carry no token
	for path, want := range map[string]string{
		"/newssources":                            "/?next=%2Fnewssources",
		"/newssources/":                           "/?next=%2Fnewssources%2F",
		"/newssources?q=el+pa%C3%ADs&tag=a%26b":   "/?next=%2Fnewssources%3Fq%3Del%2Bpa%25C3%25ADs%26tag%3Da%2526b",
		"/newssources?next=/newssources&sort=-id": "/?next=%2Fnewssources%3Fnext%3D%2Fnewssources%26sort%3D-id",
		"/newssources/a%2Fb":                      "/?next=%2Fnewssources%2Fa%252Fb",
		"/newssources/a%0d%0aSet-Cookie:%20x=y":   "/?next=%2Fnewssources%2Fa%250d%250aSet-Cookie%3A%2520x%3Dy",
		"/newssources/x/no/such/route":            "/?next=%2Fnewssources%2Fx%2Fno%2Fsuch%2Froute",
		"/newssources/imports":                    "/?next=%2Fnewssources%2Fimports",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			got := browser.in(t).get(path, "Accept", firefoxAccept).want(http.StatusFound)
			if location := got.header.Get("Location"); location != want {
				t.Errorf("Location: %s", location)
			}
			if len(got.header.Values("Set-Cookie")) > 0 {
				t.Error("sets a cookie")
			}
		})
	}
}

func TestRedirectHidesCredentialsInTheSearch(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	r := httptest.NewRequestWithContext(a.ctx, http.MethodGet,
		"/newssources?q="+url.QueryEscape("https://joe:s3cret-password@example.org/feed?token=s3cret-token")+"&tag=a", nil)
	r.Header.Set("Accept", "text/html")
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	if got, want := w.Header().Get("Location"), "/?next="+
		url.QueryEscape("/newssources?q="+url.QueryEscape("https://example.org/feed")+"&tag=a"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if strings.Contains(a.log.String(), "s3cret") {
		t.Errorf("the log contains a secret: %s", a.log.String())
	}
}

func TestSearchWithCredentialsFindsTheSource(t *testing.T) {
	t.Parallel()
	editor := newRig(t).editor()
	source := editor.create("The Daily")
	editor.post(source.path+"/endpoints",
		`{"kind":"rss","url":"https://the-daily.example/rss","name":"joe:s3cret@the-daily.example/rss?token=abc","section":"https://joe:s3cret@a.example"}`).want(201)
	page := into[api.SourcePage](editor.get("/newssources?q=" +
		url.QueryEscape("https://joe:s3cret-password@the-daily.example/rss?token=s3cret-token")).want(200))
	if len(page.Items) != 1 || strings.Contains(editor.log.String(), "s3cret") {
		t.Errorf("got %+v\n%s", page.Items, editor.log.String())
	}
	endpoint := into[api.Source](editor.get(source.path)).Endpoints[0]
	if convert.OrZero(endpoint.Name) != "the-daily.example/rss" ||
		convert.OrZero(endpoint.Section) != "https://a.example" {
		t.Errorf("got %+v", endpoint)
	}
}
