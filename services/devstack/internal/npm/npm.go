// Package npm installs a folder's packages when they are not the ones that its lock file names.
package npm

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/lock"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/say"
)

const (
	wantMajor, wantMinor = 20, 19 // the oldest Node that Vite 8 runs on
	getNode              = "install Node.js 20.19 or newer (https://nodejs.org) and run this again"
)

// Check says whether Node and npm are there and new enough, and returns Node's version.
func Check(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return "", say.Errorf(getNode, "node was not found on PATH")
	}
	version := strings.TrimSpace(string(out))
	if !recent(version) {
		return "", say.Errorf(getNode, "Node.js %s is too old", version)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", say.Errorf("install npm, which comes with Node.js, and run this again", "npm was not found on PATH")
	}
	return version, nil
}

func recent(version string) bool {
	var major, minor int
	if _, err := fmt.Sscanf(version, "v%d.%d", &major, &minor); err != nil {
		return false
	}
	return major > wantMajor || major == wantMajor && minor >= wantMinor
}

// Installer installs packages.
type Installer struct {
	State string // the repository's .local: its locks keep two runs out of one folder
	Log   string // the folder of log files
	Say   func(format string, args ...any)
}

// Install runs `npm ci` in the folder unless what is there is what the lock file says.
func (i Installer) Install(ctx context.Context, name, dir string, args ...string) error {
	if _, err := Check(ctx); err != nil {
		return err
	}
	held, err := lock.Acquire(filepath.Join(i.State, "lock", "npm-"+name))
	if err != nil {
		return err
	}
	defer held.Release()
	current, err := installed(dir)
	if err != nil || current {
		return err
	}
	i.Say("installing the packages of %s …", name)
	return i.ci(ctx, name, dir, args)
}

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
		return say.Errorf("look into "+log+"; is the npm registry reached?", "npm ci failed in %s (%s)", dir, lastError(string(out), err))
	}
	return nil
}

// lastError picks npm's first error line, which says more than its last.
func lastError(out string, err error) string {
	for line := range strings.Lines(out) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "npm error "); ok && !strings.HasPrefix(text, "code ") {
			return text
		}
	}
	return err.Error()
}
