package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/apiclient"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

const importUsage = `usage: newssources import [--dry-run] [--format FORMAT] [--json] FILE…

It imports OPML files and tables (CSV, TSV, XLSX, JSON, NDJSON) one after another; - is the standard
input. The format is recognized by the content. If the content allows several formats, the ending of
FILE decides, or --format: csv, tsv, xlsx, json, ndjson or opml. A file may have 200 MiB. A CSV, TSV
or NDJSON file may have 1,000,000 rows, and another table 100,000. With --api, workbooks, JSON lists
and OPML files may have 10 MiB. For each file it prints the rows that were not imported (result,
line, address or name, and reason, separated by tabs) and the counts; the last line has the totals.
The columns of a table are guessed; a column that is ignored is named. With --dry-run it changes
nothing, and also prints the sources that an OPML file would create and all other rows with their
results; without --api, it reads at most 100,000 rows. With --json, each row, each file and the
totals are printed as one JSON object per line. The exit code is 0 if every row was imported or
exists, 2 if at least one row was not imported or another member must approve the import, and 1 if a
file could not be read or the import was stopped.` + apiUsage

// exitInvalidRows is the exit code of an import with invalid rows, or which another member must approve.
const exitInvalidRows = 2

// importFiles imports files as importUsage describes. A recovered row is also counted as
// created, existing or invalid. A file that can't be read doesn't stop the others.
func importFiles(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("import")
	i := importer{out: importPrinter{out: out}}
	flags.BoolVar(&i.isDryRun, "dry-run", false, "")
	flags.BoolVar(&i.out.isJSON, "json", false, "")
	flags.StringVar(&i.format, "format", "", "")
	api := newAPIFlags(flags)
	files, err := parseArgs(flags, args)
	if err != nil || len(files) == 0 || !slices.Contains(importFormats, i.format) {
		return &exitError{1, importUsage}
	}
	client, err := api.client()
	if err != nil {
		return err
	}
	if i.service = (remoteImports{client}); client == nil {
		local, closeImports, err := openImports(ctx)
		if err != nil {
			return err
		}
		defer closeImports()
		i.service = local
	}
	var sum transfer.Import
	var failed []error
	isProposed := false
	for _, file := range files {
		done, err := i.file(ctx, file)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %s", file, userText(err)))
			continue
		}
		i.out.file(inputName(file, ""), done)
		isProposed = isProposed || done.State == transfer.Proposed
		sum.Created, sum.Exists = sum.Created+done.Created, sum.Exists+done.Exists
		sum.Recovered, sum.Invalid = sum.Recovered+done.Recovered, sum.Invalid+done.Invalid
	}
	i.out.totals(&sum)
	switch {
	case len(failed) > 0:
		return errors.Join(failed...)
	case isProposed:
		return &exitError{exitInvalidRows, "Another member must approve this import. Nothing was changed yet."}
	case sum.Invalid > 0:
		return &exitError{code: exitInvalidRows}
	}
	return nil
}

// importService imports lists into a database or through the API.
type importService interface {
	// ImportTable imports a table and calls use with each row and its result.
	ImportTable(ctx context.Context, name string, data []byte, display *progress,
		use func(tableimport.StoredRow)) (*tableimport.Outcome, error)
	// DryRunTable calls use with each row of a table and its result.
	DryRunTable(ctx context.Context, name string, data []byte,
		use func(tableimport.StoredRow)) (*tableimport.Outcome, error)
	// ImportList imports an OPML list and returns its invalid rows.
	ImportList(ctx context.Context, name string, data []byte, display *progress) (*transfer.Import, []transfer.Row, error)
	// DryRunList returns what the import of an OPML list would do.
	DryRunList(ctx context.Context, name string, data []byte) (*transfer.DryRun, error)
}

// remoteImports imports through the API.
type remoteImports struct{ *apiclient.Client }

func (r remoteImports) ImportTable(ctx context.Context, name string, data []byte, display *progress,
	use func(tableimport.StoredRow)) (*tableimport.Outcome, error) {
	return r.Client.ImportTable(ctx, name, data, display.rows, use)
}

func (r remoteImports) ImportList(ctx context.Context, name string, data []byte, display *progress) (*transfer.Import,
	[]transfer.Row, error) {
	return r.Client.ImportList(ctx, name, data, display.rows)
}

// localImports imports into a database.
type localImports struct {
	imports *transfer.Imports
	tables  *tableimport.Tables
}

