//go:build !linux

package proc

import "syscall"

// Only Linux can end a child with its parent; elsewhere the next start finds what a crash left.
func attributes(spec Spec) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if spec.UID != 0 {
		a.Credential = credential(spec.UID)
	}
	return a
}
