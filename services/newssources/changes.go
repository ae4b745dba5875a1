package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
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
another error.`

const (
	// exitExpired is the exit code of a cursor that has expired.
	exitExpired = 2
	// changesPage is the number of changes that are read at a time.
	changesPage = 500
)

// printChanges prints the changes of the register as changesUsage describes.
func printChanges(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("changes", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	since, follow := flags.String("since", "", ""), flags.Bool("follow", false, "")
	if flags.Parse(args) != nil || flags.NArg() > 0 {
		return &exitError{1, changesUsage}
	}
	db, err := openDatabase(ctx, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	feed, lines := changefeed.New(db), json.NewEncoder(out)
	for cursor := *since; ; {
		changes, next, err := feed.Read(ctx, cursor, changesPage)
		switch {
		case ctx.Err() != nil && *follow:
			return nil
		case problem.Is(err, problem.CursorExpired):
			return &exitError{exitExpired, userText(err)}
		case err != nil:
			return errors.New(userText(err))
		}
		for _, c := range changes {
			if err := lines.Encode(httpapi.RegisterChangeOf(c)); err != nil {
				return err
			}
		}
		cursor = next
		if len(changes) == 0 {
			if !*follow {
				return nil
			}
			ctxtime.Sleep(ctx, changefeed.PollInterval)
		}
	}
}
