package source

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/ent"
	entendpoint "github.com/newsources/newsources/services/newssources/internal/ent/endpoint"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// Names of the unique indexes, as in internal/ent/schema.
const (
	outletIndex   = "sources_outlet_live"
	endpointIndex = "endpoints_url_live"
)

var errStale = errors.New("the version has changed")

func sameVersion(is, wanted int) error {
	if is != wanted {
		return errStale
	}
	return nil
}

// explain turns what stopped a change into a problem a person can act on. It runs after the transaction has been
// rolled back, so it may query again.
func (r *Register) explain(ctx context.Context, err error, target uuid.UUID, version int, outlet Outlet, keys []string) error {
	if errors.Is(err, errStale) {
		return r.explainStale(ctx, target, version)
	}
	return r.explainDuplicate(ctx, err, outlet, keys)
}

func (r *Register) explainStale(ctx context.Context, target uuid.UUID, version int) error {
	conflict, err := audit.Since(ctx, r.db.Ent, target, version)
	if err != nil {
		return err
	}
	if conflict == nil { // a version that never was, or an ETag of something else
		return problem.New(problem.StaleVersion, "The version in If-Match isn't the current one. Read it again, and repeat the change.")
	}
	return problem.New(problem.StaleVersion,
		"%s changed this after you had opened it. Compare both versions, then save again.",
		cmp.Or(conflict.Last.Actor.Name, conflict.Last.Actor.Email, "Somebody")).
		With("changed", Changed{conflict.Fields, conflict.Last.Actor.Email, conflict.Last.Actor.Name, conflict.Last.At, conflict.Version})
}

// Changed is what others did to something since somebody had read it.
type Changed struct {
	Fields      []audit.Change
	Email, Name string // who did it last
	At          time.Time
	Version     int
}

// MarshalJSON writes it as the contract's Problem.changed.
func (c Changed) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{
		"fields": c.Fields, "by": map[string]string{"email": c.Email, "name": c.Name}, "at": c.At, "version": c.Version,
	})
}

func (r *Register) explainDuplicate(ctx context.Context, err error, outlet Outlet, keys []string) error {
	switch postgres.UniqueViolation(err) {
	case outletIndex:
		row, e := r.db.Ent.Source.Query().Where(
			entsource.CanonicalDomain(outlet.Domain), entsource.PathPrefix(outlet.PathPrefix),
			entsource.LifecycleNEQ(entsource.LifecycleArchived)).Only(ctx)
		if ent.IsNotFound(e) { // it has gone again since
			return problem.Wrap(err, problem.DuplicateSource, "There was a source for %s%s until a moment ago. Try again.", outlet.Domain, outlet.PathPrefix)
		}
		if e != nil {
			return errors.Join(err, e)
		}
		return duplicate(err, problem.DuplicateSource, row,
			"“%s” is already the source for %s%s. Open it, and add what is missing there.", row.Name, outlet.Domain, outlet.PathPrefix)
	case endpointIndex:
		row, e := r.db.Ent.Endpoint.Query().
			Where(entendpoint.URLKeyIn(keys...), entendpoint.Live(true)).WithSource().First(ctx)
		if ent.IsNotFound(e) {
			return problem.Wrap(err, problem.DuplicateEndpoint, "Another source had this address until a moment ago. Try again.")
		}
		if e != nil {
			return errors.Join(err, e)
		}
		return duplicate(err, problem.DuplicateEndpoint, row.Edges.Source,
			"%s is already gathered for “%s”.", row.URL, row.Edges.Source.Name)
	}
	return err
}

// Existing is the source that stands in the way of a duplicate.
type Existing struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
}

func duplicate(cause error, code problem.Code, row *ent.Source, format string, args ...any) error {
	return problem.Wrap(cause, code, format, args...).With("existing", Existing{row.ID, row.Name})
}
