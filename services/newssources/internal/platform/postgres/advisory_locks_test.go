package postgres_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

// lockKey matches a constant of advisory_locks.go, a number of that range elsewhere, and a number
// that a function locks.
var (
	lockKey      = regexp.MustCompile(`= (7_243_\d+|"newssources [a-z ]+")`)
	lockLiteral  = regexp.MustCompile(`\b7_?243_?\d{3}\b|hashtextextended\('newssources`)
	lockFunction = regexp.MustCompile(`pg_advisory_\w*lock\((\w+)\)`)
)

// TestAdvisoryLocks checks that the keys of advisory locks are distinct, are in advisory_locks.go
// only, and are those of the functions.
func TestAdvisoryLocks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("advisory_locks.go")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, found := range lockKey.FindAllStringSubmatch(string(text), -1) {
		key := strings.ReplaceAll(found[1], "_", "")
		if keys[key] {
			t.Errorf("two locks have the key %s", key)
		}
		keys[key] = true
	}
	if len(keys) < 9 {
		t.Errorf("advisory_locks.go has the keys %v", keys)
	}
	err = fs.WalkDir(os.DirFS("../../.."), ".", func(path string, entry fs.DirEntry, err error) error {
		isGo := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		if err != nil || entry.IsDir() || !isGo && !strings.Contains(path, "postgres/schema/functions/") {
			return err
		}
		text, err := os.ReadFile("../../../" + path)
		if isGo && !strings.HasSuffix(path, "advisory_locks.go") && lockLiteral.Match(text) {
			t.Errorf("%s has the key of an advisory lock; use a constant of advisory_locks.go", path)
		}
		for _, found := range lockFunction.FindAllSubmatch(text, -1) {
			if !isGo && !keys[string(found[1])] {
				t.Errorf("%s locks %s, which is missing in advisory_locks.go", path, found[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
