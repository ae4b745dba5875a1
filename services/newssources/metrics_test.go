package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
)

const (
	// metricsPage documents each metric.
	metricsPage = "../../.github/METRICS.md"
	// metricWithoutTLS is not exposed in this test, because connections to the test database do not
	// use TLS.
	metricWithoutTLS = "newsources_db_certificate_expiry_timestamp_seconds"
)

// isExternal matches queries of metrics that other programs export: kube-state-metrics and the
// kubelet.
var isExternal = regexp.MustCompile(`\b(kube|container)_[a-z_]+`)

// TestPrometheusAnswersDashboardsAndRules starts an API, a worker and a Prometheus that scrapes
// them and evaluates the rules of the chart. Every query of the dashboards has a result, every rule
// is evaluated, and every metric is documented.
func TestPrometheusAnswersDashboardsAndRules(t *testing.T) {
	t.Parallel()
	database := testdb.URL(t)
	sites := startSites(t, simulator.Options{})
	addOrdinarySites(t, database, sites, 5)
	api := startService(t, database, nil)
	worker := startWorker(t, database, sites, nil)
	api.signIn()
	api.createSource("metrics")
	waitUntil(t, "the checks are not recorded", func() bool { return countRows(t, database, "attempts") == 5 })
	families := map[string]family{}
	waitUntil(t, "the figures are not computed", func() bool {
		maps.Copy(families, readFamilies(t, api))
		return families["newsources_figures_computed_timestamp_seconds"].help != ""
	})
	maps.Copy(families, readFamilies(t, worker.service))
	compareMetricsPage(t, families)

	queries := map[string]string{}
	for title, query := range panelQueries(t) {
		if !isExternal.MatchString(query) {
			queries[title] = query
		}
	}
	if len(queries) < 60 {
		t.Fatalf("%d queries", len(queries))
	}
	rules := testRules(t)
	for _, text := range append(slices.Collect(maps.Values(queries)), rules) {
		for _, name := range regexp.MustCompile(`\bnewsources_[a-z_]+`).FindAllString(text, -1) {
			base := regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(name, "")
			if families[name].help == "" && families[base].help == "" && name != metricWithoutTLS {
				t.Errorf("%s is queried, but not exposed", name)
			}
		}
	}

	prometheus := startPrometheus(t, api, worker.service, rules)
	waitUntil(t, "Prometheus does not scrape the service", func() bool {
		api.get("/newssources") // between two scrapes, so that rates have a value
		return len(prometheus.query(`count_over_time(newsources_build_info{namespace="test"}[1m]) >= 3`)) == 2
	})
	variables := strings.NewReplacer("$namespace", "test", "$release", "test", "$prefix", "news", "$__rate_interval", "1m",
		"$__range", "10m")
	for title, query := range queries {
		result := prometheus.query(variables.Replace(query))
		if len(result) == 0 && !strings.Contains(query, metricWithoutTLS) {
			t.Errorf("%s: no result of %s", title, query)
		}
	}
	for title, query := range panelQueries(t) { // queries of external metrics must only be valid
		if isExternal.MatchString(query) && prometheus.query(variables.Replace(query)) == nil {
			t.Errorf("%s: %s is invalid", title, query)
		}
	}
	prometheus.expectHealthyRules(len(regexp.MustCompile(`(?m)^\s*(- )?(alert|record): `).FindAllString(rules, -1)))
}

// family is a metric with its documentation.
type family struct{ kind, help string }

// readFamilies scrapes a process.
func readFamilies(t *testing.T, s *service) map[string]family {
	t.Helper()
	got := s.probe("/metrics")
	if got.status != http.StatusOK {
		t.Fatalf("got %d, %v", got.status, got.err)
	}
	found := map[string]family{}
	for line := range strings.Lines(string(got.body)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 4)
		if len(fields) < 4 || !strings.HasPrefix(fields[2], "newsources_") {
			continue
		}
		f := found[fields[2]]
		switch fields[1] {
		case "HELP":
			f.help = fields[3]
		case "TYPE":
			f.kind = fields[3]
		}
		found[fields[2]] = f
	}
	return found
}

// compareMetricsPage compares the table of the page with the exposed metrics. UPDATE_METRICS=1
// writes it.
func compareMetricsPage(t *testing.T, families map[string]family) {
	t.Helper()
	all := maps.Clone(families)
	all[metricWithoutTLS] = family{"gauge", "End of the validity of the certificate that the database sent with the " +
		"newest connection. Absent without TLS."}
	var table strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", name, all[name].kind, all[name].help)
	}
	page, err := os.ReadFile(metricsPage)
	must(t, err)
	head, rest, found := strings.Cut(string(page), "| --- | --- | --- |\n")
	if !found {
		t.Fatalf("%s has no table", metricsPage)
	}
	_, tail, _ := strings.Cut("\n"+rest, "\n\n")
	want := head + "| --- | --- | --- |\n" + table.String() + "\n" + tail
	if os.Getenv("UPDATE_METRICS") != "" {
		must(t, os.WriteFile(metricsPage, []byte(want), 0o600))
	} else if string(page) != want {
		t.Errorf("%s does not list the exposed metrics: run this test with UPDATE_METRICS=1", metricsPage)
	}
}

