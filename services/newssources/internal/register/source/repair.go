package source

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// ErrEndpointChanged is returned by RepairEndpoint if the endpoint is not as the suggestion
// assumes.
var ErrEndpointChanged = errors.New("the endpoint was changed")

// Repair is a change of an endpoint that does not depend on its version but on the fields that it
// replaces.
type Repair struct {
	SourceID, EndpointID uuid.UUID
	Applies              func(EndpointDetails) bool // reports whether the endpoint is as expected
	Change               func(*EndpointDetails)
	// Record is called in the same transaction, before the change.
	Record func(tx postgres.Tx) error
}

// RepairEndpoint applies a repair. It is an ordinary edit in the history.
func (r *Register) RepairEndpoint(ctx context.Context, actor audit.Actor, repair Repair) error {
	return r.editEndpoint(ctx, actor, func(tx postgres.Tx) EndpointEdit {
		change := func(d *EndpointDetails) error {
			if !repair.Applies(*d) {
				return ErrEndpointChanged
			}
			repair.Change(d)
			return repair.Record(tx)
		}
		return EndpointEdit{ID: repair.EndpointID, SourceID: repair.SourceID, IsUnconditional: true, Change: change}
	})
}
