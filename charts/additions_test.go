package charts_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestAdditions checks that each Deployment has the labels, variables, volumes, containers and
// other additions of the values.
func TestAdditions(t *testing.T) {
	t.Parallel()
	all := render(t, "everything")
	for name, deployment := range all.deployments {
		pod := deployment.Spec.Template
		component := deployment.Labels["app.kubernetes.io/component"]
		if pod.Labels["example.org/tier"] != "1" || pod.Labels["example.org/cost-center"] != "7" ||
			pod.Annotations["example.org/team"] != "news" || deployment.Annotations["example.org/owner"] != "news" {
			t.Errorf("%s: labels %v, annotations %v and %v", name, pod.Labels, pod.Annotations, deployment.Annotations)
		}
		container := pod.Spec.Containers[0]
		if container.Name != component || env(container, "HTTP_ZONE").Value != "eu" || len(container.EnvFrom) != 2 ||
			container.EnvFrom[0].ConfigMapRef.Name != "register-extra" || container.EnvFrom[1].ConfigMapRef.Name != name {
			t.Errorf("%s: the environment is %+v and %+v", name, container.Env, container.EnvFrom)
		}
		if !slices.ContainsFunc(container.VolumeMounts,
			func(m corev1.VolumeMount) bool { return m.Name == "certificates" }) ||
			!slices.ContainsFunc(pod.Spec.Volumes, func(v corev1.Volume) bool { return v.Name == "certificates" }) {
			t.Errorf("%s: mounts %+v, volumes %+v", name, container.VolumeMounts, pod.Spec.Volumes)
		}
		if last := len(pod.Spec.InitContainers) - 1; last < 0 || pod.Spec.InitContainers[last].Name != "prepare" ||
			pod.Spec.Containers[1].Name != "sidecar" {
			t.Errorf("%s: init containers %+v, containers %+v", name, pod.Spec.InitContainers, pod.Spec.Containers)
		}
		if pod.Spec.DNSPolicy != corev1.DNSNone || pod.Spec.DNSConfig.Nameservers[0] != "10.0.0.10" {
			t.Errorf("%s: the DNS settings are %s %+v", name, pod.Spec.DNSPolicy, pod.Spec.DNSConfig)
		}
		if all.serviceAccounts[pod.Spec.ServiceAccountName].Annotations["example.org/role"] != "news" {
			t.Errorf("%s: the ServiceAccount is %+v", name, all.serviceAccounts[pod.Spec.ServiceAccountName])
		}
	}
	for name, service := range all.services {
		if service.Labels["example.org/cost-center"] != "7" {
			t.Errorf("Service %s has the labels %v", name, service.Labels)
		}
		if _, selected := service.Spec.Selector["example.org/cost-center"]; selected {
			t.Errorf("Service %s selects by a label that the values may change", name)
		}
	}
	if all.configMaps["register-extra"].Data["RELEASE"] != release {
		t.Errorf("the additional object is %+v", all.configMaps["register-extra"])
	}
	if _, found := all.configMaps[release+"-text"]; !found {
		t.Error("the additional object from text is missing")
	}
	if image := all.deployments["news-register-worker"].Spec.Template.Spec.Containers[0].Image; !strings.HasSuffix(image,
		"api:1.2.3@sha256:"+strings.Repeat("fedcba9876543210", 4)) {
		t.Errorf("the image is %s", image)
	}
}

