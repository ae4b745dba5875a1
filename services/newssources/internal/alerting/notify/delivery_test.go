package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestAlertAndRecovery covers the whole path: a source breaks, an e-mail and a webhook arrive, and
// both again when it recovers.
func TestAlertAndRecovery(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	target, secret := h.webhook()
	rule := h.rule(func(s *Settings) { s.WebhookIDs = []uuid.UUID{target.ID}; s.Zone = "Europe/Madrid" })
	broken, other := h.source("El <b>Ejemplo</b>", "ejemplo.example"), h.source("La Gaceta", "gaceta.example")
	h.evaluate()
	if len(h.enqueued) != 0 {
		t.Fatal("healthy sources cause messages")
	}

	h.setHealth(broken, health.Failing, health.DNS, time.Hour)
	h.setHealth(other, health.Degraded, health.Timeout, time.Hour)
	for range 3 { // once per occurrence
		h.evaluate()
	}
	if retries := h.deliver(); retries != nil || len(h.box.Mails()) != 1 || len(h.box.Webhooks()) != 1 {
		t.Fatalf("%v, %d e-mails, %d webhooks", retries, len(h.box.Mails()), len(h.box.Webhooks()))
	}
	mail, hook := h.box.Mails()[0], h.box.Webhooks()[0]
	if mail.Subject != "El <b>Ejemplo</b>: failing – Failing sources" || mail.To[0] != "desk@example.org" ||
		mail.From != "alerts@news.example.org" {
		t.Errorf("the e-mail has %q to %v from %s", mail.Subject, mail.To, mail.From)
	}
	for _, want := range []string{"Failing: the host name cannot be resolved.", "CET",
		"https://news.example.org/newssources/" + broken.String(),
		"https://news.example.org/newssources/alerts/" + rule.ID.String()} {
		if !strings.Contains(mail.Text, want) {
			t.Errorf("the text has no %q:\n%s", want, mail.Text)
		}
	}
	if strings.Contains(mail.Text, "Gaceta") || strings.Contains(mail.HTML, "<b>Ejemplo") ||
		!strings.Contains(mail.HTML, "El &lt;b&gt;Ejemplo") {
		t.Errorf("the HTML is\n%s", mail.HTML)
	}
	header := http.Header(mail.Header)
	if header.Get("Auto-Submitted") != "auto-generated" ||
		header.Get("List-Id") != "<"+rule.ID.String()+".alerts.news.example.org>" || header.Get("Message-Id") == "" {
		t.Errorf("the headers are %v", header)
	}
	checkSignature(t, hook, secret)
	var body payload
	if err := json.Unmarshal([]byte(hook.Body), &body); err != nil || body.Type != "alert" ||
		body.Data.Firing.Count != 1 || body.Data.Firing.Alerts[0].Source.ID != broken ||
		body.Data.Firing.Alerts[0].Cause != health.DNS || body.Data.Rule.ID != rule.ID {
		t.Errorf("the webhook is %s, %v", hook.Body, err)
	}

	h.setHealth(broken, health.OK, "", 0)
	for range 2 {
		h.evaluate()
	}
	if retries := h.deliver(); retries != nil || len(h.box.Mails()) != 2 || len(h.box.Webhooks()) != 2 {
		t.Fatalf("%v, %d e-mails, %d webhooks", retries, len(h.box.Mails()), len(h.box.Webhooks()))
	}
	recovery := h.box.Mails()[1]
	if recovery.Subject != "Recovered: El <b>Ejemplo</b> – Failing sources" ||
		!strings.Contains(recovery.Text, "Working again after 1 h") {
		t.Errorf("the recovery is %q\n%s", recovery.Subject, recovery.Text)
	}
	if got := http.Header(recovery.Header).Get("References"); got == "" || got != header.Get("References") ||
		http.Header(recovery.Header).Get("Message-Id") == header.Get("Message-Id") {
		t.Errorf("the recovery refers to %q, the alert to %q", got, header.Get("References"))
	}
	if err := json.Unmarshal([]byte(h.box.Webhooks()[1].Body), &body); err != nil || body.Data.Recovered.Count != 1 ||
		body.Data.Recovered.Alerts[0].RecoveredAt == nil {
		t.Errorf("the webhook is %s, %v", h.box.Webhooks()[1].Body, err)
	}
	log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
	if err != nil || len(log) != 4 || log[0].State != Sent || log[0].Attempts != 1 || log[0].FinishedAt == nil {
		t.Errorf("the delivery log is %+v, %v", log, err)
	}
	if h.counted["email sent"] != 2 || h.counted["webhook sent"] != 2 {
		t.Errorf("counted %v", h.counted)
	}
	if strings.Contains(h.log.String(), "desk@example.org") {
		t.Error("the log has an e-mail address")
	}
	h.setHealth(broken, health.Failing, health.DNS, time.Minute)
	h.evaluate()
	h.expectOccurrences(rule.ID, broken)
}

