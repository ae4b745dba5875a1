package httpapi

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// scrape returns the metrics page.
func (a *rig) scrape() string {
	w := httptest.NewRecorder()
	observe.NewServer("", a.metrics, nil, slog.New(slog.DiscardHandler)).
		Handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func TestRequestsAreCountedByRouteTemplate(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily")
	for range 3 {
		editor.get(source.path).want(200)
		editor.get("/newssources/" + uuid.NewString()).want(404)
		editor.get("/nothing/" + uuid.NewString()).want(404)
		editor.do("BREW"+strings.ToUpper(uuid.NewString()[:4]), source.path, nil).want(405)
	}
	a.withToken("").get(source.path, "Accept", chromeAccept).want(302)
	a.withToken("").get(source.path).want(401)
	text := a.scrape()
	for _, want := range []string{
		`newsources_http_requests_total{method="GET",route="/newssources/:id",status="200"} 3`,
		`newsources_http_requests_total{method="GET",route="/newssources/:id",status="404"} 3`,
		`newsources_http_requests_total{method="GET",route="/newssources/:id",status="302"} 1`,
		`newsources_http_requests_total{method="GET",route="/newssources/:id",status="401"} 1`,
		`newsources_http_requests_total{method="GET",route="unmatched",status="404"} 3`,
		`newsources_http_requests_total{method="other",route="unmatched",status="405"} 3`,
		`newsources_http_requests_total{method="POST",route="/newssources",status="201"} 1`,
		`newsources_http_request_duration_seconds_count{method="GET",route="/newssources/:id"} 8`,
		`newsources_http_requests_in_flight 0`,
		`newsources_sources{lifecycle="active"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("missing: %s", want)
		}
	}
	if strings.Contains(text, source.id.String()) || strings.Contains(text, "nothing") || strings.Contains(text, "BREW") {
		t.Error("a label contains text chosen by a client")
	}
}

func TestRequestIDIsAcceptedOrReplaced(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	for given, kept := range map[string]bool{
		"4bf92f3577b34da6": true, "a.proxy_s-id": true, strings.Repeat("x", 64): true,
		"": false, "short": false, strings.Repeat("x", 65): false, "with spaces inside": false, `{"level":"ERROR"}`: false,
		"über-alles": false,
	} {
		got := editor.get("/newssources/nothing", "X-Request-Id", given)
		id := got.header.Get("X-Request-Id")
		if (id == given) != kept || got.problem(problem.NotFound).RequestId != id {
			t.Errorf("%q became %q: %s", given, id, got.body)
		}
		if !kept {
			if _, err := uuid.Parse(id); err != nil {
				t.Errorf("%q: %v", id, err)
			}
		}
	}
	made := editor.post("/newssources", newSourceWith(""), "X-Request-Id", "of-the-creation").want(201)
	history := into[api.HistoryPage](editor.get(made.header.Get("Location") + "/history"))
	if convert.OrZero(history.Items[0].RequestId) != "of-the-creation" {
		t.Errorf("history: %+v", history.Items[0])
	}
}

// TestAccessLogLine checks that the access log has one line per request, without user input.
func TestAccessLogLine(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.TrustedProxies = nil })
	editor := a.editor()
	got := editor.get("/newssources/"+uuid.NewString()+"/history?limit=7", "X-Forwarded-For", "203.0.113.9", "User-Agent",
		"spy/1.0").want(404)
	lines := strings.Split(strings.TrimSpace(a.log.about(got.header.Get("X-Request-Id"))), "\n")
	if len(lines) != 1 {
		t.Fatalf("%d lines: %s", len(lines), lines)
	}
	var line map[string]any
	must(t, json.Unmarshal([]byte(lines[0]), &line))
	for name, want := range map[string]any{
		"level": "INFO", "msg": "request", "method": "GET", "route": "/newssources/:id/history", "status": 404.0,
		"client": "127.0.0.1", "member": editor.id.String(), "bytes": float64(len(got.body)),
	} {
		if line[name] != want {
			t.Errorf("%s is %v, want %v", name, line[name], want)
		}
	}
	if ms, ok := line["duration_ms"].(float64); !ok || ms <= 0 || ms > 60_000 {
		t.Errorf("duration_ms is %v", line["duration_ms"])
	}
}

func TestClientAddressComesFromTrustedProxy(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.TrustedProxies = []string{"127.0.0.0/8"} })
	got := a.editor().get("/newssources/tags", "X-Forwarded-For", "198.51.100.1, 203.0.113.9").want(200)
	if line := a.log.about(got.header.Get("X-Request-Id")); !strings.Contains(line, `"client":"203.0.113.9"`) {
		t.Errorf("got %s", line)
	}
}

func TestPanicIsLoggedAndAnsweredAsProblem(t *testing.T) {
	t.Parallel()
	a := newRig(t, func(o *Options) { o.Imports = nil })
	editor := a.editor()
	r, err := http.NewRequestWithContext(t.Context(), "GET", a.url+"/newssources/imports", nil)
	must(t, err)
	r.Header.Set("Authorization", "Bearer "+editor.token)
	response, err := a.client.Do(r)
	must(t, err)
	defer response.Body.Close()
	var p api.Problem
	must(t, json.NewDecoder(response.Body).Decode(&p))
	if response.StatusCode != 500 || p.Code != string(problem.Internal) ||
		internals.MatchString(convert.OrZero(p.Detail)) ||
		response.Header.Get("Cache-Control") != "no-store" || p.RequestId == "" {
		t.Errorf("got %d, %+v, %v", response.StatusCode, p, response.Header)
	}
	if text := a.log.about(p.RequestId); !strings.Contains(text, `"msg":"panic"`) ||
		!strings.Contains(text, "imports.go") {
		t.Errorf("the log has no stack trace: %s", text)
	}
	editor.get("/newssources").want(200)
}
