// Command devstack runs News Sources on a laptop: database, sign-in, API and web app behind one address.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

const usage = `devstack runs News Sources on this machine.

  devstack run [flags]            everything, with the built web app; the default
  devstack dev [flags]            the same with hot reload
  devstack testdb [-- COMMAND …]  a PostgreSQL for tests: for as long as COMMAND runs, or while tests use it

For the Makefile:
  devstack parts TARGET …         runs make's targets and sums up
  devstack need PROGRAM …         installs chromium, nginx or envsubst where it may, or says what is missing
  devstack install FOLDER …       npm ci in web, emulator or pgserver, when needed

  -port N, PORT                   port of http://localhost:N; 0 = any that is free (default 8080)
  -state-dir DIR, STATE_DIR       folder of the data, the logs and devstack.json (default .local)
  -ready-file FILE                where to write the addresses when all is up (default STATE_DIR/devstack.json)
  -web nginx|go|auto              what serves the app (default auto: nginx when it is installed)
  -fresh, -with-parent            for tests: begin with an empty database; stop with the program that started this one
  DATABASE_URL                    a PostgreSQL of yours instead of the embedded one
`

var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	os.Exit(report(run(ctx, os.Args[1:])))
}

func run(ctx context.Context, args []string) error {
	command := "run"
	if len(args) > 0 && args[0] != "" && args[0][0] != '-' {
		command, args = args[0], args[1:]
	}
	switch command {
	case "run", "dev":
		c, err := readConfig(args, command == "dev")
		if err != nil {
			return err
		}
		return newStack(c).run(ctx)
	case "testdb":
		return runTestDB(ctx, args)
	case "parts":
		return runParts(ctx, args)
	case "need":
		return need(ctx, args)
	case "install":
		return install(ctx, args)
	case "help":
		fmt.Print(usage)
		return nil
	}
	return fmt.Errorf("unknown command %q: try devstack help", command)
}

// report prints the error and returns the exit status. An end that was asked for is no error.
func report(err error) int {
	var status exitStatus
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, errUsage):
		return 2
	}
	fmt.Fprintln(os.Stderr, "devstack:", err)
	return 1
}

// exitStatus is another command's, passed on.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }
