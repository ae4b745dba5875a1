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

	"github.com/newsources/newsources/services/devstack/internal/jsonfile"
	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/npm"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// stack holds the running child processes in start order, and what connects them.
type stack struct {
	config
	npm    npm.Installer
	router *router
	info   info

	mu       sync.Mutex
	children []*proc.Process
	stopping bool
	exited   chan *proc.Process
}

func newStack(c config) *stack {
	return &stack{
		config: c, router: &router{}, exited: make(chan *proc.Process, 1),
		info: info{PID: os.Getpid(), ProjectID: projectID, Demo: demo, Children: map[string]int{}},
		npm:  newInstaller(c.root, c.statePath("log")),
	}
}

// run starts everything, and stops it when ctx is cancelled or a child process exits.
func (s *stack) run(ctx context.Context) error {
	started := time.Now()
	held, err := lock.Try(s.statePath("devstack.lock"))
	if errors.Is(err, lock.ErrHeld) {
		return usererror.New("stop it first, or use another STATE_DIR and PORT",
			"devstack is already running: %s", lock.ReadNote(s.statePath("devstack.lock")))
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
	if err := held.SetNote(fmt.Sprintf("process %d at %s", os.Getpid(), address)); err != nil {
		return err
	}
	s.info.App = address

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer s.stopAll()
	defer s.serve(listeners)()
	internet, err := s.startSimulator()
	if err != nil {
		return err
	}
	defer internet.Close()
	box, err := s.startInbox()
	if err != nil {
		return err
	}
	defer box.Close()
	go s.watch(ctx, cancel)
	if s.withParent {
		go followParent(ctx, cancel)
	}

	if err := s.startAll(ctx); err != nil {
		return s.exitReason(ctx, err)
	}
	if err := s.writeInfo(); err != nil {
		return err
	}
	defer os.Remove(s.readyFile)
	s.printWelcome(time.Since(started))
	<-ctx.Done()
	return s.exitReason(ctx, ctx.Err())
}

// startAll starts all parts, independent ones concurrently.
func (s *stack) startAll(ctx context.Context) error {
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
	for email, role := range map[string]string{viewerEmail: "viewer", contributorEmail: "contributor"} {
		if err := s.invite(ctx, email, role); err != nil { // fails, for example, if ADMIN_EMAILS names other accounts
			progress("%s was not invited and gets the default role: %v", email, err)
		}
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

// writeInfo writes devstack.json, at the start and after each restart of a child process.
func (s *stack) writeInfo() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return context.Canceled
	}
	return jsonfile.Write(s.readyFile, s.info)
}

// start starts a child process that is stopped with the stack, and whose exit stops the stack.
func (s *stack) start(spec proc.Spec) (*proc.Process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		return nil, context.Canceled
	}
	p, err := proc.Start(spec)
	if err == nil {
		s.track(p)
	}
	return p, err
}

// track registers a child process and watches for its exit. The caller holds s.mu.
func (s *stack) track(p *proc.Process) {
	s.children = append(s.children, p)
	s.info.Children[p.Name] = p.PID()
	go func() {
		<-p.Done()
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case s.stopping || !slices.Contains(s.children, p): // stopped on purpose
		case s.dev && (p.Name == apiName || p.Name == workerName): // the next reload restarts it
			progress("%v", &exitError{p})
		default:
			select {
			case s.exited <- p:
			default: // another exit was reported first
			}
		}
	}()
}

// untrack unregisters a child process, so that its exit no longer stops the stack.
func (s *stack) untrack(p *proc.Process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.children = slices.DeleteFunc(s.children, func(c *proc.Process) bool { return c == p })
}

// watch cancels the run when a child process exits.
func (s *stack) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	select {
	case p := <-s.exited:
		cancel(&exitError{p})
	case <-ctx.Done():
	}
}

// exitReason returns the exit of a child process, if any, instead of an error that resulted from
// it.
func (s *stack) exitReason(ctx context.Context, err error) error {
	var exit *exitError
	if cause := context.Cause(ctx); errors.As(cause, &exit) {
		return exit
	}
	select {
	case p := <-s.exited:
		return &exitError{p}
	default:
		return err
	}
}

// stopAll stops the child processes in reverse start order. A second signal kills them at once.
func (s *stack) stopAll() {
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

// serve serves the router on the listeners, and returns a function that stops it.
func (s *stack) serve(listeners []net.Listener) (stop func()) {
	server := &http.Server{Handler: s.router, ReadHeaderTimeout: 10 * time.Second}
	for _, l := range listeners {
		go func() { _ = server.Serve(l) }() // returns when the server is closed
	}
	return func() { _ = server.Close() }
}

// printWelcome prints the address, the demo account, and where the e-mails and webhooks of alerts
// arrive.
func (s *stack) printWelcome(took time.Duration) {
	fmt.Printf("\n  News Sources is running at %s (started in %.1f s)\n\n  User         %s\n  Password     %s\n  "+
		"Example site %s\n  Alerts       %s\n  Logs         %s\n\n  Press Ctrl-C to stop.\n\n",
		s.info.App, took.Seconds(), demo.Email, demo.Password, s.info.Simulator.Example, s.info.Inbox.Page,
		shorten(s.statePath("log")))
}
