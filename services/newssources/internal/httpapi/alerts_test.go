package httpapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const alertRule = `{"name":"Failing","enabled":true,"condition":{"scope":"source","states":["failing"],"filter":{"tag":["politics"]}},
	"for_minutes":10,"repeat_minutes":0,"notify_recovery":true,"digest":"none","emails":["desk@example.org"]}`

// withMail allows rules with e-mail addresses. No mail server listens there.
func withMail(t *testing.T) func(*Options) {
	return func(o *Options) {
		mail, err := notify.ParseMailConfig("smtp://127.0.0.1:1?tls=none", "alerts@example.org", false)
		must(t, err)
		o.Alerts.Mail = mail
		o.Alerts = notify.NewService(o.DB, o.Alerts.Options)
	}
}

func (p *person) put(path, body string, header ...string) *answer {
	p.t.Helper()
	return p.do(http.MethodPut, path, strings.NewReader(body), header...)
}

func TestAlertRules(t *testing.T) {
	t.Parallel()
	a := newRig(t, withMail(t))
	editor, viewer := a.editor(), a.member("Vera", identity.Viewer)
	hook := editor.post("/newssources/webhooks", `{"name":"Pager","url":"https://receiver.example.com/hook/TOKEN"}`).
		want(http.StatusCreated)
	var created api.WebhookWithSecret
	must(t, json.Unmarshal(hook.body, &created))
	if !strings.HasPrefix(created.Secret, "whsec_") || !strings.HasSuffix(created.Secret, created.Webhook.Hint) {
		t.Errorf("the secret is %s, its hint %s", created.Secret, created.Webhook.Hint)
	}
	a.secret(strings.TrimPrefix(created.Secret, "whsec_")) // no other response contains it
	body := strings.Replace(alertRule, `"emails"`, `"webhook_ids":["`+created.Webhook.Id.String()+`"],"emails"`, 1)
	got := editor.post("/newssources/alerts", body).want(http.StatusCreated)
	var rule api.AlertRule
	must(t, json.Unmarshal(got.body, &rule))
	path := "/newssources/alerts/" + rule.Id.String()
	if got.header.Get("Location") != path || got.header.Get("ETag") != `"1"` || rule.Emails[0] != "desk@example.org" ||
		rule.Webhooks[0].Name != "Pager" || (*rule.Condition.Filter.Tag)[0] != "politics" {
		t.Errorf("created %s", got.body)
	}
	if text := string(viewer.get(path).want(http.StatusOK).body); strings.Contains(text, "desk@") ||
		!strings.Contains(text, "d…@example.org") || strings.Contains(text, "TOKEN") {
		t.Errorf("a viewer sees %s", text)
	}
	viewer.get("/newssources/webhooks").problem(problem.RoleTooLow)

	editor.put(path, body).problem(problem.VersionRequired)
	changed := editor.put(path, strings.Replace(body, `"for_minutes":10`, `"for_minutes":20`, 1), "If-Match", `"1"`).
		want(http.StatusOK)
	if changed.header.Get("ETag") != `"2"` {
		t.Errorf("changed: %v", changed.header)
	}
	editor.put(path, body, "If-Match", `"1"`).problem(problem.StaleVersion)

	editor.post(path+"/test", "").want(http.StatusOK)
	log := string(viewer.get("/newssources/alerts/deliveries?rule=" + rule.Id.String()).want(http.StatusOK).body)
	if strings.Contains(log, "TOKEN") || strings.Contains(log, "desk@") ||
		!strings.Contains(log, "https://receiver.example.com/…") || !strings.Contains(log, `"webhook_name":"Pager"`) {
		t.Errorf("a viewer sees %s", log)
	}
	if jobs := a.count("river_job WHERE kind = 'deliver_alert' AND queue = 'deliveries'"); jobs != 2 {
		t.Errorf("%d jobs", jobs)
	}
	viewer.get(path + "/firing").want(http.StatusOK)
	if text := string(viewer.get(path + "/history").want(http.StatusOK).body); strings.TrimSpace(text) != `{"items":[]}` {
		t.Errorf("the history of a new rule is %s", text)
	}
	viewer.get(path + "/history?cursor=x").problem(problem.InvalidCursor)
	viewer.get("/newssources/alerts/00000000-0000-7000-8000-000000000000/history").problem(problem.NotFound)
	editor.get("/newssources/history?area=alerts").want(http.StatusOK)
	viewer.get("/newssources/history?area=alerts").problem(problem.RoleTooLow)
	if n := a.count("audit_events WHERE target_type IN ('alert_rule', 'webhook')"); n != 4 { // with the test message
		t.Errorf("%d events in the history", n)
	}
	admin := a.member("Root", identity.Admin)
	if text := string(admin.get("/newssources/history?area=people").want(http.StatusOK).body); strings.Contains(text,
		"alert_rule") {
		t.Errorf("the history of people has rules: %s", text)
	}

	hookPath := "/newssources/webhooks/" + created.Webhook.Id.String()
	editor.do("DELETE", hookPath, nil, "If-Match", `"1"`).problem(problem.NotDeletable)
	editor.do("DELETE", path, nil, "If-Match", `"2"`).want(http.StatusNoContent)
	rotated := editor.do("POST", hookPath+"/secret", nil, "If-Match", `"1"`).want(http.StatusOK)
	if strings.Contains(string(rotated.body), created.Secret) || rotated.header.Get("ETag") != `"2"` {
		t.Errorf("rotated: %s", rotated.body)
	}
	pager := `{"name":"Pager of the desk","url":"https://receiver.example.com/hook/OTHER"}`
	editor.put(hookPath, pager).problem(problem.VersionRequired)
	editor.put(hookPath, pager, "If-Match", `"1"`).problem(problem.StaleVersion)
	viewer.put(hookPath, pager, "If-Match", `"2"`).problem(problem.RoleTooLow)
	editor.put(hookPath, `{"name":"Pager","url":"http://10.1.2.3/hook"}`, "If-Match", `"2"`).problem(problem.Invalid)
	replaced := editor.put(hookPath, pager, "If-Match", `"2"`).want(http.StatusOK)
	var hookAfter api.Webhook
	must(t, json.Unmarshal(replaced.body, &hookAfter))
	if replaced.header.Get("ETag") != `"3"` || hookAfter.Name != "Pager of the desk" ||
		!strings.HasSuffix(hookAfter.Url, "OTHER") || hookAfter.PreviousUntil == nil {
		t.Errorf("replaced: %s", replaced.body)
	}
	if n := a.count("audit_events WHERE action = 'webhook.updated'"); n != 1 {
		t.Errorf("%d changes of the webhook in the history", n)
	}
	editor.do("DELETE", hookPath, nil, "If-Match", `"3"`).want(http.StatusNoContent)
}

