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

// TestExamples checks each object in k8s against the published schema of its kind, and that the
// workflows are YAML.
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

// TestWorkflowsHaveHistory checks that each job of a workflow that runs tests has the Git history,
// because some tests build an earlier revision.
func TestWorkflowsHaveHistory(t *testing.T) {
	t.Parallel()
	workflows, err := filepath.Glob("../.github/workflows/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range workflows {
		var workflow struct {
			Jobs map[string]struct {
				Steps []struct {
					Uses, Run string
					With      map[string]any
				}
			}
		}
		readYAML(t, file, &workflow)
		for name, job := range workflow.Jobs {
			var hasHistory, hasTests bool
			for _, step := range job.Steps {
				hasHistory = hasHistory || strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["fetch-depth"] == 0.0
				hasTests = hasTests || regexp.MustCompile(`\bmake (test|test-go|test-cluster)\b`).MatchString(step.Run)
			}
			if hasTests {
				found++
			}
			if hasTests && !hasHistory {
				t.Errorf("%s: the job %s runs tests without fetch-depth: 0", file, name)
			}
		}
	}
	if found < 3 {
		t.Errorf("%d jobs run tests", found)
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
		if strings.HasPrefix(filepath.Base(file), "values-") {
			continue // values of the chart
		}
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
		if object["kind"] == "ScaledObject" &&
			(object["spec"].(map[string]any)["scaleTargetRef"].(map[string]any)["name"] != scaled.Name ||
				scaled.Spec.Replicas != nil) {
			t.Errorf("KEDA scales another Deployment than %s, or the chart sets its replicas", scaled.Name)
		}
	}
}

// documents returns the documents with commands for a release, including the runbooks.
func documents(t *testing.T) []string {
	t.Helper()
	runbooks, err := filepath.Glob("../.github/runbooks/*.md")
	if err != nil || len(runbooks) == 0 {
		t.Fatalf("%v, %v", runbooks, err)
	}
	return append(runbooks, "../README.md", "../.github/OPERATIONS.md", "../k8s/README.md", "newssources/README.md.gotmpl",
		"newssources/templates/NOTES.txt")
}

// TestDocumentedCommands renders the chart with the values of each helm command in the documents,
// and checks the kubectl commands: the release has the objects and containers that they name, and
// the cluster and the database accept them.
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
	for _, file := range documents(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		joined := regexp.MustCompile(`\\\n\s*`).ReplaceAllString(strings.ReplaceAll(string(text), "RELEASE-", "news-"), "")
		for line := range strings.Lines(joined) {
			if problem := kubectlProblem(line); problem != "" {
				t.Errorf("%s: %s: %s", file, problem, line)
			}
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

// kubectlProblem returns why the kubectl command of a line is wrong or misleading, or "" if it is
// neither.
func kubectlProblem(line string) string {
	has := func(pattern string) bool { return regexp.MustCompile(pattern).MatchString(line) }
	switch {
	case has(`kubectl .*\blogs .*(-l |--selector)`) && !has(`--tail=`):
		return "with a selector, kubectl logs prints only the last 10 lines of each pod: add --tail=-1"
	case has(`kubectl .*(-l |--selector)[ =]?'?app\.kubernetes\.io`) && !has(`app\.kubernetes\.io/instance[ =]`):
		return "the selector matches the pods of all releases in the namespace"
	case has(`kubectl .*\bpsql\b`) && !has(`(-d |--dbname=)newssources`) && !has(`pg_walfile_name`):
		return "psql connects to the database postgres"
	case has(`kubectl .*exec statefulset/.*\bpsql\b`) && !has(`(-U |--username=)newssources`):
		return "the database of an evaluation has no role postgres"
	case has(`kubectl (-n \S+ )?run `):
		return "a namespace that enforces the security standard restricted refuses the pod, and its labels are not those " +
			"of the release"
	case has(`kubectl .*\bdebug `) && !has(`--profile=restricted`):
		return "a namespace that enforces the security standard restricted refuses the container"
	}
	return ""
}

// renderDocumented renders the chart with the values of a documented command, without those that
// readers replace.
func renderDocumented(t *testing.T, file, command string) {
	t.Helper()
	var arguments []string
	for _, match := range regexp.MustCompile(`--set '?([^\s'`+"`"+`]+='?[^\s'`+"`"+`]+)`).FindAllStringSubmatch(command,
		-1) {
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

// TestExampleVolumes checks that the examples contain each PersistentVolumeClaim that their pods
// use.
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

// TestPublishedImages runs the command of the release workflow that sets the images of the
// published chart.
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
	for name, image := range map[string]string{"news-newssources-api": "api", "news-newssources-worker": "api",
		"news-newssources-web": "web"} {
		if got, want := all.deployments[name].Spec.Template.Spec.Containers[0].Image, "ghcr.io/newsources/newsources/"+image+
			":"; !strings.HasPrefix(got, want) {
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

// TestPrerelease runs the commands of the release workflow that mark the published chart as a
// prerelease or not.
func TestPrerelease(t *testing.T) {
	t.Parallel()
	commands := find(t, "../.github/workflows/release.yml",
		`((?m:^ +case \$version in .*\n) +sed -i .*) charts/newssources/Chart\.yaml`)[0]
	chart, err := os.ReadFile("newssources/Chart.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{"1.2.0": "false", "1.2.0-rc.1": "true"} {
		file := filepath.Join(t.TempDir(), "Chart.yaml")
		if err := os.WriteFile(file, chart, 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.Command("sh", "-ec", commands+` "$FILE"`)
		run.Env = append(os.Environ(), "FILE="+file, "version="+version)
		if output, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		var got struct{ Annotations map[string]string }
		readYAML(t, file, &got)
		if got.Annotations["artifacthub.io/prerelease"] != want {
			t.Errorf("version %s: prerelease is %q, want %q", version, got.Annotations["artifacthub.io/prerelease"], want)
		}
	}
}
