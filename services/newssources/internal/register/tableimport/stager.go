package tableimport

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/upload"
)

// stager checks the rows of a large table. It holds only the rows of one transaction and an index of the outlets
// and feeds of earlier rows, which are read again if a later row has the same outlet or feed.
type stager struct {
	tables *Tables
	table  *Table
	seen   seenRows
}

// errNotReading ends the reading of a table that was discarded, or that another job reads.
var errNotReading = errors.New("the table is not being read by this job")

func (t *Tables) newStager(ctx context.Context, table *Table) (*stager, error) {
	s := &stager{tables: t, table: table, seen: newSeenRows()}
	return s, s.seen.read(ctx, t.db, table)
}

// run checks the rows after the last one that was checked: those in the file or, if a person has changed the
// columns of the table, those that are stored.
func (s *stager) run(ctx context.Context) error {
	var stored int
	err := s.tables.db.Pool.QueryRow(ctx, "SELECT coalesce(max(number), 0) FROM table_rows WHERE import_id = $1",
		s.table.ID).Scan(&stored)
	if err != nil {
		return err
	}
	switch {
	case s.table.Checked == s.table.Total:
	case stored > s.table.Checked:
		err = s.runStored(ctx)
	default:
		err = s.readFile(ctx)
	}
	if err == nil { // without statistics, which autovacuum collects a minute later, the planner sorts all rows for a page
		_, err = s.tables.db.Pool.Exec(ctx, "ANALYZE table_rows")
	}
	if err != nil {
		return err
	}
	if err := s.finish(ctx); err != nil {
		return err
	}
	return upload.Delete(ctx, s.tables.db, s.table.ID)
}

// readFile checks the rows of the file.
func (s *stager) readFile(ctx context.Context) error {
	var rows []*Row
	number := 0
	err := s.table.Plan.Read(ctx, upload.Open(ctx, s.tables.db, s.table.ID), func(line tablefile.Row) error {
		if number++; number <= s.table.Checked {
			return nil
		}
		if rows = append(rows, newRow(number, line)); len(rows) < stagedRows {
			return nil
		}
		err := s.store(ctx, rows, nil)
		rows = nil
		return err
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	return s.store(ctx, rows, nil)
}

// runStored checks stored rows again.
func (s *stager) runStored(ctx context.Context) error {
	for s.table.Checked < s.table.Total {
		err := s.store(ctx, nil, func(tx postgres.Tx) ([]*Row, error) {
			return readStored(ctx, tx, "WHERE r.import_id = $1 AND r.number > $2 ORDER BY r.number LIMIT $3", s.table.ID,
				s.table.Checked, stagedRows)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// store checks rows, or those that read returns, and stores them with their results and the progress, in one
// transaction.
func (s *stager) store(ctx context.Context, rows []*Row, read func(tx postgres.Tx) ([]*Row, error)) error {
	err := s.tables.db.Tx(ctx, func(tx postgres.Tx) (err error) {
		locked, err := readTable(ctx, tx, selectTable+"FOR UPDATE OF i, t", s.table.ID)
		if err != nil {
			return err
		}
		if locked.State != transfer.Reading || locked.Checked != s.table.Checked {
			return errNotReading
		}
		if read != nil {
			if rows, err = read(tx); err != nil {
				return err
			}
		}
		if err := s.check(ctx, tx, rows, false); err != nil {
			return err
		}
		insert := insertRows
		if read != nil {
			insert = replaceRows
		}
		if err := insert(ctx, tx, s.table.ID, rows); err != nil {
			return err
		}
		counts := locked.Counts
		for _, r := range rows {
			r.count(counts, 1)
		}
		checked := rows[len(rows)-1].Number
		_, err = tx.Exec(ctx, "UPDATE table_imports SET checked = $2, counts = $3 WHERE import_id = $1", s.table.ID, checked,
			counts)
		return err
	})
	if err != nil {
		return err
	}
	for _, r := range rows {
		s.seen.add(r)
	}
	s.table.Checked = rows[len(rows)-1].Number
	return nil
}

// finish checks again the invalid rows that name a parent, because a later row may create it, and sets the state
// of the import to staged.
func (s *stager) finish(ctx context.Context) error {
	for last := 0; ; {
		var rows []*Row
		err := s.tables.db.Tx(ctx, func(tx postgres.Tx) error {
			locked, err := readTable(ctx, tx, selectTable+"FOR UPDATE OF i, t", s.table.ID)
			if err != nil {
				return err
			}
			if locked.State != transfer.Reading {
				return errNotReading
			}
			rows, err = readStored(ctx, tx, `
				WHERE r.import_id = $1 AND r.result = 'invalid' AND r.parent <> '' AND r.number > $2
				ORDER BY r.number
				LIMIT $3`, s.table.ID, last, stagedRows)
			if err != nil {
				return err
			}
			if len(rows) == 0 {
				_, err := tx.Exec(ctx, "UPDATE imports SET state = 'staged' WHERE id = $1", s.table.ID)
				return err
			}
			for _, r := range rows {
				r.count(locked.Counts, -1)
			}
			if err := s.check(ctx, tx, rows, true); err != nil {
				return err
			}
			for _, r := range rows {
				r.count(locked.Counts, 1)
			}
			if err := replaceRows(ctx, tx, s.table.ID, rows); err != nil {
				return err
			}
			_, err = tx.Exec(ctx, "UPDATE table_imports SET counts = $2 WHERE import_id = $1", s.table.ID, locked.Counts)
			return err
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, r := range rows {
			s.seen.add(r)
		}
		last = rows[len(rows)-1].Number
	}
}

// check sets the results of rows. The earlier rows with the same outlet or feed are checked first, because
// the results depend on them.
func (s *stager) check(ctx context.Context, tx postgres.Tx, rows []*Row, isLastPass bool) error {
	c := newChecker(s.tables.register, s.table.Layout)
	c.isLastPass = isLastPass
	if err := c.resolve(ctx, tx, rows); err != nil {
		return err
	}
	earlier := map[int32]bool{}
	for _, r := range rows {
		if r.parsed != nil {
			s.seen.find(r.parsed, earlier)
		}
	}
	if len(earlier) > 0 {
		compared, err := readStored(ctx, tx, "WHERE r.import_id = $1 AND r.number = ANY($2) ORDER BY r.number", s.table.ID,
			slices.Collect(maps.Keys(earlier)))
		if err != nil {
			return err
		}
		if err := c.check(ctx, tx, compared); err != nil {
			return err
		}
	}
	return c.check(ctx, tx, rows)
}

// count adds n to the counts of the results of a row.
func (r *Row) count(counts map[string]int, n int) {
	if counts[string(r.Result)] += n; counts[string(r.Result)] == 0 {
		delete(counts, string(r.Result))
	}
	if r.Repair != "" {
		counts["repaired"] += n
	}
}

// claims reports whether later rows are compared with the row.
func (r *Row) claims() bool {
	return r.Result != Invalid && r.Result != Conflict && r.Result != Skipped
}
