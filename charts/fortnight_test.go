package charts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	fortnightSteps = 14 * 24 * 6 // of 10 minutes
	fortnightDay   = 24 * 6
)

// TestNoAlertInFortnight evaluates all rules for 14 days of a normal register of 1,000 endpoints:
// each day an upgrade replaces pods one by one, 5 % of the endpoints fail and are checked rarely, a
// few checks are late at the busiest hour, the checks are paused for a night, a partition is
// dropped, and the certificate of the database is renewed. No alert may fire.
func TestNoAlertInFortnight(t *testing.T) {
	t.Parallel()
	folder, _ := renderRules(t)
	series := map[string]func(step int) float64{}
	add := func(metric, labels string, value func(int) float64) {
		component := "api"
		if strings.HasPrefix(metric, "newsources_check_") {
			component = "worker"
		}
		series[fmt.Sprintf(`%s{namespace="news",job="news-newssources-%s-metrics",pod="news-newssources-%s-1"%s}`, metric,
			component, component, labels)] = value
	}
	constant := func(value float64) func(int) float64 { return func(int) float64 { return value } }
	at := func(step, from, to int) bool { return step >= from && step < to }
	isPaused := func(step int) bool { return at(step, 4*fortnightDay, 4*fortnightDay+48) }
	isMadeUpFor := func(step int) bool { return at(step, 4*fortnightDay+48, 4*fortnightDay+53) }
	isBusy := func(step int) bool { return at(step%fortnightDay, 54, 57) }
	seconds := func(step int) float64 { return float64(step) * 600 }
	add("newsources_active_endpoints", "", constant(1000))
	add("newsources_fresh_endpoints", "", func(step int) float64 {
		switch {
		case isPaused(step):
			return 400
		case isMadeUpFor(step):
			return 700
		case isBusy(step):
			return 993
		}
		return 1000
	})
	add("newsources_check_oldest_due_seconds", "", func(step int) float64 {
		switch {
		case isPaused(step):
			return seconds(step - 4*fortnightDay)
		case isMadeUpFor(step):
			return 28_800
		case isBusy(step):
			return 600
		}
		return float64(step % 7)
	})
	add("newsources_checks_paused", "", func(step int) float64 {
		if isPaused(step) {
			return 1
		}
		return 0
	})
	add("newsources_open_incidents", `,scope="service"`, constant(0))
	add("newsources_open_incidents", `,scope="worker"`, constant(0))
	add("newsources_build_info", "", constant(1))
	add("newsources_migrations_pending", "", constant(0))
	add("newsources_figures_computed_timestamp_seconds", "", func(step int) float64 { return max(seconds(step)-100, 0) })
	add("newsources_jobs_oldest_due_seconds", `,queue="default"`, constant(20))
	add("newsources_db_certificate_expiry_timestamp_seconds", "",
		func(step int) float64 { return 8*86_400 + float64(step/fortnightDay)*86_400 })
	add("newsources_check_partitions_until_timestamp_seconds", "", constant(200*86_400))
	add("newsources_check_expired_partitions", "", constant(0))
	for _, name := range []string{"api", "worker", "web"} {
		deployment := fmt.Sprintf(`{namespace="news",deployment="news-newssources-%s"}`, name)
		series["kube_deployment_spec_replicas"+deployment] = constant(2)
		series["kube_deployment_status_replicas_available"+deployment] = func(step int) float64 {
			if step%fortnightDay == 60 { // the node of a pod is drained
				return 1
			}
			return 2
		}
		series[fmt.Sprintf(`kube_pod_container_status_restarts_total{namespace="news",pod="news-newssources-%s-5d9-x",container=%q}`, name, name)] = func(step int) float64 {
			return float64(step / (3 * fortnightDay))
		}
	}
	var text strings.Builder
	text.WriteString("rule_files: [rules.yaml]\nevaluation_interval: 10m\ntests:\n  - interval: 10m\n    input_series:\n")
	for name, value := range series {
		fmt.Fprintf(&text, "      - series: '%s'\n        values: '", name)
		for step := range fortnightSteps {
			fmt.Fprintf(&text, "%g ", value(step))
		}
		text.WriteString("'\n")
	}
	text.WriteString("    promql_expr_test:\n      - {eval_time: 335h, expr: 'count by (alertname) " +
		"(count_over_time(ALERTS{alertstate=\"firing\"}[14d]))'}\n")
	if err := os.WriteFile(filepath.Join(folder, "fortnight.yaml"), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	promtool(t, folder, "test", "rules", "fortnight.yaml")
}
