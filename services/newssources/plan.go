package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/registerfile"
)

const planUsage = `usage: newssources plan [--archive-missing] FILE
       newssources apply [--archive-missing] FILE

FILE describes sources: a list of records as newssources exports them, in YAML, JSON or NDJSON. A
source is identified by canonical_domain and path_prefix, or else by its homepage_url; ids are not
used. A field that a record lacks is kept, and null or an empty value clears it. With endpoints, the
list is complete: others of the source are retired. Sources that the file lacks are kept, or archived
with --archive-missing.

plan changes nothing. It prints each change that apply would make: result, action, type, name, field,
former and new value, and reason, separated by tabs. Its exit code is 0 if the register is as the file
says, 2 if it is not, and 1 for an error. apply makes the changes as one change set, and prints those
that were not made, the counts and the id, with which undo takes it back. Its exit code is 0 if all
were made, 2 if at least one was not, and 1 for an error.`

// exitDrift is the exit code of a plan that has changes.
const exitDrift = 2

// planFile prints what a file would change as planUsage describes.
func planFile(ctx context.Context, args []string, out io.Writer) error {
	return withFile(ctx, "plan", args, func(sets *change.Sets, f registerFile) error {
		var items []change.Item
		err := f.db.Tx(ctx, func(tx postgres.Tx) (err error) {
			items, err = f.plan(ctx, tx, sets)
			return err
		})
		if err != nil {
			return errors.New(userText(err))
		}
		var counts change.Counts
		for _, i := range items {
			printItem(out, i, fmt.Sprintf("%s\t%s\t%s\t%s", i.Result, i.Action, i.TargetType, i.TargetName))
			switch i.Result {
			case change.Conflict:
				counts.Conflict++
			case change.Refused:
				counts.Refused++
			default:
				counts.Pending++
			}
		}
		fmt.Fprintf(out, "pending=%d conflict=%d refused=%d\n", counts.Pending, counts.Conflict, counts.Refused)
		if len(items) > 0 {
			return &exitError{code: exitDrift}
		}
		return nil
	})
}

// applyFile makes the changes of a file as planUsage describes.
func applyFile(ctx context.Context, args []string, out io.Writer) error {
	return withFile(ctx, "apply", args, func(sets *change.Sets, f registerFile) error {
		set, err := sets.CreateDraft(ctx, commandActor(), change.Set{Title: "Apply the file " + f.name, Origin: change.File},
			func(tx postgres.Tx) ([]change.Item, error) { return f.plan(ctx, tx, sets) })
		if err == nil && set.Pending > 0 {
			set, err = applyChange(ctx, sets, set, -1)
		} else if err == nil {
			set, err = sets.Cancel(ctx, commandActor(), set.ID)
		}
		if err != nil {
			return errors.New(userText(err))
		}
		if err := printItems(ctx, sets, set.ID, []change.Result{change.Pending, change.Conflict, change.Refused},
			out); err != nil {
			return err
		}
		return printResult(set, out)
	})
}

// registerFile is a file that describes sources.
type registerFile struct {
	name    string
	records []registerfile.Record
	options registerfile.Options
	db      *postgres.DB
}

func (f registerFile) plan(ctx context.Context, tx postgres.Tx, sets *change.Sets) ([]change.Item, error) {
	return registerfile.Plan(ctx, tx, sets, f.records, f.options)
}

// withFile calls run with the file that args name and the change sets of the database.
func withFile(ctx context.Context, name string, args []string, run func(*change.Sets, registerFile) error) error {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	archiveMissing := flags.Bool("archive-missing", false, "")
	if flags.Parse(args) != nil || flags.NArg() != 1 {
		return &exitError{1, planUsage}
	}
	file, err := os.Open(flags.Arg(0))
	if err != nil {
		return fmt.Errorf("%s: %s", flags.Arg(0), userText(err))
	}
	defer file.Close()
	records, err := registerfile.Read(flags.Arg(0), file)
	if err != nil {
		return fmt.Errorf("%s: %s", flags.Arg(0), userText(err))
	}
	sets, db, err := openChangeSets(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	return run(sets, registerFile{filepath.Base(flags.Arg(0)), records,
		registerfile.Options{ArchiveMissing: *archiveMissing}, db})
}
