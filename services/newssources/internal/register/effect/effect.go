// Package effect counts the consequences of the items of a change set: started and stopped checks, and
// ended alerts.
package effect

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Counts are the numbers of consequences of the pending items of a preview.
type Counts struct {
	EndpointsStopped int `json:"endpoints_stopped"` // are not checked any more
	EndpointsChecked int `json:"endpoints_checked"` // are checked at once
	AlertsEnded      int `json:"alerts_ended"`
}

// addEffects adds what some pending items cause. Only active endpoints are checked, of active
// sources whose rights are not “forbidden”. The alerts of a merged source move, and so do its endpoints, whose
// checks then depend on the remaining source. What an item creates has no checks and alerts yet.
const addEffects = `
	WITH items AS MATERIALIZED (
		SELECT i.target_type, i.target_id, i.source_id,
			(i.changes @> '[{"field": "lifecycle", "before": "active"}]'
				OR i.changes @> '[{"field": "rights", "after": "forbidden"}]')
				AND NOT i.changes @> '[{"field": "merged_into"}]' AS stops,
			i.changes @> '[{"field": "lifecycle", "after": "active"}]'
				OR i.changes @> '[{"field": "rights", "before": "forbidden"}]' AS starts,
			jsonb_path_query_first(i.changes, '$[*] ? (@.field == "lifecycle").after') #>> '{}' AS lifecycle,
			jsonb_path_query_first(i.changes, '$[*] ? (@.field == "rights").after') #>> '{}' AS rights,
			i.changes @> '[{"field": "intent", "before": "active"}]' AS stops_endpoint,
			(jsonb_path_query_first(i.changes, '$[*] ? (@.field == "source_id").after') #>> '{}')::uuid AS destination
		FROM change_items i
		WHERE i.change_set_id = $1 AND i.number > $2 AND i.number <= $3 AND i.result = 'pending' AND i.action <> 'create'
			AND (i.target_type = 'endpoint' OR i.changes @> '[{"field": "lifecycle"}]'
				OR i.changes @> '[{"field": "rights"}]')
	), moves AS (
		SELECT e.intent, t.enabled,
			coalesce(d.lifecycle, s.lifecycle) = 'active' AND coalesce(d.rights, s.rights) <> 'forbidden' AS is_checked
		FROM items i
		JOIN sources s ON s.id = i.destination
		LEFT JOIN items d ON d.target_id = i.destination AND d.target_type = 'source'
		JOIN endpoints e ON e.id = i.target_id
		JOIN endpoint_states t ON t.endpoint_id = e.id
		WHERE NOT i.stops_endpoint
	)
	UPDATE change_sets SET effects = jsonb_build_object(
		'endpoints_stopped', coalesce((effects->>'endpoints_stopped')::int, 0) + (
			SELECT count(*)
			FROM items i
			JOIN endpoints e ON e.source_id = i.source_id AND (i.target_type = 'source' OR e.id = i.target_id)
			JOIN endpoint_states t ON t.endpoint_id = e.id
			WHERE (i.stops OR i.stops_endpoint) AND t.enabled) + (
			SELECT count(*)
			FROM moves m
			WHERE m.enabled AND NOT m.is_checked),
		'endpoints_checked', coalesce((effects->>'endpoints_checked')::int, 0) + (
			SELECT count(*)
			FROM items i
			JOIN sources s ON s.id = i.source_id
			JOIN endpoints e ON e.source_id = i.source_id AND (i.target_type = 'source' OR e.id = i.target_id)
			WHERE CASE i.target_type
				WHEN 'source' THEN i.starts AND e.intent = 'active'
					AND coalesce(i.lifecycle, s.lifecycle) = 'active' AND coalesce(i.rights, s.rights) <> 'forbidden'
				ELSE NOT i.stops_endpoint AND i.destination IS NULL AND s.lifecycle = 'active' AND s.rights <> 'forbidden'
			END) + (
			SELECT count(*)
			FROM moves m
			WHERE m.intent = 'active' AND NOT m.enabled AND m.is_checked),
		'alerts_ended', coalesce((effects->>'alerts_ended')::int, 0) + (
			SELECT count(*)
			FROM items i
			JOIN alerts a ON a.source_id = i.source_id
			WHERE i.target_type = 'source' AND i.stops AND a.ended_at IS NULL))
	WHERE id = $1`

// Add counts the effects of the pending items with the numbers after+1 to last, and adds them to the stored
// counts. A preview adds each chunk of items, because counting those of millions of
// items takes longer than a statement may.
func Add(ctx context.Context, tx postgres.Tx, id uuid.UUID, after, last int) error {
	_, err := tx.Exec(ctx, addEffects, id, after, last)
	return err
}
