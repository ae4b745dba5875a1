package convert

import (
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// ToImport converts an import.
func ToImport(i transfer.Import) api.Import {
	return api.Import{
		Id: i.ID, Filename: i.Filename, Format: api.ImportFormat(i.Format), State: api.ImportState(i.State),
		Counts: ToTableCounts(i.Counts), Error: Optional(i.Error), Total: i.Total,
		Created: i.Created, Exists: i.Exists, Invalid: i.Invalid, Pending: i.Pending, Recovered: i.Recovered,
		Updated: Optional(i.Updated), Refused: Optional(i.Refused), NotApplied: Optional(i.NotApplied),
		Removed: Optional(i.Removed), Notes: optionalList(i.Notes),
		Incomplete: Optional(i.Incomplete), UndoneAt: i.UndoneAt,
		ChangeSetId: i.ChangeSet, UndoId: i.UndoID, UndoProposed: Optional(i.UndoProposed),
		CreatedAt: UTC(i.CreatedAt), FinishedAt: i.FinishedAt, CreatedBy: ToPerson(i.CreatedBy),
	}
}

// MaxDryRunItems limits the sources and the rows of a dry run in a response.
const MaxDryRunItems = 500

// ToImportDryRun converts the outcome of a dry run of a list.
func ToImportDryRun(d *transfer.DryRun) api.ImportDryRun {
	run := api.ImportDryRun{
		Total: d.Total, Created: d.Created, Exists: d.Exists, Invalid: d.Invalid, Recovered: d.Recovered,
		Notes: append([]string{},
			d.Notes...), Incomplete: d.Incomplete, Sources: []api.ImportDryRunSource{}, Rows: []api.ImportRow{},
	}
	for _, s := range d.Sources[:min(len(d.Sources), MaxDryRunItems)] {
		run.Sources = append(run.Sources, api.ImportDryRunSource{
			Name: s.Name, HomepageUrl: s.HomepageURL, Outlet: s.Outlet.Domain + s.Outlet.PathPrefix, Endpoints: s.Endpoints,
		})
	}
	for _, r := range d.Rows {
		if (r.Result != transfer.Created || r.Recovered) && len(run.Rows) < MaxDryRunItems {
			run.Rows = append(run.Rows, ToImportRow(r))
		}
	}
	return run
}

// ToImportRow converts a row of a list.
func ToImportRow(r transfer.Row) api.ImportRow {
	return api.ImportRow{
		Number: r.Number, Line: r.Line, Title: r.Title, Url: r.URL, Tags: r.Tags, Result: api.ImportResult(r.Result),
		Recovered: r.Recovered, Reason: Optional(r.Reason), Repair: Optional(r.Repair), SourceId: r.SourceID,
		SourceName: Optional(r.SourceName),
	}
}

// ToTableCounts converts the numbers of rows of a table by result.
func ToTableCounts(counts map[string]int) *api.ImportTableCounts {
	if counts == nil {
		return nil
	}
	return &api.ImportTableCounts{Create: counts["create"], Update: counts["update"], Unchanged: counts["unchanged"],
		Duplicate: counts["duplicate"], Conflict: counts["conflict"], Invalid: counts["invalid"], Skipped: counts["skipped"],
		Repaired: counts["repaired"]}
}
