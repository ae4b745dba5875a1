package tableimport

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// StoredRow is a row of a table with the result of its changes.
type StoredRow struct {
	Row
	// Applied is the worst result of the items of the row. It is empty if the row has no items or the
	// table was not applied.
	Applied       change.Result
	AppliedReason string
}

// RowQuery selects rows. Cursor is the number of a row: the page starts after it or, with a leading
// minus, ends before it.
type RowQuery struct {
	Results  []Result // empty: all
	Repaired *bool
	Cursor   string
	Limit    int
}

const selectRows = `
	SELECT r.number, r.line, r.cells, r.repair, r.skipped, r.result, r.reason, r.source_id, r.source_name,
		r.items, coalesce(a.result, ''), coalesce(a.reason, '')
	FROM table_rows r
	LEFT JOIN LATERAL (
		SELECT i.result, i.reason
		FROM change_items i
		WHERE i.change_set_id = r.import_id
			AND i.number > r.last_item - jsonb_array_length(r.items)
			AND i.number <= r.last_item
		ORDER BY array_position(ARRAY['refused', 'conflict', 'pending', 'changed', 'unchanged'], i.result)
		LIMIT 1
	) a ON true
	`

// Rows returns a page of the rows of a table, in the order of the file.
func (t *Tables) Rows(ctx context.Context, id uuid.UUID, q RowQuery) (*postgres.Page[StoredRow], error) {
	table, err := t.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	selection := postgres.Selection{Table: "table_rows", Where: "r.import_id = $1", Args: []any{id}}
	if table.State == transfer.Reading {
		selection.Where += fmt.Sprintf(" AND r.number <= %d", table.Checked)
	}
	total := table.Checked
	if len(q.Results) > 0 {
		selection.Where, selection.Args = selection.Where+" AND r.result = ANY($2)", append(selection.Args, q.Results)
		total = 0
		for _, r := range q.Results {
			total += table.Counts[string(r)]
		}
	}
	if q.Repaired != nil {
		selection.Where += fmt.Sprintf(" AND (r.repair <> '') = %t", *q.Repaired)
		if total = table.Counts["repaired"]; !*q.Repaired {
			total = table.Checked - total
		}
	}
	if table.Plan != nil && (len(q.Results) == 0 || q.Repaired == nil) {
		selection.Total, selection.IsAll = &total, len(q.Results) == 0 && q.Repaired == nil
	}
	return postgres.ReadPage(ctx, t.db, selection, q.Cursor, q.Limit, t.selectRows,
		func(r StoredRow) int { return r.Number })
}

// RowByNumber returns a row, or a not_found problem.
func (t *Tables) RowByNumber(ctx context.Context, id uuid.UUID, number int) (*StoredRow, error) {
	rows, err := t.selectRows(ctx, "WHERE r.import_id = $1 AND r.number = $2", id, number)
	if err == nil && len(rows) == 0 {
		err = problem.New(problem.NotFound, "This table has no row %d.", number)
	}
	if err != nil {
		return nil, err
	}
	return &rows[0], nil
}

func (t *Tables) selectRows(ctx context.Context, where string, args ...any) ([]StoredRow, error) {
	rows, err := t.db.Pool.Query(ctx, selectRows+where, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (r StoredRow, err error) {
		var items []byte
		err = row.Scan(&r.Number, &r.Line, &r.Cells, &r.Repair, &r.Skipped, &r.Result, &r.Reason, &r.SourceID,
			&r.SourceName, &items, &r.Applied, &r.AppliedReason)
		if err == nil {
			err = json.Unmarshal(items, &r.Items)
		}
		return r, err
	})
}
