package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/proc"
)

func (s *stack) webDir(parts ...string) string {
	return filepath.Join(append([]string{s.root, "web"}, parts...)...)
}

// prepareWeb installs the app's packages and builds it when its sources have changed.
func (s *stack) prepareWeb(ctx context.Context) error {
	if err := installWeb(ctx, s.root, s.npm); err != nil || s.dev {
		return err
	}
	stamp := filepath.Join(s.npm.State, "stamp", "web-dist")
	held, err := lock.Acquire(stamp + ".lock")
	if err != nil {
		return err
	}
	defer held.Release()
	want, err := sources(s.webDir())
	if err != nil {
		return err
	}
	if was, err := os.ReadFile(stamp); err == nil && string(was) == want && exists(s.webDir("dist", "index.html")) {
		return nil
	}
	progress("building the web app …")
	cmd := proc.Command(ctx, 0, "npm", "run", "--silent", "build")
	cmd.Dir = s.webDir()
	if out, err := proc.Output(cmd); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("the web app doesn't build (%w):\n%s", err, strings.TrimSpace(string(out)))
	}
	return os.WriteFile(stamp, []byte(want), 0o644)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// sources names the state of everything that the build reads.
func sources(dir string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "node_modules", "dist", "e2e", "nginx", "test-results", "playwright-report", "coverage":
				return fs.SkipDir
			}
			return nil
		}
		if strings.Contains(entry.Name(), ".test.") {
			return nil
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		_, _ = io.WriteString(sum, path+"\x00")
		_, err = io.Copy(sum, file)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}

// startWeb starts what serves the app, and returns where the router sends requests for it.
func (s *stack) startWeb(ctx context.Context) (http.Handler, error) {
	demoJSON, err := json.Marshal(demo)
	if err != nil {
		return nil, err
	}
	settings, err := readSettings(ctx, s.webDir("nginx"), environment(map[string]string{
		"WEB_PRODUCTION":      "false",
		"WEB_AUTH_EMULATOR":   s.info.AuthEmulator,
		"WEB_DEMO_JSON":       string(demoJSON),
		"FIREBASE_PROJECT_ID": projectID,
		"NGINX_ROOT":          s.webDir("dist"),
		"NGINX_ACCESS_LOG":    s.logFile("nginx-access"),
	}, map[string]string{
		"FIREBASE_API_KEY":             "demo-key", // the emulator takes any; the SDK wants one
		"FIREBASE_APP_ID":              "demo-app",
		"FIREBASE_AUTH_DOMAIN":         projectID + ".firebaseapp.com",
		"FIREBASE_STORAGE_BUCKET":      projectID + ".appspot.com",
		"FIREBASE_MESSAGING_SENDER_ID": "0",
		"FIREBASE_MEASUREMENT_ID":      "",
	}))
	if err != nil {
		return nil, err
	}
	switch {
	case s.dev:
		return s.startVite(ctx, settings)
	case s.web == "nginx":
		return s.startNginx(ctx, settings)
	}
	return newStatic(s.webDir("dist"), settings)
}

func (s *stack) proxyTo(ctx context.Context, p *proc.Process, address, probe string) (http.Handler, error) {
	to, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	return forward("web server", to), awaitAnswer(ctx, p, address+probe)
}
