// Package testserver is how tests find the PostgreSQL that they share. Its life is counted with file
// locks: a test process holds a shared one while it lives, however it ends, and the server stops when it
// can take that lock alone and nobody has come for a while.
package testserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/tree"
)

// Variable names the environment variable with the address of a server that somebody else looks after.
const Variable = "TEST_DATABASE_URL"

const (
	linger       = time.Minute // a person runs the tests again within it, and the next start costs a second
	startTimeout = 5 * time.Minute
)

// Place is where the shared server and its users meet.
type Place struct {
	Dir  string
	root string
}

// In returns the place of the tree with this root.
func In(root string) Place {
	return Place{Dir: filepath.Join(root, ".local", "testdb"), root: root}
}

// ServerLock is held by the server while it lives.
func (p Place) ServerLock() string { return filepath.Join(p.Dir, "server.lock") }
func (p Place) usersLock() string  { return filepath.Join(p.Dir, "users.lock") }
func (p Place) startLock() string  { return filepath.Join(p.Dir, "start.lock") }
func (p Place) note() string       { return filepath.Join(p.Dir, "server.json") }

// note is what the server leaves for its users.
type note struct {
	URL string `json:"url"`
	PID int    `json:"pid"`
}

// Announce tells users where the server is.
func (p Place) Announce(url string) error {
	text, err := json.Marshal(note{URL: url, PID: os.Getpid()})
	if err != nil {
		return err
	}
	writing := p.note() + ".writing"
	if err := os.WriteFile(writing, text, 0o600); err != nil {
		return err
	}
	return os.Rename(writing, p.note())
}

// Withdraw takes the announcement back.
func (p Place) Withdraw() { _ = os.Remove(p.note()) }

// ClaimIdle returns the users' lock when nobody uses the server, nor did lately.
func (p Place) ClaimIdle() *lock.Lock {
	if info, err := os.Stat(p.usersLock()); err == nil && time.Since(info.ModTime()) < linger {
		return nil
	}
	held, err := lock.Try(p.usersLock())
	if err != nil {
		p.touch() // in use: the wait begins anew
		return nil
	}
	return held
}

func (p Place) touch() {
	now := time.Now()
	_ = os.Chtimes(p.usersLock(), now, now) // at worst the server stops early, and the next test starts it
}

// Join returns the address of a server that lives at least as long as this process, and starts it when
// there is none. The current folder is in the tree, as a test's is.
func Join(ctx context.Context) (string, error) {
	if url := os.Getenv(Variable); url != "" {
		return url, nil
	}
	root, err := tree.Root()
	if err != nil {
		return "", err
	}
	p := In(root)
	using, err := lock.Share(p.usersLock())
	if err != nil {
		return "", err
	}
	joined = append(joined, using) // held to the end of the process, which lets go of it
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

// joined keeps the garbage collector from closing, and so releasing, the locks.
var joined []*lock.Lock

// running returns the address of the server if it answers.
func (p Place) running(ctx context.Context) (string, bool) {
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

// start starts the server as a process that outlives this one.
func (p Place) start(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	binary := filepath.Join(p.Dir, "devstack")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, "./services/devstack")
	build.Dir = p.root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build devstack: %w: %s", err, out)
	}
	p.Withdraw() // of one that was killed
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
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	return p.awaitNote(ctx, ended, logFile)
}

func (p Place) awaitNote(ctx context.Context, ended <-chan error, logFile string) (string, error) {
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for {
		if url, ok := p.running(ctx); ok {
			return url, nil
		}
		select {
		case <-poll.C:
		case err := <-ended:
			text, _ := os.ReadFile(logFile)
			return "", errors.Join(fmt.Errorf("the tests' PostgreSQL doesn't start: %s", strings.TrimSpace(string(text))), err)
		case <-ctx.Done():
			return "", fmt.Errorf("the tests' PostgreSQL doesn't start: %w; look into %s", ctx.Err(), logFile)
		}
	}
}
