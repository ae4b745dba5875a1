package source

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// transition says whether an edit may take a source from one lifecycle to another.
// Archiving and unarchiving are operations of their own; a source that was active never becomes a draft again,
// since drafts may be deleted.
func transition(from, to Lifecycle) error {
	switch {
	case from == to, from != Archived && (to == Active || to == Paused):
		return nil
	case to == Draft && from != Archived:
		return problem.New(problem.BadTransition, "A source that was active can't become a draft again. Pause it instead.")
	}
	return problem.New(problem.BadTransition, "A source can't go from %s to %s by an edit.", from, to)
}

// Archive takes a source and its endpoints out of the live register. Archiving an archived source is a conflict.
func (r *Register) Archive(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) (*Source, error) {
	return r.move(ctx, actor, id, version, "source.archived", func(row *ent.Source, update *ent.SourceUpdateOne) error {
		if row.Lifecycle == entsource.LifecycleArchived {
			return archived()
		}
		update.SetLifecycle(entsource.LifecycleArchived).SetArchivedFrom(string(row.Lifecycle)).SetArchivedAt(time.Now())
		return nil
	})
}

// Unarchive brings a source back to the lifecycle it had. If its outlet or one of its addresses has been added again
// meanwhile, that is a duplicate.
func (r *Register) Unarchive(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) (*Source, error) {
	return r.move(ctx, actor, id, version, "source.unarchived", func(row *ent.Source, update *ent.SourceUpdateOne) error {
		if row.Lifecycle != entsource.LifecycleArchived {
			return problem.New(problem.BadTransition, "“%s” isn't archived.", row.Name)
		}
		update.SetLifecycle(entsource.Lifecycle(row.ArchivedFrom)).SetArchivedFrom("").ClearArchivedAt()
		return nil
	})
}

// move changes the lifecycle, and with it which endpoints are live.
func (r *Register) move(ctx context.Context, actor audit.Actor, id uuid.UUID, version int, action string,
	change func(*ent.Source, *ent.SourceUpdateOne) error,
) (*Source, error) {
	var outlet Outlet
	var keys []string
	err := r.db.Tx(ctx, func(tx *ent.Tx) error {
		row, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := sameVersion(row.Version, version); err != nil {
			return err
		}
		outlet = Outlet{row.CanonicalDomain, row.PathPrefix}
		endpoints, err := endpointsOf(ctx, tx, id)
		if err != nil {
			return err
		}
		update := tx.Source.UpdateOne(row).AddVersion(1)
		setUpdatedBy(update.Mutation(), actor)
		if err := change(row, update); err != nil {
			return err
		}
		lifecycle, _ := update.Mutation().Lifecycle()
		live := lifecycle != entsource.LifecycleArchived
		keys = nil
		for i := range endpoints[id] {
			keys, endpoints[id][i].live = append(keys, endpoints[id][i].key), live
		}
		setDerived(update.Mutation(), derive(row.Name, row.HomepageURL, outlet, endpoints[id]))
		saved, err := update.Save(ctx)
		if err != nil {
			return err
		}
		_, err = tx.Endpoint.Update().SetLive(live).SetUpdatedAt(time.Now()).
			Where(entendpoint.SourceID(id), entendpoint.IntentNEQ(entendpoint.IntentRetired)).Save(ctx)
		if err != nil {
			return err
		}
		changes, err := audit.Diff(map[string]any{"lifecycle": row.Lifecycle}, map[string]any{"lifecycle": saved.Lifecycle})
		if err != nil {
			return err
		}
		return audit.Record(ctx, tx, actor, audit.Event{Action: action, TargetType: "source", TargetID: id,
			TargetName: saved.Name, SourceID: id, Version: saved.Version, Changes: changes})
	})
	if err != nil {
		return nil, r.explain(ctx, err, id, version, outlet, keys)
	}
	return r.Get(ctx, id)
}

func archived() error {
	return problem.New(problem.Archived, "It is archived, and nothing in it can be changed. Bring it back first.")
}
