package proc

import (
	"bytes"
	"context"
	"os/exec"
	"syscall"
	"time"
)

// Command returns a command that runs in its own process group, so that Ctrl-C in the terminal does
// not reach it. Cancelling ctx terminates the whole group. Run it with Run or Output.
func Command(ctx context.Context, uid int, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid != 0 {
		cmd.SysProcAttr.Credential = credential(uid)
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 15 * time.Second // long enough for the browser tests to stop their stack
	return cmd
}

// Run runs the command, and then kills the remaining processes of its group.
func Run(cmd *exec.Cmd) error {
	err := cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return err
}

// Output runs the command as Run does, and returns its standard output and standard error.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := Run(cmd)
	return out.Bytes(), err
}

func credential(uid int) *syscall.Credential {
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
}
