package tableimport

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
)

// Choice is a target that a member can choose for a column.
type Choice struct{ Target, Label string }

// spareFeeds is the number of further feeds per source that Choices offers in addition to those
// that columns already have as targets.
const spareFeeds = 2

// Choices returns the targets that a member can choose for the columns.
func (l Layout) Choices() []Choice {
	choices := []Choice{
		{TargetIgnore, "Ignore"}, {TargetTags, "Keep as tags"}, {TargetNotes, "Keep as notes"},
	}
	feeds := 1
	for _, c := range l.Columns {
		if c.Target == TargetReport {
			choices = append(choices, Choice{TargetReport, "Result of an earlier import"})
		}
		if number, isFeed := feedNumber(c.Target); isFeed {
			n, _ := strconv.Atoi(number)
			feeds = max(feeds, n)
		}
	}
	choices = slices.Compact(choices) // several columns may have TargetReport
	for _, c := range listfile.Columns(feeds + spareFeeds) {
		if c.IsImported() {
			choices = append(choices, Choice{c.Key, c.Header})
		}
	}
	return choices
}

// reportHeaders are the headers of the columns that a report adds before the columns of the table.
// When a corrected report is imported, these columns are ignored.
var reportHeaders = []string{"Import result", "Import reason", "Import source"}

// ReportHeader returns the first row of the report of a table.
func (l Layout) ReportHeader() []string {
	cells := append([]string{}, reportHeaders...)
	for _, c := range l.Columns {
		if c.Target != TargetReport {
			cells = append(cells, listfile.Neutralize(c.Header))
		}
	}
	return cells
}

// Report returns the row of the report for r. l is the layout of the table.
func (r *StoredRow) Report(l Layout) []string {
	result, reason := string(r.Result), r.Reason
	if r.Applied == change.Conflict || r.Applied == change.Refused {
		result, reason = string(r.Applied), r.AppliedReason
	}
	if r.Repair != "" {
		reason = strings.TrimSpace(reason + " Repaired: " + r.Repair)
	}
	cells := []string{result, listfile.Neutralize(reason), listfile.Neutralize(r.SourceName)}
	for i, c := range l.Columns {
		if c.Target != TargetReport && i < len(r.Cells) {
			cell := r.Cells[i]
			if !listfile.IsErrorValue(cell) { // which stays a mistake
				cell = listfile.Neutralize(listfile.Restore(cell))
			}
			cells = append(cells, cell)
		}
	}
	return cells
}

// AbsentSource is a source of the register that no row of a table matches.
type AbsentSource struct {
	ID          uuid.UUID
	Name        string
	HomepageURL string
}

// fromAbsentSources selects from the sources that no row of the table $1 matches by id or outlet.
const fromAbsentSources = `
	FROM sources s
	WHERE s.lifecycle <> 'archived'
		AND NOT EXISTS (SELECT FROM table_rows r WHERE r.import_id = $1 AND r.source_id = s.id)
		AND NOT EXISTS (SELECT FROM table_rows r WHERE r.import_id = $1 AND r.outlet = s.canonical_domain || s.path_prefix)
	`

// Absent returns the sources that no row of a table matches, and their total number. The list has
// up to limit sources, in the order of their ids and beginning after the id after.
func (t *Tables) Absent(ctx context.Context, id, after uuid.UUID,
	limit int) (list []AbsentSource, total int, err error) {
	if _, err := t.Get(ctx, id); err != nil {
		return nil, 0, err
	}
	if err := t.db.Pool.QueryRow(ctx, "SELECT count(*)"+fromAbsentSources, id).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := t.db.Pool.Query(ctx,
		"SELECT s.id, s.name, s.homepage_url"+fromAbsentSources+" AND s.id > $2 ORDER BY s.id LIMIT $3", id, after, limit)
	if err != nil {
		return nil, 0, err
	}
	list, err = pgx.CollectRows(rows, pgx.RowToStructByName[AbsentSource])
	return list, total, err
}
