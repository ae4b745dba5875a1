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
	tailLines = 12   // enough for a stack's first lines, and fits a terminal
	lineBytes = 1000 // a longer line is cut in the tail, never in the file
	// A grandchild that ignores its group's end may hold the pipe: don't wait for it for ever.
	drain = time.Second
)

// logWriter writes a child's output to its file and remembers the last lines.
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

// follow reads until every writer is gone.
func (l *logWriter) follow(out io.ReadCloser) {
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
	_, _ = l.file.WriteString(line) // a full disk shows elsewhere, and loses no child
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
	case <-time.After(drain):
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
