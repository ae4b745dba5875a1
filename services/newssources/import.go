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

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

// importFiles imports OPML files one after another and prints a line of counts for each. The last line has the totals; a
// recovered row is also counted as created, existing or invalid. A file that can't be read doesn't stop the others.
func importFiles(ctx context.Context, files []string, out io.Writer) error {
	if len(files) == 0 {
		return errors.New("usage: newssources import FILE…")
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
		done, err := importFile(ctx, imports, file)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %s", file, userText(err)))
			continue
		}
		fmt.Fprintf(out, "%s: %d outlines, %s\n", filepath.Base(file), done.Total, importCounts(done))
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
	return imports.Run(ctx, audit.Actor{Name: "Command line", Role: "admin"}, filepath.Base(file), data)
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
