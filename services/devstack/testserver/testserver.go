// Package testserver provides the PostgreSQL server that tests share. Each test process holds a
// shared file lock until it ends. The server stops when it can acquire that lock exclusively after
// an idle period.
package testserver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/internal/jsonfile"
	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/tree"
	"github.com/newsources/newsources/services/devstack/internal/wait"
)

// Variable is the environment variable with the address of an existing server to use instead.
const Variable = "TEST_DATABASE_URL"

const (
	idleTimeout  = time.Minute // idle period, long enough to span repeated test runs
	startTimeout = 5 * time.Minute
)

// StateDir is the directory with the locks and the address of the shared server.
type StateDir struct {
	Dir  string
	root string
}

// In returns the StateDir of the repository with the given root.
func In(root string) StateDir {
	return StateDir{Dir: filepath.Join(root, ".local", "testdb"), root: root}
}

// ServerLock returns the path of the lock that the server holds while it runs.
func (p StateDir) ServerLock() string { return filepath.Join(p.Dir, "server.lock") }
func (p StateDir) usersLock() string  { return filepath.Join(p.Dir, "users.lock") }
func (p StateDir) startLock() string  { return filepath.Join(p.Dir, "start.lock") }
func (p StateDir) note() string       { return filepath.Join(p.Dir, "server.json") }

// note is the content of server.json.
type note struct {
	URL string `json:"url"`
	PID int    `json:"pid"`
}

// Publish publishes the address of the server.
func (p StateDir) Publish(url string) error {
	return jsonfile.Write(p.note(), note{URL: url, PID: os.Getpid()})
}

// Unpublish removes the published address.
func (p StateDir) Unpublish() { _ = os.Remove(p.note()) }

// LockIfIdle returns the exclusive users' lock if no process uses the server or has used it within
// the idle period, and nil otherwise.
func (p StateDir) LockIfIdle() *lock.Lock {
	if info, err := os.Stat(p.usersLock()); err == nil && time.Since(info.ModTime()) < idleTimeout {
		return nil
	}
	held, err := lock.Try(p.usersLock())
	if err != nil {
		p.touch() // in use: restarts the idle period
		return nil
	}
	return held
}

func (p StateDir) touch() {
	now := time.Now()
	_ = os.Chtimes(p.usersLock(), now, now) // on failure the server stops early, and the next test restarts it
}

// Join returns the address of the shared server, which runs at least as long as this process, and
// starts it if needed. The current directory must be in the repository.
func Join(ctx context.Context) (string, error) {
	if url := os.Getenv(Variable); url != "" {
		return url, nil
	}
	root, err := tree.Root()
	if err != nil {
		return "", err
	}
	p := In(root)
	using, err := lock.AcquireShared(p.usersLock())
	if err != nil {
		return "", err
	}
	joined = append(joined, using) // released when the process ends
	p.touch()

	starting, err := lock.Acquire(p.startLock())
	if err != nil {
		return "", err
	}
	defer starting.Release()
	if url, ok := p.running(ctx); ok {
		return url, nil
	}
	return p.start(ctx)
}

// joined references the locks, so that the garbage collector does not close and thereby release
// them.
var joined []*lock.Lock

// running returns the address of the server if it accepts connections.
func (p StateDir) running(ctx context.Context) (string, bool) {
	text, err := os.ReadFile(p.note())
	if err != nil {
		return "", false
	}
	var n note
	if err := json.Unmarshal(text, &n); err != nil {
		return "", false
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, n.URL)
	if err != nil {
		return "", false
	}
	return n.URL, conn.Close(ctx) == nil
}

// start starts the server as a process that continues after this one.
func (p StateDir) start(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	binary := filepath.Join(p.Dir, "devstack")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "./services/devstack")
	build.Dir = p.root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build devstack: %w: %s", err, out)
	}
	p.Unpublish() // of a server that was killed
	logFile := filepath.Join(p.Dir, "server.log")
	log, err := os.Create(logFile)
	if err != nil {
		return "", err
	}
	defer log.Close()
	server := exec.Command(binary, "testdb")
	server.Dir, server.Stdout, server.Stderr = p.root, log, log
	server.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := server.Start(); err != nil {
		return "", err
	}
	exited := make(chan struct{})
	go func() { _ = server.Wait(); close(exited) }()
	var url string
	err = wait.Until(ctx, 20*time.Millisecond, exited, func() (ok bool) {
		url, ok = p.running(ctx)
		return ok
	})
	if err != nil {
		text, _ := os.ReadFile(logFile)
		return "", fmt.Errorf("the PostgreSQL for tests does not start: %w; end of %s: %s", err, logFile,
			strings.TrimSpace(string(text)))
	}
	return url, nil
}
