package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/apiclient"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/registerapi"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/registerfile"
)

const planUsage = `usage: newssources plan [--archive-missing] [--format FORMAT] [--json] FILE
       newssources apply [--archive-missing] [--format FORMAT] [--json] FILE

FILE describes sources: a list of records as newssources exports them, in YAML, JSON or NDJSON; - is the
standard input. Files in YAML and in NDJSON can be concatenated. The ending of FILE or --format gives the
format (yaml, json or ndjson). For - without --format, it is recognized by the content. A source is
identified by canonical_domain and path_prefix; ids are not used. Without both, it is the source with the
longest subdomain or path of homepage_url, or else that of its domain. If homepage_url belongs to another
domain, apply moves the source there, where further runs find it. A field that a record lacks is kept,
and null or an empty value clears it. With endpoints, the list is complete: others of the source are
retired. An endpoint that moves from one source to another one needs two runs: the first one retires it,
and reports the new one as refused. Sources that the file lacks are kept, or archived with
--archive-missing.

plan changes nothing. It prints each change that apply would make: result, action, type, name, field,
former and new value, and reason, separated by tabs. Its exit code is 0 if the register is as the file
says, 2 if it is not, and 1 for an error. apply makes the changes as one change set, and prints those
that were not made, the counts and the id, with which undo takes it back. Its exit code is 0 if all
were made, 2 if at least one was not or another member must approve them, and 1 for an error. With
--json, each change is printed as one JSON object per line, as in GET
/newssources/change-sets/ID/items, and the last object has the counts.` + apiUsage

// exitDrift is the exit code of a plan that has changes.
const exitDrift = 2

// planFile prints what a file would change as planUsage describes.
func planFile(ctx context.Context, args []string, out io.Writer) error {
	p, err := parsePlan("plan", args, out)
	if err != nil {
		return err
	}
	store, closeStore, err := openChangeStore(ctx, p.client, newProgress("plan"))
	if err != nil {
		return err
	}
	defer closeStore()
	items, err := store.Plan(ctx, p.file)
	if err != nil {
		return errors.New(userText(err))
	}
	var counts change.Counts
	for _, i := range items {
		p.print(i, fmt.Sprintf("%s\t%s\t%s\t%s", i.Result, i.Action, i.TargetType, i.TargetName))
		switch i.Result {
		case change.Conflict:
			counts.Conflict++
		case change.Refused:
			counts.Refused++
		default:
			counts.Pending++
		}
	}
	if p.isJSON {
		p.encode(map[string]any{"pending": counts.Pending, "conflict": counts.Conflict, "refused": counts.Refused})
	} else {
		fmt.Fprintf(out, "pending=%d conflict=%d refused=%d\n", counts.Pending, counts.Conflict, counts.Refused)
	}
	if len(items) > 0 {
		return &exitError{code: exitDrift}
	}
	return nil
}

// applyFile makes the changes of a file as planUsage describes.
func applyFile(ctx context.Context, args []string, out io.Writer) error {
	p, err := parsePlan("apply", args, out)
	if err != nil {
		return err
	}
	display := newProgress("apply")
	store, closeStore, err := openChangeStore(ctx, p.client, display)
	if err != nil {
		return err
	}
	defer closeStore()
	set, err := store.CreateFromFile(ctx, p.file)
	if err == nil {
		set, err = applyDraft(ctx, store, set, change.ApplyInput{})
	}
	display.end()
	if err == nil {
		err = store.Items(ctx, set.ID, notAppliedResults, func(i change.Item) error {
			p.print(i, itemColumns(i))
			return nil
		})
	}
	if err != nil {
		return errors.New(userText(err))
	}
	if p.isJSON {
		p.encode(map[string]any{"id": set.ID, "state": set.State, "pending": set.Pending, "changed": set.Changed,
			"unchanged": set.Unchanged, "conflict": set.Conflict, "refused": set.Refused})
		out = io.Discard
	}
	return printResult(set, out)
}

// notAppliedResults are the results of items that were not changed.
var notAppliedResults = []change.Result{change.Pending, change.Conflict, change.Refused}

// planCommand is a run of plan or apply.
type planCommand struct {
	out    io.Writer
	isJSON bool
	file   apiclient.RegisterFile
	client *apiclient.Client // nil: the command uses the database
}

// parsePlan parses the arguments of a command, and reads its file.
func parsePlan(name string, args []string, out io.Writer) (*planCommand, error) {
	p := &planCommand{out: out}
	flags := newFlags(name)
	flags.BoolVar(&p.file.ArchiveMissing, "archive-missing", false, "")
	flags.BoolVar(&p.isJSON, "json", false, "")
	format := flags.String("format", "", "")
	api := newAPIFlags(flags)
	args, err := parseArgs(flags, args)
	if err != nil || len(args) != 1 {
		return nil, &exitError{1, planUsage}
	}
	if !slices.Contains([]string{"", "yaml", "json", "ndjson"}, *format) {
		return nil, fmt.Errorf("“%s” is not a format of this command; use yaml, json or ndjson", *format)
	}
	path := args[0]
	if p.file.Data, err = readFile(path, registerfile.MaxSize); err != nil {
		return nil, fmt.Errorf("%s: %s", path, userText(err))
	}
	if path == "-" && *format == "" {
		*format = registerfile.FormatOf(p.file.Data)
	}
	p.file.Name = inputName(path, *format)
	p.client, err = api.client()
	return p, err
}

// inputName returns the name of a file, or of the standard input, with the ending of its format if it is given.
func inputName(path, format string) string {
	name := filepath.Base(path)
	if path == "-" {
		name = "stdin"
	}
	if format != "" && filepath.Ext(name) != "."+format {
		name += "." + format
	}
	return name
}

// readFile reads a file, or the standard input for -, of at most maxSize bytes. The caller adds the name of the file to
// the error.
func readFile(path string, maxSize int64) (_ []byte, err error) {
	file := os.Stdin
	if path != "-" {
		if file, err = os.Open(path); err != nil {
			return nil, err
		}
		defer file.Close()
	}
	data, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(data)) > maxSize:
		return nil, fmt.Errorf("the file is larger than %d MiB; divide it", maxSize>>20)
	}
	return data, nil
}

func (p *planCommand) encode(value any) { _ = json.NewEncoder(p.out).Encode(value) }

// print prints an item as a JSON object, or as text that begins with the columns.
func (p *planCommand) print(i change.Item, columns string) {
	if p.isJSON {
		p.encode(registerapi.ChangeItemOf(i))
		return
	}
	printItem(p.out, i, columns)
}
