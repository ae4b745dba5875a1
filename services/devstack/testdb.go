package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/tree"
	"github.com/newsources/newsources/services/devstack/pgserver"
	"github.com/newsources/newsources/services/devstack/testserver"
)

// forgetful trades what a crash would lose for speed: a test's database is worth nothing after the test.
var forgetful = map[string]string{
	"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
	"wal_level": "minimal", "max_wal_senders": "0", "checkpoint_timeout": "1h", "max_wal_size": "4GB",
	"autovacuum": "off", "max_connections": "200", "shared_buffers": "128MB",
}

// runTestDB gives tests a PostgreSQL: one of its own to a command, or one that every test of this tree
// shares until none has used it for a while.
func runTestDB(ctx context.Context, args []string) error {
	root, err := tree.Root()
	if err != nil {
		return err
	}
	programs, err := pgserver.Install(ctx, root, newInstaller(root, filepath.Join(root, ".local", "log")))
	if err != nil {
		return err
	}
	config := pgserver.Config{Programs: programs, Database: "postgres", Settings: forgetful, Fresh: true, Say: progress}
	place := testserver.In(root)
	if len(args) == 0 {
		return shareTestDB(ctx, config, place)
	}
	if args[0] != "--" || len(args) == 1 {
		return fmt.Errorf("say devstack testdb -- COMMAND ARGUMENTS")
	}
	return lendTestDB(ctx, config, place, args[1:])
}

// lendTestDB runs the command with a server of its own.
func lendTestDB(ctx context.Context, config pgserver.Config, place testserver.Place, args []string) error {
	if err := os.MkdirAll(place.Dir, 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(place.Dir, "run-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // for the user that the server runs as
		return err
	}
	config.Dir, config.LogFile = filepath.Join(dir, "postgres"), filepath.Join(dir, "postgres.log")
	server, err := pgserver.Start(ctx, config)
	if err != nil {
		return err
	}
	defer server.Discard()
	cmd := proc.Command(ctx, 0, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), testserver.Variable+"="+server.URL)
	err = proc.Run(cmd)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exitStatus(max(exit.ExitCode(), 1))
	}
	return err
}

// shareTestDB serves until nobody has used it for a while.
func shareTestDB(ctx context.Context, config pgserver.Config, place testserver.Place) error {
	held, err := lock.Try(place.ServerLock())
	if errors.Is(err, lock.ErrHeld) {
		return nil // another is just starting, or runs: the tests will find it
	}
	if err != nil {
		return err
	}
	defer held.Release()
	config.Dir, config.LogFile = filepath.Join(place.Dir, "postgres"), filepath.Join(place.Dir, "postgres.log")
	server, err := pgserver.Start(ctx, config)
	if err != nil {
		return err
	}
	defer server.Discard()
	if err := place.Announce(server.URL); err != nil {
		return err
	}
	defer place.Withdraw()

	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-server.Done():
			return &deathError{server.Process}
		case <-tick.C:
		}
		// Held until we have ended: a test that comes now waits, and starts another.
		if idle := place.ClaimIdle(); idle != nil {
			defer idle.Release()
			return nil
		}
	}
}
