package charts_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/yaml"
)

// TestAllValueSets checks the properties that hold for all values.
func TestAllValueSets(t *testing.T) {
	t.Parallel()
	for _, values := range valueSets(t) {
		t.Run(values, func(t *testing.T) {
			t.Parallel()
			lint := exec.CommandContext(t.Context(), helm(t), "lint", "--strict", "--quiet", "newssources", "--values",
				"testdata/"+values+".yaml")
			if output, err := lint.CombinedOutput(); err != nil {
				t.Errorf("helm lint: %v: %s", err, output)
			}
			all := render(t, values)
			for name, pod := range all.podTemplates() {
				checkPodSecurity(t, name, pod.Spec)
			}
			checkProbesAndUpdates(t, all)
			checkReferences(t, all)
			checkRoutes(t, all)
			checkHTTPRoutes(t, all)
			checkSecretLeaks(t, all)
			checkSchemas(t, all)
		})
	}
}

// checkPodSecurity checks that the pod meets the restricted Pod Security Standard, has read-only
// file systems and no API token.
func checkPodSecurity(t *testing.T, name string, pod corev1.PodSpec) {
	t.Helper()
	shared := pod.SecurityContext
	if shared == nil || !isTrue(shared.RunAsNonRoot) || shared.RunAsUser == nil || *shared.RunAsUser == 0 ||
		shared.SeccompProfile == nil || shared.SeccompProfile.Type != corev1.SeccompProfileTypeRuntimeDefault {
		t.Errorf("%s: its pods' security context is %+v", name, shared)
	}
	if pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken {
		t.Errorf("%s: its pods get a service account token", name)
	}
	if pod.EnableServiceLinks == nil || *pod.EnableServiceLinks {
		t.Errorf("%s: its pods get Services as environment variables", name)
	}
	for _, container := range slices.Concat(pod.InitContainers, pod.Containers) {
		own := container.SecurityContext
		if own == nil || own.AllowPrivilegeEscalation == nil || *own.AllowPrivilegeEscalation ||
			!isTrue(own.ReadOnlyRootFilesystem) ||
			own.Capabilities == nil || !slices.Equal(own.Capabilities.Drop, []corev1.Capability{"ALL"}) ||
			own.Capabilities.Add != nil {
			t.Errorf("%s/%s: its security context is %+v", name, container.Name, own)
		}
		if container.Resources.Requests.Cpu().IsZero() || container.Resources.Requests.Memory().IsZero() ||
			container.Resources.Limits.Memory().IsZero() {
			t.Errorf("%s/%s: its resources are %+v", name, container.Name, container.Resources)
		}
		if !regexp.MustCompile(`^.+:[^:]+$`).MatchString(container.Image) || strings.HasSuffix(container.Image, ":latest") {
			t.Errorf("%s/%s: its image %q has no fixed tag", name, container.Name, container.Image)
		}
	}
}

func isTrue(value *bool) bool { return value != nil && *value }

// checkProbesAndUpdates checks that long-running containers have all three probes, and that
// Deployments update without interruption.
func checkProbesAndUpdates(t *testing.T, all objects) {
	t.Helper()
	for name, pod := range all.podTemplates() {
		if _, isTest := all.pods[name]; isTest {
			continue
		}
		for _, container := range pod.Spec.Containers[:1] { // without containers of the values
			for kind, probe := range map[string]*corev1.Probe{
				"startup": container.StartupProbe, "liveness": container.LivenessProbe, "readiness": container.ReadinessProbe,
			} {
				if probe == nil {
					t.Errorf("%s/%s has no %s probe", name, container.Name, kind)
				} else if probe.HTTPGet != nil && !hasPort(container, probe.HTTPGet.Port.StrVal) {
					t.Errorf("%s/%s: its %s probe uses port %s, which does not exist", name, container.Name, kind, &probe.HTTPGet.Port)
				}
			}
		}
	}
	for name, deployment := range all.deployments {
		update := deployment.Spec.Strategy.RollingUpdate
		if update == nil || update.MaxUnavailable.IntValue() != 0 || update.MaxSurge.IntValue() != 1 {
			t.Errorf("%s: its update is %+v", name, update)
		}
		if deployment.Spec.Template.Annotations["checksum/config"] == "" {
			t.Errorf("%s has no checksum/config annotation, so it does not restart when its configuration changes", name)
		}
	}
}

func hasPort(container corev1.Container, name string) bool {
	return slices.ContainsFunc(container.Ports, func(port corev1.ContainerPort) bool { return port.Name == name })
}

// externalSecrets are the Secrets that the value sets name and that the chart does not create.
var externalSecrets = []string{"news-secrets", "news-owner", "news-keys", "news-mail", "newssources-db-app",
	"newssources-db-owner"}

