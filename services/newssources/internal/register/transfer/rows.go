package transfer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Row is one outline of an import, with its result.
type Row struct {
	Number     int
	Line       int
	Title      string
	URL        string
	Tags       []string
	Result     Result
	Recovered  bool   // the outline was malformed and was repaired
	Reason     string // why it is invalid or exists already, or what else is to be known about its result
	Repair     string // what was repaired; empty if Reason says it
	SourceID   *uuid.UUID
	SourceName string
}

// RowQuery selects rows. Cursor is the number of a row: the page starts after it or, with a leading
// minus, ends before it.
type RowQuery struct {
	Result    Result // empty: all
	Recovered *bool
	Cursor    string
	Limit     int
}

// RowPage is a page of rows. Next and Prev are cursors, empty if there is no further page in that
// direction.
type RowPage struct {
	Rows       []Row
	Total      int
	Offset     int // the number of selected rows before the page
	Next, Prev string
}

// Rows returns a page of an import's rows, in the order of the file.
func (im *Imports) Rows(ctx context.Context, id uuid.UUID, q RowQuery) (*RowPage, error) {
	if _, err := im.Get(ctx, id); err != nil {
		return nil, err
	}
	from, back, err := readRowCursor(q.Cursor)
	if err != nil {
		return nil, err
	}
	where := "r.import_id = $1 AND ($2 = '' OR r.result = $2) AND ($3::boolean IS NULL OR r.recovered = $3)"
	var page RowPage
	err = im.db.Pool.QueryRow(ctx, "SELECT count(*) FROM import_rows r WHERE "+where, id, q.Result, q.Recovered).
		Scan(&page.Total)
	if err != nil {
		return nil, err
	}
	comparison, order := "r.number > $4", "r.number"
	if back {
		comparison, order = "r.number < $4", "r.number DESC"
	}
	rows, err := im.db.Pool.Query(ctx, fmt.Sprintf(`
		SELECT r.number, r.line, r.title, r.url, r.tags, r.result, r.recovered,
			r.reason, r.recovery AS repair, r.source_id, coalesce(s.name, '') AS source_name
		FROM import_rows r LEFT JOIN sources s ON s.id = r.source_id
		WHERE %s AND %s ORDER BY %s LIMIT $5`, where, comparison, order), id, q.Result, q.Recovered, from, q.Limit+1)
	if err != nil {
		return nil, err
	}
	page.Rows, err = pgx.CollectRows(rows, pgx.RowToStructByName[Row])
	if err != nil {
		return nil, err
	}
	for i, row := range page.Rows {
		page.Rows[i].Repair = repairOf(row.Reason, row.Repair)
	}
	page.trim(q.Limit, from, back)
	if page.Prev != "" {
		err = im.db.Pool.QueryRow(ctx, "SELECT count(*) FROM import_rows r WHERE "+where+" AND r.number < $4",
			id, q.Result, q.Recovered, page.Rows[0].Number).Scan(&page.Offset)
	}
	return &page, err
}

// repairOf returns what was repaired, unless the reason of an invalid row is the same text.
func repairOf(reason, recovery string) string {
	if reason == recovery {
		return ""
	}
	return recovery
}

// trim removes the additional row that was read to detect a further page, and sets the cursors.
func (p *RowPage) trim(limit, from int, back bool) {
	more := len(p.Rows) > limit
	if more {
		p.Rows = p.Rows[:limit]
	}
	if back {
		slices.Reverse(p.Rows)
	}
	if len(p.Rows) == 0 {
		return
	}
	if more || back {
		p.Next = strconv.Itoa(p.Rows[len(p.Rows)-1].Number)
	}
	if more && back || !back && from > 0 {
		p.Prev = "-" + strconv.Itoa(p.Rows[0].Number)
	}
}

func readRowCursor(text string) (number int, back bool, err error) {
	if text == "" {
		return 0, false, nil
	}
	digits, back := strings.CutPrefix(text, "-")
	number, err = strconv.Atoi(digits)
	if err != nil || number < 0 || number > MaxOutlines {
		return 0, false, problem.New(problem.InvalidCursor,
			"The cursor does not belong to this list. Start from the first page.")
	}
	return number, back, nil
}
