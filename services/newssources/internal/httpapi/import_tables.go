package httpapi

import (
	"context"
	"encoding/csv"
	"fmt"
	"net/http"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/stream"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
)

// exportedRows is the number of rows that an export reads with one query.
const exportedRows = 1000

func (s *server) dryRunTable(ctx context.Context, file upload) (*api.ImportDryRun, error) {
	counts := map[string]int{}
	run := &api.ImportDryRun{Sources: []api.ImportDryRunSource{}, Rows: []api.ImportRow{},
		TableRows: &[]api.ImportTableRow{}}
	use := func(r tableimport.StoredRow) {
		run.Total++
		counts[string(r.Result)]++
		if r.Repair != "" {
			counts["repaired"]++
		}
		if len(*run.TableRows) < convert.MaxDryRunItems {
			*run.TableRows = append(*run.TableRows, toTableRow(r))
		}
	}
	var outcome *tableimport.Outcome
	var err error
	if file.outlines != nil {
		outcome, err = s.Tables.DryRunTable(ctx, file.outlines, use)
	} else {
		outcome, err = s.Tables.DryRun(ctx, file.name, file.data, use)
	}
	if err != nil {
		return nil, err
	}
	run.Notes = append([]string{}, outcome.Notes...)
	run.Counts = convert.ToTableCounts(counts)
	run.Created, run.Exists = run.Counts.Create, run.Counts.Unchanged+run.Counts.Duplicate
	run.Invalid, run.Recovered = run.Counts.Invalid+run.Counts.Conflict, run.Counts.Repaired
	return run, nil
}

func (s *server) DiscardImport(ctx context.Context,
	request api.DiscardImportRequestObject) (api.DiscardImportResponseObject,
	error) {
	if err := s.Tables.Discard(ctx, input.Actor(ctx), request.ImportId); err != nil {
		return nil, err
	}
	return api.DiscardImport204Response{}, nil
}

func (s *server) GetImportTable(ctx context.Context,
	request api.GetImportTableRequestObject) (api.GetImportTableResponseObject,
	error) {
	table, err := s.Tables.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.GetImportTable200JSONResponse(toImportTable(table)), nil
}

