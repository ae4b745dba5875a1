// Package charts_test renders the chart with helm, decodes all objects with the types of
// Kubernetes, and checks them.
package charts_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

const release = "news"

// objects is a rendered release.
type objects struct {
	text                 string
	documents            []string
	configMaps           map[string]corev1.ConfigMap
	secrets              map[string]corev1.Secret
	services             map[string]corev1.Service
	serviceAccounts      map[string]corev1.ServiceAccount
	deployments          map[string]appsv1.Deployment
	statefulSets         map[string]appsv1.StatefulSet
	pods                 map[string]corev1.Pod
	ingresses            map[string]networkingv1.Ingress
	networkPolicies      map[string]networkingv1.NetworkPolicy
	podDisruptionBudgets map[string]policyv1.PodDisruptionBudget
	autoscalers          map[string]autoscalingv2.HorizontalPodAutoscaler
	serviceMonitors      map[string]map[string]any
	prometheusRules      map[string]map[string]any
	httpRoutes           map[string]map[string]any
}

// helm returns the path of helm: from HELM, .local/bin or PATH.
func helm(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("HELM"); path != "" {
		return path
	}
	if path, err := filepath.Abs("../.local/bin/helm"); err == nil {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	path, err := exec.LookPath("helm")
	if err != nil {
		t.Fatal("helm is missing: run make tools, or set HELM to its path")
	}
	return path
}

// rendered is the output of helm template for a values file and arguments, which many tests share.
type rendered struct {
	once sync.Once
	text string
	err  error
}

var renderings sync.Map // values file and arguments -> *rendered

// template runs helm template with a values file of testdata and further arguments, once for the
// same ones.
func template(t *testing.T, values string, arguments ...string) (string, error) {
	t.Helper()
	entry, _ := renderings.LoadOrStore(strings.Join(append([]string{values}, arguments...), "\x00"), &rendered{})
	shared := entry.(*rendered)
	shared.once.Do(func() { shared.text, shared.err = runTemplate(t, values, arguments) })
	return shared.text, shared.err
}

func runTemplate(t *testing.T, values string, arguments []string) (string, error) {
	t.Helper()
	command := append([]string{"template", "newssources", "--kube-version", "1.35"}, arguments...)
	if !slices.Contains(arguments, "--name-template") {
		command = slices.Insert(command, 1, release)
	}
	if values != "" {
		command = append(command, "--values", "testdata/"+values+".yaml")
	}
	var stderr bytes.Buffer
	// The context of the test is not used, because it may end before the other tests that share the
	// result.
	program := exec.CommandContext(context.WithoutCancel(t.Context()), helm(t), command...)
	program.Stderr = &stderr
	program.Env = append(os.Environ(), "KUBECONFIG="+os.DevNull) // no current namespace
	output, err := program.Output()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, stderr.String())
	}
	return string(output), nil
}

// render renders the chart and decodes all objects. Unknown and duplicate fields are errors.
func render(t *testing.T, values string, arguments ...string) objects {
	t.Helper()
	text, err := template(t, values, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	all := objects{text: text}
	for _, document := range strings.Split("\n"+text, "\n---\n") {
		var kind struct{ Kind string }
		if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		all.documents = append(all.documents, document)
		switch kind.Kind {
		case "":
		case "ConfigMap":
			decode(t, document, &all.configMaps)
		case "Secret":
			decode(t, document, &all.secrets)
		case "Service":
			decode(t, document, &all.services)
		case "ServiceAccount":
			decode(t, document, &all.serviceAccounts)
		case "Deployment":
			decode(t, document, &all.deployments)
		case "StatefulSet":
			decode(t, document, &all.statefulSets)
		case "Pod":
			decode(t, document, &all.pods)
		case "Ingress":
			decode(t, document, &all.ingresses)
		case "NetworkPolicy":
			decode(t, document, &all.networkPolicies)
		case "PodDisruptionBudget":
			decode(t, document, &all.podDisruptionBudgets)
		case "HorizontalPodAutoscaler":
			decode(t, document, &all.autoscalers)
		case "HTTPRoute":
			decode(t, document, &all.httpRoutes)
		case "ServiceMonitor":
			decode(t, document, &all.serviceMonitors)
		case "PrometheusRule":
			decode(t, document, &all.prometheusRules)
		default:
			t.Fatalf("the chart renders a %s, which the tests do not support", kind.Kind)
		}
	}
	return all
}

func decode[T any](t *testing.T, document string, into *map[string]T) {
	t.Helper()
	var object T
	if err := yaml.UnmarshalStrict([]byte(document), &object); err != nil {
		t.Fatalf("%v in\n%s", err, document)
	}
	var named struct{ Metadata struct{ Name string } }
	if err := yaml.Unmarshal([]byte(document), &named); err != nil || named.Metadata.Name == "" {
		t.Fatalf("an object without a name: %v\n%s", err, document)
	}
	if *into == nil {
		*into = map[string]T{}
	}
	if _, taken := (*into)[named.Metadata.Name]; taken {
		t.Fatalf("two objects of one kind are named %s", named.Metadata.Name)
	}
	(*into)[named.Metadata.Name] = object
}

// valueSets returns the names of the values files in testdata.
func valueSets(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) < 6 {
		t.Fatalf("testdata: %v, %v", files, err)
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), ".yaml")
	}
	return files
}

// podTemplates returns the pod templates of all workloads by name.
func (o objects) podTemplates() map[string]corev1.PodTemplateSpec {
	all := map[string]corev1.PodTemplateSpec{}
	for name, deployment := range o.deployments {
		all[name] = deployment.Spec.Template
	}
	for name, set := range o.statefulSets {
		all[name] = set.Spec.Template
	}
	for name, pod := range o.pods {
		all[name] = corev1.PodTemplateSpec{ObjectMeta: pod.ObjectMeta, Spec: pod.Spec}
	}
	return all
}
