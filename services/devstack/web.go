package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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

// prepareWeb installs the app's packages, and builds the app if its hashSources have changed.
func (s *stack) prepareWeb(ctx context.Context) error {
	if err := packages["web"](ctx, s.root, s.npm); err != nil || s.dev {
		return err
	}
	stamp := filepath.Join(s.npm.State, "stamp", "web-dist")
	held, err := lock.Acquire(stamp + ".lock")
	if err != nil {
		return err
	}
	defer held.Release()
	want, err := hashSources(s.webDir())
	if err != nil {
		return err
	}
	if built, err := os.ReadFile(stamp); err == nil && string(built) == want && exists(s.webDir("dist", "index.html")) {
		return nil
	}
	defer startStep("building the web app")()
	cmd := proc.Command(ctx, 0, "npm", "run", "--silent", "build")
	cmd.Dir = s.webDir()
	if err := runBuild(ctx, cmd, "the web app does not build"); err != nil {
		return err
	}
	return os.WriteFile(stamp, []byte(want), 0o644)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// hashSources returns a hash of all files that the build reads.
func hashSources(dir string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "node_modules", "dist", "e2e", "bench", "nginx", "test-results", "playwright-report", "coverage":
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

// startWeb starts the web server of the app and returns the handler for its requests.
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
		"FIREBASE_API_KEY":             "demo-key", // the emulator accepts any key, but the SDK requires one
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

// startProxied starts a web server that listens on a port of this machine, and returns the proxy to
// it when the probe's path answers.
func (s *stack) startProxied(ctx context.Context, number int, probe string, spec proc.Spec) (http.Handler, error) {
	p, err := s.start(spec)
	if err != nil {
		return nil, err
	}
	address, err := url.Parse(loopbackURL(number))
	if err != nil {
		return nil, err
	}
	return forward("web server", address), waitForOK(ctx, p, address.String()+probe)
}
