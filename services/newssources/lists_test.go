package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/testdb"
)

// samples are the real lists, most of which aren't well-formed.
func samples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("internal/transfer/samples/*.opml")
	must(t, err)
	for i, file := range files {
		files[i], err = filepath.Abs(file)
		must(t, err)
	}
	if len(files) == 0 {
		t.Fatal("no lists")
	}
	return files
}

var lastLine = regexp.MustCompile(`(?:^|\n)created=(\d+) exists=(\d+) recovered=(\d+) invalid=(\d+)\n$`)

// counts reads the last line of an import: created, exists, recovered, invalid.
func (p *process) counts() (c [4]int) {
	p.t.Helper()
	found := lastLine.FindStringSubmatch(p.out.String())
	if found == nil {
		p.t.Fatalf("the last line doesn't count: %q, %s", p.out.String(), p.err.String())
	}
	for i := range c {
		_, err := fmt.Sscan(found[i+1], &c[i])
		must(p.t, err)
	}
	return c
}

// TestImportOfRealLists: twice, and the second time nothing is made.
func TestImportOfRealLists(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	files := samples(t)
	first := finish(t, map[string]string{"DATABASE_URL": database}, append([]string{"import"}, files...)...)
	c := first.counts()
	created, exists, recovered, invalid := c[0], c[1], c[2], c[3]
	if first.exit() != 0 || created < 100 || recovered == 0 || strings.Count(first.out.String(), "\n") != len(files)+1 {
		t.Errorf("exit %d: %s%s", first.exit(), first.out.String(), first.err.String())
	}
	if endpoints := count(t, database, "endpoints"); endpoints != created {
		t.Errorf("%d endpoints of %d outlines", endpoints, created)
	}
	sources := count(t, database, "sources")
	if sources == 0 || sources >= created { // several outlines of one outlet are one source
		t.Errorf("%d sources of %d outlines", sources, created)
	}
	again := finish(t, map[string]string{"DATABASE_URL": database}, append([]string{"import"}, files...)...)
	if got, want := again.counts(), [4]int{0, created + exists, recovered, invalid}; again.exit() != 0 || got != want {
		t.Errorf("again: %v, want %v", got, want)
	}
	if now := count(t, database, "sources"); now != sources {
		t.Errorf("%d sources, then %d", sources, now)
	}
}

// TestImportIntoTheRunningStack: without DATABASE_URL it goes where `make run` says.
func TestImportIntoTheRunningStack(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	file := writeList(t, 1, 3)
	p := prepare(t, nil, "import", file)
	p.besideStack(map[string]any{"app": "http://localhost:8080", "database_url": database, "pid": 1})
	p.start()
	if p.exit() != 0 || p.counts() != [4]int{3, 0, 0, 0} || count(t, database, "sources") != 3 {
		t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
	}
}

// TestImportOfBadFiles: each is named with its reason, the others are brought in, and the exit code tells.
func TestImportOfBadFiles(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.URL(t)}
	png := filepath.Join(t.TempDir(), "logo.png")
	must(t, os.WriteFile(png, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"+strings.Repeat("\x00", 100)), 0o600))
	p := finish(t, database, "import", png, writeList(t, 1, 2), "missing.opml")
	text := p.err.String()
	if p.exit() != 1 || p.counts() != [4]int{2, 0, 0, 0} {
		t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), text)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != 2 || !strings.HasSuffix(lines[0], "logo.png: This isn't a list of feeds but a PNG image.") || lines[1] != "missing.opml: no such file or directory" {
		t.Errorf("got %q", lines)
	}
	empty := map[string]string{"DATABASE_URL": testdb.Empty(t)}
	if p := finish(t, empty, "import", png); p.exit() != 1 || !strings.Contains(p.err.String(), "newssources migrate up") {
		t.Errorf("without a schema: %s", p.err.String())
	}
	gone := map[string]string{"DATABASE_URL": "postgres://app:" + testPassword + "@127.0.0.1:1/x"}
	if p := finish(t, gone, "import", png); p.exit() != 1 || strings.Contains(p.err.String(), testPassword) || strings.Contains(strings.TrimSpace(p.err.String()), "\n") {
		t.Errorf("without a database: %s", p.err.String())
	}
}

// list has outlines of as many outlets, with the numbers from first on.
func list(first, n int) string {
	var text strings.Builder
	text.WriteString(`<opml version="2.0"><body>`)
	for i := first; i < first+n; i++ {
		fmt.Fprintf(&text, `<outline text="Paper %d" xmlUrl="https://n%d.example/rss"/>`+"\n", i, i)
	}
	text.WriteString(`</body></opml>`)
	return text.String()
}

func writeList(t *testing.T, first, n int) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "list.opml")
	must(t, os.WriteFile(file, []byte(list(first, n)), 0o600))
	return file
}