// checkSignature verifies a webhook like a receiver (Standard Webhooks).
func checkSignature(t *testing.T, w inbox.Webhook, secret string) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) != 32 {
		t.Fatalf("the secret has %d bytes, %v", len(key), err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(w.Header.Get("Webhook-Id") + "." + w.Header.Get("Webhook-Timestamp") + "." + w.Body))
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for signature := range strings.FieldsSeq(w.Header.Get("Webhook-Signature")) {
		if hmac.Equal([]byte(signature), []byte(want)) {
			return
		}
	}
	t.Errorf("the signature is %s, want %s", w.Header.Get("Webhook-Signature"), want)
}

// TestAddressesThatAreNotPublic covers saving and sending: the host name may get a private address
// after the rule was saved.
func TestAddressesThatAreNotPublic(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	for _, url := range []string{"http://private.test/hook", "http://metadata.test/", "http://10.0.0.1/",
		"http://localhost/", "http://[::1]/", "ftp://receiver.test/", "receiver.test", "https://user:pw@receiver.test/",
		"http://169.254.169.254/"} {
		if _, _, err := h.CreateWebhook(t.Context(), h.actor, WebhookInput{Name: "x", URL: url}); !problem.Is(err,
			problem.Invalid) {
			t.Errorf("%s: %v", url, err)
		}
	}
	target, _ := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	h.exec("UPDATE alert_webhooks SET url = 'http://private.test/hook'")
	_, err := h.Test(t.Context(), h.actor, rule.ID)
	h.must(err)
	if retries := h.deliver(); retries != nil {
		t.Errorf("a refused address is retried: %v", retries)
	}
	log, err := h.Deliveries(t.Context(), nil, uuid.Nil, 10)
	if err != nil || len(log) != 1 || log[0].State != Failed || !strings.Contains(log[0].Error, "private") {
		t.Errorf("%+v, %v", log, err)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	var reached atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/inside" {
			reached.Store(true)
			return
		}
		http.Redirect(w, r, "/inside", http.StatusTemporaryRedirect)
	}))
	defer server.Close()
	h := newHarness(t, inbox.Options{})
	target, _ := h.webhook()
	h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	h.exec("UPDATE alert_webhooks SET url = $1", strings.Replace(server.URL, "127.0.0.1", "redirects.test", 1))
	rules, err := h.Rules(t.Context())
	h.must(err)
	_, err = h.Test(t.Context(), h.actor, rules[0].ID)
	h.must(err)
	if retries := h.deliver(); len(retries) != 1 || reached.Load() {
		t.Errorf("%v, the redirect was followed: %v", retries, reached.Load())
	}
}

// TestRetries covers a receiver that fails, then works, and one that fails until the last attempt.
func TestRetries(t *testing.T) {
	t.Parallel()
	var status atomic.Int64
	status.Store(503)
	h := newHarness(t, inbox.Options{AnswerWebhook: func(inbox.Webhook) int { return int(status.Load()) }})
	target, _ := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	only := func() Delivery {
		t.Helper()
		log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
		if err != nil || len(log) == 0 {
			t.Fatal(log, err)
		}
		return log[0]
	}
	_, err := h.Test(t.Context(), h.actor, rule.ID)
	h.must(err)
	if retries := h.deliver(); len(retries) != 1 || retries[0] != firstDelay {
		t.Fatalf("the first attempt: %v", retries)
	}
	if d := only(); d.State != Pending || d.Status != 503 || d.Attempts != 1 || d.NextAttemptAt == nil || d.Error == "" {
		t.Errorf("after the first attempt: %+v", d)
	}
	if _, err := h.Resend(t.Context(), h.actor, only().ID); !problem.Is(err, problem.BadTransition) {
		t.Errorf("a pending message is sent again: %v", err)
	}
	for range maxAttempts - 2 {
		h.deliver()
	}
	if retries := h.deliver(); retries != nil || len(h.box.Webhooks()) != maxAttempts {
		t.Errorf("after the last attempt: %v, %d requests", retries, len(h.box.Webhooks()))
	}
	if d := only(); d.State != Failed || d.NextAttemptAt != nil || d.FinishedAt == nil {
		t.Errorf("after the last attempt: %+v", d)
	}
	if first, second := h.box.Webhooks()[0], h.box.Webhooks()[1]; first.Header.Get("Webhook-Id") != second.Header.Get("Webhook-Id") {
		t.Error("a repeated attempt has another id")
	}
	status.Store(204)
	resent, err := h.Resend(t.Context(), h.actor, only().ID)
	h.must(err)
	if retries := h.deliver(); retries != nil {
		t.Fatal(retries)
	}
	if d := only(); d.ID != resent.ID || d.State != Sent || d.Status != 204 || d.ResendOf == nil {
		t.Errorf("resent: %+v", d)
	}
	// A job that runs twice sends once.
	if retryIn, err := h.Deliver(t.Context(), resent.ID); retryIn != 0 || err != nil ||
		len(h.box.Webhooks()) != maxAttempts+1 {
		t.Errorf("%v, %v, %d requests", retryIn, err, len(h.box.Webhooks()))
	}
}

