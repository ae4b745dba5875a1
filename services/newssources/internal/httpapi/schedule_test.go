package httpapi

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// invalidSchedules are refused by all routes that accept a schedule.
var invalidSchedules = []struct{ schedule, pointer, text string }{
	{`{"mode":"often"}`, "/schedule/mode", ""},
	{`{}`, "/schedule/mode", ""},
	{`{"mode":"fixed"}`, "/schedule/every_seconds", "Enter an interval between 30 min and 7 days."},
	{`{"mode":"fixed","every_seconds":0}`, "/schedule/every_seconds", "Enter an interval between 30 min and 7 days."},
	{`{"mode":"fixed","every_seconds":604801}`, "/schedule/every_seconds", "Enter an interval between 30 min and 7 days."},
	{`{"mode":"fixed","every_seconds":600}`, "/schedule/every_seconds",
		"Enter an interval between 30 min and 7 days. The shortest interval for a source of tier 4 is 30 min."},
	{`{"mode":"fixed","every_seconds":9999999}`, "/schedule/every_seconds", ""},
	{`{"mode":"cron","cron":"0 0 30 2 *"}`, "/schedule/cron", "never occurs"},
	{`{"mode":"cron","cron":"*/5 * * * *"}`, "/schedule/cron", "tier 4 is 30 min"},
	{`{"mode":"cron","cron":"0 3 * * *","window":{"from":"08:00","to":"20:00"}}`, "/schedule/cron",
		"never occurs in the window"},
	{`{"mode":"cron","cron":"0 6 * * *","zone":"Europe/Atlantis"}`, "/schedule/zone", "not a time zone"},
	{`{"mode":"adaptive","window":{"from":"08:00","to":"08:00"}}`, "/schedule/window/to", "never opens"},
	{`{"mode":"adaptive","window":{"from":"08:00","to":"25:00"}}`, "/schedule/window/to", "25:00"},
	{`{"mode":"adaptive","window":{"days":["mo"],"from":"08:00","to":"20:00"}}`, "/schedule/window/days/0", ""},
	{`{"mode":"adaptive","colour":"red"}`, "/schedule/colour", ""},
}

func TestScheduleOfAnEndpoint(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily",
		`"tier":4,"endpoints":[{"kind":"rss","url":"https://the-daily.example/rss","schedule":{"mode":"cron","cron":" 0  6 * * mon-fri","zone":"Europe/Madrid"}}]`)
	first := into[api.Source](editor.get(source.path)).Endpoints[0]
	path := source.path + "/endpoints/" + first.Id.String()
	current := editor.get(path)
	for _, c := range []struct{ patch, want string }{
		{`{"name":"Front page"}`, `{"cron":"0 6 * * mon-fri","mode":"cron","zone":"Europe/Madrid"}`},
		{`{"schedule":{"mode":"fixed","every_seconds":1800,"zone":"UTC","window":{"days":["tue","mon"],"from":"8:00","to":"20:00"}}}`,
			`{"every_seconds":1800,"mode":"fixed","window":{"days":["mon","tue"],"from":"08:00","to":"20:00"},"zone":"UTC"}`},
		{`{"schedule":{"mode":"adaptive"}}`, `null`},
		{`{"schedule":{"mode":"adaptive","window":{"from":"22:00","to":"02:00"}}}`,
			`{"mode":"adaptive","window":{"from":"22:00","to":"02:00"}}`},
		{`{"schedule":null}`, `null`},
	} {
		current = editor.patch(path, current.etag(), c.patch).want(200)
		got, err := json.Marshal(into[api.Endpoint](current).Schedule)
		must(t, err)
		if string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.patch, got, c.want)
		}
	}
	history := into[api.HistoryPage](editor.get(source.path + "/history"))
	if last := history.Items[0]; len(last.Changes) != 1 || last.Changes[0].Field != "schedule" {
		t.Errorf("the history has %+v", last.Changes)
	}
	list := into[api.EndpointPage](editor.get("/newssources/endpoints"))
	if len(list.Items) != 1 || list.Items[0].Schedule != nil {
		t.Errorf("listed: %+v", list.Items)
	}
	a.expectUnchanged()
	for _, c := range invalidSchedules {
		for _, response := range []*answer{
			editor.patch(path, current.etag(), `{"schedule":`+c.schedule+`}`),
			editor.post(source.path+"/endpoints",
				`{"kind":"rss","url":"https://the-daily.example/2","schedule":`+c.schedule+`}`),
			editor.post("/newssources/endpoints/schedule-preview",
				`{"endpoint_id":"`+first.Id.String()+`","schedule":`+c.schedule+`}`),
		} {
			p := response.problem(problem.Invalid)
			checkFields(t, p, c.pointer)
			if !strings.Contains((*p.Errors)[0].Detail, c.text) {
				t.Errorf("%s: %q", c.schedule, (*p.Errors)[0].Detail)
			}
		}
	}
	p := editor.post("/newssources",
		`{"name":"Second","homepage_url":"https://second.example","tier":5,"endpoints":[{"kind":"rss","url":"https://second.example/rss","schedule":{"mode":"fixed","every_seconds":1800}}]}`)
	checkFields(t, p.problem(problem.Invalid), "/endpoints/0/schedule/every_seconds")
}

