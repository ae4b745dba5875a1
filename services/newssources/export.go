package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/httpapi"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const exportUsage = `usage: newssources export [--format FORMAT] [--filter FILTER] [--sort ORDER] [--columns LIST]
                          [--omit-forbidden] FILE

It writes the sources that match a filter in the form of the list's address, such as
'tag=politics&country=ES', to a file: all that are not archived without a filter. FILE replaces an
existing file when it is complete; - is the standard output. The format is csv, xlsx, json, ndjson or
opml; without --format, it is that of the ending of FILE, and ndjson for -. --columns has names such
as name,homepage_url,feed; all by default. Sources whose use is forbidden are marked, or left out with
--omit-forbidden. Credentials are never written. The number of sources is printed to standard error.
The exit code is 0 if the file is complete, and 1 otherwise.`

// exportSources writes sources to a file as exportUsage describes.
func exportSources(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	format, filter, sort := flags.String("format", "", ""), flags.String("filter", "", ""), flags.String("sort", "", "")
	columns, omitsForbidden := flags.String("columns", "", ""), flags.Bool("omit-forbidden", false, "")
	if flags.Parse(args) != nil || flags.NArg() != 1 {
		return &exitError{1, exportUsage}
	}
	name := flags.Arg(0)
	options := listfile.Options{Title: "Sources", OmitsForbidden: *omitsForbidden}
	chosen, err := fileFormat(*format, name)
	if err == nil && *columns != "" {
		options.Columns, err = listfile.Select(strings.Split(*columns, ","))
	}
	var selection export.Selection
	if err == nil {
		selection.Query, err = httpapi.ParseFilter(*filter)
	}
	if err != nil {
		return errors.New(userText(err))
	}
	selection.Query.Sort = *sort
	db, err := openDatabase(ctx, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	exporter := export.New(db, sourcelist.NewReader(db))
	file, err := exporter.Open(ctx, selection, chosen, options)
	if err == nil {
		err = replaceFile(name, out, func(w io.Writer) error { return file.Write(ctx, w, export.Unlimited) })
	}
	if err != nil {
		return errors.New(userText(err))
	}
	fmt.Fprintf(os.Stderr, "sources=%d\n", file.Total)
	return nil
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
