//go:build !linux

package proc

import "syscall"

// attributes cannot make the child end with its parent, as on Linux. The next start stops processes
// left by a crash.
func attributes(spec Spec) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if spec.UID != 0 {
		a.Credential = credential(spec.UID)
	}
	return a
}
