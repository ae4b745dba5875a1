package apiclient

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// rowsPerPage is the number of rows that are read with one request.
const rowsPerPage = 500

// DryRunList returns what the import of an OPML list would do.
func (c *Client) DryRunList(ctx context.Context, name string, data []byte) (*transfer.DryRun, error) {
	var run api.ImportDryRun
	err := c.call(ctx, upload("/imports", url.Values{"filename": {name}, "dry_run": {"true"}}, data), &run)
	if err != nil {
		return nil, err
	}
	dry := &transfer.DryRun{Import: transfer.Import{Total: run.Total, Created: run.Created, Exists: run.Exists,
		Invalid: run.Invalid, Recovered: run.Recovered, Notes: run.Notes, Incomplete: run.Incomplete}}
	for _, s := range run.Sources {
		dry.Sources = append(dry.Sources, transfer.DryRunSource{Name: s.Name, HomepageURL: s.HomepageUrl,
			Outlet: source.Outlet{Domain: s.Outlet}})
	}
	for _, r := range run.Rows {
		dry.Rows = append(dry.Rows, toRow(r))
	}
	if max(len(dry.Rows), len(dry.Sources)) >= rowsPerPage {
		dry.Notes = append(dry.Notes, "The API lists only the first 500 rows of a dry run.")
	}
	return dry, nil
}

// DryRunTable stages a table, calls use with each row and its result, and discards the table.
func (c *Client) DryRunTable(ctx context.Context, name string, data []byte,
	use func(tableimport.StoredRow)) (*tableimport.Outcome, error) {
	var staged api.Import
	if err := c.call(ctx, upload("/imports", url.Values{"filename": {name}}, data), &staged); err != nil {
		return nil, err
	}
	outcome, err := &tableimport.Outcome{}, c.await(ctx, &staged, func(int, int) {})
	if err == nil {
		outcome, err = c.outcome(ctx, &staged, use)
	}
	return outcome, errors.Join(err, c.discard(ctx, &staged))
}

// discard deletes a staged table.
func (c *Client) discard(ctx context.Context, staged *api.Import) error {
	response, err := c.send(context.WithoutCancel(ctx), request{method: http.MethodDelete, path: importPath(staged)})
	if err == nil {
		err = response.Body.Close()
	}
	return err
}

func importPath(i *api.Import) string { return "/imports/" + i.Id.String() }

// outcome returns the notes of a table, and calls use with each row.
func (c *Client) outcome(ctx context.Context, of *api.Import, use func(tableimport.StoredRow)) (*tableimport.Outcome,
	error) {
	outcome := &tableimport.Outcome{IsProposed: transfer.State(of.State) == transfer.Proposed}
	if of.Notes != nil {
		outcome.Notes = *of.Notes
	}
	path := importPath(of) + "/table"
	var layout api.ImportTable
	if err := c.get(ctx, path, nil, &layout); err != nil {
		return nil, err
	}
	outcome.Notes = append(outcome.Notes, ignoredColumns(layout)...)
	err := eachPage(ctx, c, path+"/rows", url.Values{}, func(r api.ImportTableRow) { use(toTableRow(r)) })
	return outcome, err
}

// ImportList imports an OPML list, and returns its invalid rows.
func (c *Client) ImportList(ctx context.Context, name string, data []byte, progress Progress) (*transfer.Import,
	[]transfer.Row, error) {
	done, err := c.runImport(ctx, name, data, progress)
	if err != nil {
		return nil, nil, err
	}
	sum := &transfer.Import{ID: done.Id, State: transfer.State(done.State), Total: done.Total, Created: done.Created,
		Exists: done.Exists, Invalid: done.Invalid, Recovered: done.Recovered, Incomplete: done.Incomplete != nil}
	if done.Notes != nil {
		sum.Notes = *done.Notes
	}
	var rows []transfer.Row
	query := url.Values{"result": {string(transfer.Invalid)}}
	err = eachPage(ctx, c, importPath(done)+"/rows", query, func(r api.ImportRow) {
		rows = append(rows, toRow(r))
	})
	return sum, rows, err
}

