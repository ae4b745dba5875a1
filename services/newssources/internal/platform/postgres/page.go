package postgres

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// Page is a page of numbered rows. Next and Prev are cursors, empty if there is no further page in that
// direction.
type Page[R any] struct {
	Rows       []R
	Total      int
	Offset     int // the number of selected rows before the page
	Next, Prev string
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
func ReadPage[R any](ctx context.Context, db *DB, s Selection, cursor string, limit int,
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
