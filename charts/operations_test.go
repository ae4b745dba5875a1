package charts_test

import (
	"encoding/json"
	"fmt"
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

// TestExamples checks each object in k8s against the published schema of its kind, and that the workflows are YAML.
func TestExamples(t *testing.T) {
	t.Parallel()
	for file, object := range exampleObjects(t) {
		checkSchema(t, file, object)
	}
	workflows, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil || len(workflows) == 0 {
		t.Fatalf("%v, %v", workflows, err)
	}
	for _, file := range workflows {
		var workflow map[string]any
		readYAML(t, file, &workflow)
	}
}

// exampleObjects returns the objects of the files in k8s, by file and position.
func exampleObjects(t *testing.T) map[string]map[string]any {
	t.Helper()
	files, err := filepath.Glob("../k8s/*/*.yaml")
	if err != nil || len(files) < 8 {
		t.Fatalf("%v, %v", files, err)
	}
	objects := map[string]map[string]any{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, document := range strings.Split(string(text), "\n---\n") {
			var object map[string]any
			if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			objects[fmt.Sprintf("%s (%d)", strings.TrimPrefix(file, "../"), i+1)] = object
		}
	}
	return objects
}

// TestExampleValues renders the chart with the values that the examples name.
func TestExampleValues(t *testing.T) {
	t.Parallel()
	for file, object := range exampleObjects(t) {
		if object["kind"] != "Application" {
			continue
		}
		values := object["spec"].(map[string]any)["source"].(map[string]any)["helm"].(map[string]any)["valuesObject"]
		text, err := yaml.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "values.yaml")
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if all := render(t, "", "--values", name); len(all.secrets) != 0 {
			t.Errorf("%s: generated secrets change with each rendering", file)
		}
	}
	files, err := filepath.Glob("../k8s/examples/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var arguments []string
		for _, match := range regexp.MustCompile(`--set '?([^\s']+)'?`).FindAllStringSubmatch(string(text), -1) {
			arguments = append(arguments, "--set", match[1])
		}
		if len(arguments) > 0 {
			render(t, "production", arguments...)
		}
	}
	scaled := render(t, "production", "--set", "worker.replicas=null").deployments["news-newssources-worker"]
	for _, object := range exampleObjects(t) {
		if object["kind"] == "ScaledObject" && (object["spec"].(map[string]any)["scaleTargetRef"].(map[string]any)["name"] != scaled.Name || scaled.Spec.Replicas != nil) {
			t.Errorf("KEDA scales another Deployment than %s, or the chart sets its replicas", scaled.Name)
		}
	}
}
