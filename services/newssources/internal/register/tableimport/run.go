package tableimport

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// Outcome describes the import or the dry run of a table.
type Outcome struct {
	Notes []string // faults of the file as a whole, and ignored columns
	// IsProposed reports whether the rows became a proposal, which another member must approve.
	IsProposed bool
}

// errStopped is the error of an import that was stopped.
var errStopped = errors.New("the import was stopped; a job of the service continues it")

// Run imports a table for commands: it stages the rows, applies them and calls use with each. A table that changes
// nothing is discarded after that. If the process dies
// or ctx ends, a job continues: that of upkeep or of the change set.
func (t *Tables) Run(ctx context.Context, by audit.Actor, filename string, data []byte, use func(StoredRow)) (*Outcome,
	error) {
	id, err := t.Create(ctx, by, filename, data)
	if err != nil {
		return nil, err
	}
	table, err := t.stageNow(ctx, id)
	if err != nil {
		return nil, err
	}
	isApplied := table.Counts[string(Create)]+table.Counts[string(Update)] > 0
	if isApplied {
		if err := t.Apply(ctx, by, id); err != nil {
			return nil, err
		}
		if done, err := t.changes.Run(ctx, id); err != nil || !done {
			return nil, errors.Join(err, errStopped)
		}
	}
	for query := (RowQuery{Limit: checkedRows}); ; {
		page, err := t.Rows(ctx, id, query)
		if err != nil {
			return nil, err
		}
		for _, r := range page.Rows {
			use(r)
		}
		if query.Cursor = page.Next; query.Cursor == "" {
			if !isApplied {
				err = t.Discard(ctx, by, id)
			}
			return &Outcome{Notes: table.Layout.Notes()}, err
		}
	}
}

// stagePoll is the time between two attempts to stage a table that a job of the service also stages.
const stagePoll = time.Second

// stageNow stages a large table and returns it, or a small one, which is staged already.
func (t *Tables) stageNow(ctx context.Context, id uuid.UUID) (*Table, error) {
	for {
		if done, err := t.Stage(ctx, id); err != nil || !done {
			return nil, errors.Join(err, errStopped)
		}
		table, err := t.Get(ctx, id)
		if err != nil || table.State == transfer.Staged {
			return table, err
		}
		if table.State == transfer.Failed {
			return nil, t.stageError(ctx, id)
		}
		ctxtime.Sleep(ctx, stagePoll)
	}
}

// stageError returns why a table could not be staged.
func (t *Tables) stageError(ctx context.Context, id uuid.UUID) error {
	var reason string
	err := t.db.Pool.QueryRow(ctx, "SELECT error FROM imports WHERE id = $1", id).Scan(&reason)
	if err == nil {
		err = problem.New(problem.InvalidFile, "%s", reason)
	}
	return err
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

// Addresses returns the outlet and the feeds of a row, also if it is invalid.
func (r *Row) Addresses() RowAddresses { return r.addresses }

// Outlet returns the domain and the path of the source of a row, or "" if it is invalid.
func (r *Row) Outlet() string { return strings.Split(r.outlet, archivedSuffix)[0] }