// openImports opens the database and returns its imports. The caller calls closeImports.
func openImports(ctx context.Context) (_ *localImports, closeImports func(), err error) {
	keys, err := credentialsKeys()
	if err != nil {
		return nil, nil, err
	}
	db, queue, sets, err := openChangeSets(ctx, keys)
	if err != nil {
		return nil, nil, err
	}
	imports := transfer.NewImports(db, sets, queue.EnqueueImportLater)
	imports.Keys = keys
	tables := tableimport.New(db, sets)
	// The command reads large tables itself. If it dies, upkeep of the service inserts a job.
	tables.Enqueue = func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	return &localImports{imports, tables}, db.Close, nil
}

func (l *localImports) ImportTable(ctx context.Context, name string, data []byte, _ *progress,
	use func(tableimport.StoredRow)) (*tableimport.Outcome, error) {
	return l.tables.Run(ctx, commandActor(), name, data, use)
}

func (l *localImports) DryRunTable(ctx context.Context, name string, data []byte,
	use func(tableimport.StoredRow)) (*tableimport.Outcome, error) {
	return l.tables.DryRun(ctx, name, data, use)
}

// rowsPerPage is the number of invalid rows that are read with one query.
const rowsPerPage = 500

func (l *localImports) ImportList(ctx context.Context, name string, data []byte, _ *progress) (*transfer.Import,
	[]transfer.Row, error) {
	done, err := l.imports.Run(ctx, commandActor(), name, data)
	if err != nil || done.Invalid == 0 {
		return done, nil, err
	}
	var rows []transfer.Row
	query := transfer.RowQuery{Result: transfer.Invalid, Limit: rowsPerPage}
	for {
		page, err := l.imports.Rows(ctx, done.ID, query)
		if err != nil {
			return done, rows, err
		}
		rows = append(rows, page.Rows...)
		if query.Cursor = page.Next; query.Cursor == "" {
			return done, rows, nil
		}
	}
}

func (l *localImports) DryRunList(ctx context.Context, _ string, data []byte) (*transfer.DryRun, error) {
	return l.imports.DryRun(ctx, commandActor(), data)
}

// importer imports files and prints the rows that were not imported.
type importer struct {
	service  importService
	out      importPrinter
	isDryRun bool
	format   string // one of importFormats
}

// importFormats are the values of --format.
var importFormats = []string{"", "csv", "tsv", "xlsx", "json", "ndjson", "opml"}

func (i importer) file(ctx context.Context, path string) (*transfer.Import, error) {
	data, err := readFile(path, maxLargeImport)
	if err != nil {
		return nil, err
	}
	name := inputName(path, i.format)
	display := newProgress(name)
	defer display.end()
	switch {
	case !tablefile.IsMarkup(data):
		return i.table(ctx, name, data, display)
	case i.isDryRun:
		return i.dryRunList(ctx, name, data)
	}
	done, rows, err := i.service.ImportList(ctx, name, data, display)
	for _, r := range rows {
		i.out.row(string(r.Result), r.Line, r.URL, r.Reason)
	}
	return done, err
}

// table imports a table, and prints the rows that are not imported; a dry run prints all rows.
func (i importer) table(ctx context.Context, name string, data []byte, display *progress) (*transfer.Import, error) {
	sum := &transfer.Import{Counts: map[string]int{}}
	use := func(r tableimport.StoredRow) {
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
		sum.Total++
		if r.Repair != "" {
			sum.Recovered++
		}
		if i.isDryRun || result == "conflict" || result == "invalid" || result == "refused" {
			i.out.row(result, r.Line, r.Label(), strings.TrimSpace(reason+" "+r.Repair))
		}
	}
	var run *tableimport.Outcome
	var err error
	if i.isDryRun {
		run, err = i.service.DryRunTable(ctx, name, data, use)
	} else {
		run, err = i.service.ImportTable(ctx, name, data, display, use)
	}
	if err != nil {
		return nil, err
	}
	if sum.Notes = run.Notes; run.IsProposed {
		sum.State = transfer.Proposed
	}
	return sum, nil
}

// dryRunList prints the sources that the import of an OPML list would create, and the rows that it would
// not create.
func (i importer) dryRunList(ctx context.Context, name string, data []byte) (*transfer.Import, error) {
	run, err := i.service.DryRunList(ctx, name, data)
	if err != nil {
		return nil, err
	}
	for _, s := range run.Sources {
		i.out.newSource(s)
	}
	for _, r := range run.Rows {
		if r.Result != transfer.Created {
			i.out.row(string(r.Result), r.Line, r.URL, r.Reason)
		}
	}
	return &run.Import, nil
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
