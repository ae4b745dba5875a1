package source

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Update applies change to the details of a source if version is its current version. A change
// without effect creates no new version and no history.
func (r *Register) Update(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	change func(*Details)) (*Source, error) {
	var outlet Outlet
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		row, err := lockSource(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := checkVersion(row.Version, version); err != nil {
			return err
		}
		if row.Lifecycle == entsource.LifecycleArchived {
			return archivedError()
		}
		before := fromEnt(row).Details
		after := before
		after.Languages, after.Tags = slices.Clone(before.Languages), slices.Clone(before.Tags)
		change(&after)
		if err := checkTransition(before.Lifecycle, after.Lifecycle); err != nil {
			return err
		}
		if err := checkPause(before, after); err != nil {
			return err
		}
		// An unchanged end of a pause may be in the past, so that other fields can be edited.
		now := time.Now()
		if after.PausedUntil != nil && before.PausedUntil != nil && after.PausedUntil.Equal(*before.PausedUntil) {
			now = after.PausedUntil.Add(-time.Second)
		}
		if outlet, err = after.normalize(now); err != nil {
			return err
		}
		if after.HomepageURL == before.HomepageURL { // keep the path prefix that separateByPath may have set
			outlet = Outlet{row.CanonicalDomain, row.PathPrefix}
		}
		return save(ctx, tx, actor, row, after, outlet)
	})
	if err != nil {
		return nil, r.explain(ctx, err, id, version, outlet, nil)
	}
	return r.Get(ctx, id)
}

// save stores the new values of a source, and records what has changed.
func save(ctx context.Context, tx postgres.Tx, actor audit.Actor, row *ent.Source, after Details, outlet Outlet) error {
	before := fromEnt(row).Details
	tags, err := findTags(ctx, tx, after.Tags)
	if err != nil {
		return err
	}
	after.Tags = storedNames(tags, after.Tags)
	changes, err := audit.Diff(before, after)
	if err != nil || len(changes) == 0 {
		return err
	}
	endpoints, err := readDerivedInputs(ctx, tx, row.ID)
	if err != nil {
		return err
	}
	update := tx.Ent.Source.UpdateOne(row).AddVersion(1)
	setUpdatedBy(update.Mutation(), actor)
	setDetails(update.Mutation(), after, outlet)
	setDerived(update.Mutation(), derive(after.Name, after.HomepageURL, outlet, endpoints[row.ID]))
	if after.Name != before.Name {
		update.SetNameDerived(false)
	}
	if after.HomepageURL != before.HomepageURL {
		update.SetHomepageDerived(false)
	}
	saved, err := update.Save(ctx)
	if err != nil {
		return err
	}
	if err := setTags(ctx, tx, row.ID, tags); err != nil {
		return err
	}
	if err := saveLogo(ctx, tx, row.ID, before, after); err != nil {
		return err
	}
	if err := updateCompletion(ctx, tx, saved, before, after, changes); err != nil {
		return err
	}
	return audit.Record(ctx, tx, actor,
		audit.Event{Action: "source.updated", TargetType: audit.TargetSource, TargetID: row.ID,
			TargetName: saved.Name, SourceID: row.ID, Version: saved.Version, Changes: changes})
}

// Delete deletes a draft. A source that was active can only be archived, so that collected items
// keep their source.
func (r *Register) Delete(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) error {
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		row, err := lockSource(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := checkVersion(row.Version, version); err != nil {
			return err
		}
		if row.Lifecycle != entsource.LifecycleDraft {
			return problem.New(problem.NotDeletable,
				"Only drafts can be deleted. Archive “%s” instead; you can unarchive it later.", row.Name)
		}
		changes, err := audit.Diff(fromEnt(row).Details, nil)
		if err != nil {
			return err
		}
		err = audit.Record(ctx, tx, actor, audit.Event{Action: "source.deleted", TargetType: audit.TargetSource, TargetID: id,
			TargetName: row.Name, SourceID: id, Version: row.Version + 1, Changes: changes})
		if err != nil {
			return err
		}
		return tx.Ent.Source.DeleteOne(row).Exec(ctx)
	})
	return r.explain(ctx, err, id, version, Outlet{}, nil)
}

func setUpdatedBy(m *ent.SourceMutation, actor audit.Actor) {
	if actor.ActorID != nil {
		m.SetUpdatedByID(*actor.ActorID)
	} else {
		m.ClearUpdatedByID()
	}
}
