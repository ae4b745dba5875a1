package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// TestChangeCommand changes sources with the command line, and undoes the change.
func TestChangeCommand(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	environment := map[string]string{"DATABASE_URL": database}
	s := startService(t, database, nil)
	s.signIn()
	s.createSource("one")
	two := path.Base(s.createSource("two"))
	created := time.Now().Format(time.RFC3339Nano)
	run := func(code int, args ...string) string {
		t.Helper()
		p := runToEnd(t, environment, args...)
		if got := p.exit(); got != code {
			t.Fatalf("%q: exit %d, want %d\n%s%s", args, got, code, p.out.String(), p.err.String())
		}
		return p.out.String() + p.err.String()
	}
	change := func(code int, args ...string) string {
		t.Helper()
		return run(code, append([]string{"change"}, args...)...)
	}
	for want, args := range map[string][]string{
		"Add --yes":              {"--filter", "q=one", "--set", "country=ES"},
		"usage:":                 {"--filter", "q=one", "--set", "country=ES", "--yes", "--dry-run"},
		"is not a filter":        {"--filter", "colour=red", "--set", "country=ES", "--yes"},
		"not a value of":         {"--filter", "lifecycle=gone", "--set", "country=ES", "--yes"},
		"is not a country code":  {"--filter", "lifecycle=active", "--set", "country=ZZ", "--yes"},
		"has no action set":      {"--filter", "lifecycle=active", "--set", "colour=red", "--yes"},
		"is not a country. Use ": {"--filter", "not_country=ZZ", "--set", "country=ES", "--yes"},
	} {
		if text := change(1, args...); !strings.Contains(text, want) {
			t.Errorf("%q: %s", args, text)
		}
	}
	all := []string{"--filter", "lifecycle=active", "--set", "country=es", "--add-tag", "press"}
	text := change(0, append(all, "--dry-run")...)
	if !strings.Contains(text, "pending=2 changed=0") || strings.Count(text, `"ES"`) != 2 {
		t.Errorf("dry run: %s", text)
	}
	text = change(0, append(all, "--yes")...)
	if !strings.Contains(text, "pending=0 changed=2 unchanged=0") {
		t.Errorf("applied: %s", text)
	}
	id := regexp.MustCompile(`[0-9a-f-]{36}`).FindString(text)
	text = change(0, "--filter", "tag=press", "--pause-until", "2099-01-31", "--dry-run")
	if strings.Count(text, "2099-01-31") != 2 {
		t.Errorf("paused until a day: %s", text)
	}
	day := time.Now().AddDate(0, 1, 0).Format(time.DateOnly)
	text = change(2, "--filter", "tag=press", "--snooze-until", day, "--dry-run")
	if strings.Count(text, "not on the work list") != 2 {
		t.Errorf("snoozed: %s", text)
	}
	text = change(2, "--filter", "tag=press", "--delete", "--yes")
	if !strings.Contains(text, "Only drafts can be deleted") || !strings.Contains(text, "refused=2") {
		t.Errorf("deleted: %s", text)
	}
	if text := run(0, "export", "--columns", "name,country", "--filter", "tag=press", "-"); strings.Count(text,
		`"country":"ES"`) != 2 || !strings.Contains(text, "sources=2") {
		t.Errorf("exported: %s", text)
	}
	file := filepath.Join(t.TempDir(), "press.opml")
	run(0, "export", file)
	if data, err := os.ReadFile(file); err != nil || strings.Count(string(data), "<outline") != 2 {
		t.Errorf("exported: %s %v", data, err)
	}
	for want, args := range map[string][]string{
		"usage:": {}, "“pdf” is not a format": {"list.pdf"}, "“x” is not a column": {"--columns", "x", "-"},
		"directory": {filepath.Join(file, "missing", "list.csv")}, "sorted by": {"--sort", "color", "-"},
	} {
		if text := run(1, append([]string{"export"}, args...)...); !strings.Contains(text, want) {
			t.Errorf("export %q: %s", args, text)
		}
	}
	for _, args := range [][]string{{"undo", id}, {"restore", two}, {"undo", "--items", "1", id}} {
		if text := run(1, args...); !strings.Contains(text, "Add --yes") || strings.Contains(text, "usage:") {
			t.Errorf("%q: %s", args, text)
		}
	}
	if text := run(0, "undo", "--yes", id, "--items", "1"); !strings.Contains(text, "changed=1") {
		t.Errorf("undone: %s", text)
	}
	if text := change(0, append(all, "--dry-run")...); !strings.Contains(text, "pending=1 changed=0 unchanged=1") {
		t.Errorf("after the undo: %s", text)
	}
	if text := change(0, "--filter", "q=two", "--set", "owner=Someone", "--yes"); !strings.Contains(text, "changed=1") {
		t.Errorf("owner: %s", text)
	}
	if text := run(1, "restore", two, "--at", "yesterday", "--yes"); !strings.Contains(text, "usage:") {
		t.Errorf("a time in words: %s", text)
	}
	if text := run(0, "restore", two, "--at", created, "--dry-run"); !strings.Contains(text, "two\towner\t\"Someone\"") {
		t.Errorf("preview of a restoration: %s", text)
	}
	if text := run(0, "restore", two, "--at", created, "--yes"); !strings.Contains(text, "changed=1") {
		t.Errorf("restored: %s", text)
	}
	if text := run(0, "export", "--columns", "name,owner", "--filter", "q=two", "-"); strings.Contains(text, "Someone") {
		t.Errorf("after the restoration: %s", text)
	}
}

// TestParseArgs expects that flags may be before and after the other arguments.
func TestParseArgs(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"a --yes --items 1": "true 1 [a]", "--yes a --items 1": "true 1 [a]", "--yes --items 1 a b": "true 1 [a b]",
		"a - --yes": "true  [a -]", "--yes -- --items 1": "true  [--items 1]", "a -- --yes": "false  [a --yes]", "": "false  []",
		"a --none": "error", "a --items": "error",
	} {
		flags := newFlags("test")
		isYes, items := flags.Bool("yes", false, ""), flags.String("items", "", "")
		others, err := parseArgs(flags, strings.Fields(args))
		got := fmt.Sprint(*isYes, " ", *items, " ", others)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", args, got, want)
		}
	}
}
