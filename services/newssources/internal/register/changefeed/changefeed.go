// Package changefeed reads the changes of the register in the order of their commits, for programs
// that mirror it. Triggers record them (ADR 62).
package changefeed

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const (
	// retention is how long changes are kept: a mirror that was off for a holiday continues, and a
	// register whose 100,000 sources all change every day takes 300 MB for it.
	retention = 30 * 24 * time.Hour
	// purgeBatch is the number of commits whose changes one statement deletes.
	purgeBatch = 500
	// PollInterval is the time between two reads of a program that waits for changes.
	PollInterval = 500 * time.Millisecond
)

// Feed reads the changes. It is safe for concurrent use.
type Feed struct{ db *postgres.DB }

// New returns the feed of a database.
func New(db *postgres.DB) *Feed { return &Feed{db: db} }

// Change is the change of a source, its endpoints or its tags by a transaction. A transaction has one
// change of a source at most.
type Change struct {
	SourceID uuid.UUID
	At       time.Time      // of the commit
	Source   *source.Source // after this change or a later one; nil: it was deleted
	Cursor   string         // the position of the change
}

// selectChanges reads the remaining changes of the commit of the cursor, and those of the commits
// after it. LATERAL prevents a scan of all changes, which statistics from before a bulk change suggest.
const selectChanges = `
	SELECT *
	FROM (
		(
			SELECT c.seq, c.at, r.source_id
			FROM register_commits c
			JOIN register_changes r ON r.commit_id = c.id
			WHERE c.seq = $1 AND r.source_id > $2
			ORDER BY r.source_id
			LIMIT $3
		)
		UNION ALL
		(
			SELECT c.seq, c.at, r.source_id
			FROM register_commits c
			CROSS JOIN LATERAL (
				SELECT source_id
				FROM register_changes
				WHERE commit_id = c.id
				ORDER BY source_id
				LIMIT $3
			) r
			WHERE c.seq > $1
			ORDER BY c.seq, r.source_id
			LIMIT $3
		)
	) changes
	ORDER BY seq, source_id
	LIMIT $3`

const selectCommit = `
	SELECT EXISTS (
		SELECT
		FROM register_commits
		WHERE seq = $1 AND at = $2
	)`

// Read returns up to limit changes after a cursor in the order of their commits, and the cursor after
// them. An empty cursor reads from the oldest change. All values are of one snapshot of the database.
func (f *Feed) Read(ctx context.Context, since string, limit int) (changes []Change, next string, err error) {
	from, err := parseCursor(since)
	if err != nil {
		return nil, "", err
	}
	err = f.readSnapshot(ctx, func(tx pgx.Tx) error {
		changes, err = readChanges(ctx, tx, from, limit)
		switch {
		case err != nil:
			return err
		case len(changes) > 0:
			next = changes[len(changes)-1].Cursor
		case since != "":
			next = since
		default:
			next, err = last(ctx, tx)
		}
		return err
	})
	return changes, next, err
}

// readSnapshot runs read in a transaction that sees one snapshot of the database.
func (f *Feed) readSnapshot(ctx context.Context, read func(pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, f.db.Pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, read)
}

func readChanges(ctx context.Context, tx pgx.Tx, from position, limit int) ([]Change, error) {
	var exists bool
	if from != (position{}) {
		if err := tx.QueryRow(ctx, selectCommit, from.seq, from.at).Scan(&exists); err != nil {
			return nil, err
		}
		if !exists {
			return nil, errExpired()
		}
	}
	rows, err := tx.Query(ctx, selectChanges, from.seq, from.sourceID, limit)
	if err != nil {
		return nil, err
	}
	var ids []uuid.UUID
	changes, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Change, err error) {
		var p position
		err = row.Scan(&p.seq, &p.at, &p.sourceID)
		ids = append(ids, p.sourceID)
		return Change{SourceID: p.sourceID, At: p.at, Cursor: p.String()}, err
	})
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	list, err := source.Load(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]*source.Source, len(list))
	for _, s := range list {
		found[s.ID] = s
	}
	for i, c := range changes {
		changes[i].Source = found[c.SourceID]
	}
	return changes, nil
}

// Last returns the cursor after the last change. Sources that are read afterwards include all changes
// up to it.
func (f *Feed) Last(ctx context.Context) (string, error) { return last(ctx, f.db.Pool) }

func last(ctx context.Context, q interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}) (string, error) {
	p := position{sourceID: uuid.Max}
	err := q.QueryRow(ctx, `
		SELECT seq, at
		FROM register_commits
		WHERE seq IS NOT NULL
		ORDER BY seq DESC
		LIMIT 1`).Scan(&p.seq, &p.at)
	return p.String(), err
}

// HasChanges reports whether there are changes after a cursor that Read returned at the end of the feed.
func (f *Feed) HasChanges(ctx context.Context, cursor string) (has bool, err error) {
	from, err := parseCursor(cursor)
	if err != nil {
		return false, err
	}
	err = f.db.Pool.QueryRow(ctx, `
		SELECT EXISTS (
			SELECT
			FROM register_commits
			WHERE seq > $1
		)`, from.seq).Scan(&has)
	return has, err
}

// Sources returns up to limit sources with an id after the given one, in the order of their ids.
func (f *Feed) Sources(ctx context.Context, after uuid.UUID, limit int) (list []*source.Source, err error) {
	err = f.readSnapshot(ctx, func(tx pgx.Tx) error {
		list, err = source.LoadAfter(ctx, tx, after, limit)
		return err
	})
	return list, err
}

// Purge deletes the changes that are older than the retention, except the last commit, whose cursor
// stays valid while nothing changes. The lowest positions are deleted first, so a cursor whose commit
// exists is followed by all later changes.
func (f *Feed) Purge(ctx context.Context) error {
	return postgres.InSteps(ctx, purgeBatch, func(limit int) (deleted int, err error) {
		err = f.db.Pool.QueryRow(ctx, `
			WITH old AS (
				DELETE FROM register_commits
				WHERE seq IN (
					SELECT seq
					FROM (
						SELECT seq, at
						FROM register_commits
						WHERE seq < (SELECT max(seq) FROM register_commits)
						ORDER BY seq
						LIMIT $1
					) lowest
					WHERE at < $2
				)
				RETURNING id
			), removed AS (
				DELETE FROM register_changes
				WHERE commit_id IN (SELECT id FROM old)
			)
			SELECT count(*)
			FROM old`, limit, time.Now().Add(-retention)).Scan(&deleted)
		return deleted, err
	})
}
