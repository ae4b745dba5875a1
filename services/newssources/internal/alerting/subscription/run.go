package subscription

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

// RunInterval is the time between two runs.
const RunInterval = 30 * time.Second

// maxPerRun is the number of subscriptions of a run, each of which takes up to a second.
const maxPerRun = 30

// Run sends the views of all due subscriptions. After an outage, each is sent once.
func (s *Service) Run(ctx context.Context) error {
	batch := s.db.Batch("view_subscriptions")
	ids, err := s.db.IDs(ctx, `
		SELECT s.id
		FROM view_subscriptions s
		WHERE s.next_at <= now() AND NOT s.paused AND `+batch.NotFailed("s.id")+`
		ORDER BY s.next_at
		LIMIT $1`, maxPerRun)
	if err != nil {
		return err
	}
	return batch.EachID(ctx, ids, func(id uuid.UUID) error {
		// Another replica may have sent it since the ids were read.
		list, err := find(ctx, s.db.Pool, "WHERE s.id = $1 AND s.next_at <= now() AND NOT s.paused", id)
		if err != nil || len(list) == 0 {
			return err
		}
		err = s.send(ctx, list[0])
		if p, ok := errors.AsType[*problem.Error](err); ok {
			return s.stop(ctx, list[0], p)
		}
		return err
	})
}

// SendNow sends a view at once. Its schedule stays the same.
func (s *Service) SendNow(ctx context.Context, actor audit.Actor, viewID, id uuid.UUID) (*Subscription, error) {
	found, err := s.Get(ctx, actor, viewID, id)
	if err != nil {
		return nil, err
	}
	if err := s.alerts.CheckSend(actor, id); err != nil {
		return nil, err
	}
	if err := s.send(ctx, *found); err != nil {
		return nil, err
	}
	return s.Get(ctx, actor, viewID, id)
}

// send reads a view, and stores its message and the jobs that deliver it, in one transaction. It does nothing
// if another replica has sent the view meanwhile, or if the subscription was changed.
func (s *Service) send(ctx context.Context, sub Subscription) error {
	view, err := s.viewToSend(ctx, sub.OwnerID, sub.ViewID, sub.Settings)
	if err != nil {
		return err
	}
	var previous []byte
	err = s.db.Pool.QueryRow(ctx, "SELECT content FROM view_subscriptions WHERE id = $1", sub.ID).Scan(&previous)
	if postgres.IsNoRows(err) { // deleted meanwhile
		return nil
	}
	if err != nil {
		return err
	}
	d, err := s.buildMessage(ctx, sub, view, previous)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		locked, err := tx.Exec(ctx, `
			SELECT
			FROM view_subscriptions
			WHERE id = $1 AND version = $2 AND checked_at IS NOT DISTINCT FROM $3
			FOR UPDATE SKIP LOCKED`, sub.ID, sub.Version, sub.CheckedAt)
		if err != nil || locked.RowsAffected() == 0 {
			return err
		}
		message, now := sub.MessageID, time.Now()
		if !d.isEmpty() {
			id, err := s.alerts.SendView(ctx, tx, now, sub.Destinations, d.view, d.file)
			if err != nil {
				return err
			}
			message = &id
		}
		_, err = tx.Exec(ctx, `
			UPDATE view_subscriptions
			SET next_at = $2, checked_at = $5, failure = '', notification_id = $3, content = $4
			WHERE id = $1`, sub.ID, sub.next(now), message, d.hashes, now)
		return err
	})
}

// stop stores why a view was not sent. After a timeout of the search, the subscription stays active. Otherwise,
// it is paused until its owner or an administrator changes it.
func (s *Service) stop(ctx context.Context, sub Subscription, why *problem.Error) error {
	pauses := why.Code != problem.SearchTooBroad
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		changed, err := tx.Exec(ctx, `
			UPDATE view_subscriptions
			SET failure = $3, paused = $4, next_at = $5, version = version + CASE WHEN $4 THEN 1 ELSE 0 END
			WHERE id = $1 AND version = $2 AND NOT paused`,
			sub.ID, sub.Version, problem.DetailOf(why), pauses, sub.next(time.Now()))
		if err != nil || changed.RowsAffected() == 0 || !pauses {
			return err
		}
		view := savedview.View{ID: sub.ViewID} // its owner may have made it personal
		view.Sharing = savedview.Personal
		paused := sub.Settings
		paused.Paused = true
		return record(ctx, tx, audit.Actor{}, view, "view.subscription_paused", &sub.Settings, &paused)
	})
}
