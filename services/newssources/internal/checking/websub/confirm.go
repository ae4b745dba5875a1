package websub

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// maxReason is the maximum length of the reason of a denial that is stored, in bytes.
const maxReason = 500

// Intent is the request of a hub that verifies a subscription or denies it (WebSub §5.2 and §5.3).
type Intent struct {
	Mode   string // subscribe, unsubscribe or denied
	Topic  string
	Lease  time.Duration // of subscribe; 0 if the hub names none
	Reason string        // of denied
}

// Confirm stores the confirmation or denial of a hub. It reports whether the request belongs to a
// subscription that this service begins, renews or ends; otherwise, the response must be 404, so
// that the hub drops the request (WebSub §5.3).
func (s *Service) Confirm(ctx context.Context, id uuid.UUID, in Intent) (bool, error) {
	if exists, err := s.exists(ctx, id); err != nil || !exists {
		return false, err
	}
	switch in.Mode {
	case "subscribe":
		return s.confirmSubscription(ctx, id, in)
	case "unsubscribe":
		return s.confirmEnd(ctx, id, in.Topic)
	case "denied":
		detail := "The hub denied the subscription."
		if in.Reason != "" {
			detail += " Reason: " + in.Reason[:min(len(in.Reason), maxReason)]
		}
		return s.changed(ctx, `UPDATE websub_subscriptions
			SET state = 'denied', since = now(), detail = $3, lease_until = NULL, failures = failures + 1,
				due_at = now() + $4::interval
			WHERE id = $1 AND topic = $2 AND state IN ('requested', 'active')`, id, in.Topic, postgres.Text(detail), maxRetry)
	}
	return false, nil
}

// exists reports whether there is a subscription with this id. Hubs and strangers send requests
// without a token, so those with invented ids are refused without a query.
func (s *Service) exists(ctx context.Context, id uuid.UUID) (bool, error) {
	if !s.IsOn() {
		return false, nil
	}
	return s.ids.Contains(ctx, id)
}

// A hub may confirm after its response to the request timed out, when the subscription has failed.
func (s *Service) confirmSubscription(ctx context.Context, id uuid.UUID, in Intent) (bool, error) {
	lease := min(in.Lease, maxLease)
	if lease <= 0 {
		lease = DefaultLease
	}
	return s.changed(ctx, `UPDATE websub_subscriptions w
		SET since = CASE WHEN state = 'active' THEN since ELSE now() END, state = 'active', detail = '', failures = 0,
			lease_until = now() + $3::interval, due_at = now() + $4::interval
		FROM endpoint_states s
		WHERE s.endpoint_id = w.endpoint_id AND w.id = $1 AND w.topic = $2 AND w.named AND s.enabled
			AND w.state IN ('requested', 'active', 'failed')`,
		id, in.Topic, lease, renewalDelay(lease))
}

// confirmEnd stores that the hub has ended a subscription. The next run deletes the subscription,
// or subscribes again if it is wanted.
func (s *Service) confirmEnd(ctx context.Context, id uuid.UUID, topic string) (bool, error) {
	return s.changed(ctx, `UPDATE websub_subscriptions
		SET state = 'found', since = now(), lease_until = NULL, failures = 0, detail = '', missed = 0, due_at = now()
		WHERE id = $1 AND topic = $2 AND state = 'unsubscribing'`, id, topic)
}

// changed executes a statement and reports whether it changed a row.
func (s *Service) changed(ctx context.Context, statement string, args ...any) (bool, error) {
	tag, err := s.db.Pool.Exec(ctx, statement, args...)
	return tag.RowsAffected() > 0, err
}
