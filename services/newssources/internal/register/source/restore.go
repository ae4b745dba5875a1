package source

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Deleted is a source or an endpoint to be created with a given id: a deleted one again, from the
// history, or a new one. The history has no logos and no credentials.
type Deleted struct {
	Target   audit.TargetType
	ID       uuid.UUID
	SourceID uuid.UUID      // of an endpoint
	Version  int            // the last version; 0: new
	Changes  []audit.Change // the values are After
}

// RestoreAll creates sources and endpoints in the transaction tx. It returns, in the order of list, the
// problems of those that are refused; the others are created with the next version. The number of
// statements does not depend on the number of entries. RestoreAll returns a unique violation if another
// source has one of the addresses.
func RestoreAll(ctx context.Context, tx postgres.Tx, actor audit.Actor, list []Deleted) (refused []error, err error) {
	r := restoration{list: list, refused: make([]error, len(list)), creates: map[uuid.UUID]*CreateInput{},
		extends: map[uuid.UUID]*ExtendInput{}}
	if err := r.addSources(ctx, tx); err != nil {
		return nil, err
	}
	if err := r.addEndpoints(ctx, tx); err != nil {
		return nil, err
	}
	creates, extends := slices.Collect(maps.Values(r.creates)), slices.Collect(maps.Values(r.extends))
	return r.refused, InsertAll(ctx, tx, nil, actor, creates, extends)
}

// restoration collects what RestoreAll creates, by source.
type restoration struct {
	list    []Deleted
	refused []error
	creates map[uuid.UUID]*CreateInput
	extends map[uuid.UUID]*ExtendInput
}

// refuse stores the problem of an entry. It returns an error that is no problem.
func (r *restoration) refuse(n int, err error) error {
	if _, isProblem := errors.AsType[*problem.Error](err); !isProblem {
		return err
	}
	r.refused[n] = err
	return nil
}

func (r *restoration) addSources(ctx context.Context, tx postgres.Tx) error {
	existing, err := readAccepting(ctx, tx, r.ids(audit.TargetSource))
	if err != nil {
		return err
	}
	for n, d := range r.list {
		if d.Target != audit.TargetSource {
			continue
		}
		input, err := d.createInput()
		if _, exists := existing[d.ID]; err == nil && exists {
			err = problem.New(problem.BadTransition, "“%s” exists already.", input.Name)
		}
		if err == nil {
			r.creates[d.ID] = input
		} else if err := r.refuse(n, err); err != nil {
			return err
		}
	}
	refused, err := CheckNewParents(ctx, tx, r.creates, false)
	for n, d := range r.list {
		if problem := refused[d.ID]; problem != nil && d.Target == audit.TargetSource {
			r.refused[n] = problem
			delete(r.creates, d.ID)
		}
	}
	return err
}

func (r *restoration) addEndpoints(ctx context.Context, tx postgres.Tx) error {
	accepting, err := readAccepting(ctx, tx, r.ids(audit.TargetEndpoint))
	if err != nil {
		return err
	}
	for id := range r.creates {
		accepting[id] = true
	}
	for n, d := range r.list {
		if d.Target != audit.TargetEndpoint {
			continue
		}
		details, err := d.endpointDetails()
		accepts, exists := accepting[d.SourceID]
		switch {
		case err != nil:
		case !exists:
			err = missing("source")
		case !accepts:
			err = ArchivedError()
		default:
			r.addEndpoint(d, details)
		}
		if err != nil {
			if err := r.refuse(n, err); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *restoration) addEndpoint(d Deleted, details EndpointDetails) {
	if create := r.creates[d.SourceID]; create != nil {
		create.Endpoints = append(create.Endpoints, details)
		create.EndpointIDs = append(create.EndpointIDs, d.ID)
		create.EndpointVersions = append(create.EndpointVersions, d.Version)
		return
	}
	extend := r.extends[d.SourceID]
	if extend == nil {
		extend = &ExtendInput{SourceID: d.SourceID}
		r.extends[d.SourceID] = extend
	}
	extend.Endpoints = append(extend.Endpoints, details)
	extend.EndpointIDs = append(extend.EndpointIDs, d.ID)
	extend.EndpointVersions = append(extend.EndpointVersions, d.Version)
}

// ids returns the sources of the entries of a type.
func (r *restoration) ids(target audit.TargetType) []uuid.UUID {
	ids := []uuid.UUID{}
	for _, d := range r.list {
		switch {
		case d.Target != target:
		case target == audit.TargetSource:
			ids = append(ids, d.ID)
		default:
			ids = append(ids, d.SourceID)
		}
	}
	return ids
}

// readAccepting returns, for those sources that exist, whether they can get endpoints: all except archived sources
// that were changed after their creation (see lockSources).
func readAccepting(ctx context.Context, tx postgres.Tx, ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	found := map[uuid.UUID]bool{}
	if len(ids) == 0 {
		return found, nil
	}
	rows, err := tx.Query(ctx, "SELECT id, lifecycle <> 'archived' OR version = 1 FROM sources WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	var id uuid.UUID
	var accepts bool
	_, err = pgx.ForEachRow(rows, []any{&id, &accepts}, func() error {
		found[id] = accepts
		return nil
	})
	return found, err
}

// Check returns the problem for which RestoreAll would refuse the source or the endpoint now. An endpoint of a source
// that is created archived is not live.
func (d Deleted) Check(ctx context.Context, tx postgres.Tx, isOfArchived bool) error {
	if d.Target == audit.TargetEndpoint {
		details, err := d.endpointDetails()
		if err != nil || isOfArchived || details.Intent == EndpointRetired {
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
	refused, err := CheckNewParents(ctx, tx, map[uuid.UUID]*CreateInput{d.ID: input}, true)
	err = cmp.Or(err, refused[d.ID])
	if err == nil && input.Lifecycle != Archived {
		err = input.checkAlias(ctx, tx)
	}
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
	case !isTaken, other.IsArchived, input.Lifecycle == Archived:
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
	input.outlet, input.Aliases = outlet, slices.DeleteFunc(input.Aliases, outlet.isAlias)
	if err == nil && d.Version == 0 {
		err = input.setProvenance(d.Changes)
	}
	return input, err
}

func (d Deleted) endpointDetails() (EndpointDetails, error) {
	var details EndpointDetails
	if err := audit.Apply(&details, d.Changes); err != nil {
		return details, err
	}
	return details, details.Validate()
}

// ExplainRestore converts the error of RestoreAll with one entry like Explain.
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
