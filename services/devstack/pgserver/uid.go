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

	"github.com/newsources/newsources/services/devstack/internal/say"
)

// nobody runs the server when we are root, whom PostgreSQL refuses.
const nobody = 65534

// settle decides where the files are. Root's server runs as nobody, who must be able to reach them: a
// tree below /root, say, can't be used in place.
func settle(config Config) (home, error) {
	h := home{programs: config.Programs, dir: config.Dir, fresh: config.Fresh}
	if os.Geteuid() == 0 {
		h.uid = nobody
		if err := h.moveOut(); err != nil {
			return h, say.Errorf("run this as another user than root", "PostgreSQL can't run as root, nor as another user here (%w)", err)
		}
		if h.dir != config.Dir && !config.Fresh {
			config.Say("the database lives in %s, because only root can reach %s", h.dir, config.Dir)
		}
	}
	h.data = filepath.Join(h.dir, "data")
	return h, os.MkdirAll(h.dir, 0o755)
}

// reachable tells whether everybody may walk to the path, as far as it exists.
func reachable(path string) bool {
	for at := path; ; at = filepath.Dir(at) {
		if info, err := os.Stat(at); err == nil && info.IsDir() && at != path && info.Mode()&0o001 == 0 {
			return false
		}
		if at == filepath.Dir(at) {
			return true
		}
	}
}

// moveOut replaces what not everybody can walk to: the state by a place that survives a restart, the
// programs by a copy.
func (h *home) moveOut() error {
	const apart = "/var/tmp/newsources"
	if reachable(h.programs) && reachable(h.dir) {
		return nil
	}
	if err := os.MkdirAll(apart, 0o755); err != nil {
		return err
	}
	info, err := os.Lstat(apart)
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != os.Geteuid() || !info.IsDir() {
		return fmt.Errorf("%s belongs to somebody else", apart)
	}
	if !reachable(h.dir) {
		h.dir = filepath.Join(apart, "state-"+hash(h.dir))
	}
	if !reachable(h.programs) {
		from := h.programs
		version, _ := os.ReadFile(filepath.Join(from, "..", "package.json")) // absent in no package
		h.programs = filepath.Join(apart, "programs-"+hash(string(version)))
		return copyOnce(from, h.programs)
	}
	return nil
}

// copyOnce copies the folder, whole or not at all, when it isn't there.
func copyOnce(from, to string) error {
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	copying, err := os.MkdirTemp(filepath.Dir(to), "copy-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copying)
	if err := os.CopyFS(copying, os.DirFS(from)); err != nil {
		return err
	}
	if err := os.Chmod(copying, 0o755); err != nil {
		return err
	}
	if err := os.Rename(copying, to); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil // another may have been first
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// own hands the path and what is in it to the server's user.
func (h home) own(path string) error {
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
