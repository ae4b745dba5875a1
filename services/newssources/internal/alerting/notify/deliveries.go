package notify

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// retention of ended alerts and of the delivery log, as long as that of the checks.
	retention = 90 * 24 * time.Hour
	// abandonedAfter is longer than all attempts of a delivery take.
	abandonedAfter = 24 * time.Hour
)

// DeliveryState is the progress of a delivery. The values are stored.
type DeliveryState string

// The states of a delivery.
const (
	Pending DeliveryState = "pending"
	Sent    DeliveryState = "sent" // the mail server or the receiver has accepted it
	Failed  DeliveryState = "failed"
)

// Delivery is a message to one destination.
type Delivery struct {
	ID             uuid.UUID
	NotificationID uuid.UUID
	RuleID         *uuid.UUID
	RuleName       string
	Channel        Channel
	Address        string
	WebhookName    string // "" for e-mails, and after the webhook was deleted
	State          DeliveryState
	Attempts       int
	Status         int
	Error          string
	NextAttemptAt  *time.Time
	CreatedAt      time.Time
	FinishedAt     *time.Time
	ResendOf       *uuid.UUID
	Message        Message
}

const selectDeliveries = `
	SELECT d.id, n.id, n.rule_id, n.rule_name, d.channel, d.address, coalesce(w.name, ''), d.state, d.attempts,
		d.status, d.error, d.next_attempt_at, d.created_at, d.finished_at, d.resend_of, n.message
	FROM alert_deliveries d
	JOIN alert_notifications n ON n.id = d.notification_id
	LEFT JOIN alert_webhooks w ON w.id = d.webhook_id`

func scanDelivery(row pgx.CollectableRow) (d Delivery, err error) {
	var message []byte
	err = row.Scan(&d.ID, &d.NotificationID, &d.RuleID, &d.RuleName, &d.Channel, &d.Address, &d.WebhookName,
		&d.State, &d.Attempts, &d.Status, &d.Error, &d.NextAttemptAt,
		&d.CreatedAt, &d.FinishedAt, &d.ResendOf, &message)
	if err == nil {
		err = json.Unmarshal(message, &d.Message)
	}
	return d, err
}

// Deliveries returns the deliveries of a rule, or of all rules, newest first, that are older than
// before. Those of views are left out, because views may be personal.
func (s *Service) Deliveries(ctx context.Context, rule *uuid.UUID, before uuid.UUID, limit int) ([]Delivery, error) {
	rows, err := s.db.Pool.Query(ctx, selectDeliveries+` WHERE ($1::uuid IS NULL OR n.rule_id = $1)
		AND ($2 = '00000000-0000-0000-0000-000000000000'::uuid OR d.id < $2)
		AND n.message->>'kind' <> $4 ORDER BY d.id DESC LIMIT $3`, rule, before, limit, viewMessage)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanDelivery)
}

func (s *Service) delivery(ctx context.Context, id uuid.UUID) (*Delivery, error) {
	rows, err := s.db.Pool.Query(ctx, selectDeliveries+` WHERE d.id = $1`, id)
	if err != nil {
		return nil, err
	}
	d, err := pgx.CollectExactlyOneRow(rows, scanDelivery)
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "There is no delivery with this id. Reload the delivery log.")
	}
	return &d, err
}

