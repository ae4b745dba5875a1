package source

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Deleted is a deleted source or endpoint to be created again from the history, with its former id.
type Deleted struct {
	ID      uuid.UUID
	Version int            // the last version
	Changes []audit.Change // the values are After
}

// RestoreSource creates a deleted source again, without its endpoints. The history has no logos.
func RestoreSource(ctx context.Context, tx postgres.Tx, actor audit.Actor, d Deleted) (version int, err error) {
	input, err := d.createInput()
	if err != nil {
		return 0, err
	}
	var exists bool
	if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM sources WHERE id = $1)", d.ID).Scan(&exists); err != nil {
		return 0, err
	}
	if exists {
		return 0, problem.New(problem.BadTransition, "“%s” exists already.", input.Name)
	}
	return d.Version + 1, InsertAll(ctx, tx, nil, actor, []*CreateInput{input}, nil)
}

// Check returns the error that restoring a source or an endpoint would return now.
func (d Deleted) Check(ctx context.Context, tx postgres.Tx, target audit.TargetType) error {
	if target == audit.TargetEndpoint {
		details, err := d.endpointDetails()
		if err != nil {
			return err
		}
		taken, err := FindEndpoints(ctx, tx, []string{details.key})
		if err != nil || len(taken) == 0 {
			return err
		}
		row, err := tx.Ent.Source.Get(ctx, taken[details.key].SourceID)
		if err != nil {
			return err
		}
		return duplicate(nil, problem.DuplicateEndpoint, row, "%s is already an endpoint of “%s”.", details.URL, row.Name)
	}
	input, err := d.createInput()
	if err != nil {
		return err
	}
	taken, err := FindSources(ctx, tx, []Outlet{input.outlet})
	if err != nil {
		return err
	}
	other, isTaken := taken[input.outlet]
	switch {
	case isTaken && other.SourceID == d.ID:
		return problem.New(problem.BadTransition, "“%s” exists already.", input.Name)
	case !isTaken:
		return nil
	}
	row, err := tx.Ent.Source.Get(ctx, other.SourceID)
	if err != nil {
		return err
	}
	return duplicate(nil, problem.DuplicateSource, row, "“%s” is already the source for %s%s.", row.Name,
		input.outlet.Domain, input.outlet.PathPrefix)
}

// createInput returns the validated input that creates the source.
func (d Deleted) createInput() (*CreateInput, error) {
	input := &CreateInput{ID: d.ID, RestoredFrom: d.Version}
	if err := audit.Apply(&input.Details, d.Changes); err != nil {
		return nil, err
	}
	input.Logo = ""
	now := time.Now()
	if input.PausedUntil != nil && input.PausedUntil.Before(now) {
		now = input.PausedUntil.Add(-time.Second)
	}
	outlet, err := input.normalize(now)
	input.outlet = outlet
	return input, err
}

// RestoreEndpoint creates a deleted endpoint of a source again. The history has no credentials.
func (r *Register) RestoreEndpoint(ctx context.Context, tx postgres.Tx, actor audit.Actor, sourceID uuid.UUID,
	d Deleted) (version int, err error) {
	details, err := d.endpointDetails()
	if err != nil {
		return 0, err
	}
	if _, err := lockEditable(ctx, tx, sourceID); err != nil {
		return 0, err
	}
	extend := &ExtendInput{SourceID: sourceID, Endpoints: []EndpointDetails{details}, EndpointIDs: []uuid.UUID{d.ID},
		RestoredFrom: d.Version}
	return d.Version + 1, InsertAll(ctx, tx, nil, actor, nil, []*ExtendInput{extend})
}

func (d Deleted) endpointDetails() (EndpointDetails, error) {
	var details EndpointDetails
	if err := audit.Apply(&details, d.Changes); err != nil {
		return details, err
	}
	return details, details.Validate()
}

// ExplainRestore converts the error of RestoreSource or RestoreEndpoint like Explain.
func (r *Register) ExplainRestore(ctx context.Context, err error, d Deleted) error {
	var outlet Outlet
	if input, invalid := d.createInput(); invalid == nil {
		outlet = input.outlet
	}
	var keys []string
	if details, invalid := d.endpointDetails(); invalid == nil {
		keys = append(keys, details.key)
	}
	return r.explainDuplicate(ctx, err, outlet, keys)
}
