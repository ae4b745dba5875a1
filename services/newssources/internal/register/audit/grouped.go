package audit

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/auditevent"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// selectGroups selects the newest events that belong to no change set, and the first events of change
// sets. Each part reads an index in order.
const selectGroups = `
	SELECT g.id, g.changed
	FROM (
		(
			SELECT e.id, 0 AS changed
			FROM audit_events e
			WHERE e.change_set_id IS NULL
				AND e.source_id <> '00000000-0000-0000-0000-000000000000'
				AND e.id >= $1
				AND e.id < $2
				AND ($3::uuid IS NULL OR e.actor_id = $3)
			ORDER BY e.id DESC
			LIMIT $4
		)
		UNION ALL
		(
			SELECT c.first_event_id, c.changed
			FROM change_sets c
			JOIN audit_events e ON e.id = c.first_event_id
			WHERE c.first_event_id >= $1
				AND c.first_event_id < $2
				AND ($3::uuid IS NULL OR e.actor_id = $3)
			ORDER BY c.first_event_id DESC
			LIMIT $4
		)
	) g
	ORDER BY g.id DESC
	LIMIT $4`

// Grouped returns the newest changes of all sources, with one entry for each change set: its first
// event, with the number of changed items. It ignores the source, types and action of q.
func Grouped(ctx context.Context, db *postgres.DB, q Query) ([]Entry, error) {
	from, before := firstID(q.Since), uuid.Max
	if q.Since.IsZero() {
		from = uuid.Nil
	}
	if q.Before != uuid.Nil {
		before = q.Before
	}
	if until := firstID(q.Until); !q.Until.IsZero() && slices.Compare(until[:], before[:]) < 0 {
		before = until
	}
	rows, err := db.Pool.Query(ctx, selectGroups, from, before, q.ActorID, q.Limit)
	if err != nil {
		return nil, err
	}
	var ids []uuid.UUID
	var id uuid.UUID
	var changed int
	counts := map[uuid.UUID]int{}
	_, err = pgx.ForEachRow(rows, []any{&id, &changed}, func() error {
		ids, counts[id] = append(ids, id), changed
		return nil
	})
	if err != nil {
		return nil, err
	}
	events, err := db.Ent.AuditEvent.Query().Where(auditevent.IDIn(ids...)).Order(ent.Desc(auditevent.FieldID)).All(ctx)
	if err != nil {
		return nil, err
	}
	list, err := entries(events)
	for n := range list {
		list[n].Changed = counts[list[n].ID]
	}
	return list, err
}
