package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

func TestBatchIsolatesRows(t *testing.T) {
	t.Parallel()
	db := postgres.FromPool(testdb.New(t))
	ids := make([]uuid.UUID, 40)
	for i := range ids {
		ids[i] = uuid.Must(uuid.NewV7())
	}
	refused, timedOut, panics := ids[0], ids[25], ids[39]
	isFixed := false
	var sizes []int
	handle := func(part []uuid.UUID) error {
		sizes = append(sizes, len(part))
		switch {
		case isFixed:
		case slices.Contains(part, timedOut):
			return &pgconn.PgError{Code: "57014"}
		case slices.Contains(part, panics):
			panic("an unexpected value")
		case slices.Contains(part, refused):
			return errors.New("refused\x00")
		}
		return nil
	}
	batch := db.Batch("test")
	due := func() []uuid.UUID {
		t.Helper()
		list, err := db.IDs(t.Context(), "SELECT id FROM unnest($1::uuid[]) id WHERE "+batch.NotFailed("id"), ids)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for range 2 {
		err := batch.EachPart(t.Context(), ids, 20, handle)
		if _, isJoined := err.(interface{ Unwrap() []error }); !isJoined ||
			len(err.(interface{ Unwrap() []error }).Unwrap()) != 3 {
			t.Fatalf("the batch returned %v", err)
		}
	}
	if !slices.Equal(sizes[:5], []int{20, 10, 5, 2, 1}) {
		t.Errorf("the parts have sizes %v", sizes)
	}
	if list := due(); len(list) != 37 || slices.Contains(list, refused) || slices.Contains(list, timedOut) {
		t.Errorf("%d rows are due", len(list))
	}
	var failures int
	var retryIn time.Duration
	err := db.Pool.QueryRow(t.Context(), "SELECT failures, retry_at - failed_at FROM failed_rows WHERE batch = 'test' "+
		"AND row_id = $1", refused).Scan(&failures, &retryIn)
	if err != nil || failures != 2 || retryIn != 10*time.Minute {
		t.Errorf("%d failures, the next attempt after %s, %v", failures, retryIn, err)
	}
	if _, err := db.Pool.Exec(t.Context(), "UPDATE failed_rows SET retry_at = now()"); err != nil || len(due()) != 40 {
		t.Errorf("%d rows are due after the pause, %v", len(due()), err)
	}
	isFixed = true
	if err := batch.EachPart(t.Context(), ids, 20, handle); err != nil {
		t.Fatal(err)
	}
	if left, err := db.IDs(t.Context(), "SELECT row_id FROM failed_rows"); err != nil || len(left) != 0 {
		t.Errorf("the failures are kept: %v, %v", left, err)
	}
}

// TestBatchStops verifies that a batch ends when the database is not available or the job is
// canceled, and stores no failure of a row.
func TestBatchStops(t *testing.T) {
	t.Parallel()
	db := postgres.FromPool(testdb.New(t))
	for _, cause := range []error{&pgconn.PgError{Code: "57P01"}, context.Canceled} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		calls := 0
		err := db.Batch("test").EachID(ctx, []uuid.UUID{uuid.New(), uuid.New()}, func(uuid.UUID) error {
			if calls++; errors.Is(cause, context.Canceled) {
				cancel()
			}
			return cause
		})
		if !errors.Is(err, cause) || calls != 1 {
			t.Errorf("%v: %d calls, %v", cause, calls, err)
		}
	}
	if failed, err := db.IDs(t.Context(), "SELECT row_id FROM failed_rows"); err != nil || len(failed) != 0 {
		t.Errorf("%v, %v", failed, err)
	}
}

func TestStepsShrinkAfterTimeouts(t *testing.T) {
	t.Parallel()
	left, limits := 1000, []int{}
	err := postgres.InSteps(t.Context(), 800, func(limit int) (int, error) {
		if limits = append(limits, limit); limit > 100 {
			return 0, fmt.Errorf("deleting: %w", &pgconn.PgError{Code: "57014"})
		}
		handled := min(limit, left)
		left -= handled
		return handled, nil
	})
	if err != nil || left != 0 || !slices.Equal(limits[:3], []int{800, 200, 50}) {
		t.Errorf("%d rows are left after steps of %v, %v", left, limits, err)
	}
}