func (s *server) SetImportTable(ctx context.Context,
	request api.SetImportTableRequestObject) (api.SetImportTableResponseObject,
	error) {
	done, err := s.limits.acquireProcessing(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	err = s.Tables.SetLayout(ctx, input.Actor(ctx), request.ImportId, request.Body.Targets, request.Body.Clear)
	if err != nil {
		return nil, err
	}
	table, err := s.Tables.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.SetImportTable200JSONResponse(toImportTable(table)), nil
}

func toImportTable(t *tableimport.Table) api.ImportTable {
	return api.ImportTable{Encoding: t.Encoding, Separator: t.Separator, Clear: t.Layout.Clear,
		Columns: convert.All(t.Layout.Columns, func(c tableimport.Column) api.ImportTableColumn {
			return api.ImportTableColumn{Header: c.Header, Target: c.Target, Origin: api.ImportTableColumnOrigin(c.Origin),
				Samples: append([]string{}, c.Samples...)}
		}),
		Targets: convert.All(t.Layout.Choices(), func(c tableimport.Choice) api.ImportTableTarget {
			return api.ImportTableTarget{Target: c.Target, Label: c.Label}
		}),
	}
}

func (s *server) ListImportTableRows(ctx context.Context,
	request api.ListImportTableRowsRequestObject) (api.ListImportTableRowsResponseObject, error) {
	p := request.Params
	page, err := s.Tables.Rows(ctx, request.ImportId, tableimport.RowQuery{
		Results: convert.Texts[tableimport.Result](p.Result), Repaired: p.Repaired, Cursor: convert.OrZero(p.Cursor),
		Limit: input.PageLimit(p.Limit),
	})
	if err != nil {
		return nil, err
	}
	return api.ListImportTableRows200JSONResponse{
		Items: convert.All(page.Rows,
			toTableRow), Total: page.Total, Offset: page.Offset, NextCursor: convert.Optional(page.Next),
		PrevCursor: convert.Optional(page.Prev),
	}, nil
}

func toTableRow(r tableimport.StoredRow) api.ImportTableRow {
	row := api.ImportTableRow{Number: r.Number, Line: r.Line, Cells: append([]string{}, r.Cells...),
		Result: api.ImportTableResult(r.Result), Skipped: r.Skipped,
		Reason: convert.Optional(r.Reason), Repair: convert.Optional(r.Repair),
		SourceId: r.SourceID, SourceName: convert.Optional(r.SourceName), Changes: []api.ImportTableRowChange{},
		Applied: convert.Optional(api.ChangeItemResult(r.Applied)), AppliedReason: convert.Optional(r.AppliedReason)}
	for _, i := range r.Items {
		for _, c := range convert.ToFieldChanges(i.Changes) {
			row.Changes = append(row.Changes, api.ImportTableRowChange{Action: api.ImportTableRowChangeAction(i.Action),
				TargetType: api.ImportTableRowChangeTargetType(i.TargetType), TargetName: i.TargetName, Field: c.Field,
				Before: c.Before, After: c.After})
		}
	}
	return row
}

func (s *server) UpdateImportTableRow(ctx context.Context,
	request api.UpdateImportTableRowRequestObject) (api.UpdateImportTableRowResponseObject, error) {
	edit := tableimport.RowEdit{Cells: convert.OrZero(request.Body.Cells), Skip: request.Body.Skipped}
	if err := s.Tables.EditRow(ctx, input.Actor(ctx), request.ImportId, request.RowNumber, edit); err != nil {
		return nil, err
	}
	row, err := s.Tables.RowByNumber(ctx, request.ImportId, request.RowNumber)
	if err != nil {
		return nil, err
	}
	return api.UpdateImportTableRow200JSONResponse(toTableRow(*row)), nil
}

func (s *server) ListAbsentSources(ctx context.Context,
	request api.ListAbsentSourcesRequestObject) (api.ListAbsentSourcesResponseObject, error) {
	after, err := input.IDCursor(request.Params.Cursor)
	if err != nil {
		return nil, err
	}
	limit := input.PageLimit(request.Params.Limit)
	list, total, err := s.Tables.Absent(ctx, request.ImportId, after, limit+1)
	if err != nil {
		return nil, err
	}
	list, next := convert.TrimPage(list, limit, func(a tableimport.AbsentSource) uuid.UUID { return a.ID })
	return api.ListAbsentSources200JSONResponse{Total: total, NextCursor: next,
		Items: convert.All(list, func(a tableimport.AbsentSource) api.AbsentSource {
			return api.AbsentSource{Id: a.ID, Name: a.Name, HomepageUrl: a.HomepageURL}
		}),
	}, nil
}

func (s *server) ApplyImport(ctx context.Context, request api.ApplyImportRequestObject) (api.ApplyImportResponseObject,
	error) {
	if err := s.Tables.Apply(ctx, input.Actor(ctx), request.ImportId); err != nil {
		return nil, err
	}
	applied, err := s.Imports.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	return api.ApplyImport202JSONResponse{
		Body: convert.ToImport(*applied), Headers: api.ApplyImport202ResponseHeaders{Location: importPath(applied.ID)},
	}, nil
}

// ExportImportTable streams the report of a table.
func (s *server) ExportImportTable(ctx context.Context,
	request api.ExportImportTableRequestObject) (api.ExportImportTableResponseObject, error) {
	table, err := s.Tables.Get(ctx, request.ImportId)
	if err != nil {
		return nil, err
	}
	results := convert.Texts[tableimport.Result](request.Params.Result)
	read := func(cursor string) (*postgres.Page[tableimport.StoredRow], error) {
		return s.Tables.Rows(ctx, table.ID, tableimport.RowQuery{Results: results, Cursor: cursor, Limit: exportedRows})
	}
	return tableReport{table, input.IsHead(ctx), read}, nil
}

// tableReport writes the rows that read returns after a cursor.
type tableReport struct {
	table  *tableimport.Table
	isHead bool
	read   func(cursor string) (*postgres.Page[tableimport.StoredRow], error)
}

// VisitExportImportTableResponse writes the file.
func (e tableReport) VisitExportImportTableResponse(w http.ResponseWriter) error {
	page, err := e.read("") // an error of the first query is answered as a problem
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="import-%s.csv"`, e.table.ID))
	w.WriteHeader(http.StatusOK)
	if e.isHead {
		return nil
	}
	out := csv.NewWriter(w)
	_ = out.Write(e.table.Layout.ReportHeader())
	connection := http.NewResponseController(w)
	for {
		stream.ExtendDeadline(connection)
		for _, r := range page.Rows {
			_ = out.Write(r.Report(e.table.Layout))
		}
		if out.Flush(); out.Error() != nil || page.Next == "" {
			return nil // the client has disconnected, or everything was written
		}
		if page, err = e.read(page.Next); err != nil {
			panic(http.ErrAbortHandler) // ends the connection, so that the client does not take the file for complete
		}
	}
}
