package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const changeUsage = `usage: newssources change --filter FILTER OPERATION… [--dry-run|--yes]
       newssources undo ID [--items 1,2] [--dry-run|--yes]

It changes the sources that match a filter: the query of the list's address, such as
'tag=politics&lifecycle=paused'. Operations: --set FIELD=VALUE, --clear FIELD, --add-tag TAG,
--remove-tag TAG, --rename-tag OLD=NEW, --add-language CODE, --remove-language CODE, --pause,
--pause-until DATE, --activate, --archive, --unarchive, --delete (needs --confirm NUMBER above 100
sources), --snooze-until DATE and --set assignee=ID (of a member); --kind KIND selects the endpoints
of --set schedule fields; --reason TEXT is stored. A DATE is a day in UTC, such as 2027-01-31. With
--dry-run it changes nothing and prints each item: result, type, name, field, former and new value,
and reason, separated by tabs. With --yes it applies the change and prints the items that were not
changed. The last lines are the counts and the id, with which undo takes the change back. The exit
code is 0 if every item was changed or had the value already, 2 if at least one was not, and 1 for
an error.`

// exitNotChanged is the exit code of a change of which some items were not changed.
const exitNotChanged = 2

// changeFlags are the flags of the commands change and undo.
type changeFlags struct {
	*flag.FlagSet
	isDryRun, isConfirmed *bool
	confirm               *int
	reason                *string
}

func newChangeFlags(name string) changeFlags {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return changeFlags{flags, flags.Bool("dry-run", false, ""), flags.Bool("yes", false, ""),
		flags.Int("confirm", -1, ""), flags.String("reason", "", "")}
}

// parse parses the flags and reports whether exactly one of --dry-run and --yes is given.
func (f changeFlags) parse(args []string) bool {
	return f.Parse(args) == nil && f.NArg() == 0 && *f.isDryRun != *f.isConfirmed
}

// changeSources changes many sources as changeUsage describes.
func changeSources(ctx context.Context, args []string, out io.Writer) error {
	flags := newChangeFlags("change")
	filter := flags.String("filter", "", "")
	var spec change.Spec
	operationFlags(flags.FlagSet, &spec)
	if !flags.parse(args) || *filter == "" || len(spec.Operations) == 0 {
		return &exitError{1, changeUsage}
	}
	query, err := input.ParseFilter(*filter)
	if err != nil {
		return errors.New(userText(err))
	}
	spec.Filter = &query
	return runChange(ctx, flags, out, func(sets *change.Sets) (*change.Set, error) {
		return sets.Create(ctx, commandActor(), change.Input{Reason: *flags.reason, Spec: spec})
	})
}

// undoChange undoes a change set.
func undoChange(ctx context.Context, args []string, out io.Writer) error {
	flags := newChangeFlags("undo")
	list := flags.String("items", "", "")
	if len(args) == 0 || !flags.parse(args[1:]) {
		return &exitError{1, changeUsage}
	}
	id, err := uuid.Parse(args[0])
	if err != nil {
		return errors.New("the id of a change set is a UUID")
	}
	var items []int
	for text := range strings.SplitSeq(*list, ",") {
		if text == "" {
			continue
		}
		number, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("“%s” is not the number of an item", text)
		}
		items = append(items, number)
	}
	return runChange(ctx, flags, out, func(sets *change.Sets) (*change.Set, error) {
		return sets.Undo(ctx, commandActor(), id, items, *flags.reason)
	})
}

// operationFlags adds the flags that append an operation to spec.
func operationFlags(flags *flag.FlagSet, spec *change.Spec) {
	add := func(name string, parse func(text string) (operation.Operation, error)) {
		flags.Func(name, "", func(text string) error {
			o, err := parse(text)
			spec.Operations = append(spec.Operations, o)
			return err
		})
	}
	add("set", func(text string) (operation.Operation, error) {
		field, value, found := strings.Cut(text, "=")
		o := operation.Operation{Field: field, Action: "set", Value: value}
		if field == "tags" || field == "languages" {
			o.Value, o.Values = "", strings.Split(value, ",")
		}
		return o, requireSign(found)
	})
	add("clear", func(text string) (operation.Operation, error) {
		return operation.Operation{Field: text, Action: "clear"}, nil
	})
	add("rename-tag", func(text string) (operation.Operation, error) {
		before, after, found := strings.Cut(text, "=")
		return operation.Operation{Field: "tags", Action: "rename", Find: before, With: after}, requireSign(found)
	})
	for _, list := range []struct{ flag, field string }{{"tag", "tags"}, {"language", "languages"}} {
		for _, action := range []string{"add", "remove"} {
			add(action+"-"+list.flag, func(text string) (operation.Operation, error) {
				return operation.Operation{Field: list.field, Action: action, Values: []string{text}}, nil
			})
		}
	}
	for _, action := range []string{"pause", "activate", "archive", "unarchive", "delete"} {
		flags.BoolFunc(action, "", func(string) error {
			spec.Operations = append(spec.Operations, operation.Operation{Field: "lifecycle", Action: action})
			return nil
		})
	}
	for name, o := range map[string]operation.Operation{
		"pause-until": {Field: "lifecycle", Action: "pause"}, "snooze-until": {Field: "snooze", Action: "set"},
	} {
		add(name, func(text string) (operation.Operation, error) {
			day, err := time.Parse(time.DateOnly, text)
			o.Until = &day
			return o, err
		})
	}
	flags.Func("kind", "", func(text string) error {
		spec.Kinds = append(spec.Kinds, feed.Kind(text))
		return nil
	})
}

