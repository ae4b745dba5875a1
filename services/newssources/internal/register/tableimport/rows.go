package tableimport

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
)

// StoredRow is a row of a table with what became of its changes.
type StoredRow struct {
	Row
	// Applied is the result of the items of the row: that of the worst one. It is empty if the row has no
	// items or the table was not applied.
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

// RowPage is a page of rows. Next and Prev are cursors, empty if there is no further page.
type RowPage struct {
	Rows          []StoredRow
	Total, Offset int
	Next, Prev    string
}

const selectRows = `
	SELECT r.number, r.line, r.cells, r.fault, r.repair, r.skipped, r.result, r.reason, r.source_id, r.source_name,
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

const rowCondition = `r.import_id = $1 AND (cardinality($2::text[]) = 0 OR r.result = ANY($2))
	AND ($3::boolean IS NULL OR (r.repair <> '') = $3)`

// Rows returns a page of the rows of a table, in the order of the file.
func (t *Tables) Rows(ctx context.Context, id uuid.UUID, q RowQuery) (*RowPage, error) {
	if _, err := t.Get(ctx, id); err != nil {
		return nil, err
	}
	from, back, err := readCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	results := make([]string, len(q.Results))
	for i, r := range q.Results {
		results[i] = string(r)
	}
	page := &RowPage{}
	err = t.db.Pool.QueryRow(ctx, "SELECT count(*) FROM table_rows r WHERE "+rowCondition, id, results, q.Repaired).
		Scan(&page.Total)
	if err != nil {
		return nil, err
	}
	comparison, order := "r.number > $4", "r.number"
	if back {
		comparison, order = "r.number < $4", "r.number DESC"
	}
	page.Rows, err = t.selectRows(ctx, "WHERE "+rowCondition+" AND "+comparison+" ORDER BY "+order+" LIMIT $5",
		id, results, q.Repaired, from, q.Limit+1)
	if err != nil || len(page.Rows) == 0 {
		return page, err
	}
	more := len(page.Rows) > q.Limit
	page.Rows = page.Rows[:min(len(page.Rows), q.Limit)]
	if back {
		slices.Reverse(page.Rows)
	}
	first, last := page.Rows[0].Number, page.Rows[len(page.Rows)-1].Number
	if more || back {
		page.Next = strconv.Itoa(last)
	}
	if more && back || !back && from > 0 {
		page.Prev = "-" + strconv.Itoa(first)
		err = t.db.Pool.QueryRow(ctx, "SELECT count(*) FROM table_rows r WHERE "+rowCondition+" AND r.number < $4",
			id, results, q.Repaired, first).Scan(&page.Offset)
	}
	return page, err
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
		err = row.Scan(&r.Number, &r.Line, &r.Cells, &r.Fault, &r.Repair, &r.Skipped, &r.Result, &r.Reason, &r.SourceID,
			&r.SourceName, &items, &r.Applied, &r.AppliedReason)
		if err == nil {
			err = json.Unmarshal(items, &r.Items)
		}
		return r, err
	})
}

func readCursor(text string) (number int, back bool, err error) {
	if text == "" {
		return 0, false, nil
	}
	digits, back := strings.CutPrefix(text, "-")
	number, err = strconv.Atoi(digits)
	if err != nil || number < 0 || number > tablefile.MaxRows {
		return 0, false, problem.New(problem.InvalidCursor,
			"The cursor does not belong to this list. Start from the first page.")
	}
	return number, back, nil
}

// cleanCells returns the cells that a person entered, without white space around them.
func cleanCells(cells []string) []string {
	cleaned := make([]string, len(cells))
	for i, cell := range cells {
		cleaned[i] = strings.TrimSpace(strings.ReplaceAll(cell, "\x00", ""))
	}
	return cleaned
}
