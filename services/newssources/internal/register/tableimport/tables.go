// Package tableimport imports tables of sources: it guesses what the columns are, stages the rows with
// their results, and applies them as a change set (ADR 60).
package tableimport

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/upload"
)

// Tables stages and applies tables.
type Tables struct {
	db       *postgres.DB
	changes  *change.Sets
	register *source.Register
	// Enqueue inserts the job that reads a large table, in the transaction that creates or changes the table.
	Enqueue func(ctx context.Context, tx postgres.Tx, id uuid.UUID) error
}

// New returns the imports of tables, which are applied as change sets.
func New(db *postgres.DB, changes *change.Sets) *Tables {
	return &Tables{db: db, changes: changes, register: changes.Register()}
}

// Table is an imported table.
type Table struct {
	ID        uuid.UUID
	Filename  string
	Format    tablefile.Format
	Encoding  string
	Separator string
	Layout    Layout
	Counts    map[string]int  // rows by result, and "repaired"
	IsStaged  bool            // neither applied nor proposed
	State     transfer.State  // of the import
	Total     int             // rows
	Plan      *tablefile.Plan // of a large table; nil: the table is small, or its file was not inspected yet
	Checked   int             // the number of the last row of a large table that was checked
	CreatedBy *uuid.UUID
}

const selectTable = `
	SELECT i.id, i.filename, i.state, i.total, t.format, t.encoding, t.separator, t.layout, t.counts, t.plan, t.checked,
		i.created_by_id AS created_by, NOT EXISTS (SELECT FROM change_sets c WHERE c.id = i.id) AS is_staged
	FROM imports i
	JOIN table_imports t ON t.import_id = i.id
	WHERE i.id = $1
	`

// Get returns a table, or a not_found problem.
func (t *Tables) Get(ctx context.Context, id uuid.UUID) (*Table, error) {
	return readTable(ctx, t.db.Pool, selectTable, id)
}

func readTable(ctx context.Context, q postgres.Querier, sql string, id uuid.UUID) (*Table, error) {
	rows, err := q.Query(ctx, sql, id)
	if err != nil {
		return nil, err
	}
	found, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Table])
	if postgres.IsNoRows(err) {
		return nil, problem.New(problem.NotFound, "This import does not exist, or it is an OPML list, which has no columns.")
	}
	return &found, err
}

// lockStaged reads a table with a lock. It returns a problem if it is still being read, if it was applied
// already, or if the actor may not change it.
func lockStaged(ctx context.Context, tx postgres.Tx, by audit.Actor, id uuid.UUID) (*Table, error) {
	table, err := lockUnapplied(ctx, tx, by, id)
	if err == nil && table.State == transfer.Reading {
		err = problem.New(problem.BadTransition, "The rows of this table are still being checked. Wait until all are, then "+
			"change or apply it.")
	}
	return table, err
}

// lockUnapplied reads a table with a lock. It returns a problem if it was applied already, or if the actor may
// not change it.
func lockUnapplied(ctx context.Context, tx postgres.Tx, by audit.Actor, id uuid.UUID) (*Table, error) {
	table, err := readTable(ctx, tx, selectTable+"FOR UPDATE OF i, t", id)
	if err != nil {
		return nil, err
	}
	isOwn := by.ActorID != nil && table.CreatedBy != nil && *by.ActorID == *table.CreatedBy
	switch {
	case identity.Role(by.Role) == identity.Contributor && !isOwn:
		return nil, problem.New(problem.NotOwner, "Another member uploaded this table. Contributors can only change "+
			"their own.")
	case !table.IsStaged:
		return nil, problem.New(problem.BadTransition, "This table was applied already. Import it again to change it.")
	}
	return table, nil
}

// guessLayout guesses the columns of a table, and returns them with its rows.
func (t *Tables) guessLayout(ctx context.Context, file *tablefile.Table) (Layout, []*Row, error) {
	remembered, err := t.rememberedTargets(ctx)
	if err != nil {
		return Layout{}, nil, err
	}
	layout, lines := newLayout(file, remembered)
	if len(lines) == 0 {
		return Layout{}, nil, tablefile.Problem(errNoRows)
	}
	rows := make([]*Row, len(lines))
	for i, line := range lines {
		rows[i] = newRow(i+1, line)
	}
	file.Rows = nil // rows holds the cells
	return layout, rows, nil
}

