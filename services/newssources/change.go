package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
)

const changeUsage = `usage: newssources change --filter FILTER|--view ID OPERATION… [--dry-run|--yes|--propose]
       newssources undo ID [--items 1,2] [--dry-run|--yes|--propose]
       newssources restore ID [--at TIME] [--dry-run|--yes|--propose]

change changes the sources that match a filter, or the filter of a saved view. A filter is the query
of the list's address, such as 'tag=politics&lifecycle=paused'. Operations: --set FIELD=VALUE,
--clear FIELD, --add-tag TAG, --remove-tag TAG, --rename-tag OLD=NEW, --add-language CODE,
--remove-language CODE, --pause, --pause-until DATE, --activate, --archive, --unarchive, --delete
(needs --confirm NUMBER above 100 sources), --snooze-until DATE and --set assignee=ID (of a member);
--kind KIND selects the endpoints of --set schedule fields. A DATE is a day in UTC, such as
2027-01-31. undo takes a change set back; --items 1,2 takes only these items back. restore gives the
source ID the version that it had at a TIME, such as 2027-01-31T09:30:00Z or, without a time of day,
at the beginning of the day in UTC; without --at, it creates a deleted source again. --reason TEXT is
stored with the change set.

With --dry-run it changes nothing and prints each item: result, type, name, field, former and new
value, and reason, separated by tabs. With --yes it applies the change, and with --propose it proposes
the change to another member; it prints the items that were not changed. The last lines are the counts
and the id of the change set, for undo or, if it is a proposal, for approve. The exit code is 0
if every item was changed, proposed or had the value already, 2 if at least one was not, or if another
member must approve the change, and 1 for an error.` + apiUsage

// exitNotChanged is the exit code of a change of which some items were not changed.
const exitNotChanged = 2

// changeFlags are the flags of the commands that make a change set.
type changeFlags struct {
	*flag.FlagSet
	isDryRun, isConfirmed, isProposed *bool
	confirm                           *int
	reason                            *string
	api                               apiFlags
}

func newChangeFlags(name string) changeFlags {
	flags := newFlags(name)
	return changeFlags{flags, flags.Bool("dry-run", false, ""), flags.Bool("yes", false, ""),
		flags.Bool("propose", false, ""), flags.Int("confirm", -1, ""), flags.String("reason", "", ""), newAPIFlags(flags)}
}

// newFlags returns flags that print no errors. The caller prints the usage.
func newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags
}

// parseArgs parses flags, which may be before and after the other arguments, and returns the latter. All arguments
// after -- are others.
func parseArgs(flags *flag.FlagSet, args []string) (others []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if parsed := len(args) - len(rest); len(rest) == 0 || parsed > 0 && args[parsed-1] == "--" {
			return append(others, rest...), nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

// parse parses the flags and returns the other arguments, of which there must be number. Otherwise, the error has the
// usage. If none of --dry-run, --yes and --propose is given, the error says so.
func (f changeFlags) parse(args []string, number int) ([]string, error) {
	others, err := parseArgs(f.FlagSet, args)
	given := 0
	for _, isGiven := range []bool{*f.isDryRun, *f.isConfirmed, *f.isProposed} {
		if isGiven {
			given++
		}
	}
	switch {
	case err != nil || len(others) != number || given > 1:
		return nil, &exitError{1, changeUsage}
	case given == 0:
		return nil, &exitError{1, "Nothing was changed. Add --yes to make the change, --dry-run to see it, or --propose to " +
			"propose it to another member."}
	}
	return others, nil
}

// changeSources changes many sources as changeUsage describes.
func changeSources(ctx context.Context, args []string, out io.Writer) error {
	flags := newChangeFlags("change")
	filter, view := flags.String("filter", "", ""), flags.String("view", "", "")
	var spec change.Spec
	operationFlags(flags.FlagSet, &spec)
	_, err := flags.parse(args, 0)
	if (*filter == "") == (*view == "") || len(spec.Operations) == 0 {
		return &exitError{1, changeUsage}
	}
	if err != nil {
		return err
	}
	query, err := input.ParseFilter(*filter)
	if err != nil {
		return errors.New(userText(err))
	}
	return runChange(ctx, flags, out, func(store changeStore) (*change.Set, error) {
		if *view != "" {
			id, err := parseID("a view", *view)
			if err != nil {
				return nil, err
			}
			if query, err = store.Filter(ctx, id); err != nil {
				return nil, err
			}
		}
		spec.Filter = &query
		return store.Create(ctx, change.Input{Reason: *flags.reason, Spec: spec})
	})
}

// parseID parses an id. The error says of what, such as "a view".
func parseID(thing, text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, fmt.Errorf("“%s” is not the id of %s, which is a UUID", text, thing)
	}
	return id, nil
}

// undoChange undoes a change set.
func undoChange(ctx context.Context, args []string, out io.Writer) error {
	flags := newChangeFlags("undo")
	list := flags.String("items", "", "")
	args, err := flags.parse(args, 1)
	if err != nil {
		return err
	}
	id, items, err := parseItems(args[0], *list)
	if err != nil {
		return err
	}
	return runChange(ctx, flags, out, func(store changeStore) (*change.Set, error) {
		return store.Undo(ctx, id, items, *flags.reason)
	})
}

// parseItems parses the id of a change set and the numbers of items, such as 1,2.
func parseItems(text, list string) (id uuid.UUID, numbers []int, err error) {
	if id, err = parseID("a change set", text); err != nil {
		return id, nil, err
	}
	for _, text := range splitList(list) {
		number, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return id, nil, fmt.Errorf("“%s” is not the number of an item", text)
		}
		numbers = append(numbers, number)
	}
	return id, numbers, nil
}

