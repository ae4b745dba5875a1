package transfer

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// States of an import, and results of its rows.
const (
	Queued  = "queued"
	Running = "running"
	Done    = "done"
	Failed  = "failed"

	Pending = "pending"
	Created = "created"
	Exists  = "exists"
	Invalid = "invalid"
)

// Import is a list that was brought in. Its counts are of outlines; a recovered one is also one of the others.
type Import struct {
	ID         uuid.UUID
	Filename   string
	State      string
	Error      string
	Total      int
	Created    int
	Exists     int
	Invalid    int
	Pending    int
	Recovered  int
	CreatedAt  time.Time
	FinishedAt *time.Time
	CreatedBy  *source.Person
}

// Imports stages lists of feeds at once and applies them in background jobs.
type Imports struct {
	db      *postgres.DB
	enqueue EnqueueFunc
	// Keys encrypts the credentials in a list's addresses. Without keys, rows with credentials are invalid.
	Keys *seal.Keys
}

// EnqueueFunc inserts the job that applies an import, in the transaction that stages the import.
type EnqueueFunc func(ctx context.Context, tx pgx.Tx, importID uuid.UUID) error

// NewImports returns the imports of a database, whose jobs are inserted by enqueue.
func NewImports(db *postgres.DB, enqueue EnqueueFunc) *Imports {
	return &Imports{db: db, enqueue: enqueue}
}

const selectImports = `
	SELECT i.id, i.filename, i.state, i.error, i.total, i.created_at, i.finished_at, m.id, m.email, m.name,
		c.created, c.exists, c.invalid, c.pending, c.recovered
	FROM imports i LEFT JOIN members m ON m.id = i.created_by_id
	CROSS JOIN LATERAL (SELECT
		count(*) FILTER (WHERE result = 'created') AS created, count(*) FILTER (WHERE result = 'exists') AS exists,
		count(*) FILTER (WHERE result = 'invalid') AS invalid, count(*) FILTER (WHERE result = 'pending') AS pending,
		count(*) FILTER (WHERE recovered) AS recovered
		FROM import_rows WHERE import_id = i.id) c `

// Get reads an import and how far it is.
func (im *Imports) Get(ctx context.Context, id uuid.UUID) (*Import, error) {
	rows, err := im.db.Pool.Query(ctx, selectImports+"WHERE i.id = $1", id)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanImport)
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "There is no import with this id. The address is wrong or cut off.")
	}
	return &found, err
}

// List lists imports, newest first, at most limit of them, older than before (uuid.Nil: from the newest).
func (im *Imports) List(ctx context.Context, before uuid.UUID, limit int) ([]Import, error) {
	rows, err := im.db.Pool.Query(ctx, selectImports+"WHERE $1 = '00000000-0000-0000-0000-000000000000'::uuid OR i.id < $1 ORDER BY i.id DESC LIMIT $2", before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanImport)
}

func scanImport(row pgx.CollectableRow) (Import, error) {
	var i Import
	var member *uuid.UUID
	var email, name *string
	err := row.Scan(&i.ID, &i.Filename, &i.State, &i.Error, &i.Total, &i.CreatedAt, &i.FinishedAt, &member, &email, &name,
		&i.Created, &i.Exists, &i.Invalid, &i.Pending, &i.Recovered)
	if member != nil {
		i.CreatedBy = &source.Person{ID: *member, Email: *email, Name: *name}
	}
	return i, err
}
