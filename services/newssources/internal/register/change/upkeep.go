package change

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// draftLifetime is the time after which drafts and discarded change sets are deleted.
	draftLifetime = 7 * 24 * time.Hour
	// purgeBatch is the number of change sets that one statement deletes.
	purgeBatch = 20
)

// selectAbandoned returns change sets that are applied or previewed without a job: for example, the
// queue discards a job without calling its worker when the process dies in the last attempt.
const selectAbandoned = `
	SELECT c.id
	FROM change_sets c
	WHERE (
			c.state = 'applying' AND (c.origin <> 'import' OR c.proposed_at IS NOT NULL)
			OR c.state IN ('draft', 'proposed') AND NOT c.previewed AND c.updated_at < now() - interval '1 minute'
		)
		AND NOT EXISTS (
			SELECT
			FROM river_job j
			WHERE j.kind = 'change_set' AND j.args->>'change_set_id' = c.id::text
				AND j.state NOT IN ('completed', 'cancelled', 'discarded'))`

// updateFirstEvents stores the first events that are missing. Without any, it reads no events.
const updateFirstEvents = `
	WITH missing AS MATERIALIZED (
		SELECT array_agg(id) AS ids
		FROM change_sets
		WHERE first_event_id IS NULL AND changed > 0
	), first AS (
		SELECT DISTINCT ON (e.change_set_id) e.change_set_id, e.id
		FROM missing m
		JOIN audit_events e ON e.change_set_id = ANY(m.ids)
		WHERE m.ids IS NOT NULL
		ORDER BY e.change_set_id, e.id
	)
	UPDATE change_sets c SET first_event_id = f.id
	FROM first f
	WHERE c.id = f.change_set_id`

// deleteOld deletes up to $2 drafts and cancelled change sets that were not updated since $1, with their
// items. It returns the number of change sets.
const deleteOld = `
	WITH old AS (
		DELETE FROM change_sets
		WHERE id IN (
			SELECT id
			FROM change_sets
			WHERE state IN ('draft', 'cancelled') AND updated_at < $1
			LIMIT $2)
		RETURNING id
	), items AS (
		DELETE FROM change_items i
		USING old
		WHERE i.change_set_id = old.id
	)
	SELECT count(*) FROM old`

// Upkeep continues abandoned change sets and deletes old drafts and cancelled change sets.
func (s *Sets) Upkeep(ctx context.Context) error {
	ids, err := s.db.IDs(ctx, selectAbandoned)
	if err != nil {
		return err
	}
	err = s.db.Batch("resume_change_sets").EachID(ctx, ids, func(id uuid.UUID) error {
		return s.db.Tx(ctx, func(tx postgres.Tx) error { return s.enqueue(ctx, tx, id) })
	})
	if err != nil {
		return err
	}
	// The previous version does not store the first event.
	if _, err := s.db.Pool.Exec(ctx, updateFirstEvents); err != nil {
		return err
	}
	return postgres.InSteps(ctx, purgeBatch, func(limit int) (int, error) {
		var deleted int
		err := s.db.Pool.QueryRow(ctx, deleteOld, time.Now().Add(-draftLifetime), limit).Scan(&deleted)
		return deleted, err
	})
}
