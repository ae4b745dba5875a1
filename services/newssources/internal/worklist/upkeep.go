package worklist

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

// maxEnded bounds the sources whose work or snooze one run ends. The next run ends the others.
const maxEnded = 1000

// Upkeep ends the work on sources that no longer need a person, expired snoozes, and the assignments of members who can no longer
// change sources. It returns the number of sources that it changed.
func (l *List) Upkeep(ctx context.Context) (ended int, err error) {
	recovered, recoveredErr := l.endRecovered(ctx)
	snoozes, err := l.endSnoozes(ctx)
	released, releaseErr := l.people.ReleaseWork(ctx)
	return recovered + snoozes + released, errors.Join(recoveredErr, err, releaseErr)
}

// endSnoozes ends expired snoozes and returns their number. The next run handles sources that another transaction has locked.
func (l *List) endSnoozes(ctx context.Context) (ended int, err error) {
	err = l.db.Tx(ctx, func(tx postgres.Tx) error {
		items, err := lockDue(ctx, tx)
		if err != nil || len(items) == 0 {
			return err
		}
		found, err := lockRows(ctx, tx, items)
		if err != nil {
			return err
		}
		var updates []update
		for _, r := range found {
			updates = append(updates, update{r, Change{Action: Unsnooze}.apply(r.Work, nil)})
		}
		ended = len(updates)
		return save(ctx, tx, audit.Actor{}, Unsnooze, updates)
	})
	return ended, err
}

// lockDue locks and returns sources whose snooze has expired.
func lockDue(ctx context.Context, tx postgres.Tx) ([]Item, error) {
	rows, err := tx.Query(ctx, `SELECT source_id FROM source_health WHERE snoozed_until <= now() ORDER BY source_id LIMIT $1 FOR UPDATE SKIP LOCKED`, maxEnded)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (item Item, err error) { return item, row.Scan(&item.SourceID) })
}
