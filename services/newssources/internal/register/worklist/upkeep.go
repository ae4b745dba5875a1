package worklist

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

const (
	// maxEnded bounds the sources whose work or snooze one run ends. The next run ends the others.
	maxEnded = 1000
	// endedAtOnce is the number of sources that one transaction changes.
	endedAtOnce = 200
)

// Upkeep ends the work on sources that no longer need a person, expired snoozes, and the
// assignments of members who can no longer change sources. It returns the number of sources that it
// changed. A source that fails does not stop the others.
func (l *List) Upkeep(ctx context.Context) (ended int, err error) {
	recovered, recoveredErr := l.endRecovered(ctx)
	snoozes, err := l.endSnoozes(ctx)
	released, releaseErr := l.people.ReleaseWork(ctx)
	return recovered + snoozes + released, errors.Join(recoveredErr, err, releaseErr)
}

// endRecovered ends the work on sources that need no person any more because of a change other than
// a check, such as a pause, and on sources that a worker of an earlier version has checked.
func (l *List) endRecovered(ctx context.Context) (int, error) {
	return l.endEach(ctx, "end_work", "(assignee_id IS NOT NULL OR snoozed_until IS NOT NULL) AND state IN ('ok', '')",
		func(tx postgres.Tx, sources []uuid.UUID) (int, error) { return end(ctx, tx, endWorkOfSources, sources) })
}

// endSnoozes ends expired snoozes and returns their number. The next run handles sources that
// another transaction has locked.
func (l *List) endSnoozes(ctx context.Context) (ended int, err error) {
	return l.endEach(ctx, "end_snoozes", "snoozed_until <= now()", func(tx postgres.Tx, sources []uuid.UUID) (int, error) {
		items, err := lockDue(ctx, tx, sources)
		if err != nil || len(items) == 0 {
			return 0, err
		}
		found, err := lockRows(ctx, tx, items)
		if err != nil {
			return 0, err
		}
		var updates []update
		for _, r := range found {
			updates = append(updates, update{r, Change{Action: Unsnooze}.apply(r.Work, nil)})
		}
		return len(updates), save(ctx, tx, audit.Actor{}, updates)
	})
}

// endEach calls change with the sources whose health meets a condition, and returns the number of
// those that it has changed.
func (l *List) endEach(ctx context.Context, name, condition string,
	change func(postgres.Tx, []uuid.UUID) (int, error)) (ended int, err error) {
	batch := l.db.Batch(name)
	sources, err := l.db.IDs(ctx,
		"SELECT source_id FROM source_health WHERE "+condition+" AND "+batch.NotFailed("source_id")+" LIMIT $1", maxEnded)
	if err != nil {
		return 0, err
	}
	err = batch.EachPart(ctx, sources, endedAtOnce, func(part []uuid.UUID) error {
		var changed int
		err := l.db.Tx(ctx, func(tx postgres.Tx) (err error) {
			changed, err = change(tx, part)
			return err
		})
		if err == nil {
			ended += changed
		}
		return err
	})
	return ended, err
}

// lockDue locks and returns those of the sources whose snooze has expired.
func lockDue(ctx context.Context, tx postgres.Tx, sources []uuid.UUID) ([]Item, error) {
	rows, err := tx.Query(ctx, `
		SELECT source_id
		FROM source_health
		WHERE source_id = ANY($1) AND snoozed_until <= now()
		ORDER BY source_id
		FOR UPDATE SKIP LOCKED`, sources)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows,
		func(row pgx.CollectableRow) (item Item, err error) { return item, row.Scan(&item.SourceID) })
}