// restoreSource gives a source the version of an earlier time, or creates a deleted source again.
func restoreSource(ctx context.Context, args []string, out io.Writer) error {
	flags := newChangeFlags("restore")
	var at time.Time
	flags.Func("at", "", func(text string) (err error) {
		if at, err = time.Parse(time.RFC3339, text); err != nil {
			at, err = time.Parse(time.DateOnly, text)
		}
		return err
	})
	args, err := flags.parse(args, 1)
	if err != nil {
		return err
	}
	id, err := parseID("a source", args[0])
	if err != nil {
		return err
	}
	return runChange(ctx, flags, out, func(store changeStore) (*change.Set, error) {
		return store.Restore(ctx, id, at, *flags.reason)
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

// runChange makes the draft of newSet, and applies, proposes or discards it.
func runChange(ctx context.Context, flags changeFlags, out io.Writer,
	newSet func(changeStore) (*change.Set, error)) error {
	return withChangeStore(ctx, flags.FlagSet, flags.api, func(store changeStore, display *progress) error {
		set, err := newSet(store)
		var shown []change.Result
		if err == nil && !*flags.isDryRun {
			shown = notAppliedResults
			set, err = applyDraft(ctx, store, set, change.ApplyInput{Confirm: confirmed(*flags.confirm),
				Propose: *flags.isProposed})
		}
		display.end()
		if err == nil {
			err = printItems(ctx, store, set.ID, shown, out)
		}
		if err == nil && *flags.isDryRun {
			_, err = store.Cancel(ctx, set.ID)
		}
		if err != nil {
			return err
		}
		err = printResult(set, out)
		if *flags.isProposed && errors.Is(err, errMustBeApproved) {
			err = nil
		}
		return err
	})
}

// withChangeStore calls use with the change sets of the API that the flags name or, without one, of the
// database.
func withChangeStore(ctx context.Context, flags *flag.FlagSet, api apiFlags,
	use func(store changeStore, display *progress) error) error {
	client, err := api.client()
	if err != nil {
		return err
	}
	display := newProgress(flags.Name())
	store, closeStore, err := openChangeStore(ctx, client, display)
	if err != nil {
		return err
	}
	defer closeStore()
	err = use(store, display)
	if _, isExit := errors.AsType[*exitError](err); err == nil || isExit {
		return err
	}
	return errors.New(userText(err))
}

// confirmed returns the number of --confirm, or nil if it is not given.
func confirmed(number int) *int {
	if number < 0 {
		return nil
	}
	return &number
}

// applyDraft applies or proposes a draft, and discards it if it would change nothing.
func applyDraft(ctx context.Context, store changeStore, draft *change.Set, input change.ApplyInput) (*change.Set,
	error) {
	if draft.Pending == 0 {
		return store.Cancel(ctx, draft.ID)
	}
	total := draft.Total()
	input.Expected = &total
	return store.Apply(ctx, draft.ID, input)
}

// errMustBeApproved is the error of a change set that became a proposal.
var errMustBeApproved = &exitError{exitNotChanged, "Another member must approve this change set. " +
	"Nothing was changed yet."}

// printResult prints the counts and the id of a change set. It returns an error with exitNotChanged if an item
// was not changed, or if the change set became a proposal.
func printResult(set *change.Set, out io.Writer) error {
	fmt.Fprintf(out, "pending=%d changed=%d unchanged=%d conflict=%d refused=%d\n%s\n", set.Pending, set.Changed,
		set.Unchanged, set.Conflict, set.Refused, set.ID)
	switch {
	case set.Stopped != "":
		return errors.New(set.Stopped)
	case set.Conflict+set.Refused > 0:
		return &exitError{code: exitNotChanged}
	case set.State == change.Proposed:
		return errMustBeApproved
	}
	return nil
}

// printItems prints the items that have one of the results, or all items if shown is empty.
func printItems(ctx context.Context, store changeStore, id uuid.UUID, shown []change.Result, out io.Writer) error {
	return store.Items(ctx, id, shown, func(i change.Item) error {
		printItem(out, i, itemColumns(i))
		return nil
	})
}

// itemColumns returns the first columns of the line of an item.
func itemColumns(i change.Item) string {
	return fmt.Sprintf("%s\t%s\t%s", i.Result, i.ShownType(), i.TargetName)
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
