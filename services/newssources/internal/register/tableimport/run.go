package tableimport

import (
	"context"
	"errors"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
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

// Notes returns notes that name the columns that were not recognized, and those that the register sets itself.
func (l Layout) Notes() (notes []string) {
	for _, note := range []struct {
		text   string
		origin Origin
	}{{"Ignored columns", ByNothing}, {"Columns that the register sets itself", ByHeader}} {
		var ignored []string
		for _, c := range l.Columns {
			if c.Target == TargetIgnore && c.Origin == note.origin {
				ignored = append(ignored, "“"+textkey.Shorten(c.Header, 40)+"”")
			}
		}
		if len(ignored) > 0 {
			notes = append(notes, note.text+": "+strings.Join(ignored, ", ")+".")
		}
	}
	return notes
}

// Label returns the first cells of a row, by which a person recognizes it.
func (r *Row) Label() string {
	return textkey.Shorten(strings.ReplaceAll(strings.Join(r.Cells, " | "), "\n", " "), 80)
}

// Outlet returns the domain and the path of the source of a row, or "" if it is invalid.
func (r *Row) Outlet() string { return r.outlet }
