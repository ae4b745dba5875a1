package record

import (
	"context"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// notSavedDetail is the detail of an endpoint whose last result could not be stored.
const notSavedDetail = "The result of the last check could not be saved because of an internal error. " +
	"Report this to an administrator."

// Drop ends the lease of a finding that cannot be stored, and postpones the next check of its endpoint to
// the time of failed_rows, where the batch has stored the failure.
func (c Config) Drop(ctx context.Context, tx postgres.Tx, f *Finding, batch string) error {
	if err := lockDomains(ctx, tx, []*Finding{f}); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		UPDATE endpoint_states s
		SET last_detail = $3, next_check_at = f.retry_at
		FROM failed_rows f
		WHERE s.endpoint_id = $1 AND s.revision = $2 AND f.row_id = s.endpoint_id AND f.batch = $4`,
		f.EndpointID, f.Revision, notSavedDetail, batch); err != nil {
		return err
	}
	return c.freeDomains(ctx, tx, []*Finding{f})
}
