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
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

// importFiles brings in OPML lists, one after another. Its last line counts outlines; recovered ones are also counted
// as created, existing or invalid. A file that can't be read at all doesn't stop the others.
func importFiles(ctx context.Context, files []string, out io.Writer) error {
	if len(files) == 0 {
		return errors.New("usage: newssources import FILE…")
	}
	getenv := environment()
	url, err := databaseURL(getenv)
	if err != nil {
		return err
	}
	db, err := postgres.Open(ctx, url, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.CheckMigrations(ctx); err != nil {
		return err
	}
	imports := transfer.NewImports(db)
	queue, err := jobs.New(db.Pool, imports, slog.Default()) // it isn't started here
	if err != nil {
		return err
	}
	imports.Enqueue = queue.EnqueueImportLater
	if imports.Keys, err = credentialsKeys(getenv); err != nil {
		return err
	}
	var sum transfer.Import
	var failed []error
	for _, file := range files {
		done, err := importFile(ctx, imports, file)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %s", file, reason(err)))
			continue
		}
		fmt.Fprintf(out, "%s: %d outlines, created=%d exists=%d recovered=%d invalid=%d\n",
			filepath.Base(file), done.Total, done.Created, done.Exists, done.Recovered, done.Invalid)
		sum.Created, sum.Exists = sum.Created+done.Created, sum.Exists+done.Exists
		sum.Recovered, sum.Invalid = sum.Recovered+done.Recovered, sum.Invalid+done.Invalid
	}
	fmt.Fprintf(out, "created=%d exists=%d recovered=%d invalid=%d\n", sum.Created, sum.Exists, sum.Recovered, sum.Invalid)
	return errors.Join(failed...)
}

func importFile(ctx context.Context, imports *transfer.Imports, file string) (*transfer.Import, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return imports.Run(ctx, audit.Actor{Name: "Command line", Role: "admin"}, filepath.Base(file), data)
}

// reason says for a person why a file wasn't brought in.
func reason(err error) string {
	if p, ok := errors.AsType[*problem.Error](err); ok {
		return p.Detail
	}
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return file.Err.Error()
	}
	return err.Error()
}
