package notify

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestConcurrentEvaluations verifies that several replicas notify an occurrence once.
func TestConcurrentEvaluations(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	h.rule(func(*Settings) {})
	for i, name := range []string{"A", "B", "C"} {
		h.setHealth(h.source(name, string(rune('a'+i))+".example"), health.Failing, health.DNS, time.Hour)
	}
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() { h.evaluate() })
	}
	running.Wait()
	if len(h.enqueued) != 1 {
		t.Fatalf("%d deliveries", len(h.enqueued))
	}
	h.deliver()
	if mail := h.box.Mails()[0]; mail.Subject != "3 new – Failing sources" {
		t.Errorf("the e-mail is %q", mail.Subject)
	}
}

// TestFailingRulesDoNotStopOthers verifies that rules that cannot be evaluated show it, and that
// the others are evaluated.
func TestFailingRulesDoNotStopOthers(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	unreadable, unwritable, good := h.rule(func(*Settings) {}), h.rule(func(*Settings) {}), h.rule(func(*Settings) {})
	h.setHealth(h.source("A", "a.example"), health.Failing, health.DNS, time.Hour)
	h.exec(`UPDATE alert_rules SET settings = '{"emails": 1}' WHERE id = $1`, unreadable.ID)
	h.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
	h.exec(fmt.Sprintf(`CREATE TRIGGER refuse BEFORE INSERT ON alerts FOR EACH ROW
		WHEN (new.rule_id = '%s') EXECUTE FUNCTION refuse()`, unwritable.ID))
	for range 2 {
		err := h.Evaluate(t.Context())
		if err == nil || !strings.Contains(err.Error(), unreadable.ID.String()) ||
			!strings.Contains(err.Error(), unwritable.ID.String()) {
			t.Fatalf("the evaluation returned %v", err)
		}
	}
	if len(h.enqueued) != 1 {
		t.Errorf("%d deliveries", len(h.enqueued))
	}
	h.exec(`UPDATE alert_rules SET settings = (SELECT settings FROM alert_rules WHERE id = $2) WHERE id = $1`,
		unreadable.ID, good.ID)
	for rule, want := range map[*Rule]string{unreadable: evaluationFailed, unwritable: evaluationFailed, good: ""} {
		got, err := h.Rule(t.Context(), rule.ID)
		h.must(err)
		if got.Error != want || got.EvaluatedAt == nil {
			t.Errorf("the rule has the error %q, evaluated at %v", got.Error, got.EvaluatedAt)
		}
	}
}

func TestNothingFiresDuringAnIncident(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	h.rule(func(s *Settings) { s.ForMinutes = 10 })
	broken := h.source("A", "a.example")
	h.setHealth(broken, health.Failing, health.Timeout, time.Hour)
	h.exec(`INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains, started_at)
		VALUES (gen_random_uuid(), 'service', 'w', 'dns', 20, 20, 20, now())`)
	h.evaluate()
	if len(h.enqueued) != 0 {
		t.Fatal("a rule fired during the incident")
	}
	h.exec(`UPDATE incidents SET ended_at = now() - interval '5 minutes'`)
	h.evaluate()
	if len(h.enqueued) != 0 {
		t.Fatal("the time of the incident counts")
	}
	h.exec(`UPDATE incidents SET ended_at = now() - interval '11 minutes'`)
	h.evaluate()
	if len(h.enqueued) != 1 {
		t.Fatalf("%d deliveries after the incident", len(h.enqueued))
	}
}

