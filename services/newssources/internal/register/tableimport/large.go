package tableimport

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/upload"
)

const (
	// maxLines is the number of lines or rows above which a job checks a table. Checking fewer rows within a
	// request takes about 2 s and 50 MB of memory.
	maxLines = 20_000
	// maxLargeTables is the maximum number of large tables of a member that were not applied. Each takes up to 2 GB
	// in the database.
	maxLargeTables = 3
	// stagedRows is the number of rows of a large table that a transaction stages, in well below a second.
	stagedRows = 2 * checkedRows
)

// CreateLarge stores the file of a large table, whose rows a job reads and checks, and returns the id of the
// import. The first bytes of the file decide whether it can be read.
func (t *Tables) CreateLarge(ctx context.Context, by audit.Actor, filename string, head []byte,
	file io.Reader) (uuid.UUID, error) {
	id := idempotency.NewID(ctx)
	if repeated, err := idempotency.Created(ctx, t.Get); repeated != nil || err != nil {
		return id, err
	}
	format, err := tablefile.CheckStream(filename, head)
	if err != nil {
		return uuid.Nil, tablefile.Problem(err)
	}
	if err := t.makeRoom(ctx, by); err != nil {
		return uuid.Nil, err
	}
	if err := upload.Store(ctx, t.db, id, file); err != nil {
		return uuid.Nil, err
	}
	return id, t.db.Tx(ctx, func(tx postgres.Tx) error {
		_, err := tx.Exec(ctx, `
			INSERT INTO imports (id, filename, state, created_at, created_by_id, request_id)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			id, transfer.CleanFilename(filename), transfer.Reading, time.Now(), by.ActorID, by.RequestID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO table_imports (import_id, format, encoding, separator, layout)
			VALUES ($1, $2, '', '', $3)`, id, format, Layout{Columns: []Column{}, Clear: defaultClear})
		if err != nil {
			return err
		}
		return t.Enqueue(ctx, tx, id)
	})
}

// makeRoom discards large tables of the actor that change nothing, if there are maxLargeTables that were not applied.
// It returns a problem if so many others were not applied.
func (t *Tables) makeRoom(ctx context.Context, by audit.Actor) error {
	rows, err := t.db.Pool.Query(ctx, `
		SELECT i.id, i.state = 'staged' AND coalesce((t.counts->>'create')::integer, 0) = 0
			AND coalesce((t.counts->>'update')::integer, 0) = 0 AND coalesce((t.counts->>'conflict')::integer, 0) = 0
			AND coalesce((t.counts->>'invalid')::integer, 0) = 0
		FROM imports i
		JOIN table_imports t ON t.import_id = i.id
		WHERE i.created_by_id = $1 AND (i.state = 'reading' OR i.state = 'staged' AND t.plan IS NOT NULL)
			AND NOT EXISTS (SELECT FROM change_sets c WHERE c.id = i.id)`, by.ActorID)
	if err != nil {
		return err
	}
	var id uuid.UUID
	var changesNothing bool
	var toDiscard []uuid.UUID
	count := 0
	_, err = pgx.ForEachRow(rows, []any{&id, &changesNothing}, func() error {
		if changesNothing {
			toDiscard = append(toDiscard, id)
		} else {
			count++
		}
		return nil
	})
	if err == nil && count >= maxLargeTables {
		return problem.New(problem.LimitReached, "You have %d large tables that were not applied. Apply or discard one of "+
			"them, then upload this one.", count)
	}
	if err == nil && count+len(toDiscard) >= maxLargeTables {
		_, err = t.db.Pool.Exec(ctx, "DELETE FROM imports WHERE id = ANY($1) AND state = 'staged'", toDiscard)
	}
	return err
}

