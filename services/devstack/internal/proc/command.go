package proc

import (
	"bytes"
	"context"
	"os/exec"
	"syscall"
	"time"
)

// Command is a command in a process group of its own: a Ctrl-C at the terminal reaches only us, and the end
// of the context asks the whole group to end. Run it with Run or Output.
func Command(ctx context.Context, uid int, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid != 0 {
		cmd.SysProcAttr.Credential = credential(uid)
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 15 * time.Second // the browser tests stop a whole stack in it
	return cmd
}

// Run runs the command, and kills what is left of its group when it has ended.
func Run(cmd *exec.Cmd) error {
	err := cmd.Run()
	if cmd.Process != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	return err
}

// Output is Run with all that the command wrote.
func Output(cmd *exec.Cmd) ([]byte, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := Run(cmd)
	return out.Bytes(), err
}

func credential(uid int) *syscall.Credential {
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
}
