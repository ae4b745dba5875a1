package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// sampleFiles returns the paths of the real lists, most of which are malformed XML.
func sampleFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("internal/register/transfer/samples/*.opml")
	must(t, err)
	for i, file := range files {
		files[i], err = filepath.Abs(file)
		must(t, err)
	}
	if len(files) == 0 {
		t.Fatal("no files")
	}
	return files
}

var totalsLine = regexp.MustCompile(`(?:^|\n)created=(\d+) exists=(\d+) recovered=(\d+) invalid=(\d+)\n$`)

// counts parses the last line of an import: created, exists, recovered, invalid.
func (p *process) counts() (c [4]int) {
	p.t.Helper()
	found := totalsLine.FindStringSubmatch(p.out.String())
	if found == nil {
		p.t.Fatalf("the last line has no counts: %q, %s", p.out.String(), p.err.String())
	}
	for i := range c {
		_, err := fmt.Sscan(found[i+1], &c[i])
		must(p.t, err)
	}
	return c
}

func TestImportingRealListsAgainCreatesNothing(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	files := sampleFiles(t)
	first := runToEnd(t, map[string]string{"DATABASE_URL": database}, append([]string{"import"}, files...)...)
	c := first.counts()
	created, exists, recovered, invalid := c[0], c[1], c[2], c[3]
	if first.exit() != 0 || created < 100 || recovered == 0 || strings.Count(first.out.String(), "\n") != len(files)+1 {
		t.Errorf("exit %d: %s%s", first.exit(), first.out.String(), first.err.String())
	}
	if endpoints := countRows(t, database, "endpoints"); endpoints != created {
		t.Errorf("%d endpoints from %d created rows", endpoints, created)
	}
	sources := countRows(t, database, "sources")
	if sources == 0 || sources >= created { // outlines of one outlet become one source
		t.Errorf("%d sources from %d created rows", sources, created)
	}
	again := runToEnd(t, map[string]string{"DATABASE_URL": database}, append([]string{"import"}, files...)...)
	if got, want := again.counts(), [4]int{0, created + exists, recovered, invalid}; again.exit() != 0 || got != want {
		t.Errorf("second import: %v, want %v", got, want)
	}
	if now := countRows(t, database, "sources"); now != sources {
		t.Errorf("%d sources after the second import, want %d", sources, now)
	}
}

func TestImportReportsBadFilesAndImportsTheOthers(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.URL(t)}
	png := filepath.Join(t.TempDir(), "logo.png")
	must(t, os.WriteFile(png, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"+strings.Repeat("\x00", 100)), 0o600))
	p := runToEnd(t, database, "import", png, writeList(t, 1, 2), "missing.opml")
	text := p.err.String()
	if p.exit() != 1 || p.counts() != [4]int{2, 0, 0, 0} {
		t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), text)
	}
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != 2 || !strings.HasSuffix(lines[0], "logo.png: This isn't a list of feeds but a PNG image.") ||
		lines[1] != "missing.opml: no such file or directory" {
		t.Errorf("got %q", lines)
	}
	empty := map[string]string{"DATABASE_URL": testdb.Empty(t)}
	if p := runToEnd(t, empty, "import", png); p.exit() != 1 ||
		!strings.Contains(p.err.String(), "newssources migrate up") {
		t.Errorf("without a schema: %s", p.err.String())
	}
	gone := map[string]string{"DATABASE_URL": "postgres://app:" + testPassword + "@127.0.0.1:1/x"}
	if p := runToEnd(t, gone, "import", png); p.exit() != 1 || strings.Contains(p.err.String(), testPassword) ||
		strings.Contains(strings.TrimSpace(p.err.String()), "\n") {
		t.Errorf("without a database: %s", p.err.String())
	}
}

func TestImportNamesTheRowsThatFailed(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.URL(t)}
	file := filepath.Join(t.TempDir(), "list.opml")
	list := strings.Replace(opmlList(1, 2), "</body>", `<outline text="Home" xmlUrl="http://192.168.0.1/rss"/></body>`, 1)
	must(t, os.WriteFile(file, []byte(list), 0o600))
	const failed = "invalid\tline 3\thttp://192.168.0.1/rss\tIP addresses are not allowed"
	for _, args := range [][]string{{"import", "--dry-run", file}, {"import", file}} {
		p := runToEnd(t, database, args...)
		if p.exit() != 2 || p.counts() != [4]int{2, 0, 0, 1} || !strings.Contains(p.out.String(), failed) ||
			p.err.String() != "" {
			t.Errorf("%s: exit %d: %s%s", args, p.exit(), p.out.String(), p.err.String())
		}
	}
	if p := runToEnd(t, database, "import", file, "missing.opml"); p.exit() != 1 ||
		!strings.Contains(p.out.String(), failed) {
		t.Errorf("with a missing file: exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
	}
	// An unknown option after a file is not taken for a file.
	for _, args := range [][]string{{"import", "--help"}, {"import", file, "--dry"}} {
		if p := runToEnd(t, database, args...); p.exit() != 1 || p.out.String() != "" ||
			!strings.Contains(p.err.String(), "code is 0") {
			t.Errorf("usage: exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
		}
	}
}

func TestTablesAreImported(t *testing.T) {
	t.Parallel()
	database := map[string]string{"DATABASE_URL": testdb.URL(t)}
	file := filepath.Join(t.TempDir(), "list.csv")
	table := "Name;Homepage;Land;Intern\nA;https://a.example;Spanien;1\nB;https://b.example;Atlantis;2\n"
	must(t, os.WriteFile(file, []byte(table), 0o600))
	const failed = "invalid\tline 3\tB | https://b.example | Atlantis | 2\tLand: “Atlantis” is not a country"
	for _, args := range [][]string{{"import", "--dry-run", file}, {"import", file}} {
		p := runToEnd(t, database, args...)
		if p.exit() != 2 || p.counts() != [4]int{1, 0, 0, 1} || !strings.Contains(p.out.String(), failed) ||
			!strings.Contains(p.out.String(), "Ignored columns: “Intern”.") || p.err.String() != "" {
			t.Errorf("%s: exit %d: %s%s", args, p.exit(), p.out.String(), p.err.String())
		}
	}
	must(t, os.WriteFile(file, []byte(strings.Replace(table, "Atlantis", "AT", 1)), 0o600))
	if p := runToEnd(t, database, "import", file); p.exit() != 0 || p.counts() != [4]int{1, 1, 0, 0} {
		t.Errorf("corrected: exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
	}
}

// TestLargeTablesAreImported imports a table with more rows than are read into memory.
func TestLargeTablesAreImported(t *testing.T) {
	t.Parallel()
	const duplicates = 100_000
	file := filepath.Join(t.TempDir(), "list.csv")
	table := "name,homepage,country\n" + strings.Repeat("A,https://a.example,DE\n", 1+duplicates) +
		"B,https://b.example,Atlantis\n"
	must(t, os.WriteFile(file, []byte(table), 0o600))
	p := runToEnd(t, map[string]string{"DATABASE_URL": testdb.URL(t)}, "import", file)
	if p.exit() != 2 || p.counts() != [4]int{1, duplicates, 0, 1} || strings.Count(p.out.String(), "invalid\t") != 1 {
		t.Errorf("exit %d: %s%s", p.exit(), p.out.String(), p.err.String())
	}
}

// opmlList returns an OPML list of n outlets, numbered from first.
func opmlList(first, n int) string {
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
	must(t, os.WriteFile(file, []byte(opmlList(first, n)), 0o600))
	return file
}