// newRow returns a row of a file, without the credentials in its addresses.
func newRow(number int, line tablefile.Row) *Row {
	hideCredentials(line.Cells, &line.Fault)
	return &Row{Number: number, Line: line.Line, Cells: line.Cells, Fault: line.Fault, readRepair: line.Repair}
}

// secretInCell is the fault of a row with credentials, which must not be stored in plain text.
const secretInCell = "An address contains a user name or a password, which was not kept. Save the row without " +
	"them, and enter them at the endpoint after the import."

// hideCredentials removes user names and passwords from the addresses in the cells of a row, and sets its
// fault if there are any.
func hideCredentials(cells []string, fault *string) {
	for n, cell := range cells {
		if !strings.Contains(cell, ":") { // no address with a password
			continue
		}
		if hidden := weburl.HideUserinfo(cell); hidden != cell {
			cells[n], *fault = hidden, secretInCell
		}
	}
}

// Create reads a table, stages its rows and returns the id of the import. A job stages a table with more than
// maxLines rows, and also reads a CSV, TSV or NDJSON file with more than maxLines lines.
func (t *Tables) Create(ctx context.Context, by audit.Actor, filename string, data []byte) (uuid.UUID, error) {
	id := idempotency.NewID(ctx)
	if repeated, err := idempotency.Created(ctx, t.Get); repeated != nil || err != nil {
		return id, err
	}
	if t.Enqueue != nil && bytes.Count(data, []byte("\n")) > maxLines {
		head := data[:min(len(data), tablefile.HeadSize)]
		if _, err := tablefile.CheckStream(filename, head); err == nil {
			return t.CreateLarge(ctx, by, filename, head, bytes.NewReader(data))
		}
	}
	file, err := tablefile.Read(ctx, filename, data)
	if err != nil {
		return uuid.Nil, tablefile.Problem(err)
	}
	return id, t.create(ctx, id, by, filename, file)
}

// CreateFromTable stages the rows of a table that was read, like Create.
func (t *Tables) CreateFromTable(ctx context.Context, by audit.Actor, filename string,
	file *tablefile.Table) (uuid.UUID, error) {
	id := idempotency.NewID(ctx)
	if repeated, err := idempotency.Created(ctx, t.Get); repeated != nil || err != nil {
		return id, err
	}
	return id, t.create(ctx, id, by, filename, file)
}

