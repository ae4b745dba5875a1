//go:build !linux

package proc

import "syscall"

// attributes cannot tie the child's life to its parent's as on Linux; the next start stops processes left by a crash.
func attributes(spec Spec) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if spec.UID != 0 {
		a.Credential = credential(spec.UID)
	}
	return a
}
