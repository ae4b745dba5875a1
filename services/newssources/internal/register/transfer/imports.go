package transfer

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// State is the state of an import.
type State string

// The states of an import.
const (
	Reading  State = "reading"  // a large table whose rows are being read and checked
	Staged   State = "staged"   // a table whose rows were not applied
	Proposed State = "proposed" // a list or table of a contributor, on which another member decides
	Queued   State = "queued"
	Running  State = "running"
	Done     State = "done"
	Failed   State = "failed"
	Undone   State = "undone" // what it created was archived or retired, except what was changed since
)

// Result is the result of a row.
type Result string

// The results of a row.
const (
	Pending Result = "pending"
	Created Result = "created"
	Exists  Result = "exists"
	Invalid Result = "invalid"
	Removed Result = "removed" // it was created, and archived or retired when the import was undone
)

// Import is an imported list. Created, Exists, Invalid, Pending and Removed count its rows;
// Recovered counts the repaired rows among them.
type Import struct {
	ID         uuid.UUID
	Filename   string
	State      State
	Error      string
	Total      int
	Created    int
	Exists     int
	Invalid    int
	Pending    int
	Removed    int
	Recovered  int
	Notes      []string // faults of the file as a whole, as sentences
	Incomplete bool     // the file ends inside an outline
	CreatedAt  time.Time
	FinishedAt *time.Time
	UndoneAt   *time.Time
	ChangeSet  *uuid.UUID // nil if the import changed nothing, or an earlier version applied it
	UndoID     *uuid.UUID // the change set that has undone the import, is undoing it, or is proposed
	// UndoProposed: another member must approve the undo.
	UndoProposed bool
	Format       string         // “opml”, or the format of a table
	Counts       map[string]int // the rows of a table by their results, as package tableimport names them
	// The rows of a table that was applied; Created counts them, too.
	Updated    int            `db:"-"`
	Refused    int            `db:"-"` // changed by others meanwhile, or not possible
	NotApplied int            `db:"-"` // because the application was stopped
	CreatedBy  *source.Person `db:"-"`
}

// importRecord is a row of selectImports.
type importRecord struct {
	Import
	MemberID    *uuid.UUID
	MemberEmail *string
	MemberName  *string
}

// Imports stages lists of feeds immediately and applies them in background jobs.
type Imports struct {
	db      *postgres.DB
	changes *change.Sets
	enqueue EnqueueFunc
	// Keys encrypts the credentials in a list's addresses. Without keys, rows with credentials are invalid.
	Keys *seal.Keys
	// SampleList is an OPML file that replaces the sample lists of the product.
	SampleList []byte
	// OnEnd is called with the final state of each import that this process ends, for metrics. It may be nil.
	OnEnd func(state string)
}

// EnqueueFunc inserts the job that applies an import, in the transaction that stages the import.
type EnqueueFunc func(ctx context.Context, tx postgres.Tx, importID uuid.UUID) error

// NewImports returns the imports of a database, whose jobs are inserted by enqueue. Their undo is a change set.
func NewImports(db *postgres.DB, changes *change.Sets, enqueue EnqueueFunc) *Imports {
	return &Imports{db: db, changes: changes, enqueue: enqueue}
}

