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
	"github.com/newsources/newsources/services/devstack/internal/say"
)

// projectID starts with demo-, which Firebase's own tools never take for a real project.
const projectID = "demo-newsources"

// startEmulator starts the authentication emulator and makes the accounts in it.
func (s *stack) startEmulator(ctx context.Context) error {
	dir := filepath.Join(s.root, "services", "devstack", "emulator")
	if err := installEmulator(ctx, s.root, s.npm); err != nil {
		return err
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return err
	}
	listening := make(chan string, 1)
	p, err := s.start(proc.Spec{
		Name: "emulator", Path: node, Args: []string{"serve.cjs"}, Dir: dir, LogFile: s.logFile("emulator"),
		Env: append(os.Environ(), "PROJECT="+projectID), HoldStdin: true, OnLine: heard(listening),
	})
	if err != nil {
		return err
	}
	select {
	case s.info.AuthEmulator = <-listening:
	case <-p.Done():
		return &deathError{p}
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(startLimit):
		return say.Errorf("look into "+shorten(p.LogFile), "the auth emulator isn't ready after %s", startLimit)
	}
	return seed(ctx, s.info.AuthEmulator)
}

// heard waits for the line in which the emulator says where it listens.
func heard(listening chan<- string) func(string) {
	return func(line string) {
		var said struct{ Listening string }
		if strings.HasPrefix(line, "{") && json.Unmarshal([]byte(line), &said) == nil && said.Listening != "" {
			listening <- said.Listening
		}
	}
}
