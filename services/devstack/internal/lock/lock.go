// Package lock provides file locks between processes. The system releases them when a process ends
// for any reason.
package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrHeld reports that another process holds the lock.
var ErrHeld = errors.New("the lock is held")

// Lock is a held file lock.
type Lock struct{ file *os.File }

// Acquire waits for the exclusive lock.
func Acquire(path string) (*Lock, error) { return open(path, syscall.LOCK_EX) }

// AcquireShared waits for the shared lock, which several processes may hold while none holds the
// exclusive one.
func AcquireShared(path string) (*Lock, error) { return open(path, syscall.LOCK_SH) }

// Try acquires the exclusive lock, or returns ErrHeld without waiting.
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

// SetNote stores a line in the lock file that describes the holder.
func (l *Lock) SetNote(text string) error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(text+"\n"), 0)
	return err
}

// ReadNote returns the line that the holder stored with SetNote.
func ReadNote(path string) string {
	text, _ := os.ReadFile(path) // without a readable note, the result is empty
	return strings.TrimSpace(string(text))
}

// Release releases the lock.
func (l *Lock) Release() { _ = l.file.Close() }
