package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/proc"
)

// exitError reports that a child process exited unexpectedly, with the last lines of its log.
type exitError struct{ process *proc.Process }

func (e *exitError) Error() string {
	status := "exit status 0"
	if err := e.process.Err(); err != nil {
		status = err.Error()
	}
	text := fmt.Sprintf("%s exited unexpectedly (%s); last lines of %s:", e.process.Name, status,
		shorten(e.process.LogFile))
	for _, line := range e.process.Tail() {
		text += "\n  | " + line
	}
	return text
}

// shorten returns the path relative to the current directory if it is below it.
func shorten(path string) string {
	if workingDir, err := filepath.Abs("."); err == nil {
		if relative, err := filepath.Rel(workingDir, path); err == nil && !strings.HasPrefix(relative, "..") {
			return relative
		}
	}
	return path
}
