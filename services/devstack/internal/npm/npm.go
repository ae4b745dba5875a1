// Package npm installs a folder's packages when its lock file, or the Node that runs them, has changed.
package npm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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

// Installer installs packages and keeps its stamps and logs below State.
type Installer struct {
	State string // the repository's .local: stamps tell of files in the tree, whoever runs
	Log   string // the folder of log files
	Say   func(format string, args ...any)
}

// Install runs `npm ci` in the folder when needed. After runs in it afterwards, once an installation.
func (i Installer) Install(ctx context.Context, name, dir string, args []string, after func() error) error {
	node, err := Check(ctx)
	if err != nil {
		return err
	}
	held, err := lock.Acquire(filepath.Join(i.State, "stamp", name+".lock"))
	if err != nil {
		return err
	}
	defer held.Release()

	want, err := fingerprint(node, filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return err
	}
	stamp := filepath.Join(i.State, "stamp", name)
	if was, err := os.ReadFile(stamp); err == nil && string(was) == want && installed(dir) {
		return nil
	}
	i.Say("installing the packages of %s …", name)
	if err := i.ci(ctx, name, dir, args); err != nil {
		return err
	}
	if after != nil {
		if err := after(); err != nil {
			return err
		}
	}
	return os.WriteFile(stamp, []byte(want), 0o644)
}

func (i Installer) ci(ctx context.Context, name, dir string, args []string) error {
	cmd := proc.Command(ctx, 0, "npm", append([]string{"ci", "--no-audit", "--no-fund", "--prefer-offline"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
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

func installed(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "node_modules", ".package-lock.json"))
	return err == nil
}

// fingerprint names what decides the contents of node_modules.
func fingerprint(node, lockFile string) (string, error) {
	content, err := os.ReadFile(lockFile)
	if err != nil {
		return "", err
	}
	major, _, _ := strings.Cut(node, ".")
	sum := sha256.Sum256(content)
	return fmt.Sprintf("%s %s/%s %s\n", major, runtime.GOOS, runtime.GOARCH, hex.EncodeToString(sum[:])), nil
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
