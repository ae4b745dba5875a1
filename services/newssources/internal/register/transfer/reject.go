package transfer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/newsources/newsources/services/newssources/internal/ent"
	"github.com/newsources/newsources/services/newssources/internal/ent/importrow"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// reject records that a row could not be saved, and why. The other rows of the import are not
// affected.
func reject(ctx context.Context, tx postgres.Tx, row *ent.ImportRow, cause error) error {
	slog.ErrorContext(ctx, "a row of an import could not be saved", "import", row.ImportID, "row", row.Number, "error",
		cause)
	return tx.Ent.ImportRow.UpdateOne(row).SetResult(importrow.ResultInvalid).SetReason(rejectReason(cause)).ClearSealed().
		Exec(ctx)
}

// rejectReason returns a text for people that says why a row could not be saved. For an unexpected
// database error, it contains the error code and the name of the constraint, with which an
// administrator can find the cause.
func rejectReason(cause error) string {
	if errors.Is(cause, source.ErrSourceGone) || postgres.UniqueViolation(cause) != "" {
		return "Another member changed the same source during the import. Import the list again."
	}
	if pg, ok := errors.AsType[*pgconn.PgError](cause); ok {
		return fmt.Sprintf("This row could not be saved (database error %s). The other rows are not affected. Report this "+
			"to an administrator.", strings.TrimSpace(pg.Code+" "+pg.ConstraintName))
	}
	return "This row could not be saved because of an internal error. The other rows are not affected. Report this to " +
		"an administrator."
}