func TestSchedulePreview(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	editor := a.editor()
	source := editor.create("The Daily", `"tier":1,"endpoints":[{"kind":"rss","url":"https://the-daily.example/rss"}]`)
	id := into[api.Source](editor.get(source.path)).Endpoints[0].Id.String()
	viewer := a.member("Vera", identity.Viewer)
	const route = "/newssources/endpoints/schedule-preview"
	a.expectUnchanged()
	for _, c := range []struct {
		body   string
		perDay float32
		reason string
	}{
		{`{"endpoint_id":"` + id + `","schedule":{"mode":"fixed","every_seconds":300}}`, 288, "new"},
		{`{"endpoint_id":"` + id + `"}`, 48, "new"},
		{`{"url":"https://news.the-daily.example/2","schedule":{"mode":"fixed","every_seconds":3600}}`, 24, "new"},
		{`{"url":"https://www.the-daily.example/2","source_id":"` + strings.TrimPrefix(source.path, "/newssources/") +
			`","schedule":{"mode":"fixed","every_seconds":300}}`, 288, "new"},
		{`{"endpoint_id":"` + id +
			`","schedule":{"mode":"fixed","every_seconds":1800,"zone":"Asia/Kolkata","window":{"from":"08:00","to":"20:00"}}}`,
			24, ""},
		{`{"endpoint_id":"` + id + `","schedule":{"mode":"cron","cron":"0 6,18 * * *"}}`, 2, "new"},
	} {
		got := into[api.SchedulePreview](editor.post(route, c.body).want(http.StatusOK))
		if len(got.Checks) != 10 || got.Domain != "the-daily.example" || got.PerDay < c.perDay*0.95 ||
			got.PerDay > c.perDay*1.05 {
			t.Errorf("%s: %+v", c.body, got)
		}
		if first := got.Checks[0]; c.reason != "" && first.Reason.Code != c.reason {
			t.Errorf("%s: %+v", c.body, first)
		}
		for i, check := range got.Checks[1:] {
			if !check.At.After(got.Checks[i].At) || check.At.After(time.Now().Add(10*24*time.Hour)) {
				t.Errorf("%s: check %d is at %s", c.body, i+1, check.At)
			}
		}
	}
	checkFields(t, editor.post(route, `{"schedule":{"mode":"adaptive"}}`).problem(problem.Invalid), "/url")
	checkFields(t, editor.post(route, `{"url":"nonsense","schedule":{"mode":"fixed","every_seconds":60}}`).
		problem(problem.Invalid), "/url", "/schedule/every_seconds")
	checkFields(t, editor.post(route,
		`{"url":"https://the-daily.example/2","schedule":{"mode":"fixed","every_seconds":300}}`).problem(problem.Invalid),
		"/schedule/every_seconds")
	editor.post(route, `{"endpoint_id":"`+uuid.NewString()+`"}`).problem(problem.NotFound)
	editor.post(route, `{"url":"https://the-daily.example/2","source_id":"`+uuid.NewString()+`"}`).
		problem(problem.NotFound)
	viewer.post(route, `{"endpoint_id":"`+id+`"}`).problem(problem.RoleTooLow)
}
