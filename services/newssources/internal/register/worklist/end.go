package worklist

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// endWork returns the statement that ends the work on sources that work again or are no longer
// checked. lastClauses restricts the sources. Rows that another transaction has locked are left to
// the next run of Upkeep, so that there are no deadlocks.
func endWork(lastClauses string) string {
	return `
	WITH ended AS (
		SELECT h.source_id, s.name, h.assignee_id, coalesce(m.email, '') AS email, coalesce(m.name, '') AS member,
			h.snoozed_until
		FROM source_health h
		JOIN sources s ON s.id = h.source_id
		LEFT JOIN members m ON m.id = h.assignee_id
		WHERE (h.assignee_id IS NOT NULL OR h.snoozed_until IS NOT NULL)
			AND h.state IN ('ok', '')
		` + lastClauses + `
		FOR UPDATE OF h SKIP LOCKED
	), cleared AS (
		UPDATE source_health h SET assignee_id = NULL, snoozed_until = NULL, work_version = h.work_version + 1
		FROM ended e
		WHERE h.source_id = e.source_id
	)
	SELECT source_id, name, assignee_id, email, member, snoozed_until
	FROM ended`
}

var (
	endWorkOfEndpoints = endWork(`AND h.source_id IN (SELECT e.source_id FROM endpoints e WHERE e.id = ANY($1))`)
	endWorkOfSources   = endWork(`AND h.source_id = ANY($1)`)
)

// End ends the work on the sources of endpoints that work again, in the transaction that records
// it: a later failure is new work.
func End(ctx context.Context, tx postgres.Tx, endpoints []uuid.UUID) error {
	_, err := end(ctx, tx, endWorkOfEndpoints, endpoints)
	return err
}

// end runs a statement of endWork with ids, and records the end of the work in the history of the
// sources.
func end(ctx context.Context, tx postgres.Tx, statement string, ids []uuid.UUID) (int, error) {
	rows, err := tx.Query(ctx, statement, ids)
	if err != nil {
		return 0, err
	}
	var events []audit.Event
	var id uuid.UUID
	var assignee *uuid.UUID
	var name, email, member string
	var until *time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &name, &assignee, &email, &member, &until}, func() error {
		work := sourcelist.Work{SnoozedUntil: until}
		if assignee != nil {
			work.Assignee = &source.Person{ID: *assignee, Email: email, Name: member}
		}
		changes, err := audit.Diff(fields(work), nil)
		events = append(events, audit.Event{
			Action: "work.ended", TargetType: audit.TargetSource, TargetID: id, TargetName: name, SourceID: id, Changes: changes,
		})
		return err
	})
	if err != nil || len(events) == 0 {
		return 0, err
	}
	return len(events), audit.Record(ctx, tx, audit.Actor{}, events...)
}
