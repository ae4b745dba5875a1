package charts_test

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestImageRegistry checks that global.imageRegistry applies to all images and replaces their
// registries.
func TestImageRegistry(t *testing.T) {
	t.Parallel()
	arguments := []string{"--set", "global.imageRegistry=mirror.example.org:5000/news"}
	for _, set := range []string{"api.image.repository=registry.example.org/team/api",
		"web.image.repository=localhost/web", "tests.image.repository=quay.io:443/curl"} {
		arguments = append(arguments, "--set", set)
	}
	images := map[string]bool{}
	for name, pod := range render(t, "evaluation", arguments...).podTemplates() {
		for _, container := range append(pod.Spec.InitContainers, pod.Spec.Containers...) {
			repository, _, _ := strings.Cut(container.Image, ":0.1.0")
			images[repository] = true
			if !strings.HasPrefix(container.Image, "mirror.example.org:5000/news/") {
				t.Errorf("%s/%s has the image %s", name, container.Name, container.Image)
			}
		}
	}
	for _, want := range []string{"team/api", "web", "curl:8.17.0", "postgres:17"} {
		if !images["mirror.example.org:5000/news/"+want] {
			t.Errorf("%s is missing in %v", want, images)
		}
	}
}

// TestNamespaceOverride checks that all objects of the chart are in the namespace of the value,
// also the targets of rules.
func TestNamespaceOverride(t *testing.T) {
	t.Parallel()
	text, err := template(t, "everything", "--set-json", "extraObjects=[]")
	if err != nil {
		t.Fatal(err)
	}
	objects, inNamespace := strings.Count(text, "\nkind: "), strings.Count(text, "\n  namespace: register\n")
	if objects == 0 || objects != inNamespace || strings.Contains(text, `namespace="default"`) {
		t.Errorf("%d of %d objects are in the namespace", inNamespace, objects)
	}
}

// TestOpenShift checks that the example leaves the user and the groups of all pods to
// restricted-v2, which refuses others, and keeps the rest of their security.
func TestOpenShift(t *testing.T) {
	t.Parallel()
	for name, pod := range render(t, "evaluation", "--values", "../k8s/examples/values-openshift.yaml").podTemplates() {
		shared := pod.Spec.SecurityContext
		if shared.RunAsUser != nil || shared.RunAsGroup != nil || shared.FSGroup != nil || !isTrue(shared.RunAsNonRoot) ||
			shared.SeccompProfile == nil {
			t.Errorf("%s: the security context is %+v", name, shared)
		}
	}
}

// TestServiceSettings checks the types, ports, IP families and annotations of the Services.
func TestServiceSettings(t *testing.T) {
	t.Parallel()
	services := render(t, "everything").services
	for name, service := range services {
		if *service.Spec.IPFamilyPolicy != corev1.IPFamilyPolicyPreferDualStack ||
			service.Spec.IPFamilies[0] != corev1.IPv6Protocol {
			t.Errorf("%s: the IP families are %v %v", name, service.Spec.IPFamilyPolicy, service.Spec.IPFamilies)
		}
	}
	api, web, metrics := services["news-register-api"], services["news-register-web"],
		services["news-register-worker-metrics"]
	if api.Spec.Type != corev1.ServiceTypeNodePort || api.Spec.Ports[0].Port != 8000 ||
		api.Spec.Ports[0].NodePort != 30080 || api.Annotations["example.org/team"] != "news" {
		t.Errorf("the Service of the API is %+v", api)
	}
	if web.Spec.Type != corev1.ServiceTypeLoadBalancer || *web.Spec.LoadBalancerClass != "example.org/lb" ||
		web.Spec.LoadBalancerSourceRanges[0] != "10.0.0.0/8" ||
		web.Spec.ExternalTrafficPolicy != corev1.ServiceExternalTrafficPolicyLocal ||
		*web.Spec.TrafficDistribution != "PreferClose" {
		t.Errorf("the Service of the app is %+v", web)
	}
	if metrics.Annotations["prometheus.io/scrape"] != "true" {
		t.Errorf("the Service of the metrics is %+v", metrics)
	}
}
