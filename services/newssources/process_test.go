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

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
)

// stopSignal is the signal that Kubernetes sends to stop a container.
const stopSignal = syscall.SIGTERM

// waitTimeout bounds every wait, so that a test fails instead of hanging. It is longer than a lease: if a fault
// drops the response to a claim, its endpoints are only checked after that.
const waitTimeout = queue.LeaseTime + time.Minute

// binary builds the program with release flags, once for all tests, and returns its path.
var binary = sync.OnceValues(func() (string, error) {
	file := filepath.Join(binaryDir, "newssources")
	out, err := exec.Command("go", "build", "-ldflags", "-s -w -X main.version=1.2.3-test", "-o", file, ".").
		CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// binaryDir is the folder of the built program.
var binaryDir string

func TestMain(m *testing.M) {
	var err error
	if binaryDir, err = os.MkdirTemp("", "newssources-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(binaryDir)
	os.Exit(code)
}

// process is a running newssources command.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	out   syncBuffer // standard output: the log of serve, or the output of a command
	err   syncBuffer // standard error
	ended chan struct{}
}

// start starts the program in a new folder, with no other environment variables than PATH and HOME.
func start(t *testing.T, environment map[string]string, args ...string) *process {
	t.Helper()
	return startBinary(t, currentBinary(t), environment, args...)
}

// currentBinary returns the path of the built program.
func currentBinary(t *testing.T) string {
	t.Helper()
	file, err := binary()
	must(t, err)
	return file
}

// startBinary starts the program at the path file, as start does.
func startBinary(t *testing.T, file string, environment map[string]string, args ...string) *process {
	t.Helper()
	return startWithInput(t, file, "", environment, args...)
}

// startWithInput starts the program at the path file with a standard input.
func startWithInput(t *testing.T, file, input string, environment map[string]string, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(file, args...), ended: make(chan struct{})}
	p.cmd.Stdin = strings.NewReader(input)
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = t.TempDir(), &p.out, &p.err
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.cmd.Dir}
	for name, value := range environment {
		p.cmd.Env = append(p.cmd.Env, name+"="+value)
	}
	must(t, p.cmd.Start())
	go func() {
		_ = p.cmd.Wait() // the result is in ProcessState
		close(p.ended)
	}()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		<-p.ended
		if t.Failed() {
			t.Logf("%s\nout: %s\nerr: %s", p.cmd.Args[1:], p.out.String(), p.err.String())
		}
	})
	return p
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	must(p.t, p.cmd.Process.Signal(s))
}

// exit waits for the process and returns its exit code, or -1 when a signal killed it.
func (p *process) exit() int {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(waitTimeout):
		p.t.Fatal("the process doesn't exit")
	}
	return p.cmd.ProcessState.ExitCode()
}

// runToEnd runs a command and waits for it.
func runToEnd(t *testing.T, environment map[string]string, args ...string) *process {
	t.Helper()
	p := start(t, environment, args...)
	p.exit()
	return p
}

// waitForLog waits for a log line with this message and returns it.
func (p *process) waitForLog(message string) (line map[string]any) {
	p.t.Helper()
	encoded, err := json.Marshal(message)
	must(p.t, err)
	waitUntil(p.t, "no log line "+message, func() bool {
		for text := range strings.Lines(p.out.String()) {
			if !strings.Contains(text, string(encoded)) { // avoids decoding all lines in each poll
				continue
			}
			if json.Unmarshal([]byte(text), &line) == nil && line["msg"] == message {
				return true
			}
			line = nil
		}
		select {
		case <-p.ended:
			p.t.Fatalf("the process exited before it logged %q", message)
		default:
		}
		return false
	})
	return line
}

// pollInterval and maxPollInterval bound the time between two polls of waitUntil. It grows, because
// most conditions connect to the database, which takes several milliseconds of CPU time.
const (
	pollInterval    = 10 * time.Millisecond
	maxPollInterval = 50 * time.Millisecond
)

// waitUntil polls condition until it holds, and fails the test with message after waitTimeout.
func waitUntil(t *testing.T, message string, condition func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout)
	defer cancel()
	for interval := pollInterval; !condition(); interval = min(interval*5/4, maxPollInterval) {
		select {
		case <-time.After(interval):
		case <-ctx.Done():
			t.Fatal(message)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// syncBuffer is a buffer that is safe for concurrent use.
type syncBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
