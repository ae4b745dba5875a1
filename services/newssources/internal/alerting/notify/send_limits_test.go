package notify

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestRepeatsOfOneMessage checks that a receiver that always fails gets a message at most
// maxAttempts times while later messages for it arrive, and that each later message then needs only
// one attempt.
func TestRepeatsOfOneMessage(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{AnswerWebhook: func(inbox.Webhook) int { return 503 }})
	target, _ := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	broken := h.source("El Ejemplo", "ejemplo.example")
	for range 20 { // later messages: the source fails and recovers again and again
		h.setHealth(broken, health.Failing, health.DNS, time.Minute)
		h.evaluate()
		h.deliver()
		h.setHealth(broken, health.OK, "", 0)
		h.evaluate()
		h.deliver()
	}
	h.exec("UPDATE alert_deliveries SET created_at = created_at - $1::interval", maxAge)
	for h.deliver() != nil {
	}
	perMessage := map[string]int{}
	for _, received := range h.box.Webhooks() {
		perMessage[received.Header.Get("Webhook-Id")]++
	}
	counts := []int{}
	for _, n := range perMessage {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	if len(counts) < 20 || counts[len(counts)-1] > maxAttempts || counts[len(counts)/2] != 1 {
		t.Errorf("requests per message: %v", counts)
	}
	log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 100)
	h.must(err)
	for _, d := range log {
		if d.State != Failed {
			t.Errorf("a delivery is %s", d.State)
		}
	}
}

// TestSlowReceiverHoldsFewWorkers checks that the attempts at one receiver are bounded, and that
// another receiver is served meanwhile.
func TestSlowReceiverHoldsFewWorkers(t *testing.T) {
	t.Parallel()
	arrived, ended := make(chan string, 100), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived <- r.Host
		if strings.HasPrefix(r.Host, "slow.test") {
			<-ended
		}
	}))
	defer server.Close()
	h := newHarness(t, inbox.Options{})
	address := func(host, path string) string { return strings.Replace(server.URL, "127.0.0.1", host, 1) + path }
	add := func(url string) {
		t.Helper()
		webhook, _, err := h.CreateWebhook(t.Context(), h.actor, WebhookInput{Name: url, URL: url})
		h.must(err)
		rule := h.rule(func(s *Settings) { s.Name, s.Emails, s.WebhookIDs = url, nil, []uuid.UUID{webhook.ID} })
		_, err = h.Test(t.Context(), h.actor, rule.ID)
		h.must(err)
	}
	for _, path := range []string{"/a", "/b", "/c", "/d"} {
		add(address("slow.test", path))
	}
	add(address("quick.test", "/"))
	deliveries := h.enqueued
	done := make(chan time.Duration, len(deliveries))
	for _, id := range deliveries {
		go func() {
			retryIn, err := h.Deliver(context.WithoutCancel(t.Context()), id)
			if err != nil {
				t.Error(err)
			}
			done <- retryIn
		}()
	}
	// Two of the slow ones wait for a free place, and the quick one is sent.
	finished := []time.Duration{<-done, <-done, <-done}
	slices.Sort(finished)
	if !slices.Equal(finished, []time.Duration{0, minWait, minWait}) {
		t.Errorf("finished: %v", finished)
	}
	close(ended)
	for range maxPerReceiver {
		<-done
	}
	if len(arrived) != maxPerReceiver+1 {
		t.Errorf("%d requests", len(arrived))
	}
}

// TestRequestedMessagesAreLimited checks that a person can send only a few test messages and
// repetitions of a rule, and that the history has them.
func TestRequestedMessagesAreLimited(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	rule, other := h.rule(func(*Settings) {}), h.rule(func(s *Settings) { s.Name = "Other" })
	for range sendsPerRule - 1 {
		_, err := h.Test(t.Context(), h.actor, rule.ID)
		h.must(err)
	}
	h.deliver()
	log, err := h.Deliveries(t.Context(), &rule.ID, uuid.Nil, 10)
	h.must(err)
	_, err = h.Resend(t.Context(), h.actor, log[0].ID)
	h.must(err)
	if _, err := h.Resend(t.Context(), h.actor, log[1].ID); !problem.Is(err, problem.TooManyRequests) {
		t.Errorf("a repetition above the limit: %v", err)
	}
	if _, err := h.Test(t.Context(), h.actor, rule.ID); !problem.Is(err, problem.TooManyRequests) {
		t.Errorf("a test above the limit: %v", err)
	}
	if _, err := h.Test(t.Context(), h.actor, other.ID); err != nil {
		t.Errorf("a test of another rule: %v", err)
	}
	colleague := h.actor
	id := uuid.Must(uuid.NewV7())
	colleague.ActorID = &id
	if _, err := h.Test(t.Context(), colleague, rule.ID); err != nil {
		t.Errorf("a test of another person: %v", err)
	}
	var tests, resends int
	h.must(h.db.Pool.QueryRow(t.Context(), `SELECT count(*) FILTER (WHERE action = 'alert_rule.tested'),
		count(*) FILTER (WHERE action = 'alert_rule.message_resent') FROM audit_events WHERE target_id = $1`,
		rule.ID).Scan(&tests, &resends))
	if tests != sendsPerRule || resends != 1 {
		t.Errorf("the history has %d tests and %d repetitions", tests, resends)
	}
}

// TestRecipientsOutside checks who may add recipients that may not use the service.
func TestRecipientsOutside(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	h.exec(`INSERT INTO invitations (id, kind, value, role, created_at) VALUES
		(gen_random_uuid(), 'domain', 'invited.example', 'viewer', now()),
		(gen_random_uuid(), 'email', 'guest@partner.example', 'viewer', now())`)
	as := func(role identity.Role) context.Context {
		return identity.NewContext(t.Context(), identity.Person{Role: role})
	}
	settings := func(emails ...string) Settings {
		return Settings{Name: "Rule", Enabled: true,
			Condition: Condition{Scope: EachSource, States: []health.State{health.Failing}}, Emails: emails}
	}
	for email, isAllowed := range map[string]bool{
		"desk@example.org": true, "Desk@EXAMPLE.org": true, "a@invited.example": true, "Guest@partner.example": true,
		"other@partner.example": false, "a@sub.example.org": false, "a@example.org.evil.example": false,
	} {
		_, err := h.CreateRule(as(identity.Editor), h.actor, settings(email))
		if (err == nil) != isAllowed || err != nil && !strings.Contains(err.Error(), "only an administrator can add") {
			t.Errorf("%s: %v", email, err)
		}
	}
	rule, err := h.CreateRule(as(identity.Admin), h.actor, settings("press@partner.example"))
	h.must(err)
	rule, err = h.ReplaceRule(as(identity.Editor), h.actor, rule.ID, rule.Version,
		settings("desk@example.org", "press@partner.example"))
	if err != nil {
		t.Errorf("an editor keeps a recipient that an administrator has added: %v", err)
	}
	if _, err := h.ReplaceRule(as(identity.Editor), h.actor, rule.ID, rule.Version,
		settings("sales@partner.example")); !problem.Is(err, problem.Invalid) {
		t.Errorf("an editor adds another recipient: %v", err)
	}
}
