package savedview

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Create creates a view of owner: the actor, or the member that a command names.
func (s *Views) Create(ctx context.Context, actor audit.Actor, owner uuid.UUID, settings Settings) (*View, error) {
	if err := settings.validate(); err != nil {
		return nil, err
	}
	read := func(ctx context.Context, id uuid.UUID) (*View, error) { return s.Get(ctx, owner, id) }
	if created, err := idempotency.Created(ctx, read); created != nil || err != nil {
		return created, err
	}
	view := View{ID: idempotency.NewID(ctx), Version: 1, Settings: settings, OwnerID: owner}
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		if err := checkSharing(actor, settings); err != nil {
			return err
		}
		if err := checkLimits(ctx, tx, view, settings.Sharing == Shared); err != nil {
			return err
		}
		if err := save(ctx, tx, view); err != nil {
			return err
		}
		return recordChange(ctx, tx, actor, nil, &view)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, owner, view.ID)
}

// Update changes the settings of a view. takeOver makes the actor the owner of a shared view whose
// owner has been removed.
func (s *Views) Update(
	ctx context.Context, actor audit.Actor, id uuid.UUID, version int, takeOver bool, change func(*Settings),
) (*View, error) {
	err := s.db.Tx(ctx, func(tx postgres.Tx) error {
		before, err := s.lock(ctx, tx, actor, id, version)
		if err != nil {
			return err
		}
		after := *before
		change(&after.Settings)
		if err := after.validate(); err != nil {
			return err
		}
		if takeOver {
			if !before.OwnerIsRemoved {
				return problem.New(problem.NotOwner, "This view belongs to %s, who still has access. Save a copy instead.",
					before.OwnerName)
			}
			after.OwnerID = *actor.ActorID
		}
		if after.Sharing == Personal && after.OwnerID != *actor.ActorID {
			return problem.New(problem.NotOwner, "Only the owner can make a shared view personal. Save a copy instead.")
		}
		if err := checkSharing(actor, after.Settings); err != nil {
			return err
		}
		isShared := before.Sharing == Personal && after.Sharing == Shared
		if err := checkLimits(ctx, tx, after, isShared); err != nil && (isShared || takeOver) {
			return err
		}
		if err := keepRules(ctx, tx, *before, after); err != nil {
			return err
		}
		after.Version++
		if err := save(ctx, tx, after); err != nil {
			return err
		}
		return recordChange(ctx, tx, actor, before, &after)
	})
	if err != nil {
		return nil, err
	}
	return s.Get(ctx, *actor.ActorID, id)
}

// Delete deletes a view that no alert rule uses.
func (s *Views) Delete(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) error {
	return s.db.Tx(ctx, func(tx postgres.Tx) error {
		view, err := s.lock(ctx, tx, actor, id, version)
		if err != nil {
			return err
		}
		rules, err := rulesOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if len(rules) > 0 {
			return inUse(rules, "“%s” can't be deleted, because %s it: %s. Choose another view or filter there first.",
				view.Name)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM saved_views WHERE id = $1", id); err != nil {
			return err
		}
		return recordChange(ctx, tx, actor, view, nil)
	})
}

// lock reads and locks a view that the actor may change, and compares its version. Commands are no
// members and find shared views only.
func (s *Views) lock(ctx context.Context, tx postgres.Tx, actor audit.Actor, id uuid.UUID, version int) (*View, error) {
	var member uuid.UUID
	if actor.ActorID != nil {
		member = *actor.ActorID
	}
	view, err := get(ctx, tx, member, id, "FOR UPDATE OF v")
	switch {
	case err != nil:
		return nil, err
	case !view.MayChange(actor) && view.EditableBy == AllEditors:
		return nil, problem.New(problem.RoleTooLow, "Only editors change this shared view. Save a copy instead.")
	case !view.MayChange(actor):
		return nil, problem.New(problem.NotOwner, "Only %s and administrators change this shared view. Save a copy "+
			"instead.", view.OwnerName)
	case view.Version != version:
		return nil, problem.New(problem.StaleVersion, "Another member has changed this view. Load the current version and "+
			"repeat your change.")
	}
	return view, nil
}

func checkSharing(actor audit.Actor, settings Settings) error {
	if settings.Sharing == Shared && !identity.Role(actor.Role).Allows(identity.Editor) {
		return problem.New(problem.RoleTooLow, "Only editors share views. Save it as a personal view, or ask an editor.")
	}
	return nil
}

