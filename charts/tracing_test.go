package charts_test

import (
	"slices"
	"testing"

	networkingv1 "k8s.io/api/networking/v1"
)

// TestTracing checks that the API and the worker send traces to the collector, and that their
// NetworkPolicies allow it.
func TestTracing(t *testing.T) {
	t.Parallel()
	all, off := render(t, "everything"), render(t, "production")
	for _, component := range []string{"api", "worker"} {
		settings := all.configMaps["news-register-"+component].Data
		if settings["OTEL_EXPORTER_OTLP_ENDPOINT"] != "http://collector.monitoring:4318" ||
			settings["OTEL_TRACES_SAMPLER_ARG"] != "0.1" || settings["OTEL_TRACES_SAMPLER"] == "" {
			t.Errorf("%s: the settings are %v", component, settings)
		}
		if !allowsPort(all.networkPolicies["news-register-"+component], 4318) {
			t.Errorf("%s: the NetworkPolicy does not allow the collector", component)
		}
		if _, isSet := off.configMaps["news-newssources-"+component].Data["OTEL_EXPORTER_OTLP_ENDPOINT"]; isSet ||
			allowsPort(off.networkPolicies["news-newssources-"+component], 4318) {
			t.Errorf("%s: traces are on by default", component)
		}
	}
	if allowsPort(all.networkPolicies["news-register-web"], 4318) {
		t.Error("the web server may open connections")
	}
}

func allowsPort(policy networkingv1.NetworkPolicy, port int32) bool {
	return slices.ContainsFunc(policy.Spec.Egress, func(rule networkingv1.NetworkPolicyEgressRule) bool {
		return slices.ContainsFunc(rule.Ports, func(p networkingv1.NetworkPolicyPort) bool { return p.Port.IntVal == port })
	})
}
