package notify

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// maxWebhooks bounds the list, which is not split into pages.
	maxWebhooks = 100
	// previousSecretTime is how long messages are also signed with the previous secret, so that the
	// receiver can be changed without refusing a message.
	previousSecretTime = 24 * time.Hour
)

// errSecret reports that a secret cannot be decrypted.
var errSecret = errors.New("the secret of the webhook can't be decrypted")

// WebhookTarget is an address that receives messages, without its secret.
type WebhookTarget struct {
	ID                   uuid.UUID
	Version              int
	Name, URL, Hint      string
	PreviousUntil        *time.Time // until then, messages are also signed with the previous secret
	CreatedAt, UpdatedAt time.Time
	CreatedBy            string
	Rules, Subscriptions int // that use it
}

// WebhookInput holds the values of a webhook.
type WebhookInput struct{ Name, URL string }

const selectWebhooks = `SELECT w.id, w.version, w.name, w.url, w.hint,
	CASE WHEN w.previous_until > now() THEN w.previous_until END AS previous_until, w.created_at, w.updated_at,
	coalesce(nullif(m.name, ''), m.email, '') AS created_by,
	(SELECT count(*) FROM alert_rules r WHERE r.settings->'webhook_ids' ? w.id::text) AS rules,
	(SELECT count(*) FROM view_subscriptions s WHERE s.settings->'webhook_ids' ? w.id::text) AS subscriptions
	FROM alert_webhooks w LEFT JOIN members m ON m.id = w.created_by_id`

// Webhooks returns all webhooks by name.
func (s *Service) Webhooks(ctx context.Context) ([]WebhookTarget, error) {
	rows, err := s.db.Pool.Query(ctx, selectWebhooks+` ORDER BY lower(w.name), w.id LIMIT $1`, maxWebhooks)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[WebhookTarget])
}

// Webhook returns a webhook.
func (s *Service) Webhook(ctx context.Context, id uuid.UUID) (*WebhookTarget, error) {
	rows, err := s.db.Pool.Query(ctx, selectWebhooks+` WHERE w.id = $1`, id)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[WebhookTarget])
	if postgres.IsNoRows(err) {
		return nil, noWebhook()
	}
	return &found, err
}

func noWebhook() error {
	return problem.New(problem.NotFound, "There is no webhook with this id. It may have been deleted. Reload the list "+
		"of webhooks.")
}

// check normalizes the input and refuses addresses that are not public, as far as is known now. The
// guard checks again when a message is sent.
func (in *WebhookInput) check(ctx context.Context, s *Service) error {
	var invalid problem.Fields
	in.Name = strings.Join(strings.Fields(in.Name), " ")
	checkName(in.Name, &invalid)
	in.URL = strings.TrimSpace(in.URL)
	switch scheme, _, _ := strings.Cut(in.URL, "://"); {
	case !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https"):
		invalid.Add("/url", "scheme", "Enter an address that starts with https://.")
	default:
		if refused := s.Client.CheckPublic(ctx, in.URL); refused != nil {
			code := "address"
			if refused.Code == weburl.CodeIPAddress || refused.Code == weburl.CodeLocalHost {
				code = "not_public"
			}
			invalid.Add("/url", code, "%s", refused.Detail)
		}
	}
	return invalid.Err()
}

// CreateWebhook creates a webhook and returns it with its secret.
func (s *Service) CreateWebhook(ctx context.Context, actor audit.Actor, in WebhookInput) (*WebhookTarget, string,
	error) {
	if err := in.check(ctx, s); err != nil {
		return nil, "", err
	}
	id := uuid.Must(uuid.NewV7())
	secret, hint, sealed, err := s.sealSecret(id)
	if err != nil {
		return nil, "", err
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := tx.Exec(ctx, postgres.LockNamed, postgres.WebhooksLock); err != nil {
			return err
		}
		inserted, err := tx.Exec(ctx, `INSERT INTO alert_webhooks (id, name, url, sealed, hint, created_by_id)
			SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM alert_webhooks) < $7`,
			id, in.Name, in.URL, sealed, hint, actor.ActorID, maxWebhooks)
		if err != nil {
			return err
		}
		if inserted.RowsAffected() == 0 {
			return problem.New(problem.LimitReached, "There are %d webhooks, which is the maximum. Delete one first.",
				maxWebhooks)
		}
		return recordWebhook(ctx, tx, actor, audit.Event{Action: "webhook.created", TargetID: id, Version: 1}, nil, &in)
	})
	if err != nil {
		return nil, "", err
	}
	created, err := s.Webhook(ctx, id)
	return created, secret, err
}

// sealSecret creates a secret and encrypts it.
func (s *Service) sealSecret(id uuid.UUID) (secret, hint string, sealed []byte, err error) {
	if !s.CanWebhook() {
		return "", "", nil, problem.New(problem.Invalid, "This server can't store secrets: its operator has not set "+
			"CREDENTIALS_KEYS.")
	}
	secret, hint = newSecret()
	sealed, err = s.Keys.Seal([]byte(secret), id[:])
	return secret, hint, sealed, err
}

