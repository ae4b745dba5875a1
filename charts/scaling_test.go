package charts_test

import (
	"slices"
	"testing"

	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
)

// TestAutoscaling checks that an autoscaler replaces the field replicas, and its targets.
func TestAutoscaling(t *testing.T) {
	t.Parallel()
	all := render(t, "everything")
	for _, component := range []string{"api", "worker"} {
		name := "news-register-" + component
		if replicas := all.deployments[name].Spec.Replicas; replicas != nil {
			t.Errorf("%s has an autoscaler and %d replicas: each upgrade would reset the number of pods", name, *replicas)
		}
		if target := all.autoscalers[name].Spec.ScaleTargetRef; target.Kind != "Deployment" || target.Name != name {
			t.Errorf("the autoscaler of %s scales %+v", name, target)
		}
	}
	api, worker := all.autoscalers["news-register-api"].Spec, all.autoscalers["news-register-worker"].Spec
	if *api.MinReplicas != 3 || api.MaxReplicas != 9 || *api.Metrics[0].Resource.Target.AverageUtilization != 150 ||
		api.Metrics[1].Pods.Metric.Name != "newsources_http_requests_in_flight" ||
		api.Metrics[1].Pods.Target.AverageValue.Value() != 20 || *api.Behavior.ScaleDown.StabilizationWindowSeconds != 60 {
		t.Errorf("the autoscaler of the API is %+v", api)
	}
	metrics := map[string]int64{}
	for _, metric := range worker.Metrics {
		if metric.Type == autoscalingv2.ExternalMetricSourceType {
			metrics[metric.External.Metric.Name] = metric.External.Target.AverageValue.Value()
		}
	}
	if metrics["newsources_check_due_endpoints"] != 500 || metrics["newsources_check_overdue_endpoints"] != 50 ||
		len(worker.Metrics) != 3 {
		t.Errorf("the autoscaler of the worker is %+v", worker)
	}
	for _, name := range []string{"newsources_http_requests_in_flight", "newsources_check_due_endpoints",
		"newsources_check_overdue_endpoints"} {
		if !slices.Contains(metricNames(t), name) {
			t.Errorf("the service does not expose %s", name)
		}
	}
	if len(all.autoscalers) != 2 || len(render(t, "evaluation").autoscalers) != 0 {
		t.Errorf("there are %d autoscalers", len(all.autoscalers))
	}
}

// TestExternalAutoscaler checks that replicas can be left to an autoscaler that the chart does not
// create, and be 0.
func TestExternalAutoscaler(t *testing.T) {
	t.Parallel()
	all := render(t, "secrets-by-name")
	if replicas := all.deployments["news-newssources-worker"].Spec.Replicas; replicas != nil {
		t.Errorf("the worker has %d replicas", *replicas)
	}
	if replicas := all.deployments["news-newssources-web"].Spec.Replicas; replicas == nil || *replicas != 0 {
		t.Errorf("the app has %v replicas", replicas)
	}
	if account := all.deployments["news-newssources-web"].Spec.Template.Spec.ServiceAccountName; account != "default" ||
		len(all.serviceAccounts) != 2 {
		t.Errorf("the app runs as %s, and there are %d ServiceAccounts", account, len(all.serviceAccounts))
	}
}

// TestTopology checks that pods are spread over zones and nodes, and that the values can replace
// this.
func TestTopology(t *testing.T) {
	t.Parallel()
	for name, deployment := range render(t, "evaluation").deployments {
		var keys []string
		for _, spread := range deployment.Spec.Template.Spec.TopologySpreadConstraints {
			keys = append(keys, spread.TopologyKey)
			if spread.WhenUnsatisfiable != corev1.ScheduleAnyway {
				t.Errorf("%s: pods stay pending when %s is not available", name, spread.TopologyKey)
			}
		}
		if !slices.Equal(keys, []string{corev1.LabelTopologyZone, corev1.LabelHostname}) {
			t.Errorf("%s is spread over %v", name, keys)
		}
	}
	for name, deployment := range render(t, "everything").deployments {
		pod := deployment.Spec.Template.Spec
		if len(pod.TopologySpreadConstraints) != 1 || pod.TopologySpreadConstraints[0].TopologyKey != "rack" ||
			pod.PriorityClassName != "news" {
			t.Errorf("%s: %+v, priority class %q", name, pod.TopologySpreadConstraints, pod.PriorityClassName)
		}
	}
}

// TestDisruptionBudgets checks that each Deployment has a budget, which never forbids all
// evictions.
func TestDisruptionBudgets(t *testing.T) {
	t.Parallel()
	for _, values := range valueSets(t) {
		all := render(t, values)
		for name := range all.deployments {
			budget, found := all.podDisruptionBudgets[name]
			if !found || budget.Spec.MaxUnavailable.String() == "0" || budget.Spec.MinAvailable != nil {
				t.Errorf("%s: the disruption budget of %s is %+v", values, name, budget.Spec)
			}
		}
	}
	if budgets := render(t, "evaluation", "--set",
		"podDisruptionBudget.enabled=false").podDisruptionBudgets; len(budgets) != 0 {
		t.Errorf("there are %d disruption budgets", len(budgets))
	}
}
