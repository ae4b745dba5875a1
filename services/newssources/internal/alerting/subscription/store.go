package subscription

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

const selectSubscriptions = `
	SELECT s.id, s.version, s.view_id, s.settings, s.paused, s.owner_id, coalesce(nullif(m.name, ''), m.email),
		s.next_at, s.checked_at, s.failure, s.notification_id, s.created_at, s.updated_at
	FROM view_subscriptions s
	JOIN members m ON m.id = s.owner_id
	`

func scanSubscription(row pgx.CollectableRow) (s Subscription, err error) {
	var settings []byte
	err = row.Scan(&s.ID, &s.Version, &s.ViewID, &settings, &s.Paused, &s.OwnerID, &s.OwnerName, &s.NextAt, &s.CheckedAt,
		&s.Failure, &s.MessageID, &s.CreatedAt, &s.UpdatedAt)
	if err == nil {
		err = json.Unmarshal(settings, &s.Settings)
	}
	return s, err
}

// find reads subscriptions. where follows selectSubscriptions.
func find(ctx context.Context, q postgres.Querier, where string, args ...any) ([]Subscription, error) {
	rows, err := q.Query(ctx, selectSubscriptions+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanSubscription)
}

// get returns a subscription to a view that the actor may change: their own, or any for administrators.
func get(ctx context.Context, q postgres.Querier, actor audit.Actor, viewID, id uuid.UUID, lock string) (*Subscription,
	error) {
	list, err := find(ctx, q, "WHERE s.id = $1 AND s.view_id = $2 "+lock, id, viewID)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 || list[0].OwnerID != *actor.ActorID && !identity.Role(actor.Role).Allows(identity.Admin) {
		return nil, problem.New(problem.NotFound, "You have no subscription to this view with this id. Reload the list of "+
			"subscriptions.")
	}
	return &list[0], nil
}

// List returns the subscriptions of a view that the actor may change, newest first.
func (s *Service) List(ctx context.Context, actor audit.Actor, viewID uuid.UUID) ([]Subscription, error) {
	if _, err := s.views.Get(ctx, *actor.ActorID, viewID); err != nil {
		return nil, err
	}
	list, err := find(ctx, s.db.Pool, `
		WHERE s.view_id = $1 AND (s.owner_id = $2 OR $3)
		ORDER BY s.id DESC
		LIMIT $4`, viewID, actor.ActorID, identity.Role(actor.Role).Allows(identity.Admin), maxPerView)
	if err != nil {
		return nil, err
	}
	return list, s.addDeliveries(ctx, list)
}

// Get returns a subscription that the actor may change.
func (s *Service) Get(ctx context.Context, actor audit.Actor, viewID, id uuid.UUID) (*Subscription, error) {
	if _, err := s.views.Get(ctx, *actor.ActorID, viewID); err != nil {
		return nil, err
	}
	found, err := get(ctx, s.db.Pool, actor, viewID, id, "")
	if err != nil {
		return nil, err
	}
	list := []Subscription{*found}
	return &list[0], s.addDeliveries(ctx, list)
}

// addDeliveries adds the deliveries of the last messages.
func (s *Service) addDeliveries(ctx context.Context, list []Subscription) error {
	var messages []uuid.UUID
	for i := range list {
		if list[i].MessageID != nil {
			messages = append(messages, *list[i].MessageID)
		}
	}
	if len(messages) == 0 {
		return nil
	}
	deliveries, err := s.alerts.DeliveriesOf(ctx, messages)
	for i := range list {
		if list[i].MessageID != nil {
			list[i].Deliveries = deliveries[*list[i].MessageID]
		}
	}
	return err
}

