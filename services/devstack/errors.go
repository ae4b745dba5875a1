package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/proc"
)

// deathError says which child ended by itself, and shows what it said last.
type deathError struct{ process *proc.Process }

func (e *deathError) Error() string {
	how := "exit status 0"
	if err := e.process.Err(); err != nil {
		how = err.Error()
	}
	text := fmt.Sprintf("%s ended by itself (%s); the end of %s:", e.process.Name, how, shorten(e.process.LogFile))
	for _, line := range e.process.Tail() {
		text += "\n  | " + line
	}
	return text
}

// shorten shows a path as one types it.
func shorten(path string) string {
	if here, err := filepath.Abs("."); err == nil {
		if relative, err := filepath.Rel(here, path); err == nil && !strings.HasPrefix(relative, "..") {
			return relative
		}
	}
	return path
}
