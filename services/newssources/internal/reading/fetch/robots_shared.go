package fetch

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

// selectRobots selects the robots.txt of a site.
const selectRobots = `SELECT expires_at - now() AS expires_in, outcome, waits, truncated, body FROM robots_files
	WHERE site = $1`

// readRobots returns the robots.txt of a site that has not expired, or nil if there is none or
// nothing is shared.
func (c *Client) readRobots(ctx context.Context, site string) (*storedRobots, error) {
	if c.pacer == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, paceTimeout)
	defer cancel()
	rows, err := c.pacer.db.Query(ctx, selectRobots+" AND expires_at > now()", site)
	if err != nil {
		return nil, err
	}
	stored, err := pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[storedRobots])
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return stored, err
}

// shareRobots stores a robots.txt and returns the one that is valid: that of another process if it
// was stored first, so that all processes decide alike. If the site could not be reached, the
// former rules remain valid.
func (c *Client) shareRobots(ctx context.Context, site string, file *storedRobots) (valid *storedRobots, err error) {
	if c.pacer == nil {
		return file, nil
	}
	ctx, cancel := context.WithTimeout(ctx, paceTimeout)
	defer cancel()
	changes := "expires_at = excluded.expires_at"
	if !file.isInconclusive {
		changes += ", outcome = excluded.outcome, waits = excluded.waits, truncated = excluded.truncated, body = " +
			"excluded.body"
	}
	batch := &pgx.Batch{}
	batch.Queue(asyncCommit)
	batch.Queue(`INSERT INTO robots_files AS f (site, expires_at, outcome, waits, truncated, body)
		VALUES ($1, now() + $2::interval, $3, $4, $5, coalesce($6, ''::bytea))
		ON CONFLICT (site) DO UPDATE SET `+changes+" WHERE f.expires_at <= now()", site, file.ExpiresIn, string(file.Outcome), file.Waits, file.Truncated, file.Body)
	batch.Queue(selectRobots, site).Query(func(rows pgx.Rows) error {
		valid, err = pgx.CollectExactlyOneRow(rows, pgx.RowToAddrOfStructByName[storedRobots])
		return err
	})
	return valid, c.pacer.db.SendBatch(ctx, batch).Close()
}
