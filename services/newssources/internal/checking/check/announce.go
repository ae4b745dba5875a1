package check

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// CheckAnnounced makes an endpoint due because a hub has announced new items. The check starts at
// least schedule.AnnouncedSpacing after the last one, and not before the domain is free. Unlike a
// check that a member requests, it is delayed until the window of the endpoint opens. If a check is
// running, that check schedules the next one; see schedule.Push.
func (c *Control) CheckAnnounced(ctx context.Context, endpoint uuid.UUID) error {
	reasons := []schedule.Reason{schedule.AnnouncedReason()}
	return c.db.Tx(ctx, func(tx postgres.Tx) error {
		var domains []string
		if err := tx.QueryRow(ctx, "SELECT coalesce(array_agg(domain), '{}') FROM endpoint_states WHERE endpoint_id = $1 "+
			"AND domain IS NOT NULL", endpoint).Scan(&domains); err != nil {
			return err
		}
		batch := &pgx.Batch{}
		batch.Queue(queue.LockDomains, domains)
		batch.Queue(`UPDATE endpoint_states
			SET next_reasons = $2::json, next_check_at = greatest(now(), last_attempt_at + $3::interval)
			WHERE endpoint_id = $1 AND enabled AND next_check_at > greatest(now(), last_attempt_at + $3::interval)`,
			endpoint, reasons, schedule.AnnouncedSpacing)
		batch.Queue(queue.SettleDomains, domains)
		return tx.SendBatch(ctx, batch).Close()
	})
}
