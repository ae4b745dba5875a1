package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/newsources/newsources/services/newssources/internal/httpapi"
	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
)

const changesUsage = `usage: newssources changes [--since CURSOR] [--follow]

It prints the changes of sources, endpoints and tags in the order of their commits: one JSON object
per line, as in GET /newssources/changes. The cursor of a line continues after it. Without --since,
it begins with the oldest change that is kept. With --follow, it waits for further changes until it
is stopped. The exit code is 0, 2 if the changes after the cursor are not kept any more, and 1 for
another error.` + apiUsage

const (
	// exitExpired is the exit code of a cursor that has expired.
	exitExpired = 2
	// changesPage is the number of changes that are read at a time.
	changesPage = 500
	// changesWait is how long a request for changes waits for one, in seconds.
	changesWait = 25
)

// printChanges prints the changes of the register as changesUsage describes.
func printChanges(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("changes")
	since, follow, api := flags.String("since", "", ""), flags.Bool("follow", false, ""), newAPIFlags(flags)
	if flags.Parse(args) != nil || flags.NArg() > 0 {
		return &exitError{1, changesUsage}
	}
	client, err := api.client()
	if err != nil {
		return err
	}
	wait := 0
	if *follow {
		wait = changesWait
	}
	read := func(cursor string) ([]any, string, error) { return client.Changes(ctx, cursor, changesPage, wait) }
	if client == nil {
		db, err := openDatabase(ctx, 2)
		if err != nil {
			return err
		}
		defer db.Close()
		read = readChanges(ctx, changefeed.New(db), *follow)
	}
	lines := json.NewEncoder(out)
	for cursor := *since; ; {
		changes, next, err := read(cursor)
		switch {
		case ctx.Err() != nil && *follow:
			return nil
		case problem.Is(err, problem.CursorExpired):
			return &exitError{exitExpired, userText(err)}
		case err != nil:
			return errors.New(userText(err))
		case len(changes) == 0 && !*follow:
			return nil
		}
		for _, c := range changes {
			if err := lines.Encode(c); err != nil {
				return err
			}
		}
		cursor = next
	}
}

// readChanges returns the function that reads the changes of a database after a cursor. If follow is set
// and there are none, the function waits before it returns.
func readChanges(ctx context.Context, feed *changefeed.Feed, follow bool) func(string) ([]any, string, error) {
	return func(cursor string) (list []any, next string, err error) {
		changes, next, err := feed.Read(ctx, cursor, changesPage)
		for _, c := range changes {
			list = append(list, httpapi.RegisterChangeOf(c))
		}
		if err == nil && len(list) == 0 && follow {
			ctxtime.Sleep(ctx, changefeed.PollInterval)
		}
		return list, next, err
	}
}
