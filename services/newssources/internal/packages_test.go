package internal_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxPackageLines is the maximum number of lines of a package, without tests and generated files. A
// larger package has more than one subject.
const maxPackageLines = 3500

// largerPackages have their own limit, until they are divided.
var largerPackages = map[string]int{
	"register/source": 4780,
}

// TestPackagesAreSmall checks the size of the packages. The benchmarks, the truth table and the schema of
// ent have no limit.
func TestPackagesAreSmall(t *testing.T) {
	t.Parallel()
	lines := map[string]int{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := entry.Name(); {
		case path == "ent", path == "bench", entry.IsDir() && name == "truthtable":
			return filepath.SkipDir
		case entry.IsDir(), !strings.HasSuffix(name, ".go"), strings.HasSuffix(name, "_test.go"),
			strings.HasSuffix(name, ".gen.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		lines[filepath.ToSlash(filepath.Dir(path))] += bytes.Count(text, []byte("\n"))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range lines {
		limit := max(maxPackageLines, largerPackages[name])
		if n > limit {
			t.Errorf("package %s has %d lines, more than %d: divide it by its subjects", name, n, limit)
		}
		if larger := largerPackages[name]; larger > 0 && n <= maxPackageLines {
			t.Errorf("package %s has %d lines: remove it from largerPackages", name, n)
		}
	}
	if len(lines) < 40 {
		t.Errorf("only %d packages were found", len(lines))
	}
}
