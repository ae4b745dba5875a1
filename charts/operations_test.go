package charts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

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

// TestPinned checks that images are built from digests and that workflows use actions by commit.
func TestPinned(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ glob, use, pinned string }{
		{"../Dockerfile.*", `(?m)^FROM (\S+)`, `^[^@]+:[^@]+@sha256:[0-9a-f]{64}$`},
		{"../.github/workflows/*.yml", `(?m)^\s*-? *uses: (.+)$`, `^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`},
	} {
		for _, use := range find(t, test.glob, test.use) {
			if !regexp.MustCompile(test.pinned).MatchString(use) {
				t.Errorf("%s: %s is not pinned", test.glob, use)
			}
		}
	}
}
