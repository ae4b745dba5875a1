package source

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Names of the unique indexes, as in internal/ent/schema.
const (
	outletIndex   = "sources_outlet_live"
	endpointIndex = "endpoints_url_live"
)

func checkVersion(current, expected int) error {
	if current != expected {
		return ErrStale
	}
	return nil
}

// explain converts the error of a change into a problem that says what to do. It must be called
// after the transaction has been rolled back, because it queries the database.
func (r *Register) explain(ctx context.Context, err error, target uuid.UUID, version int, outlet Outlet,
	keys []string) error {
	if errors.Is(err, ErrStale) {
		return r.explainStale(ctx, target, version)
	}
	return r.explainDuplicate(ctx, err, outlet, keys)
}

func (r *Register) explainStale(ctx context.Context, target uuid.UUID, version int) error {
	conflict, err := audit.Since(ctx, r.db.Ent, target, version)
	if err != nil {
		return err
	}
	if conflict == nil { // the version never existed, or the ETag is that of another object
		return problem.New(problem.StaleVersion, "The version in If-Match is not the current one. Reload, then repeat your "+
			"change.")
	}
	return problem.New(problem.StaleVersion,
		"%s changed this after you opened it. Compare both versions, then save again.",
		cmp.Or(conflict.Last.Actor.Name, conflict.Last.Actor.Email, "Another member")).
		With("changed", Changed{conflict.Fields, conflict.Last.Actor.Email, conflict.Last.Actor.Name, conflict.Last.At,
			conflict.Version})
}

// Changed lists the changes since the version in a stale If-Match header, and the author and time
// of the last change.
type Changed struct {
	Fields      []audit.Change
	Email, Name string // of the member who made the last change
	At          time.Time
	Version     int
}

// MarshalJSON encodes c as the property changed of the API's Problem.
func (c Changed) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{
		"fields": c.Fields, "by": map[string]string{"email": c.Email, "name": c.Name}, "at": c.At, "version": c.Version,
	})
}

func (r *Register) explainDuplicate(ctx context.Context, err error, outlet Outlet, keys []string) error {
	switch postgres.UniqueViolation(err) {
	case outletIndex:
		row, findErr := r.db.Ent.Source.Query().Where(
			entsource.CanonicalDomain(outlet.Domain), entsource.PathPrefix(outlet.PathPrefix),
			entsource.LifecycleNEQ(entsource.LifecycleArchived)).Only(ctx)
		if ent.IsNotFound(findErr) { // archived or deleted concurrently
			return problem.Wrap(err, problem.DuplicateSource, "A source for %s%s existed when you saved, but has been "+
				"archived or deleted since. Try again.", outlet.Domain, outlet.PathPrefix)
		}
		if findErr != nil {
			return errors.Join(err, findErr)
		}
		return duplicate(err, problem.DuplicateSource, row,
			"“%s” is already the source for %s%s. Open it and add your endpoints there.", row.Name, outlet.Domain,
			outlet.PathPrefix)
	case endpointIndex:
		row, findErr := r.db.Ent.Endpoint.Query().
			Where(entendpoint.URLKeyIn(keys...), entendpoint.Live(true)).WithSource().First(ctx)
		if ent.IsNotFound(findErr) {
			return problem.Wrap(err, problem.DuplicateEndpoint, "Another source used this address when you saved, but does "+
				"not use it any more. Try again.")
		}
		if findErr != nil {
			return errors.Join(err, findErr)
		}
		return duplicate(err, problem.DuplicateEndpoint, row.Edges.Source,
			"%s is already an endpoint of “%s”.", row.URL, row.Edges.Source.Name)
	}
	return err
}

// DuplicateOf is the existing source that a rejected duplicate conflicts with.
type DuplicateOf struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
}

func duplicate(cause error, code problem.Code, row *ent.Source, format string, args ...any) error {
	return problem.Wrap(cause, code, format, args...).With("existing", DuplicateOf{row.ID, row.Name})
}
