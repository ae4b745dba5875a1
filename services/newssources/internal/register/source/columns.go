package source

import (
	"strings"

	"github.com/jackc/pgx/v5"
)

// columnList is the list of columns for a SELECT statement.
var columnList = func() string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.expression
	}
	return strings.Join(list, ", ")
}()

// scan reads the columns of a row, and the values that follow them into others.
func (s *Source) scan(row pgx.Row, others ...any) error {
	fields := make([]any, 0, len(columns)+len(others))
	for _, c := range columns {
		fields = append(fields, c.field(s))
	}
	err := row.Scan(append(fields, others...)...)
	s.PausedUntil = utc(s.PausedUntil)
	return err
}
