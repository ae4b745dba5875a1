package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// projectID starts with demo-, so that Firebase's tools never treat it as a real project.
const projectID = "demo-newsources"

// startEmulator starts the authentication emulator and creates the demo accounts.
func (s *stack) startEmulator(ctx context.Context) error {
	dir := filepath.Join(s.root, "services", "devstack", "emulator")
	if err := packages["emulator"](ctx, s.root, s.npm); err != nil {
		return err
	}
	defer startStep("starting the auth emulator")()
	node, err := exec.LookPath("node")
	if err != nil {
		return err
	}
	listening := make(chan string, 1)
	p, err := s.start(proc.Spec{
		Name: "emulator", Path: node, Args: []string{"serve.cjs"}, Dir: dir, LogFile: s.logFile("emulator"),
		Env: append(os.Environ(), "PROJECT="+projectID), KeepStdinOpen: true, OnLine: sendAddress(listening),
	})
	if err != nil {
		return err
	}
	select {
	case s.info.AuthEmulator = <-listening:
	case <-p.Done():
		return &exitError{p}
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(startTimeout):
		return usererror.New("see "+shorten(p.LogFile), "the auth emulator is not ready after %s", startTimeout)
	}
	return seed(ctx, s.info.AuthEmulator)
}

// sendAddress returns a line handler that sends the address which the emulator prints once it
// listens.
func sendAddress(listening chan<- string) func(string) {
	return func(line string) {
		var status struct{ Listening string }
		if strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &status) == nil && status.Listening != "" {
			listening <- status.Listening
		}
	}
}
