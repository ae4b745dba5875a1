package source

import (
	"context"
	"errors"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
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
	// Called in the same transaction, before the change.
	Record func(tx postgres.Tx, before EndpointDetails) error
}

// RepairEndpoint applies a repair. It is an ordinary edit in the history.
func (r *Register) RepairEndpoint(ctx context.Context, actor audit.Actor, repair Repair) error {
	var key string
	err := r.db.Tx(ctx, func(tx postgres.Tx) error {
		source, err := lockEditable(ctx, tx, repair.SourceID)
		if err != nil {
			return err
		}
		row, err := tx.Ent.Endpoint.Query().Where(entendpoint.ID(repair.EndpointID), entendpoint.SourceID(repair.SourceID)).
			ForUpdate(sql.WithLockTables(entendpoint.Table)).WithCredentials(selectExistence).Only(ctx)
		if err != nil {
			return notFound(err, "endpoint")
		}
		before := endpointFromEnt(row).EndpointDetails
		if !repair.Applies(before) {
			return ErrEndpointChanged
		}
		if err := repair.Record(tx, before); err != nil {
			return err
		}
		changed, newKey, err := r.updateEndpoint(ctx, tx, actor, row, repair.Change)
		key = newKey
		if err != nil || !changed {
			return err
		}
		return updateDerived(ctx, tx, actor, []*ent.Source{source}, nil)
	})
	return r.explainDuplicate(ctx, err, Outlet{}, []string{key})
}