// checkReferences checks that every reference to another object has a target.
func checkReferences(t *testing.T, all objects) {
	t.Helper()
	pods := all.podTemplates()
	selects := func(selector map[string]string) (found []corev1.PodTemplateSpec) {
		for _, pod := range pods {
			if labels.SelectorFromSet(selector).Matches(labels.Set(pod.Labels)) {
				found = append(found, pod)
			}
		}
		return found
	}
	for name, service := range all.services {
		found := selects(service.Spec.Selector)
		if len(found) != 1 {
			t.Errorf("Service %s selects %d kinds of pods", name, len(found))
			continue
		}
		for _, port := range service.Spec.Ports {
			if !slices.ContainsFunc(found[0].Spec.Containers,
				func(c corev1.Container) bool { return hasPort(c, port.TargetPort.StrVal) }) {
				t.Errorf("Service %s leads to port %s, which its pods do not have", name, &port.TargetPort)
			}
		}
	}
	selectors := map[string]*metav1.LabelSelector{}
	for name, deployment := range all.deployments {
		selectors["Deployment "+name] = deployment.Spec.Selector
		for _, spread := range deployment.Spec.Template.Spec.TopologySpreadConstraints {
			selectors["topology spread constraint "+spread.TopologyKey+" of "+name] = spread.LabelSelector
		}
	}
	for name, set := range all.statefulSets {
		selectors["StatefulSet "+name] = set.Spec.Selector
		if _, found := all.services[set.Spec.ServiceName]; !found {
			t.Errorf("StatefulSet %s names the Service %s, which does not exist", name, set.Spec.ServiceName)
		}
	}
	for name, budget := range all.podDisruptionBudgets {
		selectors["PodDisruptionBudget "+name] = budget.Spec.Selector
	}
	for name, policy := range all.networkPolicies {
		if policy.Labels["app.kubernetes.io/component"] == "default-deny" {
			continue // selects all pods
		}
		selectors["NetworkPolicy "+name] = &policy.Spec.PodSelector
	}
	for name, selector := range selectors {
		if _, byValues := selector.MatchLabels["example.org/tier"]; byValues {
			continue
		}
		if found := selects(selector.MatchLabels); len(found) != 1 {
			t.Errorf("%s selects %d kinds of pods", name, len(found))
		}
	}
	for name, pod := range pods {
		account := pod.Spec.ServiceAccountName
		if _, found := all.serviceAccounts[account]; account != "" && account != "default" && !found {
			t.Errorf("%s runs as %s, which does not exist", name, account)
		}
		for _, container := range slices.Concat(pod.Spec.InitContainers, pod.Spec.Containers) {
			for _, source := range container.EnvFrom {
				if _, found := all.configMaps[source.ConfigMapRef.Name]; !found {
					t.Errorf("%s/%s reads the ConfigMap %s, which does not exist", name, container.Name, source.ConfigMapRef.Name)
				}
			}
			for _, variable := range container.Env {
				if variable.ValueFrom == nil {
					continue
				}
				ref := variable.ValueFrom.SecretKeyRef
				secret, found := all.secrets[ref.Name]
				optional := ref.Optional != nil && *ref.Optional
				if _, hasKey := secret.Data[ref.Key]; !slices.Contains(externalSecrets, ref.Name) &&
					(!found || !hasKey && !optional) {
					t.Errorf("%s/%s reads %s from the Secret %s, which does not exist", name, container.Name, ref.Key, ref.Name)
				}
			}
		}
	}
}

// checkRoutes checks that each host routes /newssources to the API and other paths to the app, and
// that metrics are separate.
func checkRoutes(t *testing.T, all objects) {
	t.Helper()
	for name, ingress := range all.ingresses {
		for _, rule := range ingress.Spec.Rules {
			got := map[string]string{}
			for _, path := range rule.HTTP.Paths {
				if *path.PathType != "Prefix" {
					t.Errorf("Ingress %s: %s is %s", name, path.Path, *path.PathType)
				}
				service, found := all.services[path.Backend.Service.Name]
				if !found || !slices.ContainsFunc(service.Spec.Ports, func(port corev1.ServicePort) bool {
					return port.Name == path.Backend.Service.Port.Name && port.TargetPort.StrVal == "http"
				}) {
					t.Errorf("Ingress %s: %s leads to %+v", name, path.Path, path.Backend.Service)
				}
				got[path.Path] = service.Labels["app.kubernetes.io/component"]
			}
			if len(got) != 2 || got["/newssources"] != "api" || got["/"] != "web" {
				t.Errorf("Ingress %s sends %v", name, got)
			}
		}
	}
	for name, service := range all.services {
		for _, port := range service.Spec.Ports {
			if port.TargetPort.StrVal == "metrics" && len(service.Spec.Ports) != 1 {
				t.Errorf("Service %s has metrics and other ports", name)
			}
		}
	}
}

// checkSecretLeaks checks that only Secrets contain secret values.
func checkSecretLeaks(t *testing.T, all objects) {
	t.Helper()
	for name, configMap := range all.configMaps {
		for key, value := range configMap.Data {
			if regexp.MustCompile(`DATABASE|PASSWORD|SECRET|TOKEN`).MatchString(key) || strings.Contains(value, "://news:") {
				t.Errorf("ConfigMap %s contains %s", name, key)
			}
		}
	}
	for _, secret := range []string{"pa55word", "0123456789abcdef"} {
		if strings.Contains(all.text, secret) {
			t.Errorf("%q is rendered outside a Secret", secret)
		}
	}
}

// checkSchemas checks each object against the published schema of its kind.
func checkSchemas(t *testing.T, all objects) {
	t.Helper()
	for _, document := range all.documents {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(document), &object); err != nil {
			t.Fatal(err)
		}
		if len(object) != 0 {
			checkSchema(t, "the chart", object)
		}
	}
}
