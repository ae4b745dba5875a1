package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

const (
	// firstRetry is the back-off of a row after its first failure: batches skip the row for this
	// time. It doubles with each further failure, up to maxRetry.
	firstRetry, maxRetry = 5 * time.Minute, 24 * time.Hour
	// maxReported is the maximum number of failures in the error of a batch. The table failed_rows
	// has all of them.
	maxReported = 10
	// maxFailureText is the maximum length of the stored error of a row, in characters.
	maxFailureText = 500
)

// isCurrent is the condition that a failure is recent and its row waits for a retry. The interval
// is longer than maxRetry: a row whose last failure is older was deleted or no longer needs work.
const isCurrent = "failed_at > now() - interval '26 hours'"

// CountFailedRows selects the number of rows that batches could not handle and will retry.
const CountFailedRows = "SELECT count(*) FROM failed_rows WHERE " + isCurrent

// Batch handles many rows. A row that fails does not stop the others: it is stored in the table
// failed_rows, and the metric newsources_failed_rows counts it. EachRow, EachID and EachPart return
// the combined errors of the failed rows, or the first error for which StopsBatch is true.
type Batch struct {
	db   *DB
	Name string
}

// Batch returns a batch. Its failures are stored under the name.
func (db *DB) Batch(name string) Batch { return Batch{db, name} }

// NotFailed returns the SQL condition that a row has not failed in the batch, or is due for a
// retry. column has the id of the row. A query with a limit needs the condition; otherwise, each
// run would select the failing rows again.
func (b Batch) NotFailed(column string) string {
	return `NOT EXISTS (SELECT FROM failed_rows f WHERE f.batch = '` + b.Name + `' AND f.row_id = ` + column +
		` AND f.retry_at > now())`
}

// EachRow calls handle for each row of a batch. id returns the id of a row.
func EachRow[T any](ctx context.Context, b Batch, rows []T, id func(T) uuid.UUID, handle func(T) error) error {
	return eachPart(ctx, b, rows, 1, id, func(part []T) error { return handle(part[0]) })
}

// EachID calls handle for each id.
func (b Batch) EachID(ctx context.Context, ids []uuid.UUID, handle func(uuid.UUID) error) error {
	return b.EachPart(ctx, ids, 1, func(part []uuid.UUID) error { return handle(part[0]) })
}

// EachPart calls handle with parts of up to size ids. When handle fails, EachPart calls it with
// each half of the part, down to single ids, so handle must be a transaction or idempotent.
func (b Batch) EachPart(ctx context.Context, ids []uuid.UUID, size int, handle func([]uuid.UUID) error) error {
	return eachPart(ctx, b, ids, size, func(id uuid.UUID) uuid.UUID { return id }, handle)
}

// eachPart is EachPart for rows of any type.
func eachPart[T any](ctx context.Context, b Batch, rows []T, size int, id func(T) uuid.UUID,
	handle func([]T) error) error {
	var done []uuid.UUID
	var failures []error
	var visit func(part []T) error
	visit = func(part []T) error {
		err := callRecovering(handle, part)
		switch {
		case err == nil:
			for _, row := range part {
				done = append(done, id(row))
			}
			return nil
		case StopsBatch(ctx, err):
			return err
		case len(part) == 1:
			failures = append(failures, fmt.Errorf("%s, row %s: %w", b.Name, id(part[0]), err))
			return b.Fail(ctx, id(part[0]), err)
		}
		half := len(part) / 2
		if err := visit(part[:half]); err != nil {
			return err
		}
		return visit(part[half:])
	}
	for part := range slices.Chunk(rows, size) {
		if err := visit(part); err != nil {
			return err
		}
	}
	if len(done) > 0 && ctx.Err() == nil {
		if err := b.forget(ctx, done); err != nil {
			return err
		}
	}
	if more := len(failures) - maxReported; more > 0 {
		failures = append(failures[:maxReported], fmt.Errorf("%s: %d more rows failed", b.Name, more))
	}
	return errors.Join(failures...)
}

// callRecovering calls handle and returns a panic as an error.
func callRecovering[T any](handle func([]T) error, part []T) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v\n%s", value, debug.Stack())
		}
	}()
	return handle(part)
}

// Fail stores the failure of a row and the time of its next attempt.
func (b Batch) Fail(ctx context.Context, id uuid.UUID, cause error) error {
	text := []rune(Text(cause.Error()))
	_, err := b.db.Pool.Exec(ctx, `
		INSERT INTO failed_rows AS f (batch, row_id, failures, error, failed_at, retry_at)
		VALUES ($1, $2, 1, $3, now(), now() + $4::interval)
		ON CONFLICT (batch, row_id) DO UPDATE SET
			failures = f.failures + 1,
			error = excluded.error,
			failed_at = excluded.failed_at,
			retry_at = now() + least($4::interval * 2 ^ least(f.failures, 20), $5::interval)`,
		b.Name, id, string(text[:min(len(text), maxFailureText)]), firstRetry, maxRetry)
	return err
}

// forget deletes the failures of rows that were handled, and those that isCurrent excludes.
func (b Batch) forget(ctx context.Context, handled []uuid.UUID) error {
	_, err := b.db.Pool.Exec(ctx, `
		DELETE FROM failed_rows
		WHERE batch = $1
			AND (row_id = ANY($2) OR NOT `+isCurrent+`)`, b.Name, handled)
	return err
}

// IDs returns the ids that a query selects.
func (db *DB) IDs(ctx context.Context, query string, args ...any) ([]uuid.UUID, error) {
	rows, err := db.Pool.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
}

// InSteps calls step until it handles fewer rows than its limit. When a statement of a step times
// out, InSteps repeats the step with a quarter of the limit.
func InSteps(ctx context.Context, limit int, step func(limit int) (handled int, err error)) error {
	for {
		handled, err := step(limit)
		switch {
		case IsStatementTimeout(err) && ctx.Err() == nil && limit > 1:
			limit = max(limit/4, 1)
		case err != nil || handled < limit:
			return err
		}
	}
}