func TestInvalidAlertRules(t *testing.T) {
	t.Parallel()
	a := newRig(t, withMail(t))
	editor := a.editor()
	a.expectUnchanged()
	for name, body := range map[string]string{
		"no destination":        strings.Replace(alertRule, `"desk@example.org"`, ``, 1),
		"a template":            strings.Replace(alertRule, `"digest"`, `"template":"{{.Nothing}}","digest"`, 1),
		"an unknown state":      strings.Replace(alertRule, `"failing"`, `"unknown"`, 1),
		"health in the filter":  strings.Replace(alertRule, `"tag":["politics"]`, `"health":["failing"]`, 1),
		"silence in the filter": strings.Replace(alertRule, `"tag":["politics"]`, `"silent_days":7`, 1),
		"a time in the filter":  strings.Replace(alertRule, `"tag":["politics"]`, `"due_minutes":60`, 1),
		"an unknown filter":     strings.Replace(alertRule, `"tag"`, `"colour"`, 1),
		"an unknown zone":       strings.Replace(alertRule, `"digest"`, `"zone":"Mars/Olympus","digest"`, 1),
		"a line break":          strings.Replace(alertRule, `desk@example.org`, `desk@example.org\nBcc: eve@example.org`, 1),
		"an impossible digest":  strings.Replace(alertRule, `"digest":"none"`, `"digest":"daily","digest_at":"26:00"`, 1),
		"an unknown webhook": strings.Replace(alertRule, `"emails"`,
			`"webhook_ids":["0193c9a0-0000-7000-8000-000000000000"],"emails"`, 1),
		"too many addresses": strings.Replace(alertRule, `"desk@example.org"`,
			strings.Repeat(`"a@example.org","b@example.org",`, 60)+`"c@example.org"`, 1),
		"an endless duration":   strings.Replace(alertRule, `"for_minutes":10`, `"for_minutes":1000000`, 1),
		"a very long name":      strings.Replace(alertRule, `"Failing"`, `"`+strings.Repeat("x", 150)+`"`, 1),
		"a share without count": strings.Replace(alertRule, `"scope":"source"`, `"scope":"view","min_share":50`, 1),
	} {
		if got := editor.post("/newssources/alerts", body); got.status != http.StatusUnprocessableEntity &&
			got.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	for _, url := range []string{"http://127.0.0.1/", "http://10.1.2.3/hook", "http://localhost/", "http://[fd00::1]/",
		"ftp://example.org/", "x", "https://a:b@example.org/"} {
		editor.post("/newssources/webhooks", `{"name":"x","url":"`+url+`"}`).problem(problem.Invalid)
	}
}

// TestAlertJobs verifies that the workers evaluate a rule and send its message, as the service
// does.
func TestAlertJobs(t *testing.T) {
	t.Parallel()
	a := newRig(t, withMail(t), withJobs(t))
	editor := a.editor()
	created := editor.create("The Daily",
		`"lifecycle":"active","tags":["politics"],"endpoints":[{"kind":"rss","url":"https://daily.example/rss"}]`)
	editor.post("/newssources/alerts", strings.Replace(alertRule, `"for_minutes":10`, `"for_minutes":0`, 1)).
		want(http.StatusCreated)
	_, err := a.pool.Exec(t.Context(), `UPDATE endpoint_states
		SET health = 'failing', health_cause = 'dns', health_since = now()
		WHERE endpoint_id IN (SELECT id FROM endpoints WHERE source_id = $1)`, created.id)
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// There is no mail server.
	for a.count("alert_deliveries WHERE attempts = 1 AND state = 'pending' AND error <> '' AND next_attempt_at > now()") != 1 {
		if ctx.Err() != nil {
			t.Fatal("no delivery was attempted")
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	if strings.Contains(a.log.String(), "desk@example.org") {
		t.Error("the log has an e-mail address")
	}
}
