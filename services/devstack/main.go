// Command devstack runs News Sources on one machine: database, auth emulator, API, web app and
// simulated news sites behind one address.
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

  devstack run [flags]            run everything with the built web app (default command)
  devstack dev [flags]            run everything with hot reload
  devstack testdb [-- COMMAND …]  run a PostgreSQL for tests: for the duration of COMMAND, or until tests stop using it
                                  (-m: in memory, if enough is free)
  devstack env                    print the settings of the running stack as shell exports

Used by the Makefile:
  devstack parts TARGET …         run make targets and print a summary; A+B+C runs B, then C, while A runs
  devstack need PROGRAM …         install chromium, nginx or envsubst, or explain how to
  devstack install FOLDER …       run npm ci for web, emulator or pgserver if needed
  devstack sbom [-tags T] PACKAGE print the modules of a Go program as CycloneDX

  -port N, PORT                   port of http://localhost:N; 0 = any free port (default 8080)
  -state-dir DIR, STATE_DIR       folder for data, logs and devstack.json (default .local)
  -ready-file FILE                file that receives the addresses when all is ready (default STATE_DIR/devstack.json)
  -web nginx|go|auto              web server for the app (default auto: nginx if installed)
  -fresh, -with-parent            for tests: start with an empty database; stop when the parent process exits
  DATABASE_URL                    use this PostgreSQL instead of the embedded one
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
	case "env":
		return printEnv(os.Stdout)
	case "parts":
		return runParts(ctx, args)
	case "need":
		return installPrograms(ctx, args)
	case "install":
		return install(ctx, args)
	case "sbom":
		return printSBOM(ctx, args, os.Stdout)
	case "help":
		fmt.Print(usage)
		return nil
	}
	return fmt.Errorf("unknown command %q: run devstack help for usage", command)
}

// report prints the error and returns the exit status. Cancellation is not an error.
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

// exitStatus is an error that carries the exit status of a command that devstack ran.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }
