package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"

	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const discoverUsage = `usage: newssources discover [--json] URL

It finds the feeds behind an address. The exit code is 0 if it found a feed or page list with news, 1 if it found none,
and 2 if the lookup failed. With --json it prints the events of the API, one per line.`

// Exit codes of discover besides 0, the same as those of grep.
const (
	exitNothing = 1
	exitTrouble = 2
)

// exitError is an error with its own exit code. Nothing is printed if text is empty.
type exitError struct {
	code int
	text string
}

func (e *exitError) Error() string { return e.text }

// discoverAddress runs a discovery and prints its results. Errors do not contain the address,
// because it may contain a password.
func discoverAddress(ctx context.Context, args []string, out io.Writer) error {
	flags := newFlags("discover")
	asJSON := flags.Bool("json", false, "")
	args, err := parseArgs(flags, args)
	if err != nil || len(args) != 1 {
		return &exitError{exitTrouble, discoverUsage}
	}
	found, err := find(ctx, args[0], out, *asJSON)
	switch {
	case err != nil:
		return &exitError{exitTrouble, errorText(err)}
	case !found:
		return &exitError{code: exitNothing}
	}
	return nil
}

func find(ctx context.Context, address string, out io.Writer, asJSON bool) (found bool, err error) {
	if err := discover.Check(address); err != nil {
		text := userText(err)
		if suggestion := weburl.Suggest(address); suggestion != "" {
			text += " Did you mean " + suggestion + "?"
		}
		return false, errors.New(text)
	}
	finder, closeFinder, err := openFinder(ctx)
	if err != nil {
		return false, err
	}
	defer closeFinder()
	printEvent := (&discoveryPrinter{out: out}).print
	if asJSON {
		lines := json.NewEncoder(out)
		printEvent = func(e discover.Event) { _ = lines.Encode(e) } // a closed pipe ends the process
	}
	err = finder.Run(ctx, address, func(e discover.Event) {
		found = found || e.Type == discover.Found && e.Candidate.IsNews()
		printEvent(e)
	})
	return found, err
}

// openFinder opens the database and returns a Finder with the configured fetch settings. The caller
// calls closeFinder.
func openFinder(ctx context.Context) (finder *discover.Finder, closeFinder func(), err error) {
	config, err := readFetchConfig(os.Getenv)
	if err != nil {
		return nil, nil, err
	}
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return nil, nil, err
	}
	finder, err = newFinder(config, db, source.NewRegister(db, nil), nil)
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return finder, db.Close, nil
}
