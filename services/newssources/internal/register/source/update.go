package source

import (
	"context"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Update applies change to the details of a source if version is its current version. A change
// without effect creates no new version and no history.
func (r *Register) Update(ctx context.Context, actor audit.Actor, id uuid.UUID, version int,
	change func(*Details)) (*Source, error) {
	edit := Edit{ID: id, Version: version, Change: func(before *Source, after *Details) error {
		change(after)
		return after.CheckRightsNote(before.Details)
	}}
	return r.get(ctx, id, r.edit(ctx, actor, func(postgres.Tx) Edit { return edit }))
}

// Delete deletes a draft. A source that was active can only be archived, so that collected items
// keep their source.
func (r *Register) Delete(ctx context.Context, actor audit.Actor, id uuid.UUID, version int) error {
	return r.edit(ctx, actor, func(postgres.Tx) Edit { return Edit{ID: id, Version: version, Delete: true} })
}

// edit applies one edit, which newEdit returns for a transaction.
func (r *Register) edit(ctx context.Context, actor audit.Actor, newEdit func(tx postgres.Tx) Edit) error {
	var edit Edit
	var outcome Outcome
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		edit = newEdit(tx)
		outcomes, err := ApplyEdits(ctx, tx, actor, []Edit{edit}, nil)
		if len(outcomes) > 0 {
			outcome = outcomes[0]
		}
		if err != nil {
			return err
		}
		return outcome.Err
	})
	if err == nil {
		return nil
	}
	return r.Explain(ctx, err, edit, outcome)
}

// Explain converts the error of an edit into a problem that says what to do. It must be called after
// the transaction has been rolled back, because it queries the database.
func (r *Register) Explain(ctx context.Context, err error, edit Edit, outcome Outcome) error {
	if postgres.IsRetryable(err) { // after all attempts
		return problem.New(problem.Busy,
			"Others are changing the same sources at the moment. Nothing was changed. Try again.")
	}
	var keys []string
	if postgres.UniqueViolation(err) == endpointIndex {
		endpoints, readErr := r.Endpoints(ctx, edit.ID)
		if readErr != nil {
			return readErr
		}
		for _, e := range endpoints {
			if e.Intent != EndpointRetired {
				keys = append(keys, e.key)
			}
		}
	}
	return r.explain(ctx, err, edit.ID, edit.Version, outcome.Outlet, keys)
}

// get returns a source after a change, or the error of the change.
func (r *Register) get(ctx context.Context, id uuid.UUID, err error) (*Source, error) {
	if err != nil {
		return nil, err
	}
	return r.Get(ctx, id)
}

func setUpdatedBy(m *ent.SourceMutation, actor audit.Actor) {
	if actor.ActorID != nil {
		m.SetUpdatedByID(*actor.ActorID)
	} else {
		m.ClearUpdatedByID()
	}
}
