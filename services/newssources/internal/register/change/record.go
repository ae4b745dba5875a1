package change

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/approval"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Recording returns an actor whose changes become items of a change set, in the transactions of the
// changes. Imports and accepted suggestions use it, because they decide themselves what they change.
// The first item stores the change set: its id, title, origin and state are those of set.
func Recording(by audit.Actor, set Set) audit.Actor {
	by.ChangeSetID = &set.ID
	by.Recorded = func(ctx context.Context, tx postgres.Tx, events []audit.Event) error {
		return record(ctx, tx, by, set, events)
	}
	return by
}

func record(ctx context.Context, tx postgres.Tx, by audit.Actor, set Set, events []audit.Event) error {
	items := ItemsOf(events)
	if len(items) == 0 {
		return nil
	}
	set.Previewed = true
	if err := insertSet(ctx, tx, by, set, nil); err != nil {
		return err
	}
	stored, err := lock(ctx, tx, set.ID)
	if err != nil {
		return err
	}
	for n := range items {
		items[n].Number = stored.Total() + 1 + n
	}
	if err := insertItems(ctx, tx, set.ID, items); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE change_sets SET changed = changed + $2, announced = announced + $2, selected = selected + $2,
			examined = examined + $2, updated_at = now(), finished_at = CASE WHEN state <> 'applying' THEN now() END
		WHERE id = $1`, set.ID, len(items))
	return err
}

// ItemsOf returns the items of events that changed a source or an endpoint.
func ItemsOf(events []audit.Event) (items []Item) {
	for _, e := range events {
		if e.Version == 0 { // a decision
			continue
		}
		item := Item{Action: Update, TargetType: e.TargetType, TargetID: e.TargetID, TargetName: e.TargetName,
			SourceID: e.SourceID, BaseVersion: e.Version - 1, Version: &e.Version, Changes: e.Changes, Result: Changed}
		switch _, action, _ := strings.Cut(e.Action, "."); action {
		case "created", "restored":
			item.Action = Create
		case "deleted":
			item.Action = Delete
		}
		items = append(items, item)
	}
	return items
}

// Adopt makes the events with the given ids items of a change set, like Recording. Versions without
// change sets recorded these events.
func Adopt(ctx context.Context, tx postgres.Tx, by audit.Actor, set Set, ids []uuid.UUID) error {
	rows, err := tx.Query(ctx, `
		WITH adopted AS (
			UPDATE audit_events SET change_set_id = $1
			WHERE id = ANY($2) AND change_set_id IS NULL
			RETURNING *
		)
		SELECT action, target_type, target_id, target_name, source_id, version, changes
		FROM adopted
		ORDER BY id`, set.ID, ids)
	if err != nil {
		return err
	}
	events, err := pgx.CollectRows(rows, pgx.RowToStructByName[audit.Event])
	if err != nil {
		return err
	}
	if err := record(ctx, tx, by, set, events); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE change_sets SET first_event_id = (
			SELECT id
			FROM audit_events
			WHERE change_set_id = $1 AND id = ANY($2) OR id = first_event_id
			ORDER BY id
			LIMIT 1)
		WHERE id = $1`, set.ID, ids)
	return err
}

// Finish ends the change set of a recording actor that is being applied, if there is one. stopped is
// the reason if the actor did not come to its end.
func (s *Sets) Finish(ctx context.Context, tx postgres.Tx, id uuid.UUID, stopped string) error {
	set, err := lock(ctx, tx, id)
	switch {
	case problem.Is(err, problem.NotFound):
		return nil
	case err != nil || set.State != Applying:
		return err
	}
	return s.end(ctx, tx, set, stopped)
}

// UndoNow undoes a change set, or the items with the given numbers, without a confirmation. It runs for
// up to undoTime; a job does the rest. An undo that another member must approve becomes a proposal; an
// existing proposal of the same undo is returned.
func (s *Sets) UndoNow(ctx context.Context, by audit.Actor, id uuid.UUID, items []int) (*Set, error) {
	if proposed, err := s.proposedUndo(ctx, id, items); err != nil || proposed != nil {
		return proposed, err
	}
	until := time.Now().Add(s.undoTime)
	undo, err := s.makeUndo(ctx, by, id, Set{Spec: Spec{Items: items, AtOnce: true}})
	for err == nil && (undo.State == Draft || undo.State == Applying) && time.Now().Before(until) {
		undo, err = s.runNow(ctx, undo.ID, true)
	}
	return undo, err
}

// proposedUndo returns the proposal of UndoNow that undoes the same, or nil.
func (s *Sets) proposedUndo(ctx context.Context, id uuid.UUID, items []int) (*Set, error) {
	list, err := s.List(ctx, Query{Parent: &id, States: []State{Proposed}, Limit: approval.MaxOpen})
	numbers := slices.Compact(slices.Sorted(slices.Values(items)))
	for n := range list {
		if spec := list[n].Spec; spec.AtOnce && slices.Equal(spec.Items, numbers) {
			return &list[n], err
		}
	}
	return nil, err
}
