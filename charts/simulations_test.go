package charts_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// healthy are the series of a release with two pods of each component, by minute, in the notation
// of promtool. API, API2 and WORKER stand for the labels of a pod.
var healthy = map[string]string{
	`newsources_build_info{API}`:                                                        "1x180",
	`newsources_build_info{API2}`:                                                       "1x180",
	`newsources_migrations_pending{API}`:                                                "0x180",
	`newsources_migrations_pending{API2}`:                                               "0x180",
	`newsources_migrations_pending{WORKER}`:                                             "0x180",
	`newsources_figures_computed_timestamp_seconds{API}`:                                "0+60x180",
	`newsources_jobs_oldest_due_seconds{API,queue="default"}`:                           "2x180",
	`newsources_checks_paused{API}`:                                                     "0x180",
	`newsources_open_incidents{API,scope="service"}`:                                    "0x180",
	`newsources_open_incidents{API,scope="worker"}`:                                     "0x180",
	`newsources_active_endpoints{API}`:                                                  "1000x180",
	`newsources_fresh_endpoints{API}`:                                                   "999x180",
	`newsources_check_oldest_due_seconds{WORKER}`:                                       "5x180",
	`process_start_time_seconds{API}`:                                                   "-1000000x180",
	`process_start_time_seconds{API2}`:                                                  "-1000000x180",
	`process_start_time_seconds{WORKER}`:                                                "-1000000x180",
	`kube_deployment_spec_replicas{DEPLOYMENT-api"}`:                                    "2x180",
	`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`:                        "2x180",
	`kube_deployment_spec_replicas{DEPLOYMENT-worker"}`:                                 "2x180",
	`kube_deployment_status_replicas_available{DEPLOYMENT-worker"}`:                     "2x180",
	`kube_deployment_spec_replicas{DEPLOYMENT-web"}`:                                    "2x180",
	`kube_deployment_status_replicas_available{DEPLOYMENT-web"}`:                        "2x180",
	`kube_pod_container_status_restarts_total{POD-worker-5d9-x",container="worker"}`:    "7x180",
	`kube_pod_init_container_status_restarts_total{POD-api-5d9-x",container="migrate"}`: "0x180",
	`newsources_alerts_deliveries_total{API,channel="email",outcome="sent"}`:            "3x180",
	`newsources_db_pool_acquired_connections{API}`:                                      "2x180",
	`newsources_db_pool_max_connections{API}`:                                           "10x180",
	`newsources_check_partitions_until_timestamp_seconds{WORKER}`:                       "15000000x180",
	`newsources_check_expired_partitions{WORKER}`:                                       "0x180",
	`newsources_db_certificate_expiry_timestamp_seconds{API}`:                           "8000000x180",
}

// requests are the series of requests, which only simulations of requests have.
var requests = map[string]string{
	`newsources_http_requests_total{API,route="/a",status="200"}`:              "900+10x180",
	`newsources_http_requests_total{API2,route="/a",status="200"}`:             "400+10x180",
	`newsources_http_request_duration_seconds_count{API,route="/a"}`:           "900+10x180",
	`newsources_http_request_duration_seconds_bucket{API,route="/a",le="0.3"}`: "900+10x180",
}

// simulation replaces series of healthy. alerts are all alerts that fire at any time.
type simulation struct {
	name   string
	series map[string]string
	alerts []string
}

