package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/tree"
	"github.com/newsources/newsources/services/devstack/internal/wait"
	"github.com/newsources/newsources/services/devstack/pgserver"
	"github.com/newsources/newsources/services/devstack/testserver"
)

// volatileSettings trade durability for speed, because test databases are disposable.
var volatileSettings = map[string]string{
	"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off",
	"wal_level": "minimal", "max_wal_senders": "0", "checkpoint_timeout": "1h", "max_wal_size": "4GB",
	"autovacuum": "off", "max_connections": "200", "shared_buffers": "128MB",
}

// runTestDB runs a PostgreSQL for tests: a separate one for a command, or one that all tests of
// this repository share until it is idle.
func runTestDB(ctx context.Context, args []string) error {
	root, err := tree.Root()
	if err != nil {
		return err
	}
	programs, err := pgserver.Install(ctx, root, newInstaller(root, filepath.Join(root, ".local", "log")))
	if err != nil {
		return err
	}
	config := pgserver.Config{Programs: programs, Database: "postgres", Settings: maps.Clone(volatileSettings),
		Fresh: true, Progress: progress}
	stateDir := testserver.In(root)
	if len(args) == 0 {
		return runSharedTestDB(ctx, config, stateDir)
	}
	inMemory := args[0] == "-m"
	if inMemory {
		args = args[1:]
	}
	for ; len(args) > 1 && args[0] == "-c"; args = args[2:] {
		name, value, _ := strings.Cut(args[1], "=")
		config.Settings[name] = value
	}
	if len(args) < 2 || args[0] != "--" {
		return fmt.Errorf("usage: devstack testdb [-m] [-c SETTING=VALUE]… -- COMMAND ARGUMENTS")
	}
	dir, remove, err := testDir(stateDir.Dir, inMemory)
	if err != nil {
		return err
	}
	defer remove()
	return runWithTestDB(ctx, config, dir, args[1:])
}

// runWithTestDB runs the command with a separate server in dir, whose address is in TEST_DATABASE_URL.
func runWithTestDB(ctx context.Context, config pgserver.Config, dir string, args []string) error {
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

// runSharedTestDB runs the shared server until it is idle.
func runSharedTestDB(ctx context.Context, config pgserver.Config, stateDir testserver.StateDir) error {
	held, err := lock.Try(stateDir.ServerLock())
	if errors.Is(err, lock.ErrHeld) {
		return nil // another process runs or starts the shared server
	}
	if err != nil {
		return err
	}
	defer held.Release()
	config.Dir, config.LogFile = filepath.Join(stateDir.Dir, "postgres"), filepath.Join(stateDir.Dir, "postgres.log")
	server, err := pgserver.Start(ctx, config)
	if err != nil {
		return err
	}
	defer server.Discard()
	if err := stateDir.Publish(server.URL); err != nil {
		return err
	}
	defer stateDir.Unpublish()

	// The lock is held until the server has stopped: a test that starts meanwhile waits and then
	// starts a new one.
	var idle *lock.Lock
	err = wait.Until(ctx, time.Second, server.Done(), func() bool {
		idle = stateDir.LockIfIdle()
		return idle != nil
	})
	switch {
	case err == nil:
		defer idle.Release()
	case errors.Is(err, wait.ErrExited):
		return &exitError{server.Process}
	}
	return nil
}
