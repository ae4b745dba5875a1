package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"sigs.k8s.io/yaml"
)

// prometheusConfig scrapes all pods of the service through the API server, so that Prometheus can
// run outside the cluster. writeTargets writes the pods to pods.json, because Debian's Prometheus
// has no discovery for Kubernetes.
const prometheusConfig = `
global: {scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 2s}
rule_files: [rules.yaml]
scrape_configs:
  - job_name: pods
    scheme: https
    tls_config: {ca_file: ca.crt, cert_file: client.crt, key_file: client.key}
    file_sd_configs: [{files: [pods.json], refresh_interval: 2s}]
  - job_name: kube-state-metrics
    static_configs: [{targets: [%q]}]
`

// target is a pod in pods.json. The labels are those of a ServiceMonitor.
type target struct {
	Targets []string          `json:"targets"`
	Labels  map[string]string `json:"labels"`
}

// writeTargets writes the running pods of the service every second until ctx ends.
func writeTargets(ctx context.Context, file, server string) {
	const pods = `{range .items[?(@.status.phase=="Running")]}{.metadata.name} {.metadata.labels.app\.kubernetes\.io/component}{"\n"}{end}`
	for wait(ctx, time.Second) == nil {
		found, err := kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component in (api,worker)",
			"--output=jsonpath="+pods)
		if err != nil {
			continue
		}
		targets := []target{}
		for line := range strings.Lines(found) {
			fields := strings.Fields(line)
			if len(fields) != 2 {
				continue
			}
			targets = append(targets, target{[]string{server}, map[string]string{
				// The pods of all releases of the test have the same job, so that the rules also apply to the
				// pods of the release with TLS.
				"namespace": namespace, "release": release, "pod": fields[0],
				"job":      release + "-newssources-" + fields[1] + "-metrics",
				"instance": fields[0], "__metrics_path__": "/api/v1/namespaces/" + namespace + "/pods/" + fields[0] +
					":9090/proxy/metrics",
			}})
		}
		content, err := json.Marshal(targets)
		if err == nil && os.WriteFile(file+".new", content, 0o600) == nil {
			_ = os.Rename(file+".new", file)
		}
	}
}

// windows shortens the ranges of the rules from minutes and days to seconds. Their order is kept,
// but not their ratios.
var windows = strings.NewReplacer("[5m]", "[10s]", "[30m]", "[30s]", "[1h]", "[30s]", "[2h]", "[30s]", "[6h]", "[1m]",
	"[1d]", "[1m]", "[3d]", "[90s]",
	"[30m:1m]", "[30s:2s]", "[15m:1m]", "[15s:1s]", "offset 5m", "offset 10s", "offset 30m", "offset 30s", "offset 1h",
	"offset 30s", "offset 6h", "offset 1m",
	"offset 1d", "offset 1m", "offset 3d", "offset 90s")

// shorten shortens the ranges, the "for" durations and the maximum ages of the rules. It keeps the
// thresholds that are ratios or counts.
func shorten(rules string) string {
	rules = windows.Replace(rules)
	rules = regexp.MustCompile(`(?m)^(\s*for:) .*$`).ReplaceAllString(rules, "$1 4s")
	rules = strings.Replace(rules, "> 3 - 0.5", "> 1.5", 1) // restarts
	rules = regexp.MustCompile(`(newsources_check_oldest_due_seconds\{[^}]*\}\)) > 900`).ReplaceAllString(rules, "$1 > 20")
	rules = regexp.MustCompile(`(newsources_jobs_oldest_due_seconds\{[^}]*\}\)) > 600`).ReplaceAllString(rules, "$1 > 20")
	return regexp.MustCompile(`(newsources_figures_computed_timestamp_seconds\{[^}]*\}\)) > 900`).
		ReplaceAllString(rules, "$1 > 150")
}

