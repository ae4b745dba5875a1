package source

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// New is a source to be made, with its endpoints.
type New struct {
	Details
	Endpoints []EndpointDetails
	outlet    Outlet
	keys      []string // of Endpoints, in their order
}

// Validate brings the input to its stored form; its error names every field that is wrong.
func (n *New) Validate() error {
	var wrong problem.Fields
	if n.Lifecycle == "" {
		n.Lifecycle = Active
	}
	oneOf(&wrong, "/lifecycle", n.Lifecycle, []string{Draft, Active})
	outlet, err := n.normalize(time.Now())
	wrong.Merge(err)
	n.outlet, n.keys = outlet, make([]string, len(n.Endpoints))
	first := map[string]int{}
	for i := range n.Endpoints {
		prefix := fmt.Sprintf("/endpoints/%d", i)
		key := n.Endpoints[i].normalize(&wrong, prefix)
		if at, seen := first[key]; seen && key != "" {
			wrong.Add(prefix+"/url", "duplicate", "This is the same address as number %d of the list.", at+1)
		}
		first[key], n.keys[i] = i, key
	}
	return wrong.Err()
}

// Create makes a source. A source of the same outlet, or an endpoint with the same address, is a duplicate.
func (r *Register) Create(ctx context.Context, by audit.By, input New) (*Source, error) {
	if err := input.Validate(); err != nil {
		return nil, err
	}
	var id uuid.UUID
	err := r.db.Tx(ctx, func(tx *ent.Tx) (err error) {
		id, _, err = CreateIn(ctx, tx, by, input)
		return err
	})
	if err != nil {
		return nil, r.explainDuplicate(ctx, err, input.outlet, input.keys)
	}
	return r.Get(ctx, id)
}

// CreateIn makes a source whose input was validated, within a transaction. It returns the ids of the source and of its
// first endpoint (uuid.Nil without one).
func CreateIn(ctx context.Context, tx *ent.Tx, by audit.By, input New) (id, endpoint uuid.UUID, err error) {
	create := tx.Source.Create().SetSearchText(searchText(input.Name, input.outlet, input.keys)).
		SetNillableCreatedByID(by.ActorID).SetNillableUpdatedByID(by.ActorID)
	setDetails(create.Mutation(), input.Details, input.outlet)
	row, err := create.Save(ctx)
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	if err := setTags(ctx, tx, row.ID, input.Tags); err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	changes, err := audit.Diff(nil, input.Details)
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	err = audit.Record(ctx, tx, by, audit.Event{Action: "source.created", TargetType: "source", TargetID: row.ID,
		TargetName: row.Name, SourceID: row.ID, Version: row.Version, Changes: changes})
	if err != nil {
		return uuid.Nil, uuid.Nil, err
	}
	for i, details := range input.Endpoints {
		made, err := insertEndpoint(ctx, tx, by, row.ID, details, input.keys[i])
		if err != nil {
			return uuid.Nil, uuid.Nil, err
		}
		if i == 0 {
			endpoint = made.ID
		}
	}
	return row.ID, endpoint, nil
}