// TestAlertsStayDuringAnIncident checks that neither the start nor the end of an incident, during
// which the health of all sources is shown as unknown, is a change for the rules of sources and of
// views.
func TestAlertsStayDuringAnIncident(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	broken := h.source("A", "a.example")
	h.source("B", "b.example")
	rules := []*Rule{h.rule(func(*Settings) {}), h.rule(func(s *Settings) {
		s.Name, s.Condition = "Share",
			Condition{Scope: WholeView, States: []health.State{health.Failing}, MinSources: 1, MinShare: 50}
	})}
	h.setHealth(broken, health.Failing, health.Timeout, time.Hour)
	h.evaluate()
	sent := len(h.enqueued)
	if sent != 2 {
		t.Fatalf("%d deliveries before the incident", sent)
	}
	h.exec(`INSERT INTO incidents (id, scope, worker, failure, checks, failed, domains, started_at)
		VALUES (gen_random_uuid(), 'service', 'w', 'dns', 20, 20, 20, now())`)
	if page, err := h.Lists.List(t.Context(),
		sourcelist.Query{Health: []health.State{"unknown"}, Limit: 10}); err != nil || len(page.Rows) != 2 {
		t.Fatalf("%+v, %v", page, err)
	}
	for _, rule := range rules { // also in an evaluation that began before the incident
		h.must(h.evaluateRule(t.Context(), rule.ID, time.Time{}))
	}
	h.evaluate()
	h.exec(`UPDATE incidents SET ended_at = now()`)
	h.evaluate()
	if len(h.enqueued) != sent {
		t.Errorf("%d deliveries because of the incident", len(h.enqueued)-sent)
	}
	h.setHealth(broken, health.OK, "", 0)
	h.evaluate()
	if len(h.enqueued) != sent+2 {
		t.Errorf("%d deliveries after the recovery", len(h.enqueued)-sent)
	}
}

func TestFilterAndView(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	inside, outside := h.source("Inside", "inside.example", "Politics"), h.source("Outside", "outside.example")
	h.source("Healthy", "healthy.example", "Politics")
	h.rule(func(s *Settings) {
		s.Name, s.Condition.Filter.Tags, s.Condition.Causes = "By tag", []string{"politics"}, []health.Cause{health.DNS}
	})
	view := h.rule(func(s *Settings) {
		s.Name, s.Condition = "Share",
			Condition{Scope: WholeView, States: []health.State{health.Failing}, Filter: Filter{Tags: []string{"politics"}},
				MinSources: 1, MinShare: 50}
	})
	h.setHealth(outside, health.Failing, health.DNS, time.Hour)
	h.evaluate()
	if len(h.enqueued) != 0 {
		t.Fatal("a source outside the filter fires")
	}
	h.setHealth(inside, health.Failing, health.DNS, time.Hour)
	h.evaluate()
	h.deliver()
	subjects := map[string]bool{}
	for _, mail := range h.box.Mails() {
		subjects[mail.Subject] = true
	}
	if len(subjects) != 2 || !subjects["Inside: failing – By tag"] || !subjects["1 of 2 sources affected – Share"] {
		t.Errorf("the e-mails are %v", subjects)
	}
	firing, total, err := h.Service.firing(t, view.ID)
	if err != nil || total != 1 || firing[0].State != "" ||
		firing[0].Text != "1 of 2 checked sources are affected (50 %)." {
		t.Errorf("firing: %+v, %v", firing, err)
	}
	h.setHealth(inside, health.Failing, health.TLS, 0) // another cause, still failing
	h.evaluate()
	h.deliver()
	if mails := h.box.Mails(); len(mails) != 3 || mails[2].Subject != "Ended: Inside: failing – By tag" {
		t.Errorf("after another cause: %d e-mails", len(mails))
	}
}

// firing calls Service.Firing, which the harness hides by its method for Metrics.
func (s *Service) firing(t *testing.T, rule uuid.UUID) ([]Firing, int, error) {
	return s.Firing(t.Context(), rule, 10)
}

