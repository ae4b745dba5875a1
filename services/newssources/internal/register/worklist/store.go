package worklist

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// forUpdate locks the health of the sources. A check that records a recovery waits for the lock and
// then ends the work (End). Rows are locked in the order of their ids, as in refresh_source_health, to
// avoid deadlocks.
const forUpdate = "FOR UPDATE OF h"

// lockRows locks the health of the sources of items, and returns the sources by id.
func lockRows(ctx context.Context, tx postgres.Tx, items []Item) (map[uuid.UUID]row, error) {
	ids := make([]uuid.UUID, len(items))
	for i, item := range items {
		ids[i] = item.SourceID
	}
	return readRows(ctx, tx, ids, forUpdate)
}

// readRows returns sources with their health and their work by id.
func readRows(ctx context.Context, tx postgres.Tx, ids []uuid.UUID, lastClause string) (map[uuid.UUID]row, error) {
	rows, err := tx.Query(ctx, `
		SELECT h.source_id, s.name, h.state, h.cause, h.work_version, h.snoozed_until, h.assignee_id,
			coalesce(m.email, ''), coalesce(m.name, '')
		FROM source_health h
		JOIN sources s ON s.id = h.source_id
		LEFT JOIN members m ON m.id = h.assignee_id
		WHERE h.source_id = ANY($1)
		ORDER BY h.source_id
		`+lastClause, ids)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[uuid.UUID]row{}
	for rows.Next() {
		var r row
		var assignee *uuid.UUID
		var email, name string
		if err := rows.Scan(&r.ID, &r.Name, &r.State, &r.Cause, &r.Work.Version, &r.Work.SnoozedUntil, &assignee, &email,
			&name); err != nil {
			return nil, err
		}
		if assignee != nil {
			r.Work.Assignee = &source.Person{ID: *assignee, Email: email, Name: name}
		}
		found[r.ID] = r
	}
	return found, rows.Err()
}

// update is a source and the work after a change.
type update struct {
	row
	after sourcelist.Work
}

// historyAction returns the name of the change in the history.
func (u update) historyAction() string {
	isReassigned := !areEqual(sourcelist.Work{Assignee: u.Work.Assignee}, sourcelist.Work{Assignee: u.after.Assignee})
	switch {
	case isReassigned && u.after.Assignee == nil:
		return "work.unassigned"
	case isReassigned:
		return "work.assigned"
	case u.after.SnoozedUntil == nil:
		return "work.unsnoozed"
	}
	return "work.snoozed"
}

// save writes the updates and records them in the history of the sources.
func save(ctx context.Context, tx postgres.Tx, actor audit.Actor, updates []update) error {
	if len(updates) == 0 {
		return nil
	}
	ids, assignees, ends := make([]uuid.UUID, len(updates)), make([]*uuid.UUID, len(updates)),
		make([]*time.Time, len(updates))
	recorded := make([]audit.Event, len(updates))
	for i, u := range updates {
		ids[i], ends[i] = u.ID, u.after.SnoozedUntil
		if u.after.Assignee != nil {
			assignees[i] = &u.after.Assignee.ID
		}
		changes, err := audit.Diff(fields(u.Work), fields(u.after))
		if err != nil {
			return err
		}
		recorded[i] = audit.Event{Action: u.historyAction(), TargetType: audit.TargetSource, TargetID: u.ID,
			TargetName: u.Name, SourceID: u.ID, Changes: changes}
	}
	_, err := tx.Exec(ctx, `UPDATE source_health h
		SET assignee_id = u.assignee, snoozed_until = u.until, work_version = h.work_version + 1
		FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) u(id, assignee, until) WHERE h.source_id = u.id`,
		ids, assignees, ends)
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, actor, recorded...)
}

// fields returns the values for the history.
func fields(w sourcelist.Work) map[string]any {
	values := map[string]any{}
	if w.Assignee != nil {
		values["assignee"] = identity.DisplayName(w.Assignee.Name, w.Assignee.Email)
	}
	if w.SnoozedUntil != nil {
		values["snoozed_until"] = w.SnoozedUntil.UTC()
	}
	return values
}
