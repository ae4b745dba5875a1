package notify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// maxAttempts of a delivery span about four hours with retryDelay, longer than most outages.
	maxAttempts = 10
	firstDelay  = 30 * time.Second
	// maxAge is the age of a message after which it is not retried, so that messages that were
	// queued behind an earlier one do not each take four hours to fail.
	maxAge = 4 * time.Hour
	// minWait is the minimum delay of a message that waits for another one.
	minWait = 2 * time.Second
	// lostAfter is how long an earlier message may be overdue until later ones no longer wait for it,
	// because its job may be lost.
	lostAfter = 15 * time.Minute
	// maxPerReceiver and maxMails bound the concurrent attempts at the host of a webhook and at the
	// mail server, so that a slow one does not hold all workers.
	maxPerReceiver, maxMails = 2, 8
)

const (
	// lease is the time after which an attempt is repeated if its process has ended unexpectedly. It
	// is longer than the time limit of a job, which is a minute (package jobs), plus recordTimeout.
	lease = 2 * time.Minute
	// recordTimeout limits the time to record an outcome, so that recording ends before the process is
	// killed at shutdown.
	recordTimeout = 5 * time.Second
)

// lostText is shown for a message whose last attempt was started but not recorded.
const lostText = "The outcome of the last attempt is not known: the message may have been sent. Send it again if it " +
	"is missing."

// waitingText is shown for a message that waits for an earlier one.
const waitingText = "Waits for an earlier message to this destination."

// retryDelay returns the delay after a failed attempt: 30 s, doubled with each attempt.
func retryDelay(attempt int) time.Duration { return firstDelay << min(max(attempt-1, 0), maxAttempts) }

// outcome is the result of one attempt of a delivery.
type outcome struct {
	sent      bool
	status    int    // of the response; 0 without one
	text      string // of a failure, for people
	permanent bool   // another attempt would fail, too
}

// pendingDelivery is a delivery with what its attempt needs.
type pendingDelivery struct {
	id           uuid.UUID
	channel      Channel
	address      string
	webhookID    *uuid.UUID
	attempts     int // including the claimed one
	createdAt    time.Time
	claimedUntil time.Time // the end of the lease of the last claim
	message      Message
	isUnreadable bool   // the message
	file         []byte // the attached CSV file; nil: none
}

// Deliver makes an attempt of a delivery and records its outcome. It returns the delay until the
// next attempt, or 0 if the delivery is finished. The messages to one destination are sent in their
// order: a later one waits until the earlier ones are sent or have failed, so that a receiver that
// works again gets an alert before its recovery, and no message more than maxAttempts times.
func (s *Service) Deliver(ctx context.Context, id uuid.UUID) (retryIn time.Duration, err error) {
	err = s.db.Batch("alert_deliveries").EachID(ctx, []uuid.UUID{id}, func(uuid.UUID) (err error) {
		retryIn, err = s.deliver(ctx, id)
		return err
	})
	return retryIn, err
}

func (s *Service) deliver(ctx context.Context, id uuid.UUID) (retryIn time.Duration, err error) {
	d, err := s.pending(ctx, id)
	if err != nil || d == nil {
		return 0, err
	}
	if retryIn, err = s.waitForEarlier(ctx, d); retryIn > 0 || err != nil {
		return retryIn, err
	}
	release, isFree := s.receivers.take(d)
	if !isFree {
		return minWait, nil
	}
	defer release()
	if retryIn, err = s.claim(ctx, d); retryIn > 0 || err != nil {
		return retryIn, err
	}
	if d.attempts > maxAttempts {
		return 0, s.record(ctx, d, Failed, outcome{text: lostText}, 0)
	}
	result := s.attempt(ctx, d)
	if ctx.Err() != nil && !result.sent { // the process stops: another one repeats the attempt
		return 0, errors.Join(ctx.Err(), s.giveBack(ctx, d))
	}
	state := Pending
	switch {
	case result.sent:
		state = Sent
	case result.permanent || d.attempts >= maxAttempts || time.Since(d.createdAt) > maxAge:
		state = Failed
	default:
		retryIn = retryDelay(d.attempts)
	}
	return retryIn, s.record(ctx, d, state, result, retryIn)
}

