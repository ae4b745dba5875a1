// Command newssources is the register of news sources: its API, its migrations, and its tools for the command line.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // the zones that people name, whatever the machine has

	"github.com/jackc/pgx/v5/pgconn"
)

// version is set when a release is linked: -ldflags "-X main.version=1.2.3".
var version = "dev"

const usage = `newssources is the register of news sources.

  newssources serve            answers the API until it is told to stop
  newssources migrate up       brings the database to this version's schema
  newssources migrate status   lists the migrations, applied or not
  newssources import FILE…     brings in OPML lists; running it again makes nothing twice
  newssources discover URL     finds the feeds behind any address (--json: as the API tells it)
  newssources version          prints the version

The environment configures it; the README lists the names.`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		os.Exit(explain(err))
	}
}

// explain says on standard error what went wrong, and returns the exit code.
func explain(err error) int {
	code := 1
	if ending, ok := errors.AsType[*exit](err); ok {
		code = ending.code
	}
	if words := text(err); words != "" {
		fmt.Fprintln(os.Stderr, "newssources:", words)
	}
	return code
}

// text is an error for a person. The driver lists each attempt to connect; the last one says enough.
func text(err error) string {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		return "the database can't be reached: " + strings.TrimSpace(lines[len(lines)-1])
	}
	return err.Error()
}

func run(ctx context.Context, args []string, out io.Writer) error {
	command := "help"
	if len(args) > 0 {
		command, args = args[0], args[1:]
	}
	switch command {
	case "serve":
		return serve(ctx)
	case "migrate":
		return migrate(ctx, args, out)
	case "import":
		return importFiles(ctx, args, out)
	case "discover":
		return discoverAddress(ctx, args, out)
	case "reseal":
		return reseal(ctx, args, out)
	case "version":
		_, err := fmt.Fprintln(out, version)
		return err
	case "help", "-h", "--help":
		_, err := fmt.Fprintln(out, usage)
		return err
	}
	return errors.New("there is no command " + command + "\n\n" + usage)
}