// ReplaceWebhook changes the name and the address of a webhook. Its secrets stay. Messages that
// wait for a retry are sent to the new address.
func (s *Service) ReplaceWebhook(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	in WebhookInput) (*WebhookTarget, error) {
	if err := in.check(ctx, s); err != nil {
		return nil, err
	}
	err := s.changeWebhook(ctx, id, version, func(tx postgres.Tx, before WebhookInput) error {
		if _, err := tx.Exec(ctx, `UPDATE alert_webhooks SET name = $2, url = $3, version = version + 1, updated_at = now()
			WHERE id = $1`, id, in.Name, in.URL); err != nil {
			return err
		}
		if in.URL != before.URL { // the delivery log has the address
			if _, err := tx.Exec(ctx, `UPDATE alert_deliveries SET address = $2 WHERE webhook_id = $1 AND state = 'pending'`, id,
				in.URL); err != nil {
				return err
			}
		}
		return recordWebhook(ctx, tx, actor, audit.Event{Action: "webhook.updated", TargetID: id, Version: version + 1},
			&before, &in)
	})
	if err != nil {
		return nil, err
	}
	return s.Webhook(ctx, id)
}

// RotateSecret gives a webhook another secret and returns it. Messages are signed with both for
// previousSecretTime.
func (s *Service) RotateSecret(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) (*WebhookTarget,
	string, error) {
	secret, hint, sealed, err := s.sealSecret(id)
	if err != nil {
		return nil, "", err
	}
	err = s.changeWebhook(ctx, id, version, func(tx postgres.Tx, before WebhookInput) error {
		if _, err := tx.Exec(ctx, `UPDATE alert_webhooks
			SET sealed_previous = sealed, previous_until = $2, sealed = $3, hint = $4, version = version + 1, updated_at = now()
			WHERE id = $1`, id, time.Now().Add(previousSecretTime), sealed, hint); err != nil {
			return err
		}
		return recordWebhook(ctx, tx, actor,
			audit.Event{Action: "webhook.secret_rotated", TargetID: id, Version: version + 1}, &before, &before)
	})
	if err != nil {
		return nil, "", err
	}
	changed, err := s.Webhook(ctx, id)
	return changed, secret, err
}

// DeleteWebhook deletes a webhook that no rule and no subscription to a view uses.
func (s *Service) DeleteWebhook(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) error {
	return s.changeWebhook(ctx, id, version, func(tx postgres.Tx, before WebhookInput) error {
		deleted, err := tx.Exec(ctx, `DELETE FROM alert_webhooks
			WHERE id = $1 AND NOT EXISTS (SELECT FROM alert_rules r WHERE r.settings->'webhook_ids' ? $1::uuid::text)
				AND NOT EXISTS (SELECT FROM view_subscriptions s WHERE s.settings->'webhook_ids' ? $1::uuid::text)`, id)
		if err != nil {
			return err
		}
		if deleted.RowsAffected() == 0 {
			return problem.New(problem.NotDeletable, "An alert rule or a subscription to a view uses this webhook. Remove it "+
				"there first.")
		}
		return recordWebhook(ctx, tx, actor, audit.Event{Action: "webhook.deleted", TargetID: id, Version: version}, &before,
			nil)
	})
}

// changeWebhook locks a webhook, compares its version and runs f.
func (s *Service) changeWebhook(ctx context.Context, id uuid.UUID, version int,
	f func(tx postgres.Tx, before WebhookInput) error) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, current, err := lockWebhook(ctx, tx, id)
		if err != nil {
			return err
		}
		if current != version {
			return problem.New(problem.StaleVersion, "Another member has changed this webhook. Load the current version and "+
				"repeat your change.")
		}
		return f(tx, before)
	})
}

func lockWebhook(ctx context.Context, tx postgres.Tx, id uuid.UUID) (in WebhookInput, version int, err error) {
	err = tx.QueryRow(ctx, `SELECT name, url, version FROM alert_webhooks WHERE id = $1 FOR UPDATE`, id).
		Scan(&in.Name, &in.URL, &version)
	if postgres.IsNoRows(err) {
		err = noWebhook()
	}
	return in, version, err
}

// recordWebhook writes a change of a webhook to the history. The event has the action, the id and
// the version.
func recordWebhook(ctx context.Context, tx postgres.Tx, actor audit.Actor, event audit.Event, before,
	after *WebhookInput) error {
	fields := func(in *WebhookInput) map[string]any {
		if in == nil {
			return nil
		}
		return map[string]any{"name": in.Name, "url": in.URL}
	}
	changes, err := audit.Diff(fields(before), fields(after))
	if err != nil {
		return err
	}
	name := before
	if after != nil {
		name = after
	}
	event.TargetType, event.TargetName, event.Changes = audit.TargetWebhook, name.Name, changes
	return audit.Record(ctx, tx, actor, event)
}

// webhookSecrets returns the address of a webhook and the secrets to sign with.
func (s *Service) webhookSecrets(ctx context.Context, id uuid.UUID) (url string, secrets []string, err error) {
	var sealed, previous []byte
	err = s.db.Pool.QueryRow(ctx, `SELECT url, sealed, CASE WHEN previous_until > now() THEN sealed_previous END
		FROM alert_webhooks WHERE id = $1`, id).Scan(&url, &sealed, &previous)
	if errors.Is(err, pgx.ErrNoRows) || err != nil {
		return "", nil, err
	}
	for _, value := range [][]byte{sealed, previous} {
		if len(value) == 0 {
			continue
		}
		secret, err := s.Keys.Open(value, id[:])
		if err != nil {
			return "", nil, errSecret
		}
		secrets = append(secrets, string(secret))
	}
	return url, secrets, nil
}