func (t *Tables) create(ctx context.Context, id uuid.UUID, by audit.Actor, filename string,
	file *tablefile.Table) error {
	layout, rows, err := t.guessLayout(ctx, file)
	if err != nil {
		return err
	}
	state, plan := transfer.Staged, (*tablefile.Plan)(nil)
	if t.Enqueue != nil && len(rows) > maxLines {
		state, plan = transfer.Reading, &tablefile.Plan{Format: file.Format, Rows: len(rows)}
		if err := t.makeRoom(ctx, by); err != nil {
			return err
		}
	}
	return t.db.Tx(ctx, func(tx postgres.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO imports (id, filename, state, total, notes, created_at, created_by_id, request_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			id, transfer.CleanFilename(filename), state, len(rows), postgres.Text(strings.Join(file.Notes, "\n")),
			time.Now(), by.ActorID, by.RequestID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO table_imports (import_id, format, encoding, separator, layout, plan)
			VALUES ($1, $2, $3, $4, $5, $6)`, id, file.Format, file.Encoding, file.Separator, layout, plan)
		if err != nil {
			return err
		}
		if plan != nil {
			return t.insertUnchecked(ctx, tx, id, rows)
		}
		if err := t.insertChecked(ctx, tx, id, layout, rows); err != nil {
			return err
		}
		return storeCounts(ctx, tx, id)
	})
}

// insertUnchecked stores rows that a job checks, because comparing all of them within a request takes too
// much memory.
func (t *Tables) insertUnchecked(ctx context.Context, tx postgres.Tx, id uuid.UUID, rows []*Row) error {
	for _, r := range rows {
		r.Result = Skipped // placeholder: rows are hidden until the job has checked them
	}
	if err := insertRows(ctx, tx, id, rows); err != nil {
		return err
	}
	return t.Enqueue(ctx, tx, id)
}

// insertChecked checks rows and stores them with their results. It releases the memory of their items.
func (t *Tables) insertChecked(ctx context.Context, tx postgres.Tx, id uuid.UUID, layout Layout, rows []*Row) error {
	c := newChecker(t.register, layout)
	for part := range slices.Chunk(rows, checkedRows) {
		if err := c.check(ctx, tx, part); err != nil {
			return err
		}
		if err := insertRows(ctx, tx, id, part); err != nil {
			return err
		}
		for _, r := range part {
			r.Items = nil
		}
	}
	return c.replaceUnresolved(ctx, tx, id)
}

// DryRun calls use with each row of a table and its result, and changes nothing. The notes name the columns
// that are ignored.
func (t *Tables) DryRun(ctx context.Context, filename string, data []byte, use func(StoredRow)) (*Outcome, error) {
	file, err := tablefile.Read(ctx, filename, data)
	if err != nil {
		return nil, tablefile.Problem(err)
	}
	return t.DryRunTable(ctx, file, use)
}

// DryRunTable checks the rows of a table that was read, like DryRun.
func (t *Tables) DryRunTable(ctx context.Context, file *tablefile.Table, use func(StoredRow)) (*Outcome, error) {
	layout, rows, err := t.guessLayout(ctx, file)
	if err != nil {
		return nil, err
	}
	err = t.db.Tx(ctx, func(tx postgres.Tx) error {
		c := newChecker(t.register, layout)
		if err := c.check(ctx, tx, rows); err != nil {
			return err
		}
		_, err := c.checkUnresolved(ctx, tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		use(StoredRow{Row: *r})
	}
	return &Outcome{Notes: append(file.Notes, layout.Notes()...)}, nil
}

// Discard deletes a table that was not applied. Upkeep deletes its rows.
func (t *Tables) Discard(ctx context.Context, by audit.Actor, id uuid.UUID) error {
	return t.db.Tx(ctx, func(tx postgres.Tx) error {
		if _, err := lockUnapplied(ctx, tx, by, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM imports WHERE id = $1", id)
		return err
	})
}

// stagedLifetime is how long a staged table is kept after its upload.
const stagedLifetime = 30 * 24 * time.Hour

// purgedRows is the number of rows that are deleted with one statement, which takes less than a second.
const purgedRows = 5000

// selectDiscarded selects the ids of the imports that have rows but were deleted. It reads one row of each
// import.
const selectDiscarded = `
	WITH RECURSIVE ids AS (
		(SELECT import_id FROM table_rows ORDER BY import_id LIMIT 1)
		UNION ALL
		SELECT (
			SELECT r.import_id
			FROM table_rows r
			WHERE r.import_id > ids.import_id
			ORDER BY r.import_id
			LIMIT 1)
		FROM ids
		WHERE ids.import_id IS NOT NULL
	)
	SELECT import_id
	FROM ids
	WHERE import_id IS NOT NULL AND NOT EXISTS (SELECT FROM imports i WHERE i.id = ids.import_id)`

// Upkeep continues to read large tables without a job. It deletes staged tables that are older than
// stagedLifetime, the rows of deleted tables, and the files of uploads that were interrupted.
func (t *Tables) Upkeep(ctx context.Context) error {
	if err := errors.Join(t.resume(ctx), upload.Upkeep(ctx, t.db)); err != nil {
		return err
	}
	_, err := t.db.Pool.Exec(ctx, `
		DELETE FROM imports i
		WHERE i.state = $1 AND i.created_at < $2 AND NOT EXISTS (SELECT FROM change_sets c WHERE c.id = i.id)`,
		transfer.Staged, time.Now().Add(-stagedLifetime))
	if err != nil {
		return err
	}
	ids, err := t.db.IDs(ctx, selectDiscarded)
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := postgres.InSteps(ctx, purgedRows, func(limit int) (int, error) {
			tag, err := t.db.Pool.Exec(ctx, `
				DELETE FROM table_rows
				WHERE ctid = ANY(ARRAY(SELECT ctid FROM table_rows WHERE import_id = $1 LIMIT $2))`, id, limit)
			return int(tag.RowsAffected()), err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
