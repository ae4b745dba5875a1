// Package proc starts child processes so that they can be stopped whole: each child leads a process
// group of its own, writes to a log file, and is told to stop when we die without saying so.
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

// Spec says what to start.
type Spec struct {
	Name    string // shown to people, and the log file's name
	Path    string
	Args    []string
	Dir     string
	Env     []string // the whole environment; nil = ours
	LogFile string
	UID     int           // run as this user; 0 = as we are
	Signal  os.Signal     // asks it to stop; nil = SIGTERM
	Grace   time.Duration // how long it may take to stop before it is killed; 0 = 10 s
	// Show picks the log lines that a person should see at once on the terminal; nil = none.
	Show func(line string) (short string, ok bool)
	// OnLine is told every line; nil = nobody.
	OnLine func(line string)
	// HoldStdin gives the child a standard input that ends when we do, whatever kills us.
	HoldStdin bool
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

// forks is one thread that never ends, because Linux sends the parent-death signal when the thread
// that forked ends, not the process.
var forks = sync.OnceValue(func() chan func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})

// Start starts the child and follows its output.
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

// launch forks. Output goes through a pipe of our own rather than os/exec's, so that Wait returns when
// the child ends even if a grandchild still holds the pipe.
func (p *Process) launch() error {
	out, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	p.cmd.Stdout, p.cmd.Stderr = in, in
	if p.HoldStdin {
		r, w, err := os.Pipe()
		if err != nil {
			return errors.Join(err, out.Close())
		}
		defer r.Close()
		p.cmd.Stdin, p.stdin = r, w
	}
	started := make(chan error)
	forks() <- func() { started <- p.cmd.Start() }
	if err := <-started; err != nil {
		return errors.Join(err, out.Close())
	}
	go p.log.follow(out)
	go p.wait()
	return nil
}

func (p *Process) wait() {
	err := p.cmd.Wait()
	// What the child left behind goes with it: the group is ours alone.
	_ = syscall.Kill(-p.PID(), syscall.SIGKILL)
	p.log.close()
	if p.stdin != nil {
		_ = p.stdin.Close()
	}
	p.err = err
	close(p.done)
}

// PID is the child's process id, and its group's.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Done is closed when the child has ended and everything it wrote is in the log.
func (p *Process) Done() <-chan struct{} { return p.done }

// Err says how the child ended; nil for exit status 0. It may be read after Done.
func (p *Process) Err() error { return p.err }

// Tail returns the last lines that the child wrote.
func (p *Process) Tail() []string { return p.log.tail() }

// Stop asks the child to end, waits, and kills its group when it takes longer than its grace.
func (p *Process) Stop() { p.StopBy(p.Signal) }

// StopBy is Stop with another signal than the usual one.
func (p *Process) StopBy(sig os.Signal) {
	p.once.Do(func() { p.signal(sig) })
	select {
	case <-p.done:
	case <-time.After(p.Grace):
		p.Kill()
	}
}

// Kill ends the child's group at once.
func (p *Process) Kill() {
	p.signal(syscall.SIGKILL)
	<-p.done
}

func (p *Process) signal(sig os.Signal) {
	select {
	case <-p.done: // its id may belong to somebody else by now
	default:
		_ = syscall.Kill(-p.PID(), sig.(syscall.Signal))
	}
}
