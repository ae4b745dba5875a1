package tableimport

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// Outcome has the rows of a table with their results.
type Outcome struct {
	Rows  []StoredRow
	Notes []string // faults of the file as a whole, and ignored columns
	// IsProposed reports whether the rows became a proposal, which another member must approve.
	IsProposed bool
}

// Run imports a table for commands: it stages the rows and applies them. If the process dies, the job of
// the change set continues.
func (t *Tables) Run(ctx context.Context, by audit.Actor, filename string, data []byte) (*Outcome, error) {
	id, err := t.Create(ctx, by, filename, data)
	if err != nil {
		return nil, err
	}
	table, err := t.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if table.Counts[string(Create)]+table.Counts[string(Update)] > 0 {
		if err := t.Apply(ctx, by, id); err != nil {
			return nil, err
		}
		if done, err := t.changes.Run(ctx, id); err != nil || !done {
			return nil, errors.Join(err, errors.New("the import was stopped; a job of the service continues it"))
		}
	}
	run := &Outcome{Notes: table.Layout.Notes()}
	for query := (RowQuery{Limit: checkedRows}); ; {
		page, err := t.Rows(ctx, id, query)
		if err != nil {
			return nil, err
		}
		run.Rows = append(run.Rows, page.Rows...)
		if query.Cursor = page.Next; query.Cursor == "" {
			return run, nil
		}
	}
}

// Notes returns a note that names the columns that were not recognized, or none.
func (l Layout) Notes() []string {
	var ignored []string
	for _, c := range l.Columns {
		if c.Origin == ByNothing {
			ignored = append(ignored, "“"+cut(c.Header, 40)+"”")
		}
	}
	if len(ignored) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Ignored columns: %s.", strings.Join(ignored, ", "))}
}

// Label returns the first cells of a row, by which a person recognizes it.
func (r *Row) Label() string {
	return cut(strings.ReplaceAll(strings.Join(r.Cells, " | "), "\n", " "), 80)
}

// Outlet returns the domain and the path of the source of a row, or "" if it is invalid.
func (r *Row) Outlet() string { return r.outlet }
