package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/registerapi"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

const changeSetsUsage = `usage: newssources change-sets [--state STATE] [--limit 50]
       newssources change-sets ID
       newssources approve ID [--items 1,2] [--confirm NUMBER] [--reason TEXT]
       newssources reject ID --reason TEXT

change-sets prints the newest change sets, one per line: id, state, time in UTC, origin, author, number
of items and title, separated by tabs. The states are draft, proposed, applying, applied,
applied_in_part, not_applied, cancelled and rejected. With the ID of a change set it prints each item:
number, result, type, name, field, former and new value, and reason; then the counts and the id.

approve applies a proposal. --items 1,2 applies only these items and refuses the others; the author
reads --reason. --confirm is the number of sources of a proposal that deletes more than 100. approve
prints the items that were not changed, the counts and the id. Its exit code is 0 if every item was
changed, 2 if at least one was not, and 1 for an error. reject ends a proposal and changes nothing.
Members cannot decide on their own proposals. With the database, the author gets no e-mail.` + apiUsage

// maxChangeSets is the maximum number of change sets that the API returns at once.
const maxChangeSets = 200

// changeStates are the states of change sets in their order.
var changeStates = []change.State{change.Draft, change.Proposed, change.Applying, change.Applied, change.AppliedInPart,
	change.NotApplied, change.Cancelled, change.Rejected}

// printChangeSets prints change sets, or the items of one, as changeSetsUsage describes.
func printChangeSets(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("change-sets")
	state, limit := flags.String("state", "", ""), flags.Int("limit", 50, "")
	api := newAPIFlags(flags)
	ids, err := parseArgs(flags, args)
	if err != nil || len(ids) > 1 || *limit < 1 || *limit > maxChangeSets {
		return &exitError{1, changeSetsUsage}
	}
	var states []change.State
	if *state != "" {
		states = append(states, change.State(*state))
		if !slices.Contains(changeStates, states[0]) {
			return fmt.Errorf("“%s” is not a state of a change set: use one of %v", *state, changeStates)
		}
	}
	return withChangeStore(ctx, flags, api, func(store changeStore, _ *progress) error {
		if len(ids) > 0 {
			return printChangeSet(ctx, store, ids[0], out)
		}
		list, err := store.List(ctx, states, *limit)
		for _, set := range list {
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", set.ID, set.State, set.CreatedAt.UTC().Format(time.RFC3339),
				set.Origin, registerapi.AuthorOf(&set).Name, set.Total(), set.Title)
		}
		return err
	})
}

// printChangeSet prints the items of a change set.
func printChangeSet(ctx context.Context, store changeStore, text string, out io.Writer) error {
	id, err := parseID("a change set", text)
	if err != nil {
		return err
	}
	set, err := store.Get(ctx, id)
	if err != nil {
		return err
	}
	err = store.Items(ctx, id, nil, func(i change.Item) error {
		printItem(out, i, fmt.Sprintf("%d\t%s", i.Number, itemColumns(i)))
		return nil
	})
	if err == nil {
		_ = printResult(set, out) // the exit code does not depend on the results
	}
	return err
}

// approveProposal applies a proposal as changeSetsUsage describes.
func approveProposal(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("approve")
	list, reason := flags.String("items", "", ""), flags.String("reason", "", "")
	confirm, api := flags.Int("confirm", -1, ""), newAPIFlags(flags)
	args, err := parseArgs(flags, args)
	if err != nil || len(args) != 1 {
		return &exitError{1, changeSetsUsage}
	}
	id, items, err := parseItems(args[0], *list)
	if err != nil {
		return err
	}
	return withChangeStore(ctx, flags, api, func(store changeStore, display *progress) error {
		set, err := store.Approve(ctx, id, change.Approval{Items: items, Reason: *reason,
			ApplyInput: change.ApplyInput{Confirm: confirmed(*confirm)}})
		display.end()
		if err == nil {
			err = printItems(ctx, store, id, notAppliedResults, out)
		}
		if err != nil {
			return err
		}
		return printResult(set, out)
	})
}

// rejectProposal rejects a proposal.
func rejectProposal(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("reject")
	reason, api := flags.String("reason", "", ""), newAPIFlags(flags)
	args, err := parseArgs(flags, args)
	if err != nil || len(args) != 1 || *reason == "" {
		return &exitError{1, changeSetsUsage}
	}
	id, err := parseID("a change set", args[0])
	if err != nil {
		return err
	}
	return withChangeStore(ctx, flags, api, func(store changeStore, _ *progress) error {
		_, err := store.Reject(ctx, id, *reason)
		if err == nil {
			_, err = fmt.Fprintln(out, "rejected", id)
		}
		return err
	})
}
