package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"

	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

const discoverUsage = `usage: newssources discover [--json] URL

It prints what is behind an address, and ends with 0 when there is something to gather, with 1 when there is nothing, and
with 2 when it couldn't look. With --json it prints the events of the API, each on a line.`

// Exit codes of discover, besides 0: as grep has them.
const (
	exitNothing = 1
	exitTrouble = 2
)

// exit is an error with an exit code of its own. Without a text nothing more is to be said.
type exit struct {
	code int
	text string
}

func (e *exit) Error() string { return e.text }

// discoverAddress prints what is behind an address, as it becomes known. The address isn't repeated in errors, since it
// may carry a password.
func discoverAddress(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("discover", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	asJSON := flags.Bool("json", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		return &exit{exitTrouble, discoverUsage}
	}
	found, err := find(ctx, flags.Arg(0), out, *asJSON)
	switch {
	case err != nil:
		return &exit{exitTrouble, errorText(err)}
	case !found:
		return &exit{code: exitNothing}
	}
	return nil
}

func find(ctx context.Context, address string, out io.Writer, asJSON bool) (found bool, err error) {
	if err := discover.Check(address); err != nil {
		return false, errors.New(userText(err))
	}
	finder, leave, err := openFinder(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	shown := &proposal{out: out}
	tell := shown.tell
	if asJSON {
		lines := json.NewEncoder(out)
		tell = func(e discover.Event) { _ = lines.Encode(e) } // whoever doesn't listen any more also stops us
	}
	err = finder.Run(ctx, address, func(e discover.Event) {
		found = found || e.Type == discover.Found && e.Candidate.IsNews()
		tell(e)
	})
	return found, err
}

// openFinder makes a finder of the settings of fetching, and of the register in the database.
func openFinder(ctx context.Context) (finder *discover.Finder, leave func(), err error) {
	config, err := readFetchConfig(os.Getenv)
	if err != nil {
		return nil, nil, err
	}
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return nil, nil, err
	}
	finder, err = newFinder(config, source.NewRegister(db, nil), nil)
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return finder, db.Close, nil
}
