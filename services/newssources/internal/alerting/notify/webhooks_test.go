package notify

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestSecretsAreRotated(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	target, first := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	if _, _, err := h.RotateSecret(t.Context(), h.actor, target.ID, 7); !problem.Is(err, problem.StaleVersion) {
		t.Errorf("a stale version is accepted: %v", err)
	}
	_, second, err := h.RotateSecret(t.Context(), h.actor, target.ID, target.Version)
	h.must(err)
	if count, err := h.Test(t.Context(), h.actor, rule.ID); count != 1 || err != nil {
		t.Fatal(count, err)
	}
	if retries := h.deliver(); retries != nil {
		t.Fatal(retries)
	}
	received := h.box.Webhooks()[0]
	checkSignature(t, received, first)
	checkSignature(t, received, second)
	if !strings.Contains(received.Body, `"type":"test"`) {
		t.Errorf("the test is %s", received.Body)
	}
	h.exec("UPDATE alert_webhooks SET previous_until = now() - interval '1 s'")
	if _, secrets, err := h.webhookSecrets(t.Context(), target.ID); err != nil || len(secrets) != 1 ||
		secrets[0] != second {
		t.Errorf("after a day there are %d secrets, %v", len(secrets), err)
	}
	var stored []byte
	h.must(h.db.Pool.QueryRow(t.Context(), "SELECT sealed FROM alert_webhooks").Scan(&stored))
	if strings.Contains(string(stored), second[6:]) {
		t.Error("the secret is stored in plain text")
	}
	if err := h.DeleteWebhook(t.Context(), h.actor, target.ID, 2); !problem.Is(err, problem.NotDeletable) {
		t.Errorf("a webhook in use is deleted: %v", err)
	}
}

// TestWebhooksAreChanged covers a new name and address: the secret stays, and messages that wait
// for a retry go to the new address.
func TestWebhooksAreChanged(t *testing.T) {
	t.Parallel()
	var status atomic.Int64
	status.Store(503)
	h := newHarness(t, inbox.Options{AnswerWebhook: func(inbox.Webhook) int { return int(status.Load()) }})
	target, secret := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	_, err := h.Test(t.Context(), h.actor, rule.ID)
	h.must(err)
	if retries := h.deliver(); len(retries) != 1 {
		t.Fatalf("the first attempt: %v", retries)
	}

	input := WebhookInput{Name: " Pager  of the desk ",
		URL: strings.Replace(h.webhookURL(), "http://receiver.test", "HTTP://other-receiver.test", 1)}
	for _, url := range []string{"http://private.test/hook", "http://10.0.0.1/", "receiver.test"} {
		if _, err := h.ReplaceWebhook(t.Context(), h.actor, target.ID, target.Version,
			WebhookInput{Name: "x", URL: url}); !problem.Is(err, problem.Invalid) {
			t.Errorf("%s: %v", url, err)
		}
	}
	if _, err := h.ReplaceWebhook(t.Context(), h.actor, target.ID, 7, input); !problem.Is(err, problem.StaleVersion) {
		t.Errorf("a stale version is accepted: %v", err)
	}
	changed, err := h.ReplaceWebhook(t.Context(), h.actor, target.ID, target.Version, input)
	h.must(err)
	if changed.Name != "Pager of the desk" || changed.URL != input.URL || changed.Version != 2 ||
		changed.Hint != target.Hint {
		t.Errorf("changed: %+v", changed)
	}

	status.Store(204)
	if retries := h.deliver(); retries != nil {
		t.Fatal(retries)
	}
	log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
	h.must(err)
	_, err = h.Resend(t.Context(), h.actor, log[0].ID)
	h.must(err)
	if retries := h.deliver(); retries != nil {
		t.Fatal(retries)
	}
	for _, received := range h.box.Webhooks() {
		checkSignature(t, received, secret)
	}
	log, err = h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
	if err != nil || len(log) != 2 {
		t.Fatalf("the delivery log has %d messages, %v", len(log), err)
	}
	for _, d := range log {
		if d.State != Sent || d.Address != input.URL || d.WebhookName != "Pager of the desk" {
			t.Errorf("the delivery log has %+v", d)
		}
	}
	var changes string
	h.must(h.db.Pool.QueryRow(t.Context(), "SELECT changes::text FROM audit_events WHERE action = 'webhook.updated'").
		Scan(&changes))
	if !strings.Contains(changes, "other-receiver.test") || !strings.Contains(changes, "Pager of the desk") {
		t.Errorf("the history has %s", changes)
	}
	h.must(h.DeleteRule(t.Context(), h.actor, rule.ID, rule.Version))
	h.must(h.DeleteWebhook(t.Context(), h.actor, target.ID, changed.Version))
	if log, err = h.Deliveries(t.Context(), nil, uuid.Nil, 10); err != nil || len(log) != 2 || log[0].WebhookName != "" ||
		log[0].Address != input.URL {
		t.Errorf("after the webhook was deleted: %+v, %v", log, err)
	}
}

// TestDeliveryLogHasTheAddressThatReceived covers a webhook that is changed while a message is sent
// to its former address.
func TestDeliveryLogHasTheAddressThatReceived(t *testing.T) {
	t.Parallel()
	var change func()
	h := newHarness(t, inbox.Options{AnswerWebhook: func(inbox.Webhook) int { change(); return 204 }})
	target, _ := h.webhook()
	change = func() {
		_, err := h.ReplaceWebhook(t.Context(), h.actor, target.ID, target.Version,
			WebhookInput{Name: "x", URL: strings.Replace(h.webhookURL(), "http://receiver.test", "HTTP://other-receiver.test",
				1)})
		if err != nil {
			t.Error(err)
		}
	}
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	_, err := h.Test(t.Context(), h.actor, rule.ID)
	h.must(err)
	if retries := h.deliver(); retries != nil {
		t.Fatal(retries)
	}
	log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
	if err != nil || len(log) != 1 || log[0].State != Sent || log[0].Address != target.URL {
		t.Errorf("the delivery log has %+v, %v", log, err)
	}
}
