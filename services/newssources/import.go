package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

const importUsage = `usage: newssources import [--dry-run] FILE…

It imports OPML files and tables (CSV, TSV, XLSX, JSON, NDJSON) one after another. For each file it
prints the rows that were not imported (result, line, address or name, and reason, separated by tabs)
and the counts; the last line has the totals. The columns of a table are guessed; a column that is
ignored is named. With --dry-run it changes nothing, and also prints the sources that an OPML file
would create and all other rows with their results. The exit code is 0 if every row was imported or
exists, 2 if at least one row was not imported, and 1 if a file could not be read or the import was
stopped.`

// exitInvalidRows is the exit code of an import of which some rows are invalid.
const exitInvalidRows = 2

// importFiles imports files as importUsage describes. A recovered row is also counted as
// created, existing or invalid. A file that can't be read doesn't stop the others.
func importFiles(ctx context.Context, files []string, out io.Writer) error {
	isDryRun := len(files) > 0 && files[0] == "--dry-run"
	if isDryRun {
		files = files[1:]
	}
	if len(files) == 0 || strings.HasPrefix(files[0], "-") {
		return &exitError{1, importUsage}
	}
	imports, tables, closeImports, err := openImports(ctx)
	if err != nil {
		return err
	}
	defer closeImports()
	var sum transfer.Import
	var failed []error
	for _, file := range files {
		done, err := importer{imports, tables, out}.file(ctx, file, isDryRun)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %s", file, userText(err)))
			continue
		}
		suffix := ""
		if done.Incomplete {
			suffix = ", incomplete file"
		}
		rows := "outlines"
		if done.Counts != nil {
			rows = "rows"
		}
		fmt.Fprintf(out, "%s: %d %s, %s%s\n", filepath.Base(file), done.Total, rows, importCounts(done), suffix)
		for _, note := range done.Notes {
			fmt.Fprintf(out, "%s: %s\n", filepath.Base(file), note)
		}
		sum.Created, sum.Exists = sum.Created+done.Created, sum.Exists+done.Exists
		sum.Recovered, sum.Invalid = sum.Recovered+done.Recovered, sum.Invalid+done.Invalid
	}
	fmt.Fprintln(out, importCounts(&sum))
	if len(failed) == 0 && sum.Invalid > 0 {
		return &exitError{code: exitInvalidRows}
	}
	return errors.Join(failed...)
}

// openImports opens the database and returns its imports. The caller calls closeImports.
func openImports(ctx context.Context) (imports *transfer.Imports, tables *tableimport.Tables, closeImports func(),
	err error) {
	keys, err := credentialsKeys()
	if err != nil {
		return nil, nil, nil, err
	}
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return nil, nil, nil, err
	}
	queue, err := jobs.NewQueue(db.Pool, slog.Default())
	if err != nil {
		db.Close()
		return nil, nil, nil, err
	}
	sets := jobs.NewChangeSets(db, source.NewRegister(db, keys), sourcelist.NewReader(db), queue.EnqueueChangeSet)
	imports = transfer.NewImports(db, sets, queue.EnqueueImportLater)
	imports.Keys = keys
	return imports, tableimport.New(db, sets), db.Close, nil
}

// importer imports files and prints the rows that were not imported.
type importer struct {
	imports *transfer.Imports
	tables  *tableimport.Tables
	out     io.Writer
}

func (i importer) file(ctx context.Context, file string, isDryRun bool) (*transfer.Import, error) {
	data, err := os.ReadFile(file)
	switch {
	case err != nil:
		return nil, err
	case !tablefile.IsMarkup(data):
		return i.table(ctx, filepath.Base(file), data, isDryRun)
	case isDryRun:
		return dryRunList(ctx, i.imports, data, i.out)
	}
	return importList(ctx, i.imports, filepath.Base(file), data, i.out)
}

// table imports a table, and prints the ignored columns and the rows that are not imported; a dry run
// prints all rows.
func (i importer) table(ctx context.Context, name string, data []byte, isDryRun bool) (*transfer.Import, error) {
	run, err := i.tables.Run(ctx, commandActor(), name, data, isDryRun)
	if err != nil {
		return nil, err
	}
	sum := &transfer.Import{Total: len(run.Rows), Counts: map[string]int{}, Notes: run.Notes}
	for _, r := range run.Rows {
		result, reason := string(r.Result), r.Reason
		switch {
		case r.Applied == change.Conflict || r.Applied == change.Refused:
			result, reason = string(r.Applied), r.AppliedReason
			sum.Invalid++
		case r.Result == tableimport.Create || r.Result == tableimport.Update:
			sum.Created++
		case r.Result == tableimport.Unchanged || r.Result == tableimport.Duplicate:
			sum.Exists++
		default:
			sum.Invalid++
		}
		if r.Repair != "" {
			sum.Recovered++
		}
		if isDryRun || result == "conflict" || result == "invalid" || result == "refused" {
			fmt.Fprintf(i.out, "%s\tline %d\t%s\t%s\n", result, r.Line, r.Label(), strings.TrimSpace(reason+" "+r.Repair))
		}
	}
	return sum, nil
}

func importCounts(i *transfer.Import) string {
	return fmt.Sprintf("created=%d exists=%d recovered=%d invalid=%d", i.Created, i.Exists, i.Recovered, i.Invalid)
}

// rowsPerPage is the number of invalid rows that are read with one query.
const rowsPerPage = 500

// importList imports an OPML list and prints its invalid rows.
func importList(ctx context.Context, imports *transfer.Imports, name string, data []byte,
	out io.Writer) (*transfer.Import, error) {
	done, err := imports.Run(ctx, commandActor(), name, data)
	if err != nil || done.Invalid == 0 {
		return done, err
	}
	query := transfer.RowQuery{Result: transfer.Invalid, Limit: rowsPerPage}
	for {
		page, err := imports.Rows(ctx, done.ID, query)
		if err != nil {
			return done, err
		}
		for _, row := range page.Rows {
			printRow(out, row)
		}
		if query.Cursor = page.Next; query.Cursor == "" {
			return done, nil
		}
	}
}

// dryRunList prints the sources that the import of an OPML list would create, and the rows that it would
// not create: name, homepage and outlet, or line, address and reason, separated by tabs.
func dryRunList(ctx context.Context, imports *transfer.Imports, data []byte, out io.Writer) (*transfer.Import, error) {
	run, err := imports.DryRun(ctx, data)
	if err != nil {
		return nil, err
	}
	for _, s := range run.Sources {
		fmt.Fprintf(out, "new\t%s\t%s\t%s\n", s.Name, s.HomepageURL, s.Outlet.Domain+s.Outlet.PathPrefix)
	}
	for _, r := range run.Rows {
		if r.Result != transfer.Created {
			printRow(out, r)
		}
	}
	return &run.Import, nil
}

func printRow(out io.Writer, r transfer.Row) {
	fmt.Fprintf(out, "%s\tline %d\t%s\t%s\n", r.Result, r.Line, r.URL, r.Reason)
}

// userText returns the text of err without its code, its cause and the file name.
func userText(err error) string {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p.Detail
	}
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return file.Err.Error()
	}
	return err.Error()
}