// startPrometheus starts a Prometheus with the shortened rules of the release.
func startPrometheus(ctx context.Context, t *test) error {
	folder, err := filepath.Abs(".local/alerts")
	if err != nil {
		return err
	}
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o750)); err != nil {
		return err
	}
	rendered, err := helm(ctx, append([]string{"template", release, chart, "--show-only", "templates/prometheusrule.yaml",
		"--set", "prometheusRule.enabled=true", "--set", "metrics.serviceMonitor.enabled=true"},
		t.settings(chart, newVersion)...)...)
	if err != nil {
		return err
	}
	var object struct {
		Spec json.RawMessage `json:"spec"`
	}
	if err := yaml.Unmarshal([]byte(rendered), &object); err != nil {
		return err
	}
	rules, err := yaml.JSONToYAML(object.Spec)
	if err != nil {
		return err
	}
	server, err := writeCredentials(ctx, folder)
	if err != nil {
		return err
	}
	background, _ := ctx.Value(backgroundKey{}).(context.Context)
	stateMetrics := os.Getenv("KUBE_STATE_METRICS")
	if stateMetrics == "" {
		if stateMetrics, err = serveStateMetrics(background); err != nil {
			return err
		}
	}
	config := fmt.Sprintf(prometheusConfig, stateMetrics)
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "rules.yaml"), []byte(shorten(string(rules))), 0o600),
		os.WriteFile(filepath.Join(folder, "prometheus.yaml"), []byte(config), 0o600)); err != nil {
		return err
	}
	// Finds a free port, because Prometheus does not report a port that the system chooses.
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return err
	}
	go writeTargets(background, filepath.Join(folder, "pods.json"), strings.TrimPrefix(server, "https://"))
	log, err := os.Create(filepath.Join(folder, "prometheus.log"))
	if err != nil {
		return err
	}
	program := exec.CommandContext(background, "prometheus", "--config.file="+filepath.Join(folder, "prometheus.yaml"),
		"--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+address)
	program.Stdout, program.Stderr = log, log
	if err := program.Start(); err != nil {
		return err
	}
	go func() { _ = program.Wait() }()
	t.prometheus = "http://" + address
	return eventually(ctx, stepLimit, func(ctx context.Context) error {
		answer, err := t.web.withBase(t.prometheus).get(ctx, "/api/v1/query?query=count(newsources_build_info)")
		if err == nil && !strings.Contains(answer.body, `"4"`) {
			err = fmt.Errorf("want 4 scraped pods: %s", answer.body)
		}
		return err
	})
}

// writeCredentials writes the certificates of KUBECONFIG to files and returns the address of the
// API server.
func writeCredentials(ctx context.Context, folder string) (server string, err error) {
	text, err := kubectl(ctx, "config", "view", "--raw", "--minify", "--output=json")
	if err != nil {
		return "", err
	}
	var config struct {
		Clusters []struct {
			Cluster struct {
				Server string `json:"server"`
				CA     string `json:"certificate-authority-data"`
			} `json:"cluster"`
		} `json:"clusters"`
		Users []struct {
			User struct {
				Certificate string `json:"client-certificate-data"`
				Key         string `json:"client-key-data"`
			} `json:"user"`
		} `json:"users"`
	}
	if err := json.Unmarshal([]byte(text), &config); err != nil || len(config.Clusters) != 1 || len(config.Users) != 1 {
		return "", fmt.Errorf("the kubeconfig has no certificates: %w", err)
	}
	for name, encoded := range map[string]string{
		"ca.crt": config.Clusters[0].Cluster.CA, "client.crt": config.Users[0].User.Certificate,
		"client.key": config.Users[0].User.Key,
	} {
		content, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			return "", err
		}
	}
	return config.Clusters[0].Cluster.Server, nil
}

// firing returns the names of the alerts that fire.
func (t *test) firing(ctx context.Context) (map[string]bool, error) {
	answer, err := t.web.withBase(t.prometheus).get(ctx, "/api/v1/alerts")
	if err != nil {
		return nil, err
	}
	var response struct {
		Data struct {
			Alerts []struct {
				Labels map[string]string
				State  string
			}
		}
	}
	if err := json.Unmarshal([]byte(answer.body), &response); err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, alert := range response.Data.Alerts {
		if alert.State == "firing" {
			names[alert.Labels["alertname"]] = true
		}
	}
	return names, nil
}
