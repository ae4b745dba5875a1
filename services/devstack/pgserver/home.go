package pgserver

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// major is the major version of the installed PostgreSQL. Its data directories are incompatible
// with other versions.
const major = "17"

// home holds the locations of a server's files and their owner.
type home struct {
	programs string
	dir      string // contains the data directory and the password
	data     string
	uid      int // user that runs the server; 0 = the current user
	fresh    bool
}

// prepare creates the data directory if there is none, and returns the password.
func (h home) prepare(ctx context.Context) (string, error) {
	if err := h.chown(h.dir); err != nil {
		return "", err
	}
	exists, err := checkDataDir(h.data)
	if err != nil {
		return "", err
	}
	secret := filepath.Join(h.dir, "password")
	if exists {
		password, err := os.ReadFile(secret)
		if err != nil {
			return "", usererror.New("restore the file, or move "+h.dir+" away", "cannot read the password of the database (%w)",
				err)
		}
		return string(password), nil
	}
	password := rand.Text()
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		return "", err
	}
	if err := h.chown(secret); err != nil {
		return "", err
	}
	return password, h.initdb(ctx, secret)
}

// checkDataDir reports whether the data directory exists, and returns an error if PostgreSQL cannot
// use it.
func checkDataDir(data string) (bool, error) {
	entries, err := os.ReadDir(data)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return false, nil
	}
	if err != nil {
		return false, usererror.New("make it readable or move it away", "cannot read the data directory (%w)", err)
	}
	const action = "move it away to start with an empty register"
	version, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err != nil {
		return false, usererror.New(action, "%s is not a PostgreSQL data directory (PG_VERSION is missing)", data)
	}
	if found := strings.TrimSpace(string(version)); found != major {
		return false, usererror.New(action, "%s was created by PostgreSQL %s, but this is %s", data, found, major)
	}
	return true, nil
}

// initdb creates the data directory under a temporary name and then renames it, so that an
// interrupted start leaves no incomplete data directory.
func (h home) initdb(ctx context.Context, secret string) error {
	temporary := h.data + ".tmp"
	if err := os.RemoveAll(temporary); err != nil {
		return err
	}
	args := []string{
		"-D", temporary, "-U", user, "--pwfile", secret, "--auth", "scram-sha-256",
		"--encoding", "UTF8", "--locale", "C", "--lc-ctype", ctype(), "--no-instructions",
	}
	if h.fresh {
		// With the default of 4,096 SCRAM iterations, each connection of the tests takes milliseconds of
		// CPU time. The password is random, so one iteration suffices.
		args = append(args, "--no-sync", "--set", "scram_iterations=1")
	}
	cmd := proc.Command(ctx, h.uid, filepath.Join(h.programs, "bin", "initdb"), args...)
	cmd.Env, cmd.Dir = h.environment(), h.dir
	if out, err := proc.Output(cmd); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("create a database in %s: %w: %s", h.data, err, lines[len(lines)-1])
	}
	return os.Rename(temporary, h.data)
}

// ctype returns the locale that classifies characters. Trigram search needs UTF-8 for letters
// outside ASCII.
func ctype() string {
	if runtime.GOOS == "darwin" {
		return "UTF-8"
	}
	return "C.UTF-8"
}

// environment returns a minimal environment. PGOPTIONS and similar variables of the user must not
// apply here.
func (h home) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.dir, "LC_ALL=C"}
}

// showFatal selects errors of the server itself, not those of a client's session.
func showFatal(line string) (string, bool) {
	for _, level := range []string{"FATAL:  ", "PANIC:  "} {
		if _, text, ok := strings.Cut(line, level); ok {
			return text, !strings.HasPrefix(text, "the database system is") && !strings.HasPrefix(text, "terminating connection")
		}
	}
	return "", false
}
