package main

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/proc"
)

// startVite runs the Vite development server. Requests for /config.json are answered here.
func (s *stack) startVite(ctx context.Context, values settings) (http.Handler, error) {
	configJSON, err := values.fill("config.json.template")
	if err != nil {
		return nil, err
	}
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	number, err := port.Free()
	if err != nil {
		return nil, err
	}
	vite, err := s.startProxied(ctx, number, "/", proc.Spec{
		Name: "vite", Path: node, Dir: s.webDir(), LogFile: s.logFile("vite"),
		Args: []string{filepath.Join("node_modules", "vite", "bin", "vite.js"), "--clearScreen", "false"},
		Env:  append(os.Environ(), "PORT="+strconv.Itoa(number)),
	})
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/config.json" {
			vite.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write([]byte(configJSON))
	}), nil
}
