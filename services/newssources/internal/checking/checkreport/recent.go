package checkreport

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// RecentDays is the number of days whose items are added up for the order of the list of sources by
	// items per day. The list shows the same days.
	RecentDays = 14
	// recentStep is the number of sources whose sums one transaction computes.
	recentStep = 2000
)

// startRecentDay begins to compute the sums of all sources again on a new day, when the first day of
// the sums is another one.
const startRecentDay = `
	UPDATE overview_figures
	SET recent_day = current_date, recent_after = '00000000-0000-0000-0000-000000000000'
	WHERE recent_day IS DISTINCT FROM current_date`

// moveRecentDay computes the sums of the next sources. It updates those that differ.
const moveRecentDay = `
	WITH next AS MATERIALIZED (
		SELECT h.source_id, h.recent_items
		FROM source_health h
		WHERE h.source_id > (SELECT recent_after FROM overview_figures)
		ORDER BY h.source_id
		LIMIT $1
		FOR UPDATE
	), counted AS MATERIALIZED (
		SELECT n.source_id, n.recent_items, coalesce(d.items, 0) AS items
		FROM next n
		CROSS JOIN LATERAL (
			SELECT sum(d.items)::int AS items
			FROM source_days d
			WHERE d.source_id = n.source_id AND d.day > current_date - $2::int
		) d
	), updated AS (
		UPDATE source_health h SET recent_items = c.items
		FROM counted c
		WHERE h.source_id = c.source_id AND c.items <> c.recent_items
	)
	UPDATE overview_figures
	SET recent_after = CASE WHEN (SELECT count(*) FROM next) = $1 THEN (SELECT max(source_id::text)::uuid FROM next) END
	RETURNING recent_after IS NULL`

// sumRecentItems computes the sums of all sources once a day. It continues where it was interrupted.
// On the same day, countItems adds new items to the sums.
func (r *Reader) sumRecentItems(ctx context.Context) error {
	for isDone := false; !isDone; {
		err := r.db.Tx(ctx, func(tx postgres.Tx) error {
			if _, err := tx.Exec(ctx, startRecentDay); err != nil {
				return err
			}
			// The lock keeps other processes from counting items meanwhile.
			err := tx.QueryRow(ctx, "SELECT recent_after IS NULL FROM overview_figures FOR UPDATE").Scan(&isDone)
			if postgres.IsNoRows(err) {
				isDone = true
				return nil
			}
			if err != nil || isDone {
				return err
			}
			return tx.QueryRow(ctx, moveRecentDay, recentStep, RecentDays).Scan(&isDone)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
