package charts_test

import (
	"fmt"
	"os"
	"os/exec"
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

// documents are the documents with commands for a release.
var documents = []string{"../README.md", "../.github/OPERATIONS.md", "../k8s/README.md", "newssources/README.md.gotmpl"}

// TestDocumentedCommands renders the chart with the values of each helm command in the documents, and checks that the release has the
// objects and containers that the kubectl commands name.
func TestDocumentedCommands(t *testing.T) {
	t.Parallel()
	all := render(t, "production", "--set", "postgresql.enabled=true,secrets.existingSecret=")
	names := map[string]bool{}
	for name, deployment := range all.deployments {
		names["deploy/"+name], names["deployment "+name] = true, true
		for _, container := range deployment.Spec.Template.Spec.InitContainers {
			names["logs container="+container.Name] = true
		}
	}
	for name := range all.statefulSets {
		names["statefulset/"+name] = true
	}
	commands := 0
	for _, file := range documents {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		joined := regexp.MustCompile(`\\\n\s*`).ReplaceAllString(string(text), "")
		for line := range strings.Lines(joined) {
			if regexp.MustCompile(`helm (install|upgrade|template) `).MatchString(line) {
				commands++
				renderDocumented(t, file, line)
			}
			for _, use := range regexp.MustCompile(`(deploy/|deployment |statefulset/|logs .*container=)([a-z][a-z-]+)( news-newssources-[a-z]+)?`).FindAllStringSubmatch(line, -1) {
				kind := regexp.MustCompile(` .+container=`).ReplaceAllString(use[1], " container=")
				for _, name := range []string{use[2], strings.TrimSpace(use[3])} {
					if name != "" && strings.Contains(line, "kubectl ") && !names[kind+name] {
						t.Errorf("%s: the release has no %s%s: %s", file, kind, name, line)
					}
				}
			}
		}
	}
	if commands < 8 {
		t.Errorf("the documents have %d helm commands", commands)
	}
}

// renderDocumented renders the chart with the values of a documented command, without those that readers replace.
func renderDocumented(t *testing.T, file, command string) {
	t.Helper()
	var arguments []string
	for _, match := range regexp.MustCompile(`--set '?([^\s'`+"`"+`]+='?[^\s'`+"`"+`]+)`).FindAllStringSubmatch(command, -1) {
		if value := strings.ReplaceAll(match[1], "'", ""); !strings.Contains(value, "…") {
			arguments = append(arguments, "--set", value)
		}
	}
	if strings.Contains(command, "postgresql.enabled=true") {
		arguments = append(arguments, "--set", "secrets.existingSecret=")
	}
	if _, err := template(t, "production", arguments...); err != nil {
		t.Errorf("%s: %v\n%s", file, err, command)
	}
}

// TestExampleVolumes checks that the examples contain each PersistentVolumeClaim that their pods use.
func TestExampleVolumes(t *testing.T) {
	t.Parallel()
	claims, used := map[string]bool{}, map[string]string{}
	for file, object := range exampleObjects(t) {
		if object["kind"] == "PersistentVolumeClaim" {
			claims[object["metadata"].(map[string]any)["name"].(string)] = true
		}
		text, err := yaml.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`claimName: (\S+)`).FindAllStringSubmatch(string(text), -1) {
			used[match[1]] = file
		}
	}
	for name, file := range used {
		if !claims[name] {
			t.Errorf("%s uses the PersistentVolumeClaim %s, which no example creates", file, name)
		}
	}
	if len(used) == 0 {
		t.Error("no example uses a volume")
	}
}

// TestPublishedImages runs the command of the release workflow that sets the images of the published chart.
func TestPublishedImages(t *testing.T) {
	t.Parallel()
	command := find(t, "../.github/workflows/release.yml", `(sed -i .*) charts/newssources/values\.yaml`)[0]
	values, err := os.ReadFile("newssources/values.yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "values.yaml")
	if err := os.WriteFile(file, values, 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("sh", "-ec", command+` "$FILE"`)
	run.Env = append(os.Environ(), "FILE="+file, "REGISTRY=ghcr.io/newsources/newsources")
	if output, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	all := render(t, "production", "--values", file)
	for name, image := range map[string]string{"news-newssources-api": "api", "news-newssources-worker": "api", "news-newssources-web": "web"} {
		if got, want := all.deployments[name].Spec.Template.Spec.Containers[0].Image, "ghcr.io/newsources/newsources/"+image+":"; !strings.HasPrefix(got, want) {
			t.Errorf("the image of %s is %s, want %s…", name, got, want)
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
