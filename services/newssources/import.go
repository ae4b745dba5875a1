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
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

const importUsage = `usage: newssources import [--dry-run] FILE…

It imports OPML files one after another. For each file it prints the rows that were not imported
(result, line, address and reason, separated by tabs) and the counts; the last line has the totals.
With --dry-run it changes nothing, and also prints the sources that the import would create and the
rows that exist already. The exit code is 0 if every row was created or exists, 2 if at least one
row was not imported, and 1 if a file could not be read or the import was stopped.`

// exitInvalidRows is the exit code of an import of which some rows are invalid.
const exitInvalidRows = 2

// importFiles imports OPML files as importUsage describes. A recovered row is also counted as
// created, existing or invalid. A file that can't be read doesn't stop the others.
func importFiles(ctx context.Context, files []string, out io.Writer) error {
	isDryRun := len(files) > 0 && files[0] == "--dry-run"
	if isDryRun {
		files = files[1:]
	}
	if len(files) == 0 || strings.HasPrefix(files[0], "-") {
		return &exitError{1, importUsage}
	}
	imports, closeImports, err := openImports(ctx)
	if err != nil {
		return err
	}
	defer closeImports()
	read := importFile
	if isDryRun {
		read = dryRunFile
	}
	var sum transfer.Import
	var failed []error
	for _, file := range files {
		done, err := read(ctx, imports, file, out)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %s", file, userText(err)))
			continue
		}
		suffix := ""
		if done.Incomplete {
			suffix = ", incomplete file"
		}
		fmt.Fprintf(out, "%s: %d outlines, %s%s\n", filepath.Base(file), done.Total, importCounts(done), suffix)
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
func openImports(ctx context.Context) (imports *transfer.Imports, closeImports func(), err error) {
	keys, err := credentialsKeys()
	if err != nil {
		return nil, nil, err
	}
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return nil, nil, err
	}
	queue, err := jobs.NewQueue(db.Pool, slog.Default())
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	sets := jobs.NewChangeSets(db, source.NewRegister(db, keys), sourcelist.NewReader(db), queue.EnqueueChangeSet)
	imports = transfer.NewImports(db, sets, queue.EnqueueImportLater)
	imports.Keys = keys
	return imports, db.Close, nil
}

func importCounts(i *transfer.Import) string {
	return fmt.Sprintf("created=%d exists=%d recovered=%d invalid=%d", i.Created, i.Exists, i.Recovered, i.Invalid)
}

// rowsPerPage is the number of invalid rows that are read with one query.
const rowsPerPage = 500

// importFile imports a file and prints its invalid rows.
func importFile(ctx context.Context, imports *transfer.Imports, file string, out io.Writer) (*transfer.Import, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	done, err := imports.Run(ctx, commandActor(), filepath.Base(file), data)
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

// dryRunFile prints the sources that the import of a file would create, and the rows that it would
// not create: name, homepage and outlet, or line, address and reason, separated by tabs.
func dryRunFile(ctx context.Context, imports *transfer.Imports, file string, out io.Writer) (*transfer.Import, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
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
