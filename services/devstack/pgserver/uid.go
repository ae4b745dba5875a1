package pgserver

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// nobody is the user id that runs the server if this process is root, because PostgreSQL refuses to
// run as root.
const nobody = 65534

// locate chooses the locations of the server's files. The server of root runs as user nobody, which
// cannot access files below /root, for example; such files are moved elsewhere.
func locate(config Config) (home, error) {
	h := home{programs: config.Programs, dir: config.Dir, fresh: config.Fresh}
	if os.Geteuid() == 0 {
		h.uid = nobody
		if err := h.relocate(); err != nil {
			return h, usererror.New("run this as a user other than root",
				"PostgreSQL cannot run as root, and running it as another user failed (%w)", err)
		}
		if h.dir != config.Dir && !config.Fresh {
			config.Progress("the database is in %s, because only root can access %s", h.dir, config.Dir)
		}
	}
	h.data = filepath.Join(h.dir, "data")
	return h, os.MkdirAll(h.dir, 0o755)
}

// isReachable reports whether every user may traverse the existing parent directories of path.
func isReachable(path string) bool {
	for at := path; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && info.IsDir() && at != path && info.Mode()&0o001 == 0 {
			return false
		}
		if at == filepath.Dir(at) {
			return true
		}
	}
}

// relocate replaces locations that other users cannot access: the state directory by one in
// /var/tmp, which survives a restart, and the programs by a copy.
func (h *home) relocate() error {
	const shared = "/var/tmp/newsources"
	if isReachable(h.programs) && isReachable(h.dir) {
		return nil
	}
	if err := os.MkdirAll(shared, 0o755); err != nil {
		return err
	}
	info, err := os.Lstat(shared)
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() || !info.IsDir() {
		return fmt.Errorf("%s belongs to another user", shared)
	}
	if !isReachable(h.dir) {
		h.dir = filepath.Join(shared, "state-"+hash(h.dir))
	}
	if !isReachable(h.programs) {
		from := h.programs
		version, _ := os.ReadFile(filepath.Join(from, "..", "package.json")) // every package has this file
		h.programs = filepath.Join(shared, "programs-"+hash(string(version)))
		return copyOnce(from, h.programs)
	}
	return nil
}

// copyOnce copies the folder atomically unless the copy exists.
func copyOnce(from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	temporary, err := os.MkdirTemp(filepath.Dir(to), "copy-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	if err := os.CopyFS(temporary, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.Chmod(temporary, 0o755); err != nil {
		return err
	}
	if err := os.Rename(temporary, to); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil // another process may have created it first
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// chown makes the server's user the owner of the path and its content.
func (h home) chown(path string) error {
	if h.uid == 0 {
		return nil
	}
	return filepath.WalkDir(path, func(at string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(at, h.uid, h.uid)
	})
}