// TestRecoveryFollowsAlert checks that a receiver gets an alert before its recovery if the receiver
// and the source failed at the same time.
func TestRecoveryFollowsAlert(t *testing.T) {
	t.Parallel()
	var status atomic.Int64
	status.Store(503)
	h := newHarness(t, inbox.Options{AnswerWebhook: func(inbox.Webhook) int { return int(status.Load()) }})
	target, _ := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	broken := h.source("El Ejemplo", "ejemplo.example")
	h.setHealth(broken, health.Failing, health.DNS, time.Hour)
	h.evaluate()
	if retries := h.deliver(); len(retries) != 1 {
		t.Fatalf("the first attempt: %v", retries)
	}
	h.mu.Lock()
	alert := h.enqueued
	h.enqueued = nil // the retry of the alert runs later
	h.mu.Unlock()

	h.setHealth(broken, health.OK, "", 0)
	h.evaluate()
	status.Store(204)
	for range 3 {
		if retries := h.deliver(); len(retries) != 1 || retries[0] < firstDelay || len(h.box.Webhooks()) != 1 {
			t.Fatalf("the recovery does not wait for the alert: %v, %d requests", retries, len(h.box.Webhooks()))
		}
	}
	if retryIn, err := h.Deliver(t.Context(), alert[0]); retryIn != 0 || err != nil {
		t.Fatal(retryIn, err)
	}
	if retries := h.deliver(); retries != nil {
		t.Fatal(retries)
	}
	var types []string
	for _, w := range h.box.Webhooks()[1:] {
		var body payload
		h.must(json.Unmarshal([]byte(w.Body), &body))
		types = append(types, fmt.Sprintf("%d firing, %d recovered", body.Data.Firing.Count, body.Data.Recovered.Count))
	}
	if want := []string{"1 firing, 0 recovered", "0 firing, 1 recovered"}; !slices.Equal(types, want) {
		t.Errorf("the receiver got %v, want %v", types, want)
	}
	log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
	if err != nil || len(log) != 2 || log[0].State != Sent || log[1].State != Sent {
		t.Errorf("the delivery log is %+v, %v", log, err)
	}
}

func TestMailServer(t *testing.T) {
	t.Parallel()
	send := func(h *harness) Delivery {
		t.Helper()
		rule := h.rule(func(s *Settings) { s.Name = "Rule\u2028Bcc: eve@example.org" })
		_, err := h.Test(h.Context(), h.actor, rule.ID)
		h.must(err)
		h.deliver()
		log, err := h.Deliveries(h.Context(), &rule.ID, uuid.Nil, 1)
		h.must(err)
		return log[0]
	}
	t.Run("STARTTLS and authentication", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewTLSServer(nil)
		t.Cleanup(server.Close)
		h := newHarness(t, inbox.Options{TLS: server.TLS, Username: "news", Password: "s3cret-password"})
		if d := send(h); d.State != Sent || len(h.box.Mails()) != 1 || http.Header(h.box.Mails()[0].Header).Get("Bcc") != "" {
			t.Errorf("%+v", d)
		}
	})
	t.Run("wrong password", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewTLSServer(nil)
		t.Cleanup(server.Close)
		h := newHarness(t, inbox.Options{TLS: server.TLS, Username: "news", Password: "s3cret-password"})
		h.mailer.user = nil
		if d := send(h); d.State != Pending || d.Error == "" {
			t.Errorf("%+v", d)
		}
	})
	t.Run("STARTTLS is required", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t, inbox.Options{})
		h.mailer.plain = false
		if d := send(h); d.State != Pending || len(h.box.Mails()) != 0 {
			t.Errorf("%+v", d)
		}
	})
	t.Run("the address is refused", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t, inbox.Options{RejectMail: func(string) error {
			return &smtp.SMTPError{Code: 550,
				Message: "no such user"}
		}})
		if d := send(h); d.State != Failed || d.Status != 550 {
			t.Errorf("%+v", d)
		}
	})
	t.Run("the address is refused for now", func(t *testing.T) {
		t.Parallel()
		h := newHarness(t, inbox.Options{RejectMail: func(string) error {
			return &smtp.SMTPError{Code: 450,
				Message: "greylisted"}
		}})
		if d := send(h); d.State != Pending || d.Status != 450 {
			t.Errorf("%+v", d)
		}
	})
}
