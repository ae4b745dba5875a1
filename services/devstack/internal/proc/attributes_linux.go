package proc

import "syscall"

// attributes makes the child lead a process group and end with its parent.
func attributes(spec Spec) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: spec.Signal.(syscall.Signal)}
	if spec.UID != 0 {
		a.Credential = credential(spec.UID)
	}
	return a
}