func requireSign(found bool) error {
	if !found {
		return errors.New("write NAME=VALUE")
	}
	return nil
}

// runChange previews the change set that newSet makes, and applies or discards it.
func runChange(ctx context.Context, flags changeFlags, out io.Writer,
	newSet func(*change.Sets) (*change.Set, error)) error {
	sets, db, err := openChangeSets(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	set, err := newSet(sets)
	if err == nil {
		set, err = finish(ctx, sets, set)
	}
	if err != nil {
		return errors.New(userText(err))
	}
	var shown []change.Result
	if *flags.isConfirmed {
		shown = notAppliedResults
		if set, err = applyChange(ctx, sets, set, *flags.confirm); err != nil {
			return errors.New(userText(err))
		}
	}
	if err := printItems(ctx, sets, set.ID, shown, out); err != nil {
		return err
	}
	if *flags.isDryRun {
		if _, err := sets.Cancel(ctx, commandActor(), set.ID); err != nil {
			return err
		}
	}
	return printResult(set, out)
}

// openChangeSets opens the database and its change sets. The caller closes the database.
func openChangeSets(ctx context.Context) (*change.Sets, *postgres.DB, error) {
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return nil, nil, err
	}
	queue, err := jobs.NewQueue(db.Pool, slog.Default())
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	sets := jobs.NewChangeSets(db, source.NewRegister(db, nil), sourcelist.NewReader(db), queue.EnqueueChangeSet)
	return sets, db, nil
}

// printResult prints the counts and the id of a change set. It returns an error with exitNotChanged if
// an item was not changed.
func printResult(set *change.Set, out io.Writer) error {
	fmt.Fprintf(out, "pending=%d changed=%d unchanged=%d conflict=%d refused=%d\n%s\n", set.Pending, set.Changed,
		set.Unchanged, set.Conflict, set.Refused, set.ID)
	if set.Stopped != "" {
		return errors.New(set.Stopped)
	}
	if set.Conflict+set.Refused > 0 {
		return &exitError{code: exitNotChanged}
	}
	return nil
}

func applyChange(ctx context.Context, sets *change.Sets, set *change.Set, confirm int) (*change.Set, error) {
	total := set.Total()
	input := change.ApplyInput{Expected: &total}
	if confirm >= 0 {
		input.Confirm = &confirm
	}
	set, err := sets.Apply(ctx, commandActor(), set.ID, input)
	if err != nil {
		return nil, err
	}
	return finish(ctx, sets, set)
}

// finish previews or applies a change set to its end. A change set that a person stops is cancelled,
// so that no job continues it.
func finish(ctx context.Context, sets *change.Sets, set *change.Set) (*change.Set, error) {
	done, err := sets.Run(ctx, set.ID)
	if err != nil || !done {
		_, cancelErr := sets.Cancel(context.WithoutCancel(ctx), commandActor(), set.ID)
		return nil, errors.Join(err, ctx.Err(), cancelErr)
	}
	return sets.Get(ctx, set.ID)
}

// printItems prints the items that have one of the results, or all items if shown is empty.
func printItems(ctx context.Context, sets *change.Sets, id uuid.UUID, shown []change.Result, out io.Writer) error {
	return eachItem(ctx, sets, id, shown, func(i change.Item) { printItem(out, i, itemColumns(i)) })
}

// itemColumns returns the first columns of the line of an item.
func itemColumns(i change.Item) string {
	return fmt.Sprintf("%s\t%s\t%s", i.Result, i.ShownType(), i.TargetName)
}

// eachItem calls use with each item that has one of the results, or with all items if shown is empty.
func eachItem(ctx context.Context, sets *change.Sets, id uuid.UUID, shown []change.Result,
	use func(change.Item)) error {
	for after := 0; ; {
		items, err := sets.Items(ctx, id, shown, after, rowsPerPage)
		if err != nil || len(items) == 0 {
			return err
		}
		for _, i := range items {
			after = i.Number
			use(i)
		}
	}
}

// printItem prints a line for each field that an item changes, after the columns of the item.
func printItem(out io.Writer, i change.Item, columns string) {
	for _, c := range i.Changes {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", columns, c.Field, c.Before, c.After, i.Reason)
	}
	if len(i.Changes) == 0 {
		fmt.Fprintf(out, "%s\t\t\t\t%s\n", columns, i.Reason)
	}
}
