package transfer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
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

// Page is a page of numbered rows. Next and Prev are cursors, empty if there is no further page in that
// direction.
type Page[R any] struct {
	Rows       []R
	Total      int
	Offset     int // the number of selected rows before the page
	Next, Prev string
}

// Rows returns a page of an import's rows, in the order of the file.
func (im *Imports) Rows(ctx context.Context, id uuid.UUID, q RowQuery) (*Page[Row], error) {
	if _, err := im.Get(ctx, id); err != nil {
		return nil, err
	}
	selection := Selection{Table: "import_rows", Args: []any{id, q.Result, q.Recovered},
		Where: "r.import_id = $1 AND ($2 = '' OR r.result = $2) AND ($3::boolean IS NULL OR r.recovered = $3)"}
	return ReadPage(ctx, im.db, selection, q.Cursor, q.Limit, im.selectRows, func(r Row) int { return r.Number })
}

func (im *Imports) selectRows(ctx context.Context, where string, args ...any) ([]Row, error) {
	found, err := im.db.Pool.Query(ctx, `
		SELECT r.number, r.line, r.title, r.url, r.tags, r.result, r.recovered,
			r.reason, r.recovery AS repair, s.id AS source_id, coalesce(s.name, '') AS source_name
		FROM import_rows r LEFT JOIN sources s ON s.id = r.source_id
		`+where, args...)
	if err != nil {
		return nil, err
	}
	rows, err := pgx.CollectRows(found, pgx.RowToStructByName[Row])
	for i, row := range rows {
		rows[i].Repair = repairOf(row.Reason, row.Repair)
	}
	return rows, err
}

// Selection selects the rows r of a table by a condition with arguments. The rows have the column number.
type Selection struct {
	Table, Where string
	Args         []any
	Total        *int // nil: the rows are counted
	IsAll        bool // all rows are selected, and their numbers begin with 1
}

// maxRowNumber is the maximum number of a row of a list or table. It equals tablefile.MaxStreamedRows.
const maxRowNumber = 1_000_000

// ReadPage returns the page of a selection at a cursor, in the order of the numbers. The function read
// appends its second argument to a query of the rows r.
func ReadPage[R any](ctx context.Context, db *postgres.DB, s Selection, cursor string, limit int,
	read func(ctx context.Context, where string, args ...any) ([]R, error), number func(R) int) (*Page[R], error) {
	from, back, err := readRowCursor(cursor)
	if err != nil {
		return nil, err
	}
	var page Page[R]
	count := fmt.Sprintf("SELECT count(*) FROM %s r WHERE %s", s.Table, s.Where)
	if s.Total != nil {
		page.Total = *s.Total
	} else if err := db.Pool.QueryRow(ctx, count, s.Args...).Scan(&page.Total); err != nil {
		return nil, err
	}
	comparison, order := ">", "r.number"
	if back {
		comparison, order = "<", "r.number DESC"
	}
	n := len(s.Args)
	where := fmt.Sprintf("WHERE %s AND r.number %s $%d ORDER BY %s LIMIT $%d", s.Where, comparison, n+1, order, n+2)
	page.Rows, err = read(ctx, where, append(slices.Clone(s.Args), from, limit+1)...)
	if err != nil {
		return nil, err
	}
	page.trim(limit, from, back, number)
	switch {
	case page.Prev == "":
	case s.IsAll:
		page.Offset = number(page.Rows[0]) - 1
	case page.Next == "":
		page.Offset = page.Total - len(page.Rows)
	default:
		err = db.Pool.QueryRow(ctx, fmt.Sprintf("%s AND r.number < $%d", count, n+1),
			append(slices.Clone(s.Args), number(page.Rows[0]))...).Scan(&page.Offset)
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
func (p *Page[R]) trim(limit, from int, back bool, number func(R) int) {
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
		p.Next = strconv.Itoa(number(p.Rows[len(p.Rows)-1]))
	}
	if more && back || !back && from > 0 {
		p.Prev = "-" + strconv.Itoa(number(p.Rows[0]))
	}
}

func readRowCursor(text string) (number int, back bool, err error) {
	if text == "" {
		return 0, false, nil
	}
	digits, back := strings.CutPrefix(text, "-")
	number, err = strconv.Atoi(digits)
	if err != nil || number < 0 || number > maxRowNumber {
		return 0, false, problem.New(problem.InvalidCursor,
			"The cursor does not belong to this list. Start from the first page.")
	}
	return number, back, nil
}
