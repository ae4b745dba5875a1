package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// stopLeftover stops a server left behind by a run that was killed. The caller holds the lock of
// the state directory, so no other run uses the server.
func stopLeftover(data string) error {
	pidFile := filepath.Join(data, "postmaster.pid")
	content, err := os.ReadFile(pidFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil || pid <= 1 || !isServerOf(pid, data) {
		// The id may now belong to another program, which PostgreSQL would mistake for a running server.
		return os.Remove(pidFile)
	}
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT} {
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			return usererror.New("stop it", "PostgreSQL (pid %d) of an earlier run still uses %s (%w)", pid, data, err)
		}
		for deadline := time.Now().Add(stopTimeout); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
			if !isServerOf(pid, data) {
				return nil
			}
		}
	}
	return usererror.New("stop it with kill -9", "PostgreSQL (pid %d) of an earlier run still uses %s", pid, data)
}

// isServerOf reports whether the process is a PostgreSQL server on the data directory, according to
// its command line.
func isServerOf(pid int, data string) bool {
	line := commandLine(pid)
	return strings.Contains(line, "postgres") && strings.Contains(line, "-D "+data+" ")
}

// commandLine returns the command line of the process, or "" if it has exited.
func commandLine(pid int) string {
	if _, err := os.Stat("/proc/self"); err == nil {
		args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)) // unreadable if it has exited
		return strings.ReplaceAll(string(args), "\x00", " ")
	}
	out, _ := exec.Command("ps", "-ww", "-o", "command=", "-p", strconv.Itoa(pid)).Output()
	return string(out)
}