// panelQueries returns the queries of all dashboards by the titles of the dashboard and the panel.
func panelQueries(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../charts/newssources/dashboards/*.json")
	must(t, err)
	queries := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		var d struct {
			Title  string
			Panels []struct {
				Title   string
				Targets []struct{ Expr, RefID string }
			}
		}
		must(t, json.Unmarshal(text, &d))
		for _, panel := range d.Panels {
			for _, target := range panel.Targets {
				queries[d.Title+": "+panel.Title+" "+target.RefID] = target.Expr
			}
		}
	}
	return queries
}

// testRules returns the rules of a rendering of the chart for the jobs of this test.
func testRules(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../charts/testdata/golden/full.yaml")
	must(t, err)
	for document := range strings.SplitSeq(string(text), "\n---\n") {
		if !strings.Contains(document, "kind: PrometheusRule") {
			continue
		}
		var rule struct{ Spec any }
		must(t, yaml.Unmarshal([]byte(document), &rule))
		rules, err := yaml.Marshal(rule.Spec)
		must(t, err)
		return strings.NewReplacer(
			"news-register-api-metrics", "api", "news-register-worker-metrics", "worker", "news-register-", "",
			`namespace="register"`, `namespace="test"`,
			`release="news"`, `release="test"`,
		).Replace(string(rules))
	}
	t.Fatal("the rendering has no rules")
	return ""
}

// prometheusServer is a running Prometheus.
type prometheusServer struct {
	t    *testing.T
	base string
}

// startPrometheus starts a Prometheus that scrapes an API, a worker and other targets every second.
func startPrometheus(t *testing.T, api, worker *service, rules string, others ...string) *prometheusServer {
	t.Helper()
	program, err := exec.LookPath("prometheus")
	if err != nil {
		t.Fatal("prometheus is missing: run make test-go, which installs it")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := listener.Addr().String()
	must(t, listener.Close())
	folder := t.TempDir()
	target := func(name string, s *service) string {
		return fmt.Sprintf("  - job_name: %s\n    static_configs: [{targets: [%q], labels: {namespace: test, release: "+
			"test, pod: %s-1}}]\n", name, strings.TrimPrefix(s.probes, "http://"), name)
	}
	must(t, os.WriteFile(filepath.Join(folder, "rules.yaml"), []byte(rules), 0o600))
	must(t, os.WriteFile(filepath.Join(folder, "prometheus.yml"),
		[]byte("global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: [rules.yaml]\nscrape_configs:\n"+
			target("api", api)+target("worker", worker)+strings.Join(others, "")), 0o600))
	var out syncBuffer
	cmd := exec.Command(program, "--config.file="+filepath.Join(folder, "prometheus.yml"),
		"--storage.tsdb.path="+filepath.Join(folder, "data"), "--web.listen-address="+address)
	cmd.Stdout, cmd.Stderr = &out, &out
	must(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(out.String())
		}
	})
	p := &prometheusServer{t, "http://" + address}
	waitUntil(t, "Prometheus does not start", func() bool {
		response, err := http.Get(p.base + "/-/ready")
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	return p
}

// get requests a path of the API of Prometheus and decodes the data of the answer.
func (p *prometheusServer) get(path string, into any) {
	p.t.Helper()
	response, err := http.Get(p.base + path)
	must(p.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(p.t, err)
	var answer struct {
		Status, Error string
		Data          json.RawMessage
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Status != "success" {
		p.t.Fatalf("%s: %s %v", path, text, err)
	}
	must(p.t, json.Unmarshal(answer.Data, into))
}

// query evaluates a query. Its result is empty, but not nil, if the query is valid and nothing
// matches.
func (p *prometheusServer) query(expression string) []any {
	p.t.Helper()
	var data struct{ Result []any }
	p.get("/api/v1/query?query="+url.QueryEscape(expression), &data)
	return data.Result
}

// expectHealthyRules waits until all rules were evaluated, and checks that none failed and none
// fires.
func (p *prometheusServer) expectHealthyRules(count int) {
	p.t.Helper()
	var data struct {
		Groups []struct {
			Rules []struct{ Name, Health, LastError, State string }
		}
	}
	waitUntil(p.t, "the rules are not evaluated", func() bool {
		p.get("/api/v1/rules", &data)
		return len(data.Groups) == 1 && len(data.Groups[0].Rules) == count &&
			data.Groups[0].Rules[count-1].Health != "unknown"
	})
	for _, rule := range data.Groups[0].Rules {
		if rule.Health != "ok" || rule.State == "firing" {
			p.t.Errorf("%s: %s %s %s", rule.Name, rule.Health, rule.State, rule.LastError)
		}
	}
}