// Create creates a subscription of the actor.
func (s *Service) Create(ctx context.Context, actor audit.Actor, viewID uuid.UUID, settings Settings) (*Subscription,
	error) {
	if _, err := s.views.Get(ctx, *actor.ActorID, viewID); err != nil {
		return nil, err
	}
	view, err := s.check(ctx, *actor.ActorID, viewID, nil, &settings)
	if err != nil {
		return nil, err
	}
	read := func(ctx context.Context, id uuid.UUID) (*Subscription, error) { return s.Get(ctx, actor, viewID, id) }
	if created, err := idempotency.Created(ctx, read); created != nil || err != nil {
		return created, err
	}
	id := idempotency.NewID(ctx)
	stored, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := tx.Exec(ctx, postgres.LockNamed, postgres.ViewsLock); err != nil {
			return err
		}
		inserted, err := tx.Exec(ctx, `
			INSERT INTO view_subscriptions (id, view_id, owner_id, settings, paused, next_at)
			SELECT $1, $2, $3, $4::jsonb, $5, $6
			WHERE (SELECT count(*) FROM view_subscriptions WHERE view_id = $2) < $7`,
			id, viewID, actor.ActorID, string(stored), settings.Paused, settings.next(time.Now()), maxPerView)
		if err != nil {
			return err
		}
		if inserted.RowsAffected() == 0 {
			return problem.New(problem.LimitReached, "“%s” has %d subscriptions, which is the maximum. Delete one first.",
				view.Name, maxPerView)
		}
		return record(ctx, tx, actor, *view, "view.subscription_created", nil, &settings)
	})
	if err != nil {
		return nil, err
	}
	return read(ctx, id)
}

// Replace changes the settings of a subscription.
func (s *Service) Replace(ctx context.Context, actor audit.Actor, viewID, id uuid.UUID, version int,
	settings Settings) (*Subscription, error) {
	found, err := s.Get(ctx, actor, viewID, id)
	if err != nil {
		return nil, err
	}
	view, err := s.check(ctx, found.OwnerID, viewID, found.Emails, &settings)
	if err != nil {
		return nil, err
	}
	stored, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := lock(ctx, tx, actor, viewID, id, version)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			UPDATE view_subscriptions
			SET settings = $2::jsonb, paused = $3, next_at = $4, failure = '', version = version + 1, updated_at = now()
			WHERE id = $1`, id, string(stored), settings.Paused, settings.next(time.Now()))
		if err != nil {
			return err
		}
		return record(ctx, tx, actor, *view, "view.subscription_updated", &before.Settings, &settings)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, actor, viewID, id)
}

// Delete deletes a subscription. A message that waits for an attempt is not sent.
func (s *Service) Delete(ctx context.Context, actor audit.Actor, viewID, id uuid.UUID, version int) error {
	view, err := s.views.Get(ctx, *actor.ActorID, viewID)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := lock(ctx, tx, actor, viewID, id, version)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM view_subscriptions WHERE id = $1", id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM alert_notifications WHERE id = $1", before.MessageID); err != nil {
			return err
		}
		return record(ctx, tx, actor, *view, "view.subscription_deleted", &before.Settings, nil)
	})
}

// lock reads and locks a subscription, and compares its version.
func lock(ctx context.Context, tx postgres.Tx, actor audit.Actor, viewID, id uuid.UUID, version int) (*Subscription,
	error) {
	found, err := get(ctx, tx, actor, viewID, id, "FOR UPDATE OF s")
	if err == nil && found.Version != version {
		err = problem.New(problem.StaleVersion, "This subscription was changed meanwhile. Read its current "+
			"version, then save again.")
	}
	return found, err
}

// record writes a change of a subscription to the history. before is nil for a created one, after for a
// deleted one.
func record(ctx context.Context, tx postgres.Tx, actor audit.Actor, view savedview.View, action string, before,
	after *Settings) error {
	changes, err := audit.Diff(before.fields(), after.fields())
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, actor, audit.Event{
		Action: action, TargetType: audit.TargetView, TargetID: view.ID, TargetName: view.HistoryName(),
		Version: view.Version, Changes: changes,
	})
}

// fields returns what the history shows of settings.
func (s *Settings) fields() map[string]any {
	if s == nil {
		return nil
	}
	return map[string]any{
		"content": s.Content, "weekday": s.Weekday, "hour": s.Hour, "zone": s.Zone, "paused": s.Paused,
		"emails": s.Emails, "webhooks": s.WebhookIDs,
	}
}
