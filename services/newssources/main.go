// Command newssources is the register of news sources: its API, its migrations and its command-line
// tools.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	_ "time/tzdata" // embeds the time zone database, so that zones don't depend on the image

	"github.com/jackc/pgx/v5/pgconn"
)

// version is set at link time by a release: -ldflags "-X main.version=1.2.3".
var version = "dev"

// command is a subcommand of newssources.
type command struct {
	name    string
	args    string // as the usage shows them
	summary string
	run     func(ctx context.Context, args []string, out io.Writer) error
}

var commands = []command{
	{"serve", "", "serves the API and runs the background jobs", serve},
	{"work", "", "checks the endpoints that are due; any number of replicas share the load", work},
	{"migrate", "up|status", "applies the pending migrations, or lists all with the time of each", migrate},
	{"import", "FILE…", "imports OPML files and tables; running it again creates no duplicates", importFiles},
	{"export", "FILE", "writes sources to a file: CSV, XLSX, JSON, NDJSON or OPML", exportSources},
	{"change", "--filter …", "changes the sources that match a filter, with a preview (--dry-run)", changeSources},
	{"undo", "ID", "undoes a change set", undoChange},
	{"restore", "ID", "restores an earlier version of a source, or a deleted source", restoreSource},
	{"change-sets", "[ID]", "lists change sets, such as proposals, or the items of one", printChangeSets},
	{"approve", "ID", "applies a proposal, or some of its items", approveProposal},
	{"reject", "ID", "rejects a proposal", rejectProposal},
	{"views", "[save|delete]", "lists, saves or deletes saved views", views},
	{"plan", "FILE", "prints what a file that describes sources would change; the exit code reports drift", planFile},
	{"apply", "FILE", "makes the register as a file describes it, as one change set", applyFile},
	{"changes", "", "prints the changes of the register in their order (--since, --follow)", printChanges},
	{"discover", "URL", "finds the feeds of a site or page (--json: prints the API's events)", discoverAddress},
	{"reseal", "", "encrypts stored credentials again with the first key of CREDENTIALS_KEYS", reseal},
	{"token", "create|list|revoke", "manages the API tokens of programs", token},
	{"settings", "", "prints all settings as Markdown", printSettings},
	{"version", "", "prints the version", printVersion},
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Stop(signals) // before anything stops, so that a second signal ends the process at once
		cancel()
	}()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		os.Exit(reportError(err))
	}
}

// run runs the command that args name.
func run(ctx context.Context, args []string, out io.Writer) error {
	name := "help"
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	for _, c := range commands {
		if c.name == name {
			return c.run(ctx, args, out)
		}
	}
	if slices.Contains([]string{"help", "-h", "--help"}, name) {
		_, err := fmt.Fprintln(out, usage())
		return err
	}
	return fmt.Errorf("unknown command %q\n\n%s", name, usage())
}

// usage lists the commands.
func usage() string {
	var text strings.Builder
	text.WriteString("newssources is the register of news sources.\n\n")
	for _, c := range commands {
		fmt.Fprintf(&text, "  newssources %-24s %s\n", strings.TrimSpace(c.name+" "+c.args), c.summary)
	}
	text.WriteString("\nSettings are environment variables; `newssources settings` lists them.")
	return text.String()
}

func printVersion(_ context.Context, _ []string, out io.Writer) error {
	_, err := fmt.Fprintln(out, version)
	return err
}

// reportError prints err to standard error and returns the exit code.
func reportError(err error) int {
	code := 1
	if exit, ok := errors.AsType[*exitError](err); ok {
		code = exit.code
	}
	if text := errorText(err); text != "" {
		fmt.Fprintln(os.Stderr, "newssources:", text)
	}
	return code
}

// errorText returns the text of err for the terminal. A connection error lists each attempt in a
// line of its own; only the last line is kept.
func errorText(err error) string {
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
		return "can't connect to the database: " + strings.TrimSpace(lines[len(lines)-1])
	}
	return err.Error()
}
