package proc_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/proc"
)

func start(t *testing.T, script string, change func(*proc.Spec)) *proc.Process {
	t.Helper()
	spec := proc.Spec{
		Name: "child", Path: "/bin/sh", Args: []string{"-c", script},
		LogFile: filepath.Join(t.TempDir(), "log", "child.log"),
	}
	if change != nil {
		change(&spec)
	}
	p, err := proc.Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// lines returns a Spec change that sends the child's output lines to a channel.
func lines(to chan<- string) func(*proc.Spec) {
	return func(s *proc.Spec) { s.OnLine = func(line string) { to <- line } }
}

func await[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(10 * time.Second):
		t.Fatal("nothing received within 10 s")
		panic("unreachable")
	}
}

// waitForExit waits until the process has exited. A zombie counts as exited.
func waitForExit(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err == nil && strings.Contains(string(stat), ") Z ") {
			return
		}
		if syscall.Kill(pid, 0) != nil {
			return
		}
	}
	t.Fatalf("process %d is still running", pid)
}

func TestStopEndsGrandchildren(t *testing.T) {
	t.Parallel()
	output := make(chan string, 4)
	// The shell exits on TERM; its child ignores TERM and INT.
	p := start(t, `(trap '' TERM INT; echo ready; exec sleep 300) & echo $!; wait`, lines(output))
	var grandchild int
	for range 2 {
		if n, err := strconv.Atoi(await(t, output)); err == nil {
			grandchild = n
		}
	}
	p.Stop()
	waitForExit(t, p.PID())
	waitForExit(t, grandchild)
}

func TestStopKillsAfterGracePeriod(t *testing.T) {
	t.Parallel()
	output := make(chan string, 1)
	p := start(t, `trap '' TERM; echo ready; while :; do sleep 300; done`, func(s *proc.Spec) {
		lines(output)(s)
		s.Grace = 50 * time.Millisecond
	})
	await(t, output)
	p.Stop()
	waitForExit(t, p.PID())
}

func TestExitStatusAndTail(t *testing.T) {
	t.Parallel()
	p := start(t, `for i in $(seq 20); do echo "line $i"; done; printf 'no newline'; exit 3`, nil)
	await(t, p.Done())
	if p.Err() == nil || p.Err().Error() != "exit status 3" {
		t.Errorf("Err() = %v, want exit status 3", p.Err())
	}
	tail := p.Tail()
	if len(tail) != 12 || tail[11] != "no newline" || tail[10] != "line 20" {
		t.Errorf("Tail() = %q", tail)
	}
	file, err := os.ReadFile(p.LogFile)
	if err != nil || !strings.HasPrefix(string(file), "line 1\n") {
		t.Errorf("log file = %q, %v", file, err)
	}
}

func TestStartReportsMissingProgram(t *testing.T) {
	t.Parallel()
	_, err := proc.Start(proc.Spec{Name: "missing", Path: "/no/such/program", LogFile: filepath.Join(t.TempDir(), "l")})
	if err == nil || !strings.Contains(err.Error(), "start missing") {
		t.Errorf("err = %v", err)
	}
}

func TestCancelledCommandKillsItsGroup(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	output := filepath.Join(t.TempDir(), "output")
	cmd := proc.Command(ctx, 0, "/bin/sh", "-c",
		`(trap '' TERM; echo $$ >"$0.child"; exec sleep 300) & echo $! >"$0"; wait`, output)
	exited := make(chan error, 1)
	go func() { exited <- proc.Run(cmd) }()
	var child int
	for child == 0 {
		text, _ := os.ReadFile(output)
		child, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		if _, err := os.Stat(output + ".child"); err != nil {
			child = 0
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	_ = await(t, exited)
	waitForExit(t, child)
}
