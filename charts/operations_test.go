package charts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestDashboard checks that the service exposes the metrics of each panel.
func TestDashboard(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../k8s/dashboards/newssources.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			ID      int
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil || len(dashboard.Panels) < 5 {
		t.Fatalf("%d panels, %v", len(dashboard.Panels), err)
	}
	known := metricNames(t)
	seen := map[int]bool{}
	for _, panel := range dashboard.Panels {
		if seen[panel.ID] || len(panel.Targets) == 0 {
			t.Errorf("panel %q has a duplicate id or no query", panel.Title)
		}
		seen[panel.ID] = true
		for _, target := range panel.Targets {
			for _, name := range regexp.MustCompile(`news?sources_[a-z_]+\{`).FindAllString(target.Expr, -1) {
				name = strings.TrimSuffix(strings.TrimSuffix(name, "{"), "_bucket")
				if !slices.Contains(known, name) {
					t.Errorf("panel %q queries %s, which the service does not expose", panel.Title, name)
				}
			}
		}
	}
}

// metricNames returns the names of the service's metrics, read from its source. The cluster test checks a running release.
func metricNames(t *testing.T) []string {
	t.Helper()
	const folder = "../services/newssources/internal/observe/"
	namespace := find(t, folder+"metrics.go", `namespace = "([a-z]+)"`)
	if len(namespace) != 1 {
		t.Fatalf("the namespace of the metrics is %q", namespace)
	}
	names := []string{"sources"}
	for _, figure := range find(t, folder+"pool_collector.go", `"([a-z]+(?:_[a-z]+)+)"`) {
		names = append(names, "db_pool_"+figure)
	}
	for _, name := range find(t, folder+"metrics.go", `Name: "([a-z_]+)"`) {
		names = append(names, name, "http_"+name)
	}
	for _, name := range find(t, folder+"check_metrics.go", `(?:Name: |histogram\(|counter\()"([a-z_]+)"`) {
		names = append(names, name, "check_"+name)
	}
	for _, name := range find(t, folder+"backlog_collector.go", `describe\("([a-z_]+)"`) {
		names = append(names, "check_"+name)
	}
	for _, name := range find(t, folder+"fetch_metrics.go", `Name: "([a-z_]+)"`) {
		names = append(names, "fetch_"+name)
	}
	for i, name := range names {
		names[i] = namespace[0] + "_" + name
	}
	return names
}

// TestExamples checks that the YAML files in k8s and the workflows are valid.
func TestExamples(t *testing.T) {
	t.Parallel()
	var files []string
	for _, glob := range []string{"../k8s/*/*.yaml", "../.github/workflows/*.yml"} {
		found, err := filepath.Glob(glob)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", glob, found, err)
		}
		files = append(files, found...)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, document := range strings.Split(string(text), "\n---\n") {
			var object map[string]any
			if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil || len(object) == 0 {
				t.Errorf("%s: %v", file, err)
			}
			if strings.Contains(file, "workflows") {
				continue
			}
			if object["kind"] == nil || object["apiVersion"] == nil {
				t.Errorf("%s has an object without kind or apiVersion", file)
			}
		}
	}
}