func TestRulesAreValidated(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	soon := time.Now().Add(time.Hour)
	valid := Settings{Name: "N", Condition: Condition{Scope: EachSource, States: []health.State{health.Failing}},
		Emails: []string{"a@example.org"}}
	for pointer, change := range map[string]func(*Settings){
		"/name":                  func(s *Settings) { s.Name = "  " },
		"/condition/states":      func(s *Settings) { s.Condition.States = []health.State{health.OK} },
		"/condition/causes":      func(s *Settings) { s.Condition.Causes = []health.Cause{"x"} },
		"/condition/scope":       func(s *Settings) { s.Condition.Scope = "x" },
		"/condition/min_sources": func(s *Settings) { s.Condition.Scope = WholeView },
		"/condition/min_share": func(s *Settings) {
			s.Condition.Scope, s.Condition.MinSources,
				s.Condition.MinShare = WholeView, 1, 101
		},
		"/for_minutes":    func(s *Settings) { s.ForMinutes = -1 },
		"/repeat_minutes": func(s *Settings) { s.RepeatMinutes = 1 },
		"/zone":           func(s *Settings) { s.Zone = "Mars/Olympus" },
		"/quiet_from":     func(s *Settings) { s.QuietFrom, s.QuietTo = "25:00", "07:00" },
		"/quiet_to":       func(s *Settings) { s.QuietFrom, s.QuietTo = "07:00", "07:00" },
		"/digest_at":      func(s *Settings) { s.Digest = Daily },
		"/digest":         func(s *Settings) { s.Digest = "weekly" },
		"/emails":         func(s *Settings) { s.Emails = []string{"a@example.org\r\nBcc: eve@example.org"} },
		"/webhook_ids":    func(s *Settings) { s.WebhookIDs = []uuid.UUID{uuid.New()} },
		"/muted_until":    func(s *Settings) { far := soon.AddDate(2, 0, 0); s.MutedUntil = &far },
	} {
		settings := valid
		change(&settings)
		_, err := h.CreateRule(t.Context(), h.actor, settings)
		if !problem.Is(err, problem.Invalid) || len(problem.As(err).Fields) != 1 ||
			problem.As(err).Fields[0].Pointer != pointer {
			t.Errorf("%s: %v", pointer, err)
		}
	}
	controls := valid
	controls.Name = "a\x00b"
	if _, err := h.CreateRule(t.Context(), h.actor, controls); !problem.Is(err, problem.Invalid) {
		t.Errorf("a name with a control character: %v", err)
	}
	if _, _, err := h.CreateWebhook(t.Context(), h.actor,
		WebhookInput{Name: "a\x00b", URL: h.webhookURL()}); !problem.Is(err, problem.Invalid) {
		t.Errorf("a webhook whose name has a control character: %v", err)
	}
	valid.Condition.Filter = Filter{Text: "a\x00b", Tags: []string{"\x00"}, Owners: []string{"\x00"}}
	rule, err := h.CreateRule(t.Context(), h.actor, valid)
	h.must(err)
	if _, err := h.ReplaceRule(t.Context(), h.actor, rule.ID, 5, valid); !problem.Is(err, problem.StaleVersion) {
		t.Errorf("a stale version is accepted: %v", err)
	}
	h.mailer = nil
	if _, err := h.CreateRule(t.Context(), h.actor, valid); !problem.Is(err, problem.Invalid) {
		t.Errorf("an e-mail rule without a mail server: %v", err)
	}
}

func TestMuteAndTurnOff(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	until := time.Now().Add(time.Hour)
	rule := h.rule(func(s *Settings) { s.MutedUntil = &until })
	broken := h.source("A", "a.example")
	h.setHealth(broken, health.Failing, health.DNS, time.Hour)
	h.evaluate()
	if found, err := h.Rule(t.Context(), rule.ID); err != nil || found.Firing != 1 || len(h.enqueued) != 0 {
		t.Fatalf("muted: %+v, %v, %d deliveries", found, err, len(h.enqueued))
	}
	settings := rule.Settings
	settings.MutedUntil = nil
	rule, err := h.ReplaceRule(t.Context(), h.actor, rule.ID, rule.Version, settings)
	h.must(err)
	h.evaluate()
	if len(h.enqueued) != 1 {
		t.Fatalf("%d deliveries after the mute", len(h.enqueued))
	}
	settings.Enabled = false
	rule, err = h.ReplaceRule(t.Context(), h.actor, rule.ID, rule.Version, settings)
	h.must(err)
	h.evaluate()
	if rule.Firing != 0 || len(h.enqueued) != 1 {
		t.Errorf("turned off: %d firing, %d deliveries", rule.Firing, len(h.enqueued))
	}
	h.must(h.DeleteRule(t.Context(), h.actor, rule.ID, rule.Version))
	if log, err := h.Deliveries(t.Context(), nil, uuid.Nil, 10); err != nil || len(log) != 1 || log[0].RuleID != nil ||
		log[0].RuleName != "Failing sources" {
		t.Errorf("the log after the rule was deleted: %+v, %v", log, err)
	}
}
