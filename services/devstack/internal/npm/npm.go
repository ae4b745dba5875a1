// Package npm installs a folder's npm packages if they differ from its lock file.
package npm

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

const nodeAdvice = "install Node.js 20.19+, 22.13+ or 24+ (https://nodejs.org) and run this again"

// Check returns the version of Node.js. It returns an error if Node.js is missing or not supported, or if
// npm is missing.
func Check(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return "", usererror.New(nodeAdvice, "node was not found on PATH")
	}
	version := strings.TrimSpace(string(out))
	if !isSupported(version) {
		return "", usererror.New(nodeAdvice, "Node.js %s is not supported", version)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", usererror.New("install npm, which comes with Node.js, and run this again", "npm was not found on PATH")
	}
	return version, nil
}

// isSupported reports whether all packages of the web app support the version, such as v20.19.0. Their
// common range is that of "engines" in web/package.json: ^20.19.0 || ^22.13.0 || >=24.0.0.
func isSupported(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "v%d.%d", &major, &minor); err != nil {
		return false
	}
	return major == 20 && minor >= 19 || major == 22 && minor >= 13 || major >= 24
}

// Installer runs npm ci.
type Installer struct {
	State    string // folder of the locks that prevent concurrent installations
	Log      string // folder of log files
	Progress func(format string, args ...any)
}

// Install runs `npm ci` in dir unless the packages of its lock file are installed.
func (i Installer) Install(ctx context.Context, name, dir string, args ...string) error {
	if _, err := Check(ctx); err != nil {
		return err
	}
	held, err := lock.Acquire(filepath.Join(i.State, "lock", "npm-"+name))
	if err != nil {
		return err
	}
	defer held.Release()
	current, err := isInstalled(dir)
	if err != nil || current {
		return err
	}
	i.Progress("installing the npm packages of %s …", name)
	started := time.Now()
	if err := i.ci(ctx, name, dir, args); err != nil {
		return err
	}
	i.Progress("installing the npm packages of %s took %.0f s", name, time.Since(started).Seconds())
	return nil
}

// ci runs npm ci and writes its output to a log file.
func (i Installer) ci(ctx context.Context, name, dir string, args []string) error {
	cmd := proc.Command(ctx, 0, "npm", append([]string{"ci", "--no-audit", "--no-fund", "--prefer-offline"}, args...)...)
	cmd.Dir = dir
	out, err := proc.Output(cmd)
	log := filepath.Join(i.Log, "npm-"+name+".log")
	if mkErr := os.MkdirAll(i.Log, 0o755); mkErr != nil {
		return mkErr
	}
	if logErr := os.WriteFile(log, out, 0o644); logErr != nil {
		return logErr
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return usererror.New("see "+log+" and check that the npm registry is reachable", "npm ci failed in %s (%s)", dir,
			firstError(string(out), err))
	}
	return nil
}

// firstError returns the message of npm's first error line, or the text of err if npm printed none.
// Lines with an error code are skipped, because the message after them is more specific.
func firstError(out string, err error) string {
	for line := range strings.Lines(out) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "npm error "); ok && !strings.HasPrefix(text, "code ") {
			return text
		}
	}
	return err.Error()
}
