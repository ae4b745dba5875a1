package listfile

import (
	"encoding/csv"
	"io"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// maxEndpointColumns is the number of endpoints that a row of a table has at most. Further ones
// follow in rows of their own, so that one source with 1,000 endpoints does not make thousands of
// columns.
const maxEndpointColumns = 5

// table divides records into the rows of CSV and XLSX.
type table struct {
	columns   []Column
	endpoints int  // per row
	hasKey    bool // a column other than the name identifies the source
}

func newTable(o Options) table {
	endpoints := min(max(o.Endpoints, 1), maxEndpointColumns)
	return table{o.Columns.columns(endpoints), endpoints, o.Columns.has("homepage_url") || o.Columns.has("id")}
}

func (t table) header() []string {
	cells := make([]string, len(t.columns))
	for i, c := range t.columns {
		cells[i] = c.Header
	}
	return cells
}

// rows calls write with the cells of each row of a record. Retired endpoints, which are kept for
// their history, have no columns. cells are reused by the next row.
func (t table) rows(r *Record, cells []string, write func([]string) error) error {
	row := *r
	row.Endpoints = slices.DeleteFunc(slices.Clone(r.Endpoints),
		func(e Endpoint) bool { return e.Intent == source.EndpointRetired })
	for {
		for i, c := range t.columns {
			cells[i] = Neutralize(c.Get(&row))
		}
		if err := write(cells); err != nil || len(row.Endpoints) <= t.endpoints {
			return err
		}
		row = t.continuation(r, row.Endpoints[t.endpoints:])
	}
}

// continuation returns the record of a row with further endpoints. It has only what identifies and marks the source,
// so that an edit of the first row does not contradict it: empty cells keep values. Rows are checked after their
// parents, so it has the parent.
func (t table) continuation(r *Record, endpoints []Endpoint) Record {
	row := Record{ID: r.ID, HomepageURL: r.HomepageURL, Domain: r.Domain, PathPrefix: r.PathPrefix, Parent: r.Parent,
		ParentID: r.ParentID, UseStates: r.UseStates, Endpoints: endpoints}
	if !t.hasKey {
		row.Name = r.Name
	}
	if r.IsForbidden() {
		row.Rights = r.Rights
	}
	if r.Lifecycle == source.Archived { // another source may have the outlet
		row.Lifecycle = r.Lifecycle
	}
	return row
}

// byteOrderMark begins CSV files. Without it, Excel decodes UTF-8 with the encoding of the computer
// and shows “El PaÃ­s”. Other spreadsheets and the import skip it.
const byteOrderMark = "\uFEFF"

type csvTable struct {
	table
	csv   *csv.Writer
	cells []string
	err   error // of the header
}

func newCSV(w io.Writer, o Options) Writer {
	t := &csvTable{table: newTable(o), csv: csv.NewWriter(w)}
	t.cells = make([]string, len(t.columns))
	header := t.header()
	if _, t.err = io.WriteString(w, byteOrderMark); t.err == nil {
		t.err = t.csv.Write(header)
	}
	return t
}

// Write writes the rows of a record.
func (t *csvTable) Write(r *Record) error {
	if t.err != nil {
		return t.err
	}
	return t.rows(r, t.cells, t.csv.Write)
}

// Close writes the rows that are buffered.
func (t *csvTable) Close() error {
	t.csv.Flush()
	if t.err != nil {
		return t.err
	}
	return t.csv.Error()
}
