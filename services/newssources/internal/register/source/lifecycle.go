package source

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// checkTransition returns an error for a change of the lifecycle that an edit must not make.
// Archiving and unarchiving are separate operations. A source that was active cannot become a
// draft, because drafts can be deleted.
func checkTransition(from, to Lifecycle) error {
	switch {
	case from == to, from != Archived && (to == Active || to == Paused):
		return nil
	case to == Draft && from != Archived:
		return problem.New(problem.BadTransition, "A source that was active can't become a draft. Pause it instead.")
	}
	return problem.New(problem.BadTransition, "Editing can't change a source from %s to %s.", from, to)
}

// CheckPause returns a problem for a change that sets the end or the reason of a pause without
// pausing the source. The values of an ended pause are dropped.
func (d Details) CheckPause(before Details) error {
	var wrong problem.Fields
	if d.Lifecycle != Paused {
		if d.PausedUntil != nil && (before.PausedUntil == nil || !d.PausedUntil.Equal(*before.PausedUntil)) {
			wrong.Add("/paused_until", "not_paused", "Only a paused source can have an end of the pause. Pause the source, or "+
				"remove this value.")
		}
		if d.PauseReason != "" && d.PauseReason != before.PauseReason {
			wrong.Add("/pause_reason", "not_paused", "Only a paused source can have a reason for the pause. Pause the source, "+
				"or remove this value.")
		}
	}
	return wrong.Err()
}

// Archive archives a source, so that it and its endpoints are no longer live. record is called in
// the same transaction.
func (r *Register) Archive(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	record ...func(tx postgres.Tx) error) (*Source, error) {
	return r.changeLifecycle(ctx, actor, id, version, ArchiveChange, record...)
}

// Unarchive restores the lifecycle that a source had before it was archived. It returns a problem
// if another live source now has the same outlet or one of the same addresses.
func (r *Register) Unarchive(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) (*Source, error) {
	return r.changeLifecycle(ctx, actor, id, version, UnarchiveChange)
}

// ArchiveChange is the Change of an Edit that archives a source.
func ArchiveChange(before *Source, after *Details) error {
	if before.Lifecycle == Archived {
		return ArchivedError()
	}
	after.Lifecycle = Archived
	return nil
}

// UnarchiveChange is the Change of an Edit that unarchives a source.
func UnarchiveChange(before *Source, after *Details) error {
	if before.Lifecycle != Archived {
		return problem.New(problem.BadTransition, "“%s” is not archived.", before.Name)
	}
	after.Lifecycle = before.ArchivedFrom
	return nil
}

// changeLifecycle applies a change of the lifecycle.
func (r *Register) changeLifecycle(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	next func(*Source, *Details) error, record ...func(tx postgres.Tx) error) (*Source, error) {
	err := r.edit(ctx, actor, func(tx postgres.Tx) Edit {
		change := func(before *Source, after *Details) error {
			if err := next(before, after); err != nil {
				return err
			}
			for _, f := range record {
				if err := f(tx); err != nil {
					return err
				}
			}
			return nil
		}
		return Edit{ID: id, Version: version, Change: change, ChangesArchived: true}
	})
	return r.get(ctx, id, err)
}

// ArchivedError returns the problem that an archived source cannot be changed.
func ArchivedError() error {
	return problem.New(problem.Archived, "This source is archived and can't be changed. Unarchive it first.")
}
