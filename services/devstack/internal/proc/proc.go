// Package proc runs child processes. Each child leads its own process group, so that its
// descendants are stopped with it, writes to a log file, and is stopped when this process dies.
package proc

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// Spec describes a process to start.
type Spec struct {
	Name    string // used in messages
	Path    string
	Args    []string
	Dir     string
	Env     []string // complete environment; nil = inherited
	LogFile string
	UID     int           // user to run as; 0 = the current user
	Signal  os.Signal     // signal of a graceful stop; nil = SIGTERM
	Grace   time.Duration // time to stop before it is killed; 0 = 10 s
	// Show selects log lines to print on the terminal; nil = none.
	Show func(line string) (short string, ok bool)
	// OnLine is called with every log line; nil = not called.
	OnLine func(line string)
	// KeepStdinOpen connects the child's standard input to a pipe that closes when this process ends
	// for any reason.
	KeepStdinOpen bool
}

// Process is a running child.
type Process struct {
	Spec
	cmd   *exec.Cmd
	stdin *os.File
	log   *logWriter
	done  chan struct{}
	err   error
	once  sync.Once
}

// forkThread returns the channel of a locked thread that starts all children, because Linux sends
// the parent-death signal when the forking thread ends, not the process.
var forkThread = sync.OnceValue(func() chan func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// Start starts a child process and copies its output to the log file.
func Start(spec Spec) (*Process, error) {
	if spec.Signal == nil {
		spec.Signal = syscall.SIGTERM
	}
	if spec.Grace == 0 {
		spec.Grace = 10 * time.Second
	}
	log, err := newLogWriter(spec)
	if err != nil {
		return nil, err
	}
	p := &Process{Spec: spec, log: log, done: make(chan struct{})}
	p.cmd = exec.Command(spec.Path, spec.Args...)
	p.cmd.Dir, p.cmd.Env = spec.Dir, spec.Env
	p.cmd.SysProcAttr = attributes(spec)
	if err := p.launch(); err != nil {
		_ = log.file.Close()
		return nil, fmt.Errorf("start %s: %w", spec.Name, err)
	}
	return p, nil
}

// launch starts the command. It creates the output pipe itself, so that Wait returns when the child
// exits even if a grandchild keeps the pipe open.
func (p *Process) launch() error {
	out, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	p.cmd.Stdout, p.cmd.Stderr = in, in
	if p.KeepStdinOpen {
		r, w, err := os.Pipe()
		if err != nil {
			return errors.Join(err, out.Close())
		}
		defer r.Close()
		p.cmd.Stdin, p.stdin = r, w
	}
	started := make(chan error)
	forkThread() <- func() { started <- p.cmd.Start() }
	if err := <-started; err != nil {
		return errors.Join(err, out.Close())
	}
	go p.log.copyOutput(out)
	go p.wait()
	return nil
}

func (p *Process) wait() {
	err := p.cmd.Wait()
	// Kills the child's remaining descendants.
	_ = syscall.Kill(-p.PID(), syscall.SIGKILL)
	p.log.close()
	if p.stdin != nil {
		_ = p.stdin.Close()
	}
	p.err = err
	close(p.done)
}

// PID returns the id of the child process, which is also the id of its process group.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done returns a channel that is closed when the child has exited and its output is in the log.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err returns the exit error of the child; nil for exit status 0. It is valid after Done.
func (p *Process) Err() error { return p.err }

// Tail returns the last lines of the child's output.
func (p *Process) Tail() []string { return p.log.tail() }

// Stop stops the child gracefully, and kills its group after the grace period.
func (p *Process) Stop() { p.StopWith(p.Signal) }

// StopWith is Stop with the given signal.
func (p *Process) StopWith(sig os.Signal) {
	p.once.Do(func() { p.signal(sig) })
	select {
	case <-p.done:
	case <-time.After(p.Grace):
		p.Kill()
	}
}

// Kill kills the child's process group and waits.
func (p *Process) Kill() {
	p.signal(syscall.SIGKILL)
	<-p.done
}

func (p *Process) signal(sig os.Signal) {
	select {
	case <-p.done: // the id may have been reused
	default:
		_ = syscall.Kill(-p.PID(), sig.(syscall.Signal))
	}
}