// TestHosts checks that the Ingress and the HTTPRoute have the same hosts, also wildcards, and the
// same routes.
func TestHosts(t *testing.T) {
	t.Parallel()
	all := render(t, "everything")
	want := []string{"news.example.org", "*.news.example.org", "news.example.com"}
	var hosts []string
	for _, rule := range all.ingresses["news-register-web"].Spec.Rules {
		hosts = append(hosts, rule.Host)
	}
	if tls := all.ingresses["news-register-web"].Spec.TLS; !slices.Equal(hosts, want) || len(tls) != 1 ||
		tls[0].SecretName != "news-com" {
		t.Errorf("the Ingress has the hosts %v and the certificates %+v", hosts, tls)
	}
	route := httpRoute(t, all.httpRoutes["news-register-web"])
	if !slices.Equal(route.Spec.Hostnames, want) || len(route.Spec.ParentRefs) != 1 ||
		route.Spec.ParentRefs[0].Namespace != "gateways" {
		t.Errorf("the HTTPRoute is %+v", route.Spec)
	}
	if got := all.configMaps["news-register-api"].Data["APP_URL"]; got != "https://register.example.org" {
		t.Errorf("APP_URL is %q", got)
	}
	// Without a host, the route applies to all host names of the Gateway; the links in alerts cannot
	// contain a wildcard host.
	if route := httpRoute(t, render(t,
		"secrets-by-name").httpRoutes["news-newssources-web"]); route.Spec.Hostnames != nil {
		t.Errorf("the hosts are %v", route.Spec.Hostnames)
	}
	if got := render(t, "evaluation", "--set",
		"ingress.hosts={*.example.org,b.example.org}").
		configMaps["news-newssources-api"].Data["APP_URL"]; got != "https://b.example.org" {
		t.Errorf("APP_URL is %q", got)
	}
}

// route is the part of an HTTPRoute that the tests read.
type route struct {
	Spec struct {
		Hostnames  []string
		ParentRefs []struct{ Name, Namespace string }
		Rules      []struct {
			Matches     []struct{ Path struct{ Type, Value string } }
			BackendRefs []struct {
				Name string
				Port int32
			}
		}
	}
}

func httpRoute(t *testing.T, object map[string]any) route {
	t.Helper()
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	var decoded route
	if err := json.Unmarshal(text, &decoded); err != nil {
		t.Fatal(err)
	}
	return decoded
}

// checkHTTPRoutes checks that /newssources leads to the API and other paths to the app.
func checkHTTPRoutes(t *testing.T, all objects) {
	t.Helper()
	for name, object := range all.httpRoutes {
		got := map[string]string{}
		for _, rule := range httpRoute(t, object).Spec.Rules {
			service, found := all.services[rule.BackendRefs[0].Name]
			if !found || service.Spec.Ports[0].Port != rule.BackendRefs[0].Port ||
				service.Spec.Ports[0].TargetPort.StrVal != "http" {
				t.Errorf("HTTPRoute %s leads to %+v", name, rule.BackendRefs)
			}
			if rule.Matches[0].Path.Type != "PathPrefix" {
				t.Errorf("HTTPRoute %s matches %+v", name, rule.Matches)
			}
			got[rule.Matches[0].Path.Value] = service.Labels["app.kubernetes.io/component"]
		}
		if len(got) != 2 || got["/newssources"] != "api" || got["/"] != "web" {
			t.Errorf("HTTPRoute %s sends %v", name, got)
		}
	}
}

// TestServiceAccountNames checks that the pods run with the ServiceAccount that the values name,
// and that it is created under this name.
func TestServiceAccountNames(t *testing.T) {
	t.Parallel()
	for _, component := range []string{"api", "web", "worker"} {
		name := "news-newssources-" + component
		for _, test := range []struct {
			set, account string
			created      bool
		}{
			{"create=true", name, true},
			{"name=mine", "mine", true},
			{"create=false", "default", false},
			{"create=false," + component + ".serviceAccount.name=mine", "mine", false},
		} {
			all := render(t, "production", "--set", component+".serviceAccount."+test.set)
			_, created := all.serviceAccounts[test.account]
			if got := all.deployments[name].Spec.Template.Spec.ServiceAccountName; got != test.account ||
				created != test.created {
				t.Errorf("%s with %s: the pods run as %q, created is %t", component, test.set, got, created)
			}
			if want := map[bool]int{true: 3, false: 2}[test.created]; len(all.serviceAccounts) != want {
				t.Errorf("%s with %s: %d ServiceAccounts, want %d", component, test.set, len(all.serviceAccounts), want)
			}
		}
	}
}
