package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/apiclient"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const exportUsage = `usage: newssources export [--format FORMAT] [--filter FILTER|--view ID|--ids ID,…] [--sort ORDER]
                          [--columns LIST] [--omit-forbidden] FILE

It writes sources to a file: those that match a filter, those of a saved view, or those with the
given ids; without these, all that are not archived. A filter is the query of the list's address,
such as 'tag=politics&country=ES'. With the database, --view accepts shared views only. FILE
replaces an existing file when it is complete; - is the standard output. The format is csv, xlsx,
json, ndjson or opml; without --format, it is that of the ending of FILE, and ndjson for -.
--columns has names such as name,homepage_url,feed; all by default. Sources with the rights
“forbidden” are marked, or left out with --omit-forbidden. Credentials are never written. The number of sources
is printed to standard error. The exit code is 0 if the file is complete, and 1 otherwise.` + apiUsage

// exportSources writes sources to a file as exportUsage describes.
func exportSources(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("export")
	var e apiclient.Export
	flags.StringVar(&e.Format, "format", "", "")
	flags.StringVar(&e.Filter, "filter", "", "")
	flags.StringVar(&e.View, "view", "", "")
	flags.StringVar(&e.Sort, "sort", "", "")
	flags.BoolVar(&e.OmitsForbidden, "omit-forbidden", false, "")
	ids, columns, api := flags.String("ids", "", ""), flags.String("columns", "", ""), newAPIFlags(flags)
	args, err := parseArgs(flags, args)
	if err != nil || len(args) != 1 || moreThanOne(e.Filter, e.View, *ids) {
		return &exitError{1, exportUsage}
	}
	e.IDs, e.Columns = splitList(*ids), splitList(*columns)
	name := args[0]
	format, err := fileFormat(e.Format, name)
	if err == nil {
		_, err = input.ParseFilter(e.Filter)
	}
	if err != nil {
		return errors.New(userText(err))
	}
	e.Format = string(format)
	client, err := api.client()
	if err != nil {
		return err
	}
	write := func(w io.Writer) (int, error) { return client.Export(ctx, e, w) }
	if client == nil {
		write = func(w io.Writer) (int, error) { return exportFromDatabase(ctx, e, w) }
	}
	display, total := newProgress("export"), 0
	err = replaceFile(name, out, func(w io.Writer) (err error) {
		total, err = write(&countingWriter{Writer: w, progress: display})
		return err
	})
	display.end()
	if err != nil {
		return errors.New(userText(err))
	}
	fmt.Fprintf(os.Stderr, "sources=%d\n", total)
	return nil
}

func moreThanOne(texts ...string) bool {
	return len(slices.DeleteFunc(texts, func(text string) bool { return text == "" })) > 1
}

// splitList returns the entries of a list with commas, or nil for an empty list.
func splitList(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

func parseIDs(texts []string) (ids []uuid.UUID, err error) {
	for _, text := range texts {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, fmt.Errorf("“%s” is not an id; ids are UUIDs", text)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// exportFromDatabase writes a file of sources of the database, and returns their number.
func exportFromDatabase(ctx context.Context, e apiclient.Export, w io.Writer) (total int, err error) {
	options := listfile.Options{Title: "Sources", OmitsForbidden: e.OmitsForbidden}
	if options.Columns, err = listfile.Select(e.Columns); err != nil {
		return 0, err
	}
	var selection export.Selection
	if selection.Query, err = input.ParseFilter(e.Filter); err != nil {
		return 0, err
	}
	if selection.IDs, err = parseIDs(e.IDs); err != nil {
		return 0, err
	}
	db, err := openDatabase(ctx, 2)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	lists := sourcelist.NewReader(db)
	if e.View != "" {
		ids, err := parseIDs([]string{e.View})
		if err != nil {
			return 0, err
		}
		view, err := savedview.New(db, lists).Get(ctx, uuid.Nil, ids[0])
		if err != nil {
			return 0, err
		}
		selection.Query, options.Title, e.Sort = view.FilterOf(uuid.Nil), view.Name, cmp.Or(e.Sort, view.Sort)
	}
	selection.Query.Sort = e.Sort
	file, err := export.New(db, lists).Open(ctx, selection, listfile.Format(e.Format), options)
	if err != nil {
		return 0, err
	}
	return file.Total, file.Write(ctx, w, export.Unlimited)
}

// fileFormat returns the format with a name or, without one, that of a file.
func fileFormat(name, file string) (listfile.Format, error) {
	switch {
	case name != "":
		return listfile.ParseFormat(name)
	case file == "-":
		return listfile.NDJSON, nil
	}
	return listfile.FormatOf(file)
}

// replaceFile calls write with the standard output if name is -, and otherwise with a new file that
// replaces the one with this name when it is complete.
func replaceFile(name string, out io.Writer, write func(io.Writer) error) error {
	if name == "-" {
		return write(out)
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	err = write(file)
	err = cmp.Or(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // incomplete
	}
	return err
}