var simulations = []simulation{
	{"nothing happens", requests, nil},
	{"no pod of the app for 20 minutes", map[string]string{
		`kube_deployment_status_replicas_available{DEPLOYMENT-web"}`: "2x30 0x20 2x99",
	}, []string{"NoPodAvailable", "ReplicasMissing"}},
	{"no pod of the API for 8 minutes, with a healthy database", map[string]string{
		`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`: "2x30 0x7 2x112",
	}, []string{"NoPodAvailable"}},
	{"the API is gone", map[string]string{
		`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`: "2x30 0x119",
		`newsources_build_info{API}`:                                 "1x30 stale",
		`newsources_build_info{API2}`:                                "1x30 stale",
		`newsources_migrations_pending{API}`:                         "0x30 stale",
		`newsources_migrations_pending{API2}`:                        "0x30 stale",
		`newsources_figures_computed_timestamp_seconds{API}`:         "0+60x30 stale",
		`newsources_jobs_oldest_due_seconds{API,queue="default"}`:    "2x30 stale",
		`newsources_checks_paused{API}`:                              "0x30 stale",
		`newsources_active_endpoints{API}`:                           "1000x30 stale",
		`newsources_fresh_endpoints{API}`:                            "999x30 stale",
		`newsources_open_incidents{API,scope="service"}`:             "0x30 stale",
		`newsources_db_certificate_expiry_timestamp_seconds{API}`:    "8000000x30 stale",
	}, []string{"MetricsMissing", "NoPodAvailable", "ReplicasMissing"}},
	{"a worker restarts each minute", map[string]string{
		`kube_pod_container_status_restarts_total{POD-worker-5d9-x",container="worker"}`: "7x30 8+1x119",
	}, []string{"PodsRestarting"}},
	{"a worker restarts each minute, without kube-state-metrics", map[string]string{
		`process_start_time_seconds{WORKER}`: "-1000000x30 3600+60x119",
	}, []string{"PodsRestarting"}},
	{"two restarts", map[string]string{
		`kube_pod_container_status_restarts_total{POD-worker-5d9-x",container="worker"}`: "7x30 8x9 9x109",
	}, nil},
	{"a pod is not ready for a minute, every five minutes", map[string]string{
		`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`: "2x30 " + strings.Repeat("2 2 2 2 1 ", 23),
	}, []string{"ReplicasMissing"}},
	{"a pod is not ready every third minute", map[string]string{
		`kube_deployment_status_replicas_available{DEPLOYMENT-web"}`: "2x30 " + strings.Repeat("2 2 1 ", 39),
	}, []string{"ReplicasMissing"}},
	{"an autoscaler adds a pod every ten minutes, which needs a minute", map[string]string{
		`kube_deployment_spec_replicas{DEPLOYMENT-api"}`:             strings.Repeat("3x5 2x3 ", 18),
		`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`: strings.Repeat("2 3x4 2x3 ", 18),
	}, nil},
	{"nine errors of each of three routes in the first scrape of new series", map[string]string{
		`newsources_http_requests_total{API,route="/a",status="500"}`:  "_x60 9x120",
		`newsources_http_requests_total{API,route="/b",status="500"}`:  "_x60 9x120",
		`newsources_http_requests_total{API2,route="/c",status="503"}`: "_x60 9x120",
	}, []string{"ErrorBudgetBurn"}},
	{"nine errors at night", map[string]string{
		`newsources_http_requests_total{API,route="/a",status="500"}`: "_x60 9x120",
	}, nil},
	{"a rollout: new pods begin with counters of 0, and one answered with errors before", map[string]string{
		`newsources_build_info{API}`:                                                "1x60 stale",
		`newsources_build_info{API3}`:                                               "_x60 1x119",
		`newsources_migrations_pending{API3}`:                                       "_x60 0x119",
		`process_start_time_seconds{API3}`:                                          "_x60 3590x119",
		`newsources_http_requests_total{API,route="/a",status="200"}`:               "900+10x60 stale",
		`newsources_http_requests_total{API3,route="/a",status="200"}`:              "_x60 5+10x119",
		`newsources_http_requests_total{API,route="/a",status="500"}`:               "70x60 stale",
		`newsources_http_requests_total{API2,route="/a",status="500"}`:              "30x60 0x119",
		`newsources_alerts_deliveries_total{API,channel="email",outcome="failed"}`:  "4x60 stale",
		`newsources_alerts_deliveries_total{API3,channel="email",outcome="failed"}`: "_x60 0x119",
	}, nil},
	{"a new version answers with errors from its start", map[string]string{
		`newsources_build_info{API3}`:                                  "_x60 1x119",
		`process_start_time_seconds{API3}`:                             "_x60 3590x119",
		`newsources_http_requests_total{API3,route="/a",status="500"}`: "_x60 40x119",
	}, []string{"ErrorBudgetBurn", "ErrorBudgetBurnSlow"}},
	{"the checks were paused for an hour", map[string]string{
		`newsources_checks_paused{API}`:               "0x30 1x59 0x89",
		`newsources_fresh_endpoints{API}`:             "999x30 900-10x59 300+20x35 999x53",
		`newsources_check_oldest_due_seconds{WORKER}`: "5x30 0+60x59 3600+60x30 5x58",
	}, nil},
	{"the workers were removed during a pause", map[string]string{
		`newsources_checks_paused{API}`:                                 "0x30 1x59 0x89",
		`newsources_check_oldest_due_seconds{WORKER}`:                   "5x30 _x62 900 5x85",
		`kube_deployment_spec_replicas{DEPLOYMENT-worker"}`:             "2x30 0x59 2x89",
		`kube_deployment_status_replicas_available{DEPLOYMENT-worker"}`: "2x30 0x61 2x87",
		`newsources_migrations_pending{WORKER}`:                         "0x30 _x62 0x86",
	}, nil},
	{"checks stay late after a pause", map[string]string{
		`newsources_checks_paused{API}`:               "0x10 1x9 0x160",
		`newsources_fresh_endpoints{API}`:             "999x10 500x169",
		`newsources_check_oldest_due_seconds{WORKER}`: "5x10 0+60x169",
	}, []string{"ChecksNotFresh", "ChecksOverdue"}},
	{"one replica of each, whose node is replaced", map[string]string{
		`kube_deployment_spec_replicas{DEPLOYMENT-api"}`:                "1x180",
		`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`:    "1x30 0x3 1x115",
		`kube_deployment_spec_replicas{DEPLOYMENT-worker"}`:             "1x180",
		`kube_deployment_status_replicas_available{DEPLOYMENT-worker"}`: "1x30 0x3 1x115",
		`newsources_check_oldest_due_seconds{WORKER}`:                   "5x30 _x8 5x111",
	}, nil},
	{"KEDA removes all workers while nothing is late, and starts them again", map[string]string{
		`kube_deployment_spec_replicas{DEPLOYMENT-worker"}`:             "2x30 0x90 2x58",
		`kube_deployment_status_replicas_available{DEPLOYMENT-worker"}`: "2x30 0x92 2x56",
		`newsources_check_oldest_due_seconds{WORKER}`:                   "5x30 stale _x91 5x56",
		`newsources_migrations_pending{WORKER}`:                         "0x30 stale _x91 0x56",
	}, nil},
	{"the workers were scaled to 0 by mistake", map[string]string{
		`kube_deployment_spec_replicas{DEPLOYMENT-worker"}`:             "2x30 0x149",
		`kube_deployment_status_replicas_available{DEPLOYMENT-worker"}`: "2x30 0x149",
		`newsources_check_oldest_due_seconds{WORKER}`:                   "5x30 stale",
		`newsources_fresh_endpoints{API}`:                               "999x30 999-5x149",
	}, []string{"ChecksNotFresh", "WorkerMetricsMissing"}},
	{"no worker is scraped", map[string]string{
		`newsources_check_oldest_due_seconds{WORKER}`: "5x30 stale",
	}, []string{"WorkerMetricsMissing"}},
	{"a register without sources, and KEDA has removed all workers", map[string]string{
		`newsources_active_endpoints{API}`:                              "0x180",
		`newsources_fresh_endpoints{API}`:                               "0x180",
		`kube_deployment_spec_replicas{DEPLOYMENT-worker"}`:             "0x180",
		`kube_deployment_status_replicas_available{DEPLOYMENT-worker"}`: "0x180",
		`newsources_check_oldest_due_seconds{WORKER}`:                   "stale",
	}, nil},
	{"100,000 endpoints of which 5 % fail, and fixed schedules at each full hour", map[string]string{
		`newsources_active_endpoints{API}`:            "100000x180",
		`newsources_fresh_endpoints{API}`:             strings.Repeat("99600x10 99950x48 ", 3),
		`newsources_check_oldest_due_seconds{WORKER}`: strings.Repeat("0+60x12 5x46 ", 3),
	}, nil},
	{"100,000 endpoints of which 2 % are late", map[string]string{
		`newsources_active_endpoints{API}`: "100000x180",
		`newsources_fresh_endpoints{API}`:  "99900x30 98000x119",
	}, []string{"ChecksNotFresh"}},
	{"the database is gone for 10 minutes", map[string]string{
		`newsources_migrations_pending{API}`:                         "0x30 stale _x9 0x108",
		`newsources_migrations_pending{API2}`:                        "0x30 stale _x9 0x108",
		`newsources_migrations_pending{WORKER}`:                      "0x30 stale _x9 0x108",
		`newsources_figures_computed_timestamp_seconds{API}`:         "0+60x30 stale _x9 1800 2460+60x107",
		`newsources_jobs_oldest_due_seconds{API,queue="default"}`:    "2x30 stale _x9 500 2x107",
		`newsources_checks_paused{API}`:                              "0x30 stale _x9 0x108",
		`newsources_active_endpoints{API}`:                           "1000x30 stale _x9 1000x108",
		`newsources_fresh_endpoints{API}`:                            "999x30 stale _x9 700+20x14 999x93",
		`newsources_check_oldest_due_seconds{WORKER}`:                "5x30 stale _x9 600+60x6 5x101",
		`kube_deployment_status_replicas_available{DEPLOYMENT-api"}`: "2x61 0x10 2x107",
	}, []string{"DatabaseUnavailable", "NoPodAvailable"}},
	{"a delivery fails after long", map[string]string{
		`newsources_alerts_deliveries_total{API,channel="email",outcome="failed"}`: "_x65 1x89",
	}, []string{"DeliveriesFailing"}},
	{"another release in the namespace is broken", map[string]string{
		`kube_deployment_spec_replicas{namespace="news",deployment="other-newssources-api"}`:                                     "2x180",
		`kube_deployment_status_replicas_available{namespace="news",deployment="other-newssources-api"}`:                         "0x180",
		`kube_pod_container_status_restarts_total{namespace="news",pod="other-newssources-api-5d9-x",container="api"}`:           "0+1x180",
		`newsources_http_requests_total{namespace="news",job="other-newssources-api-metrics",pod="other-api-1",status="500"}`:    "0+50x180",
		`newsources_fresh_endpoints{namespace="news",job="other-newssources-api-metrics",pod="other-api-1"}`:                     "0x180",
		`newsources_checks_paused{namespace="news",job="other-newssources-api-metrics",pod="other-api-1"}`:                       "1x180",
		`newsources_open_incidents{namespace="news",job="other-newssources-api-metrics",pod="other-api-1",scope="service"}`:      "1x180",
		`newsources_check_oldest_due_seconds{namespace="news",job="other-newssources-worker-metrics",pod="other-worker-1"}`:      "0+60x180",
		`process_start_time_seconds{namespace="news",job="other-newssources-worker-metrics",pod="other-newssources-worker-1-x"}`: "0+60x180",
	}, nil},
	{"nothing is scraped for 5 minutes", gapOf5Minutes(), nil},
}

