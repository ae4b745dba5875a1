package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

// clusterMetrics are example values of kube-state-metrics and the kubelet.
const clusterMetrics = `
kube_deployment_spec_replicas{deployment="news-api"} 2
kube_deployment_spec_replicas{deployment="news-worker"} 1
kube_deployment_spec_replicas{deployment="news-web"} 2
kube_deployment_status_replicas_available{deployment="news-api"} 2
kube_deployment_status_replicas_available{deployment="news-worker"} 1
kube_deployment_status_replicas_available{deployment="news-web"} 2
kube_pod_container_status_restarts_total{container="web",pod="news-web-7d9c5b6f4-abcde"} 0
container_memory_working_set_bytes{container="web",pod="news-web-7d9c5b6f4-abcde"} 9.1e6
container_memory_working_set_bytes{container="web",pod="news-web-7d9c5b6f4-fghij"} 8.4e6
container_cpu_usage_seconds_total{container="web",pod="news-web-7d9c5b6f4-abcde"} %[1]f
container_network_transmit_bytes_total{pod="news-web-7d9c5b6f4-abcde"} %[2]f
container_network_receive_bytes_total{pod="news-web-7d9c5b6f4-abcde"} %[1]f
`

// TestDashboardsPreview writes the dashboards with the results of their queries to the folder
// DASHBOARDS_PREVIEW. An API and a worker run for DASHBOARDS_PREVIEW_TIME with requests.
// charts/preview.mjs renders the result.
func TestDashboardsPreview(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("DASHBOARDS_PREVIEW")
	if folder == "" {
		t.Skip("run make dashboards-preview")
	}
	duration, err := time.ParseDuration(os.Getenv("DASHBOARDS_PREVIEW_TIME"))
	must(t, err)
	database := testdb.URL(t)
	sites := startSites(t, simulator.Options{})
	addOrdinarySites(t, database, sites, 30)
	api := startService(t, database, nil)
	worker := startWorker(t, database, sites,
		map[string]string{"CHECK_MIN_INTERVAL": "5s", "CHECK_MAX_INTERVAL": "10s", "CHECK_HOST_INTERVAL": "1s"})
	api.signIn()
	started := time.Now()
	cluster := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		seconds := time.Since(started).Seconds()
		fmt.Fprintf(w, clusterMetrics, seconds/100, 5000*seconds)
	}))
	t.Cleanup(cluster.Close)
	prometheus := startPrometheus(t, api, worker.service, testRules(t),
		fmt.Sprintf("  - job_name: cluster\n    static_configs: [{targets: [%q], labels: {namespace: test}}]\n",
			strings.TrimPrefix(cluster.URL, "http://")))
	for i := 0; time.Since(started) < duration; i++ {
		api.get([]string{"/newssources", "/newssources/work", "/newssources?health=failing", "/newssources/endpoints",
			"/newssources/tags", "/newssources?limit=0"}[i%6])
		if i%40 == 0 {
			api.createSource(fmt.Sprintf("preview-%d", i))
		}
		<-time.After(50 * time.Millisecond)
	}
	end := time.Now()
	variables := strings.NewReplacer("$namespace", "test", "$release", "test", "$prefix", "news", "$__rate_interval",
		"10s", "$__range", fmt.Sprintf("%.0fs", duration.Seconds()))
	files, err := filepath.Glob("../../charts/newssources/dashboards/*.json")
	must(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		var dashboard map[string]any
		must(t, json.Unmarshal(text, &dashboard))
		for _, panel := range dashboard["panels"].([]any) {
			for _, each := range panel.(map[string]any)["targets"].([]any) {
				target := each.(map[string]any)
				query := url.Values{"query": {variables.Replace(target["expr"].(string))}}
				path := "/api/v1/query?"
				if target["instant"] != true {
					path = "/api/v1/query_range?"
					query.Set("start", fmt.Sprint(started.Unix()))
					query.Set("end", fmt.Sprint(end.Unix()))
					query.Set("step", fmt.Sprintf("%.0f", max(1, duration.Seconds()/120)))
				}
				var data struct{ Result []any }
				prometheus.get(path+query.Encode(), &data)
				target["result"] = data.Result
			}
		}
		out, err := json.Marshal(dashboard)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, filepath.Base(file)), out, 0o600))
	}
}
