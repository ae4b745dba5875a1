package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// stopSignal is what Kubernetes sends.
const stopSignal = syscall.SIGTERM

// patience bounds every wait, so that a test of a busy machine fails instead of hanging.
const patience = time.Minute

// binary builds the program as a release does, once for all tests.
var binary = sync.OnceValues(func() (string, error) {
	file := filepath.Join(workshop, "newssources")
	out, err := exec.Command("go", "build", "-ldflags", "-s -w -X main.version=1.2.3-test", "-o", file, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// workshop is where the tests of this package keep their program.
var workshop string

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "newssources-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(workshop)
	os.Exit(code)
}

// process is a running command of ours.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	out   journal // standard output: the log, or what a command tells
	err   journal // standard error: what a person has to read
	ended chan struct{}
}

// launch starts the program in a folder of its own, with nothing of our environment.
func launch(t *testing.T, environment map[string]string, args ...string) *process {
	t.Helper()
	p := prepare(t, environment, args...)
	p.start()
	return p
}

func prepare(t *testing.T, environment map[string]string, args ...string) *process {
	t.Helper()
	file, err := binary()
	must(t, err)
	p := &process{t: t, cmd: exec.Command(file, args...), ended: make(chan struct{})}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = t.TempDir(), &p.out, &p.err
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.cmd.Dir}
	for name, value := range environment {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	return p
}

func (p *process) start() {
	p.t.Helper()
	must(p.t, p.cmd.Start())
	go func() {
		_ = p.cmd.Wait() // how it ended is in ProcessState
		close(p.ended)
	}()
	p.t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended
		if p.t.Failed() {
			p.t.Logf("%s\nout: %s\nerr: %s", p.cmd.Args[1:], p.out.String(), p.err.String())
		}
	})
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	must(p.t, p.cmd.Process.Signal(s))
}

// exit waits for the end and returns the exit code; -1 for one that was killed.
func (p *process) exit() int {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		p.t.Fatal("it doesn't end")
	}
	return p.cmd.ProcessState.ExitCode()
}

// finish runs a command to its end.
func finish(t *testing.T, environment map[string]string, args ...string) *process {
	t.Helper()
	p := launch(t, environment, args...)
	p.exit()
	return p
}

// logged waits for a line of the log with this message, and returns it.
func (p *process) logged(message string) (line map[string]any) {
	p.t.Helper()
	until(p.t, "the log doesn't say "+message, func() bool {
		for text := range strings.Lines(p.out.String()) {
			if json.Unmarshal([]byte(text), &line) == nil && line["msg"] == message {
				return true
			}
			line = nil
		}
		select {
		case <-p.ended:
			p.t.Fatalf("it ended before it logged %q", message)
		default:
		}
		return false
	})
	return line
}

// until looks again and again whether something has come true.
func until(t *testing.T, otherwise string, true func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !true() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal(otherwise)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// journal keeps what is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// besideStack puts beside the process what `make run` writes.
func (p *process) besideStack(note map[string]any) {
	p.t.Helper()
	must(p.t, os.Mkdir(filepath.Join(p.cmd.Dir, ".local"), 0o700))
	text, err := json.Marshal(note)
	must(p.t, err)
	must(p.t, os.WriteFile(filepath.Join(p.cmd.Dir, devstackFile), text, 0o600))
}
