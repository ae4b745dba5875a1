package proc

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

const (
	tailLines = 12   // enough for the start of a stack trace, and fits a terminal
	lineBytes = 1000 // longer lines are truncated in the tail, not in the file
	// drainTimeout limits the wait for output after the child has exited, because a grandchild may
	// keep the pipe open.
	drainTimeout = time.Second
)

// logWriter copies a child's output to its log file and keeps the last lines.
type logWriter struct {
	spec    Spec
	file    *os.File
	drained chan struct{}

	mu    sync.Mutex
	lines []string
}

func newLogWriter(spec Spec) (*logWriter, error) {
	if err := os.MkdirAll(filepath.Dir(spec.LogFile), 0o755); err != nil {
		return nil, err
	}
	file, err := os.Create(spec.LogFile)
	if err != nil {
		return nil, err
	}
	return &logWriter{spec: spec, file: file, drained: make(chan struct{})}, nil
}

// copyOutput copies the output until all writers have closed it.
func (l *logWriter) copyOutput(out io.ReadCloser) {
	defer close(l.drained)
	defer out.Close()
	reader := bufio.NewReader(out)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			l.add(line)
		}
		if err != nil {
			return
		}
	}
}

func (l *logWriter) add(line string) {
	_, _ = l.file.WriteString(line) // a full disk must not stop the child
	line = trim(line)
	if l.spec.OnLine != nil {
		l.spec.OnLine(line)
	}
	if l.spec.Show != nil {
		if short, ok := l.spec.Show(line); ok {
			fmt.Fprintf(os.Stderr, "%-8s | %s\n", l.spec.Name, short)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lines = append(l.lines, line); len(l.lines) > tailLines {
		l.lines = l.lines[1:]
	}
}

func (l *logWriter) tail() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.lines)
}

func (l *logWriter) close() {
	select {
	case <-l.drained:
	case <-time.After(drainTimeout):
	}
	_ = l.file.Close()
}

func trim(line string) string {
	for line != "" && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
		line = line[:len(line)-1]
	}
	if len(line) > lineBytes {
		return line[:lineBytes] + "…"
	}
	return line
}
