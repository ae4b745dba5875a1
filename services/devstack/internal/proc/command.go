package proc

import (
	"context"
	"os/exec"
	"syscall"
	"time"
)

// Command is a short-lived command in a process group of its own: a Ctrl-C at the terminal reaches only
// us, and the end of the context ends the whole group.
func Command(ctx context.Context, uid int, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid != 0 {
		cmd.SysProcAttr.Credential = credential(uid)
	}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

func credential(uid int) *syscall.Credential {
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
}
