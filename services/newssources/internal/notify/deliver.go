package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const (
	// MaxAttempts of a delivery span about four hours with RetryDelay, longer than most outages.
	MaxAttempts = 10
	firstDelay  = 30 * time.Second
	// maxEarlier is the maximum number of earlier messages that are attempted before a new one. It bounds the duration of a job.
	maxEarlier = 10
)

// RetryDelay returns the delay after a failed attempt: 30 s, doubled with each attempt.
func RetryDelay(attempt int) time.Duration { return firstDelay << min(max(attempt-1, 0), MaxAttempts) }

// outcome is the result of one attempt of a delivery.
type outcome struct {
	sent      bool
	status    int    // of the response; 0 without one
	text      string // of a failure, for people
	permanent bool   // another attempt would fail, too
}

// errRetry makes the job retry. It has no details, because they may contain an address; the delivery log has them.
var errRetry = errors.New("the delivery failed and is retried; see the delivery log")

// pendingDelivery is a delivery with what its attempt needs.
type pendingDelivery struct {
	id        uuid.UUID
	channel   Channel
	address   string
	webhookID *uuid.UUID
	message   Message
}

// Deliver makes an attempt of a delivery and records its outcome. It returns an error if the attempt is to be repeated at next.
func (s *Service) Deliver(ctx context.Context, id uuid.UUID, attempt int, next time.Time) error {
	d, err := s.pending(ctx, id)
	if err != nil || d == nil {
		return err
	}
	if err := s.deliverEarlier(ctx, d); err != nil {
		return err
	}
	result := s.attempt(ctx, d)
	if ctx.Err() != nil && !result.sent { // the process stops: another one repeats the attempt
		return ctx.Err()
	}
	state := Pending
	switch {
	case result.sent:
		state = Sent
	case result.permanent || attempt >= MaxAttempts:
		state = Failed
	}
	if err := s.record(ctx, d, state, attempt, result, next); err != nil {
		return err
	}
	if state == Pending {
		return errRetry
	}
	return nil
}

// deliverEarlier attempts the earlier messages of the same rule to the same destination that have failed and wait for a retry, the oldest first.
// Otherwise a receiver that works again would get a recovery before the alert. It stops at the first failure and does not record it: the
// retry of that message is still scheduled.
func (s *Service) deliverEarlier(ctx context.Context, d *pendingDelivery) error {
	rows, err := s.db.Pool.Query(ctx, `SELECT e.id, e.attempts FROM alert_deliveries d JOIN alert_notifications n ON n.id = d.notification_id
		JOIN alert_deliveries e ON e.state = 'pending' AND e.attempts > 0 AND e.channel = d.channel AND e.address = d.address AND (e.created_at, e.id) < (d.created_at, d.id)
		JOIN alert_notifications en ON en.id = e.notification_id AND en.rule_id = n.rule_id
		WHERE d.id = $1 ORDER BY e.created_at, e.id LIMIT $2`, d.id, maxEarlier)
	if err != nil {
		return err
	}
	type earlier struct {
		ID       uuid.UUID
		Attempts int
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[earlier])
	if err != nil {
		return err
	}
	for _, e := range list {
		older, err := s.pending(ctx, e.ID)
		if err != nil {
			return err
		}
		if older == nil { // its own retry has sent it since
			continue
		}
		result := s.attempt(ctx, older)
		if !result.sent {
			return nil
		}
		if err := s.record(ctx, older, Sent, e.Attempts+1, result, time.Time{}); err != nil {
			return err
		}
	}
	return nil
}

// record stores the outcome of an attempt. next is the time of the next one, if the delivery is pending. A finished delivery keeps the address to which
// it was sent, also if the webhook was changed during the attempt.
func (s *Service) record(ctx context.Context, d *pendingDelivery, state DeliveryState, attempt int, result outcome, next time.Time) error {
	s.Metrics.Delivered(string(d.channel), map[DeliveryState]string{Pending: "retried", Sent: "sent", Failed: "failed"}[state])
	// The outcome is recorded even if the job is cancelled, so that the message is not sent again.
	recordCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err := s.db.Pool.Exec(recordCtx, `UPDATE alert_deliveries SET state = $2, attempts = $3, status = $4, error = $5, address = CASE WHEN $2 = 'pending' THEN address ELSE $7 END,
		next_attempt_at = CASE WHEN $2 = 'pending' THEN $6::timestamptz END, finished_at = CASE WHEN $2 <> 'pending' THEN now() END WHERE id = $1 AND state = 'pending'`,
		d.id, state, attempt, result.status, result.text, next, d.address)
	return err
}

// pending reads a delivery. It returns nil if the delivery no longer exists or is finished.
func (s *Service) pending(ctx context.Context, id uuid.UUID) (*pendingDelivery, error) {
	d := &pendingDelivery{id: id}
	var message []byte
	err := s.db.Pool.QueryRow(ctx, `SELECT d.channel, d.address, d.webhook_id, n.message FROM alert_deliveries d
		JOIN alert_notifications n ON n.id = d.notification_id WHERE d.id = $1 AND d.state = 'pending'`, id).Scan(&d.channel, &d.address, &d.webhookID, &message)
	if postgres.IsNoRows(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(message, &d.message)
	}
	return d, err
}

func (s *Service) attempt(ctx context.Context, d *pendingDelivery) outcome {
	switch {
	case d.channel == Webhook:
		return s.post(ctx, d)
	case s.mailer == nil:
		return outcome{text: "This server can't send e-mails: its operator has not set SMTP_URL.", permanent: true}
	}
	content := d.message.mailContent(links{s.AppURL})
	html, err := content.mailHTML()
	if err != nil {
		return outcome{text: "The message can't be formatted.", permanent: true}
	}
	return s.mailer.send(ctx, outgoing{
		to: d.address, subject: d.message.Subject(), text: content.mailText(), html: html, id: d.id, rule: d.message.RuleID, threads: d.message.Threads,
	})
}

// post sends a message to a webhook.
func (s *Service) post(ctx context.Context, d *pendingDelivery) outcome {
	if d.webhookID == nil {
		return outcome{text: "The webhook has been deleted.", permanent: true}
	}
	url, secrets, err := s.webhookSecrets(ctx, *d.webhookID)
	d.address = cmp.Or(url, d.address)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return outcome{text: "The webhook has been deleted.", permanent: true}
	case errors.Is(err, errSecret):
		return outcome{text: "The secret of the webhook can't be decrypted. Create a new secret.", permanent: true}
	case err != nil:
		return outcome{text: "The database is not available."}
	}
	body, err := json.Marshal(d.message.payload(links{s.AppURL}))
	if err != nil {
		return outcome{text: "The message can't be formatted.", permanent: true}
	}
	now := time.Now()
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("Webhook-Id", d.id.String())
	header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	header.Set("Webhook-Signature", sign(secrets, d.id.String(), now, body))
	r := s.Client.Post(ctx, fetch.Post{URL: url, Header: header, Body: body})
	return outcome{
		sent: r.Outcome == fetch.OK, status: r.Status, text: r.Detail,
		permanent: r.Outcome == fetch.Blocked || r.Outcome == fetch.InvalidAddress || r.Outcome == fetch.Gone,
	}
}