// checkLimits returns a problem if the owner has too many views or, for a view that becomes shared,
// if there are too many shared ones. The lock serializes concurrent calls.
func checkLimits(ctx context.Context, tx postgres.Tx, view View, becomesShared bool) error {
	if _, err := tx.Exec(ctx, postgres.LockNamed, postgres.ViewsLock); err != nil {
		return err
	}
	var owned, shared int
	err := tx.QueryRow(ctx, `
		SELECT (SELECT count(*) FROM saved_views WHERE owner_id = $1 AND id <> $2),
			(SELECT count(*) FROM saved_views WHERE sharing = 'members' AND id <> $2)`,
		view.OwnerID, view.ID).Scan(&owned, &shared)
	switch {
	case err != nil:
		return err
	case owned >= maxOwned:
		return problem.New(problem.LimitReached, "You have %d views, which is the maximum. Delete one first.", maxOwned)
	case becomesShared && shared >= maxShared:
		return problem.New(problem.LimitReached, "There are %d shared views, which is the maximum. Delete one first.",
			maxShared)
	}
	return nil
}

func save(ctx context.Context, tx postgres.Tx, v View) error {
	filter, err := json.Marshal(v.Filter)
	if err != nil {
		return err
	}
	var columns *string
	if v.Columns != nil {
		data, err := json.Marshal(v.Columns)
		if err != nil {
			return err
		}
		text := string(data)
		columns = &text
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO saved_views (id, version, owner_id, name, filter, sort, columns, column_widths, sharing, editable_by)
		VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7::jsonb, $8::jsonb, $9, $10)
		ON CONFLICT (id) DO UPDATE
			SET version = $2, owner_id = $3, name = $4, filter = $5::jsonb, sort = $6, columns = $7::jsonb,
				column_widths = $8::jsonb, sharing = $9, editable_by = $10, updated_at = now()`,
		v.ID, v.Version, v.OwnerID, v.Name, string(filter), v.Sort, columns, v.ColumnWidths, v.Sharing, v.EditableBy)
	return err
}

// keepRules returns a problem if the alert rules that use a view could not use it any more. Rules
// follow a changed filter: their alerts about sources that left the view end without a message.
func keepRules(ctx context.Context, tx postgres.Tx, before, after View) error {
	if before.Sharing == after.Sharing && reflect.DeepEqual(before.Filter, after.Filter) {
		return nil
	}
	rules, err := rulesOf(ctx, tx, before.ID)
	if err != nil || len(rules) == 0 {
		return err
	}
	if after.Sharing == Personal {
		return inUse(rules, "“%s” must stay shared, because %s it: %s.", before.Name)
	}
	if reason := after.Filter.ListOnlyReason(); reason != nil {
		return inUse(rules, "“%s” can't have this filter, because %s it: %s. "+reason.Reason, before.Name)
	}
	_, err = tx.Exec(ctx, "UPDATE alert_rules SET condition_version = condition_version + 1 WHERE view_id = $1", before.ID)
	return err
}

// maxNamedRules bounds the rules that a problem names.
const maxNamedRules = 10

// rulesOf returns the names of the alert rules that use a view.
func rulesOf(ctx context.Context, tx postgres.Tx, id uuid.UUID) ([]string, error) {
	rows, err := tx.Query(ctx, "SELECT name FROM alert_rules WHERE view_id = $1 ORDER BY lower(name) LIMIT $2", id,
		maxNamedRules)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// inUse returns a problem that names rules. The verbs of format are the view, the subject with its
// verb, and the rules.
func inUse(rules []string, format, view string) error {
	subject := "an alert rule uses"
	if len(rules) > 1 {
		subject = "alert rules use"
	}
	return problem.New(problem.ViewInUse, format, view, subject, strings.Join(rules, ", "))
}

// recordChange writes a change of a shared view to the history. before is nil for a created view,
// after for a deleted one.
func recordChange(ctx context.Context, tx postgres.Tx, actor audit.Actor, before, after *View) error {
	action, view := "view.updated", after
	switch {
	case before == nil:
		action = "view.created"
	case after == nil:
		action, view = "view.deleted", before
	}
	if (before == nil || before.Sharing == Personal) && (after == nil || after.Sharing == Personal) {
		return nil
	}
	changes, err := audit.Diff(before.fields(), after.fields())
	if err != nil {
		return err
	}
	return audit.Record(ctx, tx, actor, audit.Event{
		Action: action, TargetType: audit.TargetView, TargetID: view.ID, TargetName: view.Name, Version: view.Version,
		Changes: changes,
	})
}

// fields returns what the history shows of a view.
func (v *View) fields() map[string]any {
	if v == nil {
		return nil
	}
	return map[string]any{
		"name": v.Name, "filter": v.Filter, "sort": v.Sort, "columns": v.Columns,
		"column_widths": v.ColumnWidths, "sharing": v.Sharing, "editable_by": v.EditableBy, "owner": v.OwnerID,
	}
}
