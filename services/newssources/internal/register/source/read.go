package source

import (
	"context"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	entsource "github.com/newsources/newsources/services/newssources/internal/ent/source"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Endpoint returns an endpoint of a source.
func (r *Register) Endpoint(ctx context.Context, sourceID, id uuid.UUID) (*Endpoint, error) {
	return readEndpoint(ctx, r.db.Pool, "e.source_id = $1 AND e.id = $2", sourceID, id)
}

// FindEndpoint returns the endpoint with an id, of any source.
func (r *Register) FindEndpoint(ctx context.Context, id uuid.UUID) (*Endpoint, error) {
	return readEndpoint(ctx, r.db.Pool, "e.id = $1", id)
}

// Endpoints returns the endpoints of a source in their order.
func (r *Register) Endpoints(ctx context.Context, sourceID uuid.UUID) ([]Endpoint, error) {
	source, err := r.Get(ctx, sourceID)
	if err != nil {
		return nil, err
	}
	return source.Endpoints, nil
}

// History returns the changes of a source and of those that were merged into it, newest first. The
// history of a deleted source remains.
func (r *Register) History(ctx context.Context, id, before uuid.UUID, limit int) ([]audit.Entry, error) {
	list, err := r.AllHistory(ctx, audit.Query{SourceID: &id, Before: before, Limit: limit})
	if err == nil && len(list) == 0 && before == uuid.Nil {
		return nil, missing("source")
	}
	return list, err
}

// AllHistory returns the selected changes of all sources, also of deleted ones, newest first. Those of
// one source include the changes of the sources that were merged into it.
func (r *Register) AllHistory(ctx context.Context, q audit.Query) ([]audit.Entry, error) {
	if q.SourceID != nil {
		rows, err := r.db.Pool.Query(ctx, selectMerged, *q.SourceID)
		if err != nil {
			return nil, err
		}
		if q.Merged, err = pgx.CollectRows(rows, pgx.RowToStructByPos[audit.MergedSource]); err != nil {
			return nil, err
		}
	}
	return audit.History(ctx, r.db.Ent, q)
}

// GroupedHistory returns the newest changes of all sources, with one entry for each change set.
func (r *Register) GroupedHistory(ctx context.Context, q audit.Query) ([]audit.Entry, error) {
	return audit.Grouped(ctx, r.db, q)
}

// maxCountedChanges bounds the changes that CountChanges reads, in about 10 ms.
const maxCountedChanges = 10_000

// CountChanges returns the number of changes of all sources since a time for each action. isMinimum
// reports that there may be more, because only the newest maxCountedChanges are counted.
func (r *Register) CountChanges(ctx context.Context, since time.Time) (counts map[string]int, isMinimum bool,
	err error) {
	return audit.CountActions(ctx, r.db.Ent, audit.Query{Since: since, Limit: maxCountedChanges})
}

// lockSource reads a source with a row lock.
func lockSource(ctx context.Context, tx postgres.Tx, id uuid.UUID) (*ent.Source, error) {
	row, err := tx.Ent.Source.Query().Where(entsource.ID(id)).ForUpdate(sql.WithLockTables(entsource.Table)).WithTags().
		Only(ctx)
	return row, notFound(err)
}

func notFound(err error) error {
	if ent.IsNotFound(err) {
		return missing("source")
	}
	return err
}

func missing(objectName string) error {
	return problem.New(problem.NotFound,
		"There is no %s with this id. It may have been deleted, or the address is wrong.", objectName)
}