// longSimulations are the simulations that last longer than 75 minutes.
var longSimulations = map[string]int{
	"checks stay late after a pause":                                        100,
	"the checks were paused for an hour":                                    160,
	"the workers were removed during a pause":                               130,
	"KEDA removes all workers while nothing is late, and starts them again": 150,
}

// isOfRequests reports whether a series counts requests.
func isOfRequests(series string) bool { return strings.HasPrefix(series, "newsources_http_") }

// gapOf5Minutes returns the series without the values of 5 minutes after 80 minutes.
func gapOf5Minutes() map[string]string {
	series := map[string]string{}
	all := maps.Clone(healthy)
	maps.Copy(all, requests)
	for name, values := range all {
		var start, step float64
		if _, err := fmt.Sscanf(values, "%f+%fx180", &start, &step); err != nil {
			first, _, _ := strings.Cut(values, "x")
			if _, err := fmt.Sscanf(first, "%f", &start); err != nil {
				continue
			}
		}
		series[name] = fmt.Sprintf("%g+%gx79 _x5 %g+%gx94", start, step, start+85*step, step)
	}
	return series
}

// TestSimulations checks which alerts fire within two hours: every simulated incident is reported,
// and nothing else.
func TestSimulations(t *testing.T) {
	t.Parallel()
	folder, _ := renderRules(t)
	writeRulesWithoutRequests(t, folder)
	all := maps.Clone(healthy)
	maps.Copy(all, requests)
	quick, slow := &strings.Builder{}, &strings.Builder{}
	quick.WriteString("rule_files: [others.yaml]\nevaluation_interval: 1m\ntests:\n")
	slow.WriteString("rule_files: [rules.yaml]\nevaluation_interval: 1m\ntests:\n")
	for _, simulation := range simulations {
		if slices.ContainsFunc(slices.Collect(maps.Keys(simulation.series)), isOfRequests) {
			writeSimulation(slow, simulation, all, 100)
		} else {
			writeSimulation(quick, simulation, healthy, 75)
		}
	}
	for name, text := range map[string]*strings.Builder{"quick.yaml": quick, "slow.yaml": slow} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		promtool(t, folder, "test", "rules", name)
	}
}