// claim starts an attempt of a delivery. Until the end of the lease, no other job makes an attempt.
// An attempt counts when it starts, so that the number of attempts is limited even if their
// outcomes cannot be recorded. claim returns the delay until the end of the lease if another job
// has claimed the delivery.
func (s *Service) claim(ctx context.Context, d *pendingDelivery) (retryIn time.Duration, err error) {
	err = s.db.Pool.QueryRow(ctx, `
		UPDATE alert_deliveries
		SET claimed_until = now() + $2::interval, attempts = attempts + 1
		WHERE id = (
			SELECT id
			FROM alert_deliveries
			WHERE id = $1 AND state = 'pending' AND coalesce(claimed_until <= now(), true)
			FOR UPDATE SKIP LOCKED
		)
		RETURNING attempts, claimed_until`, d.id, lease).Scan(&d.attempts, &d.claimedUntil)
	if postgres.IsNoRows(err) {
		return max(time.Until(d.claimedUntil), 0) + minWait, nil
	}
	return 0, err
}

// giveBack ends the claim of an interrupted attempt, which does not count.
func (s *Service) giveBack(ctx context.Context, d *pendingDelivery) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	_, err := s.db.Pool.Exec(ctx, `
		UPDATE alert_deliveries
		SET claimed_until = NULL, attempts = attempts - 1
		WHERE id = $1 AND state = 'pending' AND claimed_until = $2`, d.id, d.claimedUntil)
	return err
}

