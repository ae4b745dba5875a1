package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/npm"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/say"
)

// stack is everything that runs, in the order in which it was started.
type stack struct {
	config
	npm    npm.Installer
	router *router
	info   info

	mu       sync.Mutex
	children []*proc.Process
	stopping bool
	died     chan *proc.Process
}

func newStack(c config) *stack {
	return &stack{
		config: c, router: &router{}, died: make(chan *proc.Process, 1),
		info: info{PID: os.Getpid(), ProjectID: projectID, Demo: demo, Children: map[string]int{}},
		npm:  newInstaller(c.root, c.statePath("log")),
	}
}

// run brings everything up, and down again when the context ends or a child does.
func (s *stack) run(ctx context.Context) error {
	started := time.Now()
	held, err := lock.Try(s.statePath("devstack.lock"))
	if errors.Is(err, lock.ErrHeld) {
		return say.Errorf("stop it first, or run this one with its own STATE_DIR and PORT",
			"already running here: %s", lock.ReadNote(s.statePath("devstack.lock")))
	}
	if err != nil {
		return err
	}
	defer held.Release()
	_ = os.Remove(s.readyFile) // of a run that was killed

	listeners, address, err := listen(s.port)
	if err != nil {
		return err
	}
	if err := held.Note(fmt.Sprintf("process %d at %s", os.Getpid(), address)); err != nil {
		return err
	}
	s.info.App = address

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer s.down()
	defer s.serve(listeners)()
	internet, err := s.simulate()
	if err != nil {
		return err
	}
	defer internet.Close()
	go s.watch(ctx, cancel)
	if s.withParent {
		go followParent(ctx, cancel)
	}

	if err := s.up(ctx); err != nil {
		return s.reason(ctx, err)
	}
	if err := s.announce(); err != nil {
		return err
	}
	defer os.Remove(s.readyFile)
	s.greet(time.Since(started))
	<-ctx.Done()
	return s.reason(ctx, ctx.Err())
}

// up starts the parts; what doesn't wait for another runs beside it.
func (s *stack) up(ctx context.Context) error {
	var database, binary string
	parts, partsCtx := errgroup.WithContext(ctx)
	parts.Go(func() (err error) { binary, err = s.buildAPI(partsCtx); return err })
	parts.Go(func() (err error) { database, err = s.startDatabase(partsCtx); return err })
	parts.Go(func() error { return s.startEmulator(partsCtx) })
	parts.Go(func() error { return s.prepareWeb(partsCtx) })
	if err := parts.Wait(); err != nil {
		return err
	}
	s.info.DatabaseURL = database
	api := &api{stack: s, binary: binary}
	if err := api.start(ctx); err != nil {
		return err
	}
	web, err := s.startWeb(ctx)
	if err != nil {
		return err
	}
	s.router.open(api.url, web)
	if s.dev {
		go api.reload(ctx)
	}
	return nil
}

// announce writes the addresses for tools, now or, after a child was started anew, again.
func (s *stack) announce() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return context.Canceled
	}
	return s.info.write(s.readyFile)
}

// start starts a child that is stopped with everything else, and whose end ends everything.
func (s *stack) start(spec proc.Spec) (*proc.Process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return nil, context.Canceled
	}
	p, err := proc.Start(spec)
	if err == nil {
		s.adopt(p)
	}
	return p, err
}

// adopt must be called with the lock held.
func (s *stack) adopt(p *proc.Process) {
	s.children = append(s.children, p)
	s.info.Children[p.Name] = p.PID()
	go func() {
		<-p.Done()
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case s.stopping || !slices.Contains(s.children, p): // it was asked to
		case s.dev && p.Name == apiName: // the next change may mend it
			progress("%v", &deathError{p})
		default:
			select {
			case s.died <- p:
			default: // another was first
			}
		}
	}()
}

// release makes the child's end one that was asked for.
func (s *stack) release(p *proc.Process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.children = slices.DeleteFunc(s.children, func(c *proc.Process) bool { return c == p })
}

// watch ends the run when a child ends by itself.
func (s *stack) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	select {
	case p := <-s.died:
		cancel(&deathError{p})
	case <-ctx.Done():
	}
}

// reason prefers the death of a child to the errors that follow from it.
func (s *stack) reason(ctx context.Context, err error) error {
	var death *deathError
	if cause := context.Cause(ctx); errors.As(cause, &death) {
		return death
	}
	select {
	case p := <-s.died:
		return &deathError{p}
	default:
		return err
	}
}

// down stops the children, the last one first. A second signal ends them at once.
func (s *stack) down() {
	s.mu.Lock()
	s.stopping = true
	children := slices.Clone(s.children)
	s.mu.Unlock()

	again := make(chan os.Signal, 1)
	signal.Notify(again, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(again)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for _, p := range slices.Backward(children) {
			p.Stop()
		}
	}()
	select {
	case <-stopped:
	case <-again:
		for _, p := range slices.Backward(children) {
			p.Kill()
		}
		<-stopped
	}
}

// serve answers on the address, and returns how to stop that.
func (s *stack) serve(listeners []net.Listener) (stop func()) {
	server := &http.Server{Handler: s.router, ReadHeaderTimeout: 10 * time.Second}
	for _, l := range listeners {
		go func() { _ = server.Serve(l) }() // ends with Close below
	}
	return func() { _ = server.Close() }
}

func (s *stack) greet(took time.Duration) {
	fmt.Printf("\n  News Sources runs at %s (ready after %.1f s)\n\n  Sign in as   %s\n  Password     %s\n  Try to add   %s\n  Logs         %s\n\n  Ctrl-C stops everything.\n\n",
		s.info.App, took.Seconds(), demo.Email, demo.Password, s.info.Simulator.Example, shorten(s.statePath("log")))
}
