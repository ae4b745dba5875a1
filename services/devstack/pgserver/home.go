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
	"github.com/newsources/newsources/services/devstack/internal/say"
)

// major is the version of the pinned programs; its data directories are not those of another.
const major = "17"

// home is where a server's files are, and whose.
type home struct {
	programs string
	dir      string // of the data directory and the password
	data     string
	uid      int // 0 = ours
	fresh    bool
}

// prepare makes the data directory when there is none, and returns the password.
func (h home) prepare(ctx context.Context) (string, error) {
	if err := h.own(h.dir); err != nil {
		return "", err
	}
	made, err := check(h.data)
	if err != nil {
		return "", err
	}
	secret := filepath.Join(h.dir, "password")
	if made {
		password, err := os.ReadFile(secret)
		if err != nil {
			return "", say.Errorf("put the file back, or move "+h.dir+" away", "the password of the database is missing (%w)", err)
		}
		return string(password), nil
	}
	password := rand.Text()
	if err := os.WriteFile(secret, []byte(password), 0o600); err != nil {
		return "", err
	}
	if err := h.own(secret); err != nil {
		return "", err
	}
	return password, h.initdb(ctx, secret)
}

// check tells whether a data directory is there, and refuses one that PostgreSQL would.
func check(data string) (bool, error) {
	entries, err := os.ReadDir(data)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return false, nil
	}
	if err != nil {
		return false, say.Errorf("make it readable or move it away", "the data directory can't be read (%w)", err)
	}
	const do = "move it away to begin with an empty register"
	version, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if err != nil {
		return false, say.Errorf(do, "%s is not a data directory of PostgreSQL (it has no PG_VERSION)", data)
	}
	if was := strings.TrimSpace(string(version)); was != major {
		return false, say.Errorf(do, "%s was made by PostgreSQL %s and this is %s", data, was, major)
	}
	return true, nil
}

// initdb makes the directory beside its place and moves it there when whole, so that an interrupted
// start leaves nothing that looks like data.
func (h home) initdb(ctx context.Context, secret string) error {
	making := h.data + ".making"
	if err := os.RemoveAll(making); err != nil {
		return err
	}
	args := []string{
		"-D", making, "-U", user, "--pwfile", secret, "--auth", "scram-sha-256",
		"--encoding", "UTF8", "--locale", "C", "--lc-ctype", ctype(), "--no-instructions",
	}
	if h.fresh {
		args = append(args, "--no-sync")
	}
	cmd := proc.Command(ctx, h.uid, filepath.Join(h.programs, "bin", "initdb"), args...)
	cmd.Env, cmd.Dir = h.environment(), h.dir
	if out, err := proc.Output(cmd); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("make a database in %s: %w: %s", h.data, err, lines[len(lines)-1])
	}
	return os.Rename(making, h.data)
}

// ctype decides what a letter is, which trigram search needs beyond ASCII.
func ctype() string {
	if runtime.GOOS == "darwin" {
		return "UTF-8"
	}
	return "C.UTF-8"
}

// environment is bare: PGOPTIONS and its like belong to the person's own database.
func (h home) environment() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.dir, "LC_ALL=C"}
}

// showFatal picks what ends the server, not what a client did wrong.
func showFatal(line string) (string, bool) {
	for _, level := range []string{"FATAL:  ", "PANIC:  "} {
		if _, text, ok := strings.Cut(line, level); ok {
			return text, !strings.HasPrefix(text, "the database system is") && !strings.HasPrefix(text, "terminating connection")
		}
	}
	return "", false
}