// writeRulesWithoutRequests writes others.yaml, the rules of rules.yaml without those for requests,
// whose evaluation takes most of the time of the test.
func writeRulesWithoutRequests(t *testing.T, folder string) {
	t.Helper()
	var file struct {
		Groups []struct {
			Name  string           `json:"name"`
			Rules []map[string]any `json:"rules"`
		} `json:"groups"`
	}
	readYAML(t, filepath.Join(folder, "rules.yaml"), &file)
	file.Groups[0].Rules = slices.DeleteFunc(file.Groups[0].Rules, func(rule map[string]any) bool {
		return strings.Contains(fmt.Sprint(rule["expr"]), ":http_") ||
			strings.Contains(fmt.Sprint(rule["expr"]), "newsources_http_")
	})
	text, err := yaml.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "others.yaml"), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeSimulation writes a simulation as a test of promtool.
func writeSimulation(out *strings.Builder, simulation simulation, base map[string]string, minutes int) {
	labels := strings.NewReplacer(
		"API3", podLabels("api", 3), "API2", podLabels("api", 2), "API", podLabels("api", 1), "WORKER",
		podLabels("worker", 1),
		"DEPLOYMENT", `namespace="news",deployment="news-newssources`, "POD", `namespace="news",pod="news-newssources`,
	)
	series := maps.Clone(base)
	maps.Copy(series, simulation.series)
	fmt.Fprintf(out, "  - name: %q\n    interval: 1m\n    input_series:\n", simulation.name)
	for name, values := range series {
		fmt.Fprintf(out, "      - {series: '%s', values: '%s'}\n", labels.Replace(name), values)
	}
	fmt.Fprintf(out, "    promql_expr_test:\n      - eval_time: %dm\n", cmp.Or(longSimulations[simulation.name], minutes))
	out.WriteString("        expr: group by (alertname) (last_over_time(ALERTS{alertstate=\"firing\"}[3h]))\n        " +
		"exp_samples:\n")
	for _, alert := range simulation.alerts {
		fmt.Fprintf(out, "          - {labels: '{alertname=\"NewsSources%s\"}', value: 1}\n", alert)
	}
}

// podLabels returns the labels of the metrics of a pod of the release news.
func podLabels(component string, number int) string {
	return fmt.Sprintf(`namespace="news",job="news-newssources-%s-metrics",pod="news-newssources-%s-%d"`, component,
		component, number)
}
