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

// config is a server below a temporary directory, with the programs of this tree.
func config(t *testing.T) Config {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	installer := npm.Installer{State: filepath.Join(root, ".local"), Log: t.TempDir(), Say: t.Logf}
	programs, err := Install(t.Context(), root, installer)
	if err != nil {
		t.Fatal(err)
	}
	dir := open(t)
	return Config{Programs: programs, Dir: filepath.Join(dir, "pg"), LogFile: filepath.Join(dir, "pg.log"), Database: "register", Say: t.Logf}
}

// open is a temporary directory that everybody can walk to, unlike the testing package's.
func open(t *testing.T) string {
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

func TestDataSurviveStopAndKill(t *testing.T) {
	t.Parallel()
	c := config(t)
	first := run(t, c)
	query[int](t, first, "SELECT 1", "CREATE TABLE kept AS SELECT 7 AS n")
	first.Stop()

	second := run(t, c)
	if n := query[int](t, second, "SELECT n FROM kept"); n != 7 {
		t.Errorf("after a stop n = %d", n)
	}
	// A crash leaves the pid file, which the next start has to see through.
	second.Kill()
	third := run(t, c)
	if n := query[int](t, third, "SELECT n FROM kept"); n != 7 {
		t.Errorf("after a kill n = %d", n)
	}
}

func TestLettersBeyondASCII(t *testing.T) {
	t.Parallel()
	s := run(t, config(t))
	if got := query[float64](t, s, "SELECT similarity('Ñandú', 'ñANDÚ')::float8", "CREATE EXTENSION pg_trgm"); got != 1 {
		t.Errorf("similarity = %v, want 1: letters beyond ASCII are not known as letters", got)
	}
}

func TestLeftoverIsStopped(t *testing.T) {
	t.Parallel()
	c := config(t)
	left := run(t, c)
	next := run(t, c) // as the next run does after a crash of the first
	<-left.Done()
	if n := query[int](t, next, "SELECT 1"); n != 1 {
		t.Error("the next server doesn't answer")
	}
}

func TestForeignPIDFile(t *testing.T) {
	t.Parallel()
	c := config(t)
	run(t, c).Stop()
	// Our own process is certainly alive, and certainly no PostgreSQL.
	pidFile := filepath.Join(c.Dir, "data", "postmaster.pid")
	if err := os.WriteFile(pidFile, fmt.Appendf(nil, "%d\n%s\n", os.Getpid(), c.Dir), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, c)
}

func TestBrokenDataDirectory(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"something else": {map[string]string{"notes.txt": "x"}, "is not a data directory"},
		"older":          {map[string]string{"PG_VERSION": "12\n"}, "was made by PostgreSQL 12 and this is 17"},
		"hollow":         {map[string]string{"PG_VERSION": "17\n"}, "does not start"},
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
					t.Errorf("%s was touched: %v", file, err)
				}
			}
		})
	}
}

func TestReachable(t *testing.T) {
	t.Parallel()
	dir := open(t)
	closed := filepath.Join(dir, "closed")
	if err := os.MkdirAll(filepath.Join(closed, "inner"), 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		dir: true, closed: true, // what the directory itself allows is for `own` to settle
		filepath.Join(closed, "inner"):    false,
		filepath.Join(closed, "not made"): false,
	} {
		if got := reachable(path); got != want {
			t.Errorf("reachable(%s) = %v", path, got)
		}
	}
}

func TestUnreachableStateMovesOut(t *testing.T) {
	t.Parallel()
	c := config(t)
	closed := filepath.Join(c.Dir, "closed")
	if err := os.MkdirAll(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	// Programs that can't be reached either.
	if err := os.Symlink(c.Programs, filepath.Join(closed, "programs")); err != nil {
		t.Fatal(err)
	}
	c.Dir, c.Programs = filepath.Join(closed, "pg"), filepath.Join(closed, "programs", ".")
	h := home{programs: c.Programs + "/bin", dir: c.Dir}
	if reachable(h.programs) || reachable(h.dir) {
		t.Fatalf("everybody can walk to %s", closed)
	}
	s := run(t, c)
	inPlace := os.Geteuid() != 0 // only root's server runs as somebody else
	if got := query[string](t, s, "SHOW data_directory"); (got == filepath.Join(c.Dir, "data")) != inPlace {
		t.Errorf("data_directory = %s", got)
	}
	if !inPlace {
		t.Cleanup(func() { _ = os.RemoveAll(s.home.dir); _ = os.RemoveAll(s.home.programs) })
	}
	s.Stop()
}
