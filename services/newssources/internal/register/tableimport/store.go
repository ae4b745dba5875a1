package tableimport

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// insertRows stores rows with their results.
func insertRows(ctx context.Context, tx postgres.Tx, id uuid.UUID, rows []*Row) error {
	columns := []string{"import_id", "number", "line", "cells", "fault", "read_repair", "repair", "skipped", "result",
		"reason", "outlet", "url_keys", "source_id", "source_name", "items", "parent"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"table_rows"}, columns,
		pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			r := rows[i]
			items, err := json.Marshal(append([]change.Item{}, r.Items...))
			return []any{id, int32(r.Number), int32(r.Line), r.Cells, r.Fault, r.readRepair, r.Repair, r.Skipped,
				string(r.Result), r.Reason, r.outlet, append([]string{}, r.urlKeys...), r.SourceID, r.SourceName, items,
				r.parent}, err
		}))
	return err
}

// storeCounts counts the rows of a table by result.
func storeCounts(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE table_imports SET counts = (
			SELECT coalesce(jsonb_object_agg(c.result, c.count), '{}')
			FROM (
				SELECT r.result, count(*) AS count
				FROM table_rows r
				WHERE r.import_id = $1
				GROUP BY r.result
				UNION ALL
				SELECT 'repaired', count(*)
				FROM table_rows r
				WHERE r.import_id = $1 AND r.repair <> ''
			) c)
		WHERE import_id = $1`, id)
	return err
}

const selectStored = `
	SELECT r.number, r.line, r.cells, r.fault, r.read_repair, r.repair, r.skipped, r.result,
		CASE WHEN r.result = 'create' THEN r.source_id END
	FROM table_rows r
	`

// readStored returns stored rows with the results of their last check, without its items. A row that creates a
// source keeps the id of the source.
func readStored(ctx context.Context, tx postgres.Tx, where string, args ...any) ([]*Row, error) {
	rows, err := tx.Query(ctx, selectStored+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*Row, error) {
		r, created := &Row{}, pgtype.UUID{}
		err := row.Scan(&r.Number, &r.Line, &r.Cells, &r.Fault, &r.readRepair, &r.Repair, &r.Skipped,
			&r.Result, &created)
		r.createdID = created.Bytes
		return r, err
	})
}

// replaceRows replaces stored rows.
func replaceRows(ctx context.Context, tx postgres.Tx, id uuid.UUID, rows []*Row) error {
	numbers := make([]int32, len(rows))
	for i, r := range rows {
		numbers[i] = int32(r.Number)
	}
	_, err := tx.Exec(ctx, "DELETE FROM table_rows WHERE import_id = $1 AND number = ANY($2)", id, numbers)
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, id, rows)
}

// replaceUnresolved checks the rows whose parent was not found again, and replaces them.
func (c *checker) replaceUnresolved(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
	rows, err := c.checkUnresolved(ctx, tx)
	if err != nil || len(rows) == 0 {
		return err
	}
	return replaceRows(ctx, tx, id, rows)
}

// SetLayout sets the targets of the columns and the text that clears a value, and checks all rows again,
// even if nothing differs. Targets that a person has changed are remembered for their headers.
func (t *Tables) SetLayout(ctx context.Context, by audit.Actor, id uuid.UUID, targets []string, clear string) error {
	return t.db.Tx(ctx, func(tx postgres.Tx) error {
		table, err := lockStaged(ctx, tx, by, id)
		if err != nil {
			return err
		}
		layout, err := table.Layout.change(targets, clear)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE table_imports SET layout = $2 WHERE import_id = $1", id, layout); err != nil {
			return err
		}
		if err := remember(ctx, tx, layout); err != nil {
			return err
		}
		if table.Plan != nil {
			return t.checkAgain(ctx, tx, id)
		}
		return t.checkAll(ctx, tx, id, layout)
	})
}

// checkAll checks all rows of a table again.
func (t *Tables) checkAll(ctx context.Context, tx postgres.Tx, id uuid.UUID, layout Layout) error {
	c := newChecker(t.register, layout)
	for last := 0; ; {
		rows, err := readStored(ctx, tx, "WHERE r.import_id = $1 AND r.number > $2 ORDER BY r.number LIMIT $3", id, last,
			checkedRows)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			if err := c.replaceUnresolved(ctx, tx, id); err != nil {
				return err
			}
			return storeCounts(ctx, tx, id)
		}
		if err := c.check(ctx, tx, rows); err != nil {
			return err
		}
		if err := replaceRows(ctx, tx, id, rows); err != nil {
			return err
		}
		last = rows[len(rows)-1].Number
	}
}

// maxRemembered is the maximum number of headers whose targets are remembered.
const maxRemembered = 2000

// remember stores the targets that a person chose, and deletes the oldest ones above maxRemembered.
func remember(ctx context.Context, tx postgres.Tx, layout Layout) error {
	var headers, targets []string
	seen := map[string]bool{}
	for _, c := range layout.Columns {
		key := textkey.Shorten(listfile.HeaderKey(c.Header), maxHeader)
		if c.Origin == ByPerson && key != "" && !seen[key] {
			seen[key] = true
			headers, targets = append(headers, key), append(targets, c.Target)
		}
	}
	if len(headers) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO table_headers (header, target)
		SELECT *
		FROM unnest($1::text[], $2::text[])
		ON CONFLICT (header) DO UPDATE SET target = excluded.target, chosen_at = now()`, headers, targets)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM table_headers
		WHERE header IN (
			SELECT header
			FROM table_headers
			ORDER BY chosen_at DESC, header
			OFFSET $1)`, maxRemembered)
	return err
}

// maxHeader is the maximum length of a remembered header in characters.
const maxHeader = 100

func (t *Tables) rememberedTargets(ctx context.Context) (map[string]string, error) {
	rows, err := t.db.Pool.Query(ctx, "SELECT header, target FROM table_headers")
	if err != nil {
		return nil, err
	}
	targets := map[string]string{}
	var header, target string
	_, err = pgx.ForEachRow(rows, []any{&header, &target}, func() error {
		targets[header] = target
		return nil
	})
	return targets, err
}

// RowEdit is the correction of a row. Nil keeps what the row has.
type RowEdit struct {
	Cells []string
	Skip  *bool
}

// EditRow corrects or skips a row, and checks it again, together with the rows of the same outlet or with
// the same feeds.
func (t *Tables) EditRow(ctx context.Context, by audit.Actor, id uuid.UUID, number int, edit RowEdit) error {
	return t.db.Tx(ctx, func(tx postgres.Tx) error {
		table, err := lockStaged(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if edit.Cells != nil && len(edit.Cells) != len(table.Layout.Columns) {
			var wrong problem.Fields
			wrong.Add("/cells", "length", "The table has %d columns. Enter a cell for each.", len(table.Layout.Columns))
			return wrong.Err()
		}
		rows, err := readStored(ctx, tx, "WHERE r.import_id = $1 AND r.number = $2", id, number)
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return problem.New(problem.NotFound, "This table has no row %d.", number)
		}
		edited := rows[0]
		if edit.Cells != nil {
			edited.Fault, edited.readRepair = "", ""
			for i, cell := range edit.Cells {
				edited.Cells[i] = tablefile.CleanCell(cell)
			}
			hideCredentials(edited.Cells, &edited.Fault)
		}
		if edit.Skip != nil {
			edited.Skipped = *edit.Skip
		}
		c := newChecker(t.register, table.Layout)
		if err := c.resolve(ctx, tx, []*Row{edited}); err != nil {
			return err
		}
		related, err := readRelated(ctx, tx, id, edited)
		if err != nil {
			return err
		}
		for _, r := range related {
			r.count(table.Counts, -1)
		}
		if err := c.check(ctx, tx, related); err != nil {
			return err
		}
		if _, err := c.checkUnresolved(ctx, tx); err != nil {
			return err
		}
		for _, r := range related {
			r.count(table.Counts, 1)
		}
		if err := replaceRows(ctx, tx, id, related); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE table_imports SET counts = $2 WHERE import_id = $1", id, table.Counts)
		return err
	})
}

// maxRelated is the maximum number of rows that are checked again with a row.
const maxRelated = 2000

// readRelated returns the rows that share an outlet or a feed with a row before or after its correction, its
// parent and its parts, in their order, with the corrected row. split_part removes archivedSuffix.
func readRelated(ctx context.Context, tx postgres.Tx, id uuid.UUID, edited *Row) ([]*Row, error) {
	var after parsed
	if edited.parsed != nil {
		after = *edited.parsed
	}
	keys := []string{}
	for _, f := range after.feeds {
		keys = append(keys, f.urlKey)
	}
	rows, err := readStored(ctx, tx, `
		JOIN table_rows e ON e.import_id = r.import_id AND e.number = $2
		WHERE r.import_id = $1
			AND (r.number = $2
				OR r.outlet <> '' AND split_part(r.outlet, ' ', 1) IN (split_part(e.outlet, ' ', 1), $3, $6)
				OR r.parent <> '' AND r.parent IN (split_part(e.outlet, ' ', 1), $3)
				OR r.url_keys && e.url_keys
				OR r.url_keys && $4::text[])
		ORDER BY r.number = $2 DESC, r.number
		LIMIT $5`, id, edited.Number, after.outlet.Domain+after.outlet.PathPrefix, keys, maxRelated,
		after.parent.Domain+after.parent.PathPrefix)
	if err != nil {
		return nil, err
	}
	rows[0] = edited
	slices.SortFunc(rows, func(a, b *Row) int { return a.Number - b.Number })
	return rows, nil
}

// Apply starts to apply the rows of a table as a change set with the id of the import. The table of a
// contributor becomes a proposal.
func (t *Tables) Apply(ctx context.Context, by audit.Actor, id uuid.UUID) error {
	err := t.db.Tx(ctx, func(tx postgres.Tx) error {
		table, err := lockStaged(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if table.Counts[string(Create)]+table.Counts[string(Update)] == 0 {
			return problem.New(problem.Invalid, "Nothing would change. See the reasons of the rows.")
		}
		return t.changes.ApplyRows(ctx, tx, by, change.Set{ID: id, Origin: change.Table, Title: "Import: " + table.Filename,
			Selected: table.positions()})
	})
	if err != nil {
		return err
	}
	_, err = t.changes.Continue(ctx, id)
	return err
}

// positions returns the number of positions for InsertItems. With a column for parents, the rows are read twice:
// first those that name no parent, then those that name one, whose parents may be created by the first.
func (t *Table) positions() int {
	if slices.ContainsFunc(t.Layout.Columns, func(c Column) bool { return c.Target == parentKey }) {
		return 2 * t.Total
	}
	return t.Total
}

// InsertItems numbers the items of the rows at some positions and inserts them into the change set of the import.
// It is a change.ItemsFunc.
func InsertItems(ctx context.Context, tx postgres.Tx, id uuid.UUID, from, to, first int) (count int, err error) {
	var total int
	if err := tx.QueryRow(ctx, "SELECT total FROM imports WHERE id = $1", id).Scan(&total); err != nil {
		return 0, err
	}
	if from < total {
		if count, err = insertItems(ctx, tx, id, from, min(to, total), first, false); err != nil {
			return 0, err
		}
	}
	if to <= total {
		return count, nil
	}
	parts, err := insertItems(ctx, tx, id, max(from-total, 0), to-total, first+count, true)
	return count + parts, err
}

// insertItems inserts the items of the rows in (from, to] that name their parent by its outlet, or of the others.
func insertItems(ctx context.Context, tx postgres.Tx, id uuid.UUID, from, to, first int, withParent bool) (count int,
	err error) {
	// The join by ctid is fast also without statistics of the new rows.
	_, err = tx.Exec(ctx, `
		UPDATE table_rows r SET last_item = n.last_item
		FROM (
			SELECT ctid, $4 - 1 + sum(jsonb_array_length(items)) OVER (ORDER BY number) AS last_item
			FROM table_rows
			WHERE import_id = $1 AND number > $2 AND number <= $3 AND items <> '[]' AND (parent <> '') = $5
		) n
		WHERE r.ctid = n.ctid`, id, from, to, first, withParent)
	if err != nil {
		return 0, err
	}
	tag, err := tx.Exec(ctx, `
		INSERT INTO change_items (change_set_id, number, action, target_type, target_id, target_name, source_id,
			base_version, changes, result)
		SELECT $1, r.last_item - jsonb_array_length(r.items) + i.position, i.item->>'Action', i.item->>'TargetType',
			(i.item->>'TargetID')::uuid, i.item->>'TargetName', (i.item->>'SourceID')::uuid,
			(i.item->>'BaseVersion')::integer, i.item->'Changes', 'pending'
		FROM table_rows r
		CROSS JOIN LATERAL jsonb_array_elements(r.items) WITH ORDINALITY i(item, position)
		WHERE r.import_id = $1 AND r.number > $2 AND r.number <= $3 AND r.items <> '[]' AND (r.parent <> '') = $4`, id,
		from, to, withParent)
	return int(tag.RowsAffected()), err
}

// FollowUndo stores that an import was undone, unless the undo had only some of the items or was stopped.
// The undo of the undo reverts this: the state of the import is again that of its change set. It is a
// change.FollowFunc.
func FollowUndo(ctx context.Context, tx postgres.Tx, _ audit.Actor, u change.Undone) (err error) {
	switch {
	case len(u.Undo.Spec.Items) > 0 || !u.IsRedone && u.Undo.Pending > 0:
	case u.IsRedone:
		_, err = tx.Exec(ctx, "UPDATE imports SET state = $2, undone_at = NULL WHERE id = $1 AND state = 'undone'", u.Root,
			transfer.Staged)
	default:
		_, err = tx.Exec(ctx, "UPDATE imports SET state = 'undone', undone_at = now() WHERE id = $1", u.Root)
	}
	return err
}