// ImportTable stages a table, applies it and calls use with each row. A table that changes nothing is discarded
// after that.
func (c *Client) ImportTable(ctx context.Context, name string, data []byte, progress Progress,
	use func(tableimport.StoredRow)) (*tableimport.Outcome, error) {
	done, err := c.runImport(ctx, name, data, progress)
	if err != nil {
		return nil, err
	}
	outcome, err := c.outcome(ctx, done, use)
	if err == nil && transfer.State(done.State) == transfer.Staged {
		err = c.discard(ctx, done)
	}
	return outcome, err
}

func ignoredColumns(table api.ImportTable) []string {
	var layout tableimport.Layout
	for _, column := range table.Columns {
		layout.Columns = append(layout.Columns, tableimport.Column{Header: column.Header, Target: column.Target,
			Origin: tableimport.Origin(column.Origin)})
	}
	return layout.Notes()
}

// runImport uploads a list or table, applies a table that would change anything, and waits for its end.
func (c *Client) runImport(ctx context.Context, name string, data []byte, progress Progress) (*api.Import, error) {
	var list api.Import
	if err := c.call(ctx, upload("/imports", url.Values{"filename": {name}}, data), &list); err != nil {
		return nil, err
	}
	for isApplied := false; ; isApplied = true {
		err := c.await(ctx, &list, progress)
		if ctx.Err() != nil {
			return nil, errors.New("the service continues the import " + list.Id.String())
		}
		if err != nil {
			return nil, err
		}
		n := list.Counts
		if transfer.State(list.State) != transfer.Staged || isApplied || n == nil || n.Create+n.Update == 0 {
			return &list, nil
		}
		if err := c.post(ctx, importPath(&list)+"/apply", nil, &list); err != nil {
			return nil, err
		}
	}
}

// await waits while the service reads or applies a list. It returns an error if the service fails to.
func (c *Client) await(ctx context.Context, list *api.Import, progress Progress) error {
	for {
		switch transfer.State(list.State) {
		case transfer.Failed:
			return errors.New(cmp.Or(convert.OrZero(list.Error), "the import has failed"))
		case transfer.Reading, transfer.Queued, transfer.Running:
			progress(list.Total-list.Pending, list.Total)
		default:
			return nil
		}
		if ctxtime.Sleep(ctx, pollInterval); ctx.Err() != nil {
			return ctx.Err()
		}
		if err := c.get(ctx, importPath(list), nil, list); err != nil {
			return err
		}
	}
}

// eachPage reads all pages of a list, and calls use with each entry.
func eachPage[T any](ctx context.Context, c *Client, path string, query url.Values, use func(T)) error {
	query.Set("limit", strconv.Itoa(rowsPerPage))
	for {
		var page struct {
			Items      []T
			NextCursor string `json:"next_cursor"`
		}
		if err := c.get(ctx, path, query, &page); err != nil {
			return err
		}
		for _, item := range page.Items {
			use(item)
		}
		if page.NextCursor == "" {
			return nil
		}
		query.Set("cursor", page.NextCursor)
	}
}

func toRow(r api.ImportRow) transfer.Row {
	return transfer.Row{Number: r.Number, Line: r.Line, Title: r.Title, URL: r.Url, Result: transfer.Result(r.Result),
		Recovered: r.Recovered, Reason: convert.OrZero(r.Reason), Repair: convert.OrZero(r.Repair)}
}

func toTableRow(r api.ImportTableRow) tableimport.StoredRow {
	row := tableimport.StoredRow{Row: tableimport.Row{Number: r.Number, Line: r.Line, Cells: r.Cells, Skipped: r.Skipped,
		Result: tableimport.Result(r.Result), Reason: convert.OrZero(r.Reason), Repair: convert.OrZero(r.Repair)},
		AppliedReason: convert.OrZero(r.AppliedReason)}
	if r.Applied != nil {
		row.Applied = change.Result(*r.Applied)
	}
	return row
}