// waitForEarlier returns how long a delivery waits for the earlier messages to its destination, or
// 0 if there are none.
func (s *Service) waitForEarlier(ctx context.Context, d *pendingDelivery) (time.Duration, error) {
	var next time.Time
	err := s.db.Pool.QueryRow(ctx, `
		SELECT coalesce(next_attempt_at, now())
		FROM alert_deliveries
		WHERE state = 'pending' AND channel = $1 AND address = $2 AND (created_at, id) < ($3, $4)
			AND coalesce(next_attempt_at, created_at) > now() - $5::interval
		ORDER BY created_at, id
		LIMIT 1`, d.channel, d.address, d.createdAt, d.id, lostAfter).Scan(&next)
	if postgres.IsNoRows(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	wait := max(time.Until(next), 0) + minWait
	_, err = s.db.Pool.Exec(ctx, `
		UPDATE alert_deliveries
		SET error = $2, next_attempt_at = now() + $3::interval
		WHERE id = $1 AND state = 'pending'`, d.id, waitingText, wait)
	return wait, err
}

// receivers counts the running attempts of this process per receiver.
type receivers struct {
	mu      sync.Mutex
	running map[string]int
}

// take reports whether another attempt of a delivery may start. release must be called after the
// attempt.
func (r *receivers) take(d *pendingDelivery) (release func(), isFree bool) {
	key, limit := "mail", maxMails
	if d.channel == Webhook {
		key, limit = d.address, maxPerReceiver
		if u, err := url.Parse(d.address); err == nil {
			key = u.Hostname()
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running[key] >= limit {
		return nil, false
	}
	r.running[key]++
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.running[key]--; r.running[key] == 0 {
			delete(r.running, key)
		}
	}, true
}

// record stores the outcome of an attempt, and the delay until the next one if the delivery is
// pending. A finished delivery keeps the address to which it was sent, even if the webhook was
// changed during the attempt. After the end of the lease, only a success is recorded, because
// another attempt may be running.
func (s *Service) record(ctx context.Context, d *pendingDelivery, state DeliveryState, result outcome,
	retryIn time.Duration) error {
	s.Metrics.Delivered(string(d.channel),
		map[DeliveryState]string{Pending: "retried", Sent: "sent", Failed: "failed"}[state])
	// The outcome is recorded even if the job is cancelled, so that the message is not sent again.
	recordCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	_, err := s.db.Pool.Exec(recordCtx, `
		UPDATE alert_deliveries
		SET state = $2, status = $3, error = $4, claimed_until = NULL,
			address = CASE WHEN $2 = 'pending' THEN address ELSE $6 END,
			next_attempt_at = CASE WHEN $2 = 'pending' THEN now() + $5::interval END,
			finished_at = CASE WHEN $2 <> 'pending' THEN now() END
		WHERE id = $1 AND state = 'pending' AND (claimed_until = $7 OR $2 = 'sent')`,
		d.id, state, result.status, postgres.Text(result.text), retryIn, d.address, d.claimedUntil)
	return err
}

// pending reads a delivery. It returns nil if the delivery no longer exists or is finished.
func (s *Service) pending(ctx context.Context, id uuid.UUID) (*pendingDelivery, error) {
	d := &pendingDelivery{id: id}
	var message []byte
	var claimedUntil *time.Time
	err := s.db.Pool.QueryRow(ctx, `
		SELECT d.channel, d.address, d.webhook_id, d.created_at, d.claimed_until, n.message, n.file
		FROM alert_deliveries d
		JOIN alert_notifications n ON n.id = d.notification_id
		WHERE d.id = $1 AND d.state = 'pending'`, id).
		Scan(&d.channel, &d.address, &d.webhookID, &d.createdAt, &claimedUntil, &message, &d.file)
	if postgres.IsNoRows(err) {
		return nil, nil
	}
	if claimedUntil != nil {
		d.claimedUntil = *claimedUntil
	}
	d.isUnreadable = err == nil && json.Unmarshal(message, &d.message) != nil
	return d, err
}

func (s *Service) attempt(ctx context.Context, d *pendingDelivery) outcome {
	switch {
	case d.isUnreadable:
		return outcome{text: "The stored message can't be read. Report this to an administrator.", permanent: true}
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
		to: d.address, subject: d.message.Subject(), text: content.mailText(), html: html, id: d.id, list: d.message.list(),
		threads: d.message.Threads, file: d.file,
	})
}

// body returns the body of the request to a webhook.
func (d *pendingDelivery) body(l links) ([]byte, error) {
	if d.message.View != nil {
		return json.Marshal(d.message.View.payload(d.message.At, l, d.file))
	}
	return json.Marshal(d.message.payload(l))
}

// post sends a message to a webhook.
func (s *Service) post(ctx context.Context, d *pendingDelivery) outcome {
	if d.webhookID == nil {
		return outcome{text: "The webhook has been deleted.", permanent: true}
	}
	target, secrets, err := s.webhookSecrets(ctx, *d.webhookID)
	d.address = cmp.Or(target, d.address)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return outcome{text: "The webhook has been deleted.", permanent: true}
	case errors.Is(err, errSecret):
		return outcome{text: "The secret of the webhook can't be decrypted. Create a new secret.", permanent: true}
	case err != nil:
		return outcome{text: "The database is not available."}
	}
	body, err := d.body(links{s.AppURL})
	if err != nil {
		return outcome{text: "The message can't be formatted.", permanent: true}
	}
	now := time.Now()
	header := http.Header{}
	header.Set("Content-Type", "application/json")
	header.Set("Webhook-Id", d.id.String())
	header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	header.Set("Webhook-Signature", sign(secrets, d.id.String(), now, body))
	r := s.Client.Post(ctx, fetch.Post{URL: target, Header: header, Body: body})
	return outcome{
		sent: r.Outcome == fetch.OK, status: r.Status, text: r.Detail,
		permanent: r.Outcome == fetch.Blocked || r.Outcome == fetch.ForbiddenSource ||
			r.Outcome == fetch.InvalidAddress || r.Outcome == fetch.Gone,
	}
}
