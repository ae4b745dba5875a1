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

	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

// importFiles imports OPML files one after another and prints a line of counts for each. The last line has the totals; a
// recovered row is also counted as created, existing or invalid. A file that can't be read doesn't stop the others.
//
// With --dry-run as the first argument, it prints the sources that the import would create and changes nothing.
func importFiles(ctx context.Context, files []string, out io.Writer) error {
	isDryRun := len(files) > 0 && files[0] == "--dry-run"
	if isDryRun {
		files = files[1:]
	}
	if len(files) == 0 {
		return errors.New("usage: newssources import [--dry-run] FILE…")
	}
	keys, err := credentialsKeys()
	if err != nil {
		return err
	}
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	queue, err := jobs.NewQueue(db.Pool, slog.Default())
	if err != nil {
		return err
	}
	imports := transfer.NewImports(db, queue.EnqueueImportLater)
	imports.Keys = keys
	var sum transfer.Import
	var failed []error
	for _, file := range files {
		read := importFile
		if isDryRun {
			read = dryRunFile(out)
		}
		done, err := read(ctx, imports, file)
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
	return errors.Join(failed...)
}

func importCounts(i *transfer.Import) string {
	return fmt.Sprintf("created=%d exists=%d recovered=%d invalid=%d", i.Created, i.Exists, i.Recovered, i.Invalid)
}

func importFile(ctx context.Context, imports *transfer.Imports, file string) (*transfer.Import, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return imports.Run(ctx, commandActor(), filepath.Base(file), data)
}

// dryRunFile returns a function that prints the sources that the import of a file would create, and the rows that it would
// not: name, homepage and outlet, or line, address and reason, separated by tabs.
func dryRunFile(out io.Writer) func(context.Context, *transfer.Imports, string) (*transfer.Import, error) {
	return func(ctx context.Context, imports *transfer.Imports, file string) (*transfer.Import, error) {
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
				fmt.Fprintf(out, "%s\tline %d\t%s\t%s\n", r.Result, r.Line, r.URL, r.Reason)
			}
		}
		return &run.Import, nil
	}
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