// selectImports reads imports. The state of a staged import that was applied or proposed follows from that
// of its change set.
const selectImports = `
	SELECT i.id, i.filename, i.total, i.created_at, i.undone_at, i.incomplete,
		CASE
			WHEN i.state <> 'staged' OR s.id IS NULL AND t.import_id IS NOT NULL THEN i.state
			WHEN s.state = 'proposed' THEN 'proposed'
			WHEN s.state IN ('draft', 'applying') THEN 'running'
			WHEN s.id IS NULL OR s.state IN ('cancelled', 'rejected') THEN 'failed'
			ELSE 'done'
		END AS state,
		CASE
			WHEN i.error <> '' THEN i.error
			WHEN s.state = 'rejected' THEN 'The proposal was rejected.'
			WHEN i.state = 'staged' AND s.state = 'cancelled' AND s.stopped = '' THEN 'The proposal was withdrawn.'
			WHEN i.state = 'staged' AND s.id IS NULL AND t.import_id IS NULL THEN 'The proposal was withdrawn.'
			ELSE coalesce(s.stopped, '')
		END AS error,
		coalesce(i.finished_at, s.finished_at) AS finished_at,
		coalesce(t.format, 'opml') AS format, t.counts, s.id AS change_set,
		coalesce(string_to_array(nullif(i.notes, ''), E'\n'), '{}') AS notes,
		m.id AS member_id, m.email AS member_email, m.name AS member_name,
		c.created, c.exists, c.invalid, c.removed,
		CASE WHEN i.state = 'reading' THEN i.total - t.checked ELSE c.pending END AS pending, c.recovered, u.id AS undo_id,
		coalesce(u.state = 'proposed', false) AS undo_proposed
	FROM imports i
	LEFT JOIN members m ON m.id = i.created_by_id
	LEFT JOIN table_imports t ON t.import_id = i.id
	LEFT JOIN change_sets s ON s.id = i.id
	LEFT JOIN LATERAL (
		WITH RECURSIVE undos AS (
			SELECT o.id, o.state, o.spec, 1 AS depth
			FROM change_sets o
			WHERE o.parent_id = i.id AND NOT o.spec ? 'items'
			UNION ALL
			SELECT o.id, o.state, o.spec, p.depth + 1
			FROM undos p
			JOIN change_sets o ON o.parent_id = p.id
			WHERE p.state LIKE 'applied%' AND NOT o.spec ? 'items'
		)
		SELECT o.id, o.state
		FROM undos o
		WHERE o.depth % 2 = 1
			AND (
				o.state = 'applying'
				OR o.state IN ('draft', 'proposed') AND o.spec ? 'at_once'
				OR i.state = 'undone' AND o.state LIKE 'applied%'
			)
		ORDER BY o.id DESC
		LIMIT 1
	) u ON true
	CROSS JOIN LATERAL (SELECT
		count(*) FILTER (WHERE result = 'created') AS created, count(*) FILTER (WHERE result = 'exists') AS exists,
		count(*) FILTER (WHERE result = 'invalid') AS invalid, count(*) FILTER (WHERE result = 'pending') AS pending,
		count(*) FILTER (WHERE result = 'removed') AS removed, count(*) FILTER (WHERE recovered) AS recovered
		FROM import_rows WHERE import_id = i.id) c `

// Get returns an import with its progress, or a not_found problem.
func (im *Imports) Get(ctx context.Context, id uuid.UUID) (*Import, error) {
	rows, err := im.db.Pool.Query(ctx, selectImports+"WHERE i.id = $1", id)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, scanImport)
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "This import does not exist. Check its address.")
	}
	return &found, err
}

// List returns up to limit imports that are older than before, newest first. uuid.Nil starts with the newest.
func (im *Imports) List(ctx context.Context, before uuid.UUID, limit int) ([]Import, error) {
	rows, err := im.db.Pool.Query(ctx, selectImports+"WHERE $1 = '00000000-0000-0000-0000-000000000000'::uuid OR i.id < "+
		"$1 ORDER BY i.id DESC LIMIT $2", before, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanImport)
}

func scanImport(row pgx.CollectableRow) (Import, error) {
	r, err := pgx.RowToStructByName[importRecord](row)
	if r.MemberID != nil {
		r.CreatedBy = &source.Person{ID: *r.MemberID, Email: *r.MemberEmail, Name: *r.MemberName}
	}
	r.countApplied()
	return r.Import, err
}

// countApplied sets the counts of a table that was applied. Only a table that was applied in part has stored
// counts of that.
func (i *Import) countApplied() {
	if i.Counts == nil || i.State != Done && i.State != Undone {
		return
	}
	created, isInPart := i.Counts["created"]
	if !isInPart {
		i.Created, i.Updated = i.Counts["create"], i.Counts["update"]
		return
	}
	i.Created, i.Updated = created, i.Counts["updated"]
	i.Refused, i.NotApplied = i.Counts["refused"], i.Counts["not_applied"]
}
