// Package lock keeps processes out of each other's way with file locks, which the system releases
// however a process ends.
package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrHeld says that another process holds the lock.
var ErrHeld = errors.New("the lock is held")

// Lock is a held file lock.
type Lock struct{ file *os.File }

// Acquire waits for the lock.
func Acquire(path string) (*Lock, error) { return open(path, syscall.LOCK_EX) }

// Share waits for the lock that any number may hold at once, while nobody holds it alone.
func Share(path string) (*Lock, error) { return open(path, syscall.LOCK_SH) }

// Try takes the lock, or returns ErrHeld at once.
func Try(path string) (*Lock, error) { return open(path, syscall.LOCK_EX|syscall.LOCK_NB) }

func open(path string, how int) (*Lock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrHeld
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), file.Close())
	}
	return &Lock{file}, nil
}

// Note leaves a line for whoever finds the lock held.
func (l *Lock) Note(text string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(text+"\n"), 0)
	return err
}

// ReadNote returns the holder's line.
func ReadNote(path string) string {
	text, _ := os.ReadFile(path) // an unreadable note is an empty one
	return strings.TrimSpace(string(text))
}

// Release gives the lock back.
func (l *Lock) Release() { _ = l.file.Close() }