// Stage reads and checks the rows of a large table, one transaction for stagedRows, and reports whether all
// were checked. If ctx ends before, the next call continues after the last transaction.
func (t *Tables) Stage(ctx context.Context, id uuid.UUID) (done bool, err error) {
	table, err := t.Get(ctx, id)
	if problem.Is(err, problem.NotFound) { // it was discarded
		return true, nil
	}
	if err == nil && table.State == transfer.Reading && table.Plan == nil {
		if err = t.inspect(ctx, table); err == nil {
			table, err = t.Get(ctx, id)
		}
	}
	if rejection, ok := errors.AsType[*tablefile.Error](err); ok {
		return true, t.FailStage(ctx, id, rejection.Detail)
	}
	if err != nil || table.State != transfer.Reading {
		return err == nil, err
	}
	s, err := t.newStager(ctx, table)
	if err == nil {
		err = s.run(ctx)
	}
	if ctx.Err() != nil {
		return false, nil
	}
	if errors.Is(err, errNotReading) {
		return true, nil
	}
	return err == nil, err
}

// inspect finds the columns of the file of a table and guesses what they are.
func (t *Tables) inspect(ctx context.Context, table *Table) error {
	open := func() io.Reader { return upload.Open(ctx, t.db, table.ID) }
	plan, sample, err := tablefile.Inspect(ctx, table.Filename, open)
	if err != nil {
		return err
	}
	remembered, err := t.rememberedTargets(ctx)
	if err != nil {
		return err
	}
	layout, rows := newLayout(sample, remembered)
	plan.Skipped = len(sample.Rows) - len(rows)
	if plan.Rows == plan.Skipped {
		return errNoRows
	}
	return t.db.Tx(ctx, func(tx postgres.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE imports SET total = $2, notes = $3 WHERE id = $1", table.ID, plan.Rows-plan.Skipped,
			postgres.Text(strings.Join(sample.Notes, "\n")))
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			UPDATE table_imports SET plan = $2, layout = $3, encoding = $4, separator = $5, format = $6
			WHERE import_id = $1`, table.ID, plan, layout, plan.Encoding, plan.Separator, plan.Format)
		return err
	})
}

// errNoRows is the error of a table without rows.
var errNoRows = &tablefile.Error{Code: tablefile.Empty,
	Detail: "This table has a header but no rows, so there is nothing to import."}

// FailStage ends the reading of a large table with a reason.
func (t *Tables) FailStage(ctx context.Context, id uuid.UUID, reason string) error {
	_, err := t.db.Pool.Exec(ctx, `
		UPDATE imports SET state = 'failed', error = $2, finished_at = now()
		WHERE id = $1 AND state = 'reading'`, id, reason)
	return errors.Join(err, upload.Delete(ctx, t.db, id))
}

// checkAgain enqueues a job that checks all rows of a large table again.
func (t *Tables) checkAgain(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	if _, err := tx.Exec(ctx, "UPDATE imports SET state = 'reading' WHERE id = $1", id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "UPDATE table_imports SET checked = 0, counts = '{}' WHERE import_id = $1", id)
	if err != nil {
		return err
	}
	return t.Enqueue(ctx, tx, id)
}

// selectAbandoned selects the tables in the state reading without a job, for example because the process
// crashed in the last attempt.
const selectAbandoned = `
	SELECT i.id
	FROM imports i
	WHERE i.state = 'reading'
		AND NOT EXISTS (
			SELECT
			FROM river_job j
			WHERE j.kind = 'stage_table' AND j.args->>'import_id' = i.id::text
				AND j.state NOT IN ('completed', 'cancelled', 'discarded'))`

// resume inserts the jobs of abandoned tables.
func (t *Tables) resume(ctx context.Context) error {
	ids, err := t.db.IDs(ctx, selectAbandoned)
	if err != nil {
		return err
	}
	return t.db.Batch("resume_tables").EachID(ctx, ids, func(id uuid.UUID) error {
		return t.db.Tx(ctx, func(tx postgres.Tx) error { return t.Enqueue(ctx, tx, id) })
	})
}
