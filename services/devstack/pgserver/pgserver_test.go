package pgserver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/internal/npm"
)

// config returns the configuration of a server in a temporary directory.
func config(t *testing.T) Config {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	installer := npm.Installer{State: filepath.Join(root, ".local"), Log: t.TempDir(), Progress: t.Logf}
	programs, err := Install(t.Context(), root, installer)
	if err != nil {
		t.Fatal(err)
	}
	dir := accessibleDir(t)
	return Config{Programs: programs, Dir: filepath.Join(dir, "pg"), LogFile: filepath.Join(dir, "pg.log"),
		Database: "register", Progress: t.Logf}
}

// accessibleDir returns a temporary directory that all users can access, unlike t.TempDir.
func accessibleDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgserver")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func run(t *testing.T, c Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

func query[T any](t *testing.T, s *Server, sql string, before ...string) T {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, statement := range before {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := conn.Query(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	v, err := pgx.CollectOneRow(rows, pgx.RowTo[T])
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestDataSurvivesStopAndKill(t *testing.T) {
	t.Parallel()
	c := config(t)
	first := run(t, c)
	query[int](t, first, "SELECT 1", "CREATE TABLE kept AS SELECT 7 AS n")
	first.Stop()

	second := run(t, c)
	if n := query[int](t, second, "SELECT n FROM kept"); n != 7 {
		t.Errorf("after Stop: n = %d", n)
	}
	// A crash leaves a stale pid file, which the next start must ignore.
	second.Kill()
	third := run(t, c)
	if n := query[int](t, third, "SELECT n FROM kept"); n != 7 {
		t.Errorf("after Kill: n = %d", n)
	}
}

func TestTrigramsOfNonASCIILetters(t *testing.T) {
	t.Parallel()
	s := run(t, config(t))
	if got := query[float64](t, s, "SELECT similarity('Ñandú', 'ñANDÚ')::float8", "CREATE EXTENSION pg_trgm"); got != 1 {
		t.Errorf("similarity = %v, want 1: non-ASCII letters are not treated as letters", got)
	}
}

func TestStartStopsLeftoverServer(t *testing.T) {
	t.Parallel()
	c := config(t)
	left := run(t, c)
	next := run(t, c) // simulates the start after a crash
	<-left.Done()
	if n := query[int](t, next, "SELECT 1"); n != 1 {
		t.Error("the next server does not respond")
	}
}

func TestStartIgnoresPIDOfOtherProgram(t *testing.T) {
	t.Parallel()
	c := config(t)
	run(t, c).Stop()
	// The test's own process is running and is not PostgreSQL.
	pidFile := filepath.Join(c.Dir, "data", "postmaster.pid")
	if err := os.WriteFile(pidFile, fmt.Appendf(nil, "%d\n%s\n", os.Getpid(), c.Dir), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, c)
}

func TestStartRefusesUnusableDataDirectory(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"foreign files": {map[string]string{"notes.txt": "x"}, "is not a PostgreSQL data directory"},
		"older version": {map[string]string{"PG_VERSION": "12\n"}, "was created by PostgreSQL 12, but this is 17"},
		"missing files": {map[string]string{"PG_VERSION": "17\n"}, "does not start"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config(t)
			data := filepath.Join(c.Dir, "data")
			if err := os.MkdirAll(data, 0o700); err != nil {
				t.Fatal(err)
			}
			for file, text := range test.files {
				if err := os.WriteFile(filepath.Join(data, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.MkdirAll(c.Dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(c.Dir, "password"), []byte("p"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Start(t.Context(), c)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("err = %v, want one line with %q", err, test.want)
			}
			for file := range test.files {
				if _, err := os.Stat(filepath.Join(data, file)); err != nil {
					t.Errorf("%s was removed: %v", file, err)
				}
			}
		})
	}
}

func TestIsReachable(t *testing.T) {
	t.Parallel()
	dir := accessibleDir(t)
	closed := filepath.Join(dir, "closed")
	if err := os.MkdirAll(filepath.Join(closed, "inner"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		dir: true, closed: true, // the mode of the directory itself is not checked
		filepath.Join(closed, "inner"):    false,
		filepath.Join(closed, "not made"): false,
	} {
		if got := isReachable(path); got != want {
			t.Errorf("isReachable(%s) = %v", path, got)
		}
	}
}

func TestInaccessibleStateIsMoved(t *testing.T) {
	t.Parallel()
	c := config(t)
	closed := filepath.Join(c.Dir, "closed")
	if err := os.MkdirAll(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	// The programs are inaccessible, too.
	if err := os.Symlink(c.Programs, filepath.Join(closed, "programs")); err != nil {
		t.Fatal(err)
	}
	c.Dir, c.Programs = filepath.Join(closed, "pg"), filepath.Join(closed, "programs", ".")
	h := home{programs: c.Programs + "/bin", dir: c.Dir}
	if isReachable(h.programs) || isReachable(h.dir) {
		t.Fatalf("%s is accessible to all users", closed)
	}
	s := run(t, c)
	inPlace := os.Geteuid() != 0 // only the server of root runs as another user
	if got := query[string](t, s, "SHOW data_directory"); (got == filepath.Join(c.Dir, "data")) != inPlace {
		t.Errorf("data_directory = %s", got)
	}
	if !inPlace {
		t.Cleanup(func() { _ = os.RemoveAll(s.home.dir); _ = os.RemoveAll(s.home.programs) })
	}
	s.Stop()
}
