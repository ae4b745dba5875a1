package notify

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
)

// testMessage sends a test message to a webhook, and returns its delivery.
func (h *harness) testMessage() uuid.UUID {
	h.Helper()
	target, _ := h.webhook()
	rule := h.rule(func(s *Settings) { s.Emails, s.WebhookIDs = nil, []uuid.UUID{target.ID} })
	_, err := h.Test(h.Context(), h.actor, rule.ID)
	h.must(err)
	return h.enqueued[0]
}

func (h *harness) readDelivery(id uuid.UUID) *Delivery {
	h.Helper()
	d, err := h.delivery(h.Context(), id)
	h.must(err)
	return d
}

// TestReplicasSendOnce verifies that two replicas that run the job of one delivery send one
// message. This can happen after a process was suspended.
func TestReplicasSendOnce(t *testing.T) {
	t.Parallel()
	var messages atomic.Int64
	received, answer := make(chan struct{}), make(chan struct{})
	h := newHarness(t, inbox.Options{AnswerWebhook: func(inbox.Webhook) int {
		if messages.Add(1) == 1 {
			close(received)
			<-answer
		}
		return 204
	}})
	id := h.testMessage()
	other := NewService(h.db, h.Options)
	first := make(chan error)
	go func() {
		_, err := h.Deliver(h.Context(), id)
		first <- err
	}()
	<-received
	retryIn, err := other.Deliver(t.Context(), id)
	h.must(err)
	close(answer)
	h.must(<-first)
	if n := len(h.box.Webhooks()); n != 1 {
		t.Fatalf("%d messages were sent; the second replica tries again in %s", n, retryIn)
	}
	if d := h.readDelivery(id); d.State != Sent || d.Attempts != 1 {
		t.Errorf("%+v", d)
	}
}

// TestClaimEndsWithItsLease verifies that an attempt is repeated when its lease has ended, because
// its process may have ended unexpectedly.
func TestClaimEndsWithItsLease(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	id := h.testMessage()
	d, err := h.pending(t.Context(), id)
	h.must(err)
	_, err = h.claim(t.Context(), d) // by a process that ends unexpectedly
	h.must(err)
	if retryIn, err := h.Deliver(t.Context(), id); err != nil || retryIn <= lease-time.Minute ||
		len(h.box.Webhooks()) != 0 {
		t.Fatalf("during the lease: %s, %v, %d messages", retryIn, err, len(h.box.Webhooks()))
	}
	h.exec("UPDATE alert_deliveries SET claimed_until = now()")
	if retryIn, err := h.Deliver(t.Context(), id); err != nil || retryIn != 0 || len(h.box.Webhooks()) != 1 {
		t.Errorf("after the lease: %s, %v, %d messages", retryIn, err, len(h.box.Webhooks()))
	}
	if d := h.readDelivery(id); d.State != Sent || d.Attempts != 2 {
		t.Errorf("%+v", d)
	}
}

// TestUnrecordedDeliveriesEnd verifies that a message whose success cannot be recorded is not sent
// without limit.
func TestUnrecordedDeliveriesEnd(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	id := h.testMessage()
	h.exec(`ALTER TABLE alert_deliveries ADD CONSTRAINT refuse CHECK (state <> 'sent')`)
	for range maxAttempts + 2 {
		if _, err := h.Deliver(t.Context(), id); err == nil && h.readDelivery(id).State == Pending {
			t.Fatal("the failure is not reported")
		}
		h.exec("UPDATE alert_deliveries SET claimed_until = now() WHERE state = 'pending'")
	}
	if n := len(h.box.Webhooks()); n != maxAttempts {
		t.Errorf("%d messages", n)
	}
	if d := h.readDelivery(id); d.State != Failed || d.Error != lostText {
		t.Errorf("%+v", d)
	}
}

// TestUnreadableMessages verifies that a message that cannot be read fails, with a reason, and does
// not delay the next one.
func TestUnreadableMessages(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	id := h.testMessage()
	h.exec(`UPDATE alert_notifications SET message = '{"kind": 1}'`)
	if retryIn, err := h.Deliver(t.Context(), id); err != nil || retryIn != 0 {
		t.Errorf("%s, %v", retryIn, err)
	}
	var state DeliveryState
	h.must(h.db.Pool.QueryRow(t.Context(), "SELECT state FROM alert_deliveries WHERE error <> ''").Scan(&state))
	if state != Failed {
		t.Errorf("the delivery is %s", state)
	}
}