// Resend sends a message to the same destination again, for a webhook to its current address. It
// returns the new delivery.
func (s *Service) Resend(ctx context.Context, actor audit.Actor, id uuid.UUID) (*Delivery, error) {
	found, err := s.delivery(ctx, id)
	if err != nil {
		return nil, err
	}
	if found.State == Pending {
		return nil, problem.New(problem.BadTransition, "This message is still being sent. Wait for the result.")
	}
	if found.Message.Answer != nil {
		return nil, problem.New(problem.BadTransition, "The answer to a proposal is sent once. Its author sees it on the "+
			"page of the proposal.")
	}
	if found.Message.View != nil {
		return nil, problem.New(problem.BadTransition, "The file of this message is not kept. Send the view again from its "+
			"subscriptions.")
	}
	rule := Rule{Settings: Settings{Name: found.RuleName}} // without an id, if it was deleted
	if found.RuleID != nil {
		rule.ID = *found.RuleID
	}
	if err := s.CheckSend(actor, rule.ID); err != nil {
		return nil, err
	}
	resent := uuid.Must(uuid.NewV7())
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO alert_deliveries (id, notification_id, channel, address, webhook_id, state,
			created_at, next_attempt_at, resend_of, resent_by_id)
			SELECT $2, d.notification_id, d.channel, coalesce(w.url, d.address), d.webhook_id, 'pending', now(), now(), d.id, $3
			FROM alert_deliveries d LEFT JOIN alert_webhooks w ON w.id = d.webhook_id WHERE d.id = $1`,
			id, resent, actor.ActorID)
		if err != nil {
			return err
		}
		if err := recordSend(ctx, tx, actor, "alert_rule.message_resent", rule); err != nil {
			return err
		}
		return s.Enqueue(ctx, tx, []uuid.UUID{resent})
	})
	if err != nil {
		return nil, err
	}
	return s.delivery(ctx, resent)
}

// Test sends a test message to all destinations of a rule. It returns the number of deliveries.
func (s *Service) Test(ctx context.Context, actor audit.Actor, id uuid.UUID) (count int, err error) {
	rule, err := s.Rule(ctx, id)
	if err != nil {
		return 0, err
	}
	if err := s.CheckSend(actor, rule.ID); err != nil {
		return 0, err
	}
	notification := uuid.Must(uuid.NewV7())
	message := Message{Kind: testMessage, RuleID: rule.ID, RuleName: rule.Name, At: time.Now(), Zone: rule.Zone,
		Threads: []uuid.UUID{notification}}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		deliveries, err := s.notify(ctx, tx, notification, *rule, message)
		if err != nil {
			return err
		}
		count = len(deliveries)
		return recordSend(ctx, tx, actor, "alert_rule.tested", *rule)
	})
	return count, err
}

// recordSend writes a message that a person has requested to the history.
func recordSend(ctx context.Context, tx postgres.Tx, actor audit.Actor, action string, rule Rule) error {
	return audit.Record(ctx, tx, actor, audit.Event{
		Action: action, TargetType: audit.TargetAlertRule, TargetID: rule.ID, TargetName: rule.Name, Version: rule.Version,
	})
}

// Firing is a firing alert with its source.
type Firing struct {
	Alert
	RuleID     uuid.UUID
	SourceName string
	Text       string
}

// Firing returns at most limit alerts of a rule, the longest first, and their number.
func (s *Service) Firing(ctx context.Context, rule uuid.UUID, limit int) (list []Firing, total int, err error) {
	found, err := s.Rule(ctx, rule)
	if err != nil {
		return nil, 0, err
	}
	rows, err := s.db.Pool.Query(ctx, `SELECT a.id, a.rule_id,
		coalesce(a.source_id, '00000000-0000-0000-0000-000000000000'), coalesce(s.name, ''), a.state, a.cause, a.since,
		a.affected, a.total, a.fired_at, a.notified_at FROM alerts a LEFT JOIN sources s ON s.id = a.source_id
		WHERE a.rule_id = $1 AND a.ended_at IS NULL AND a.fired_at IS NOT NULL AND a.recovered_at IS NULL
		ORDER BY a.since, a.id LIMIT $2`, rule, limit)
	if err != nil {
		return nil, 0, err
	}
	list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (f Firing, err error) {
		err = row.Scan(&f.ID, &f.RuleID, &f.SourceID, &f.SourceName, &f.State, &f.Cause, &f.Since, &f.Affected, &f.Total,
			&f.FiredAt, &f.NotifiedAt)
		f.Text = describe(found.Condition, f.Alert)
		return f, err
	})
	return list, found.Firing, err
}

// purgedAtOnce is the number of rows that one statement of Purge changes.
const purgedAtOnce = 1000

// Purge deletes alerts and messages that are older than the retention, and marks deliveries whose
// job was lost as failed. A row that fails does not stop the others.
func (s *Service) Purge(ctx context.Context) error {
	now := time.Now()
	var failures []error
	for _, p := range []struct {
		batch, rows, statement string
		before                 time.Time
	}{
		{"purge_alerts", "alerts t WHERE t.ended_at < $1", "DELETE FROM alerts WHERE id = ANY($1)", now.Add(-retention)},
		{"purge_messages", "alert_notifications t WHERE t.created_at < $1",
			"DELETE FROM alert_notifications WHERE id = ANY($1)", now.Add(-retention)},
		{"purge_files", "alert_notifications t WHERE t.file IS NOT NULL AND t.created_at < $1",
			"UPDATE alert_notifications SET file = NULL WHERE id = ANY($1)", now.Add(-abandonedAfter)},
		{"end_secrets", "alert_webhooks t WHERE t.previous_until < $1",
			"UPDATE alert_webhooks SET sealed_previous = NULL, previous_until = NULL WHERE id = ANY($1)", now},
		{"end_deliveries", "alert_deliveries t WHERE t.state = 'pending' AND t.created_at < $1", `
			UPDATE alert_deliveries
			SET state = 'failed', finished_at = now(), next_attempt_at = NULL,
				error = 'The job of this delivery was lost. Send the message again.'
			WHERE id = ANY($1)`, now.Add(-abandonedAfter)},
	} {
		failures = append(failures, s.purge(ctx, s.db.Batch(p.batch), p.rows, p.statement, p.before))
	}
	err := postgres.InSteps(ctx, purgedAtOnce, func(limit int) (int, error) {
		tag, err := s.db.Pool.Exec(ctx, `
			DELETE FROM source_health_changes
			WHERE ctid = ANY (ARRAY(SELECT ctid FROM source_health_changes WHERE at < $1 ORDER BY at LIMIT $2))`,
			now.Add(-retention), limit)
		return int(tag.RowsAffected()), err
	})
	return errors.Join(append(failures, err)...)
}

// purge runs a statement with the ids of the rows that rows selects under the alias t.
func (s *Service) purge(ctx context.Context, batch postgres.Batch, rows, statement string, before time.Time) error {
	var failures []error
	for {
		ids, err := s.db.IDs(ctx, "SELECT t.id FROM "+rows+" AND "+batch.NotFailed("t.id")+" LIMIT $2", before, purgedAtOnce)
		if err == nil {
			err = batch.EachPart(ctx, ids, purgedAtOnce, func(part []uuid.UUID) error {
				_, err := s.db.Pool.Exec(ctx, statement, part)
				return err
			})
		}
		if failures = append(failures, err); len(ids) < purgedAtOnce || postgres.StopsBatch(ctx, err) {
			return errors.Join(failures...)
		}
	}
}
