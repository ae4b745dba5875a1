package source

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
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

// checkPause returns a problem for a change that sets the end or the reason of a pause without
// pausing the source. The values of an ended pause are dropped.
func checkPause(before, after Details) error {
	var wrong problem.Fields
	if after.Lifecycle != Paused {
		if after.PausedUntil != nil && (before.PausedUntil == nil || !after.PausedUntil.Equal(*before.PausedUntil)) {
			wrong.Add("/paused_until", "not_paused", "Only a paused source can have an end of the pause. Pause the source, or "+
				"remove this value.")
		}
		if after.PauseReason != "" && after.PauseReason != before.PauseReason {
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
	return r.changeLifecycle(ctx, actor, id, version, func(row *ent.Source, update *ent.SourceUpdateOne) error {
		if row.Lifecycle == entsource.LifecycleArchived {
			return archivedError()
		}
		update.SetLifecycle(entsource.LifecycleArchived).SetArchivedFrom(string(row.Lifecycle)).SetArchivedAt(time.Now())
		return nil
	}, record...)
}

// Unarchive restores the lifecycle that a source had before it was archived. It returns a problem
// if another live source now has the same outlet or one of the same addresses. record is called in
// the same transaction.
func (r *Register) Unarchive(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	record ...func(tx postgres.Tx) error) (*Source, error) {
	return r.changeLifecycle(ctx, actor, id, version, func(row *ent.Source, update *ent.SourceUpdateOne) error {
		if row.Lifecycle != entsource.LifecycleArchived {
			return problem.New(problem.BadTransition, "“%s” is not archived.", row.Name)
		}
		update.SetLifecycle(entsource.Lifecycle(row.ArchivedFrom)).SetArchivedFrom("").ClearArchivedAt()
		return nil
	}, record...)
}

// changeLifecycle applies change to a locked source, and updates which of its endpoints are live.
func (r *Register) changeLifecycle(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	change func(*ent.Source, *ent.SourceUpdateOne) error, record ...func(tx postgres.Tx) error,
) (*Source, error) {
	var outlet Outlet
	var keys []string
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		row, err := lockSource(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := checkVersion(row.Version, version); err != nil {
			return err
		}
		outlet = Outlet{row.CanonicalDomain, row.PathPrefix}
		endpoints, err := readDerivedInputs(ctx, tx, id)
		if err != nil {
			return err
		}
		update := tx.Ent.Source.UpdateOne(row).AddVersion(1)
		setUpdatedBy(update.Mutation(), actor)
		if err := change(row, update); err != nil {
			return err
		}
		for _, f := range record {
			if err := f(tx); err != nil {
				return err
			}
		}
		lifecycle, _ := update.Mutation().Lifecycle()
		live, action := true, "source.unarchived"
		if lifecycle == entsource.LifecycleArchived {
			live, action = false, "source.archived"
		}
		keys = nil
		for _, e := range endpoints[id] {
			keys = append(keys, e.key)
		}
		setDerived(update.Mutation(), derive(row.Name, row.HomepageURL, outlet, endpoints[id]))
		saved, err := update.Save(ctx)
		if err != nil {
			return err
		}
		_, err = tx.Ent.Endpoint.Update().SetLive(live).SetUpdatedAt(time.Now()).
			Where(entendpoint.SourceID(id), entendpoint.IntentNEQ(entendpoint.IntentRetired)).Save(ctx)
		if err != nil {
			return err
		}
		if err := updateArchivedCompletion(ctx, tx, saved); err != nil {
			return err
		}
		changes, err := audit.Diff(map[string]any{"lifecycle": row.Lifecycle}, map[string]any{"lifecycle": saved.Lifecycle})
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, actor, audit.Event{Action: action, TargetType: audit.TargetSource, TargetID: id,
			TargetName: saved.Name, SourceID: id, Version: saved.Version, Changes: changes})
	})
	if err != nil {
		return nil, r.explain(ctx, err, id, version, outlet, keys)
	}
	return r.Get(ctx, id)
}

func archivedError() error {
	return problem.New(problem.Archived, "This source is archived and can't be changed. Unarchive it first.")
}
