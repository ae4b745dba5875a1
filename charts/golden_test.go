package charts_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files of testdata/golden and the chart's README")

// TestGolden compares renderings with committed ones, so that a review shows what a change of the
// chart does to a release.
func TestGolden(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		values    string
		arguments []string
	}{
		// The fewest values, with a seed, so that the generated secrets are the same each time.
		"minimal": {"evaluation", []string{"--set", "secrets.seed=" + strings.Repeat("s", 32)}},
		"default": {"production", nil},
		// Without the dashboards, which are copies of files of the chart.
		"full": {"everything", []string{"--set", "dashboards.enabled=false"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := template(t, test.values, test.arguments...)
			if err != nil {
				t.Fatal(err)
			}
			compareGolden(t, filepath.Join("testdata", "golden", name+".yaml"), got)
		})
	}
}

// TestReadme checks that the chart's README is what helm-docs generates.
func TestReadme(t *testing.T) {
	t.Parallel()
	program := os.Getenv("HELM_DOCS")
	if program == "" {
		program = "../.local/bin/helm-docs"
	}
	got, err := exec.CommandContext(t.Context(), program, "--chart-search-root", "newssources", "--sort-values-order",
		"file", "--dry-run", "--log-level", "error").Output()
	if err != nil {
		t.Fatalf("helm-docs: %v: run make tools", err)
	}
	compareGolden(t, filepath.Join("newssources", "README.md"), strings.TrimSpace(string(got))+"\n")
	for line := range strings.Lines(string(got)) {
		if name, found := strings.CutSuffix(strings.TrimSpace(line), " |  |"); found {
			t.Errorf("the value has no description in values.yaml: %s", name)
		}
	}
}

// compareGolden compares a text with a committed file, or writes the file with -update.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wantLines, gotLines := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i, line := range gotLines {
		if i >= len(wantLines) || line != wantLines[i] {
			t.Fatalf("%s differs at line %d: got %q. Run make golden-chart and review the changes", file, i+1, line)
		}
	}
	if len(wantLines) != len(gotLines) {
		t.Fatalf("%s has %d lines, the chart renders %d. Run make golden-chart and review the changes", file, len(wantLines),
			len(gotLines))
	}
}
