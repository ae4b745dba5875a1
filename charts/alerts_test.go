package charts_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"sigs.k8s.io/yaml"
)

// rule is an alerting or recording rule.
type rule struct {
	Alert, Record, Expr string
	Labels, Annotations map[string]string
}

// ruleGroups are the groups of a rule file.
type ruleGroups struct {
	Groups []struct {
		Name  string
		Rules []rule
	}
}

// promtool runs promtool and fails the test if it reports a problem.
func promtool(t *testing.T, folder string, arguments ...string) {
	t.Helper()
	path, err := exec.LookPath("promtool")
	if err != nil {
		t.Fatal("promtool is missing: run make test-chart, which installs it")
	}
	command := exec.CommandContext(t.Context(), path, arguments...)
	command.Dir = folder
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("promtool %s: %v\n%s", strings.Join(arguments, " "), err, output)
	}
}

// renderRules renders the PrometheusRules of two releases in one namespace, news and other, and
// writes them to rules.yaml and other.yaml in a new folder. It returns the groups of the first one.
func renderRules(t *testing.T, arguments ...string) (folder string, groups ruleGroups) {
	t.Helper()
	folder = t.TempDir()
	arguments = append([]string{"--namespace", "news", "--set",
		"prometheusRule.enabled=true,metrics.serviceMonitor.enabled=true"}, arguments...)
	writeRules(t, filepath.Join(folder, "other.yaml"),
		render(t, "production", append(arguments, "--name-template", "other")...))
	text := writeRules(t, filepath.Join(folder, "rules.yaml"), render(t, "production", arguments...))
	if err := yaml.UnmarshalStrict(text, &struct {
		Groups any `json:"groups"`
	}{}); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &groups); err != nil || len(groups.Groups) != 1 {
		t.Fatalf("%d groups, %v", len(groups.Groups), err)
	}
	return folder, groups
}

// writeRules writes the only PrometheusRule of a release to a file and returns its text.
func writeRules(t *testing.T, file string, all objects) []byte {
	t.Helper()
	if len(all.prometheusRules) != 1 {
		t.Fatalf("%d PrometheusRules", len(all.prometheusRules))
	}
	var text []byte
	for _, rule := range all.prometheusRules {
		var err error
		if text, err = yaml.Marshal(rule["spec"]); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return text
}

// TestWorkerAlert checks that a release has the alert on missing metrics of the workers only if its
// values do not turn the workers off.
func TestWorkerAlert(t *testing.T) {
	t.Parallel()
	for values, want := range map[string]bool{"worker.replicas=0": false, "worker.replicas=1": true,
		"worker.replicas=null": true, "worker.autoscaling.enabled=true": true} {
		_, groups := renderRules(t, "--set", values)
		var names []string
		for _, rule := range groups.Groups[0].Rules {
			names = append(names, rule.Alert)
		}
		if got := slices.Contains(names, "NewsSourcesWorkerMetricsMissing"); got != want ||
			!slices.Contains(names, "NewsSourcesMetricsMissing") {
			t.Errorf("%s: the alerts are %v", values, names)
		}
	}
}

// TestAlertsAreConfigurable checks that values disable each alert and set each threshold, and that
// the schema names all alerts.
func TestAlertsAreConfigurable(t *testing.T) {
	t.Parallel()
	_, groups := renderRules(t)
	var all []string
	for _, rule := range groups.Groups[0].Rules {
		if rule.Alert != "" {
			all = append(all, rule.Alert)
		}
	}
	disabled := "prometheusRule.disabledAlerts={" + strings.Join(all, ",") + "}" // the schema accepts each
	folder, left := renderRules(t, "--set", disabled)
	for _, rule := range left.Groups[0].Rules {
		if rule.Alert != "" {
			t.Errorf("%s cannot be disabled", rule.Alert)
		}
	}
	promtool(t, folder, "check", "rules", "rules.yaml")
	if _, err := template(t, "production", "--set",
		"prometheusRule.disabledAlerts={NewsSourcesCheckOverdue}"); err == nil {
		t.Error("a misspelled alert is accepted")
	}
	var values struct {
		PrometheusRule struct{ Thresholds map[string]float64 }
	}
	readYAML(t, "newssources/values.yaml", &values)
	for name := range values.PrometheusRule.Thresholds {
		_, changed := renderRules(t, "--set", "prometheusRule.thresholds."+name+"=7")
		if !strings.Contains(fmt.Sprint(changed), "7") || fmt.Sprint(changed) == fmt.Sprint(groups) {
			t.Errorf("the threshold %s has no effect", name)
		}
	}
}

// TestReleaseLabel checks that the metrics of a release get the label by which rules, dashboards
// and autoscalers select them.
func TestReleaseLabel(t *testing.T) {
	t.Parallel()
	all := render(t, "production", "--set",
		"metrics.serviceMonitor.enabled=true,worker.autoscaling.enabled=true,worker.autoscaling.targetDueEndpoints=100")
	for name, monitor := range all.serviceMonitors {
		endpoint := monitor["spec"].(map[string]any)["endpoints"].([]any)[0].(map[string]any)
		if got := fmt.Sprint(endpoint["relabelings"]); got != "[map[replacement:news targetLabel:release]]" {
			t.Errorf("%s: the relabelings are %s", name, got)
		}
	}
	metrics := all.autoscalers["news-newssources-worker"].Spec.Metrics
	if len(all.serviceMonitors) != 2 || metrics[len(metrics)-1].External.Metric.Selector.MatchLabels["release"] != "news" {
		t.Errorf("%d ServiceMonitors, the metrics of the autoscaler are %+v", len(all.serviceMonitors), metrics)
	}
}

// TestAlertsHaveCauses checks that make test-cluster causes each alert.
func TestAlertsHaveCauses(t *testing.T) {
	t.Parallel()
	_, groups := renderRules(t)
	caused := find(t, "../k8s/clustertest/alerts.go", `"(NewsSources\w+)"`)
	for _, rule := range groups.Groups[0].Rules {
		if rule.Alert != "" && !slices.Contains(caused, rule.Alert) {
			t.Errorf("%s has no cause in k8s/clustertest/alerts.go", rule.Alert)
		}
	}
}

// TestAlertsHaveRunbooks checks the labels and annotations of each alert, and that each runbook
// belongs to an alert.
func TestAlertsHaveRunbooks(t *testing.T) {
	t.Parallel()
	folder, groups := renderRules(t)
	promtool(t, folder, "check", "rules", "--lint-fatal", "rules.yaml")
	pages, err := filepath.Glob("../.github/runbooks/*.md")
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]bool{}
	for _, page := range pages {
		left[strings.TrimSuffix(filepath.Base(page), ".md")] = true
	}
	delete(left, "README")
	for _, group := range groups.Groups {
		for _, rule := range group.Rules {
			if rest := rule.Expr + fmt.Sprint(rule.Annotations); strings.Contains(strings.ReplaceAll(strings.ReplaceAll(rest,
				"$value", ""), "$labels", ""), "$") {
				t.Errorf("%s%s has a placeholder that was not replaced: %s", rule.Alert, rule.Record, rest)
			}
			if rule.Alert == "" {
				continue
			}
			if severity := rule.Labels["severity"]; severity != "critical" && severity != "warning" {
				t.Errorf("%s: the severity is %q", rule.Alert, severity)
			}
			if rule.Annotations["summary"] == "" || rule.Annotations["description"] == "" {
				t.Errorf("%s: the annotations are %v", rule.Alert, rule.Annotations)
			}
			if got, want := rule.Annotations["runbook_url"], "https://github.com/newsources/newsources/blob/main/.github/runbooks/"+rule.Alert+".md"; got != want {
				t.Errorf("%s: the runbook is %s, want %s", rule.Alert, got, want)
			}
			page, err := os.ReadFile("../.github/runbooks/" + rule.Alert + ".md")
			if err != nil {
				t.Error(err)
			}
			for _, part := range []string{"# " + rule.Alert + "\n", "\n## Meaning\n", "\n## Confirm\n", "\n```\n",
				"\n## What to do\n", "\n## Threshold\n"} {
				if !strings.Contains(string(page), part) {
					t.Errorf("the runbook of %s has no %q", rule.Alert, part)
				}
			}
			delete(left, rule.Alert)
		}
	}
	if len(left) > 0 {
		t.Errorf("runbooks without an alert: %v", left)
	}
}

// TestAlerts runs the promtool tests in testdata/alerts: each alert has a test in which it fires,
// one in which it does not, and one without metrics in which it does not.
func TestAlerts(t *testing.T) {
	t.Parallel()
	folder, groups := renderRules(t)
	var fired, quiet, absent string
	files, err := filepath.Glob("testdata/alerts/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, filepath.Base(file)), text, 0o600); err != nil {
			t.Fatal(err)
		}
		var suite struct {
			Tests []struct {
				Name          string
				InputSeries   []struct{ Series string } `json:"input_series"`
				AlertRuleTest []struct {
					Alertname string
					ExpAlerts []any `json:"exp_alerts"`
				} `json:"alert_rule_test"`
			}
		}
		if err := yaml.Unmarshal(text, &suite); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, test := range suite.Tests {
			for _, check := range test.AlertRuleTest {
				switch {
				case len(check.ExpAlerts) > 0:
					fired += " " + check.Alertname + " "
				case len(test.InputSeries) > 0:
					quiet += " " + check.Alertname + " "
				default:
					absent += " " + check.Alertname + " "
				}
			}
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			promtool(t, folder, "test", "rules", filepath.Base(file))
		})
	}
	for _, group := range groups.Groups {
		for _, rule := range group.Rules {
			if rule.Alert == "" {
				continue
			}
			for kind, alerts := range map[string]string{"it fires": fired, "it stays quiet": quiet,
				"metrics are absent": absent} {
				if rule.Alert != "NewsSourcesMetricsMissing" && !strings.Contains(alerts, " "+rule.Alert+" ") {
					t.Errorf("%s: no test in which %s", rule.Alert, kind)
				}
			}
		}
	}
}

// TestRunbooksWorkForAnyRelease checks that commands select objects by labels, because names depend
// on the release and on values, and that the labels match objects in a release with other names.
func TestRunbooksWorkForAnyRelease(t *testing.T) {
	t.Parallel()
	all := render(t, "evaluation", "--name-template", "other", "--set",
		"nameOverride=register,fullnameOverride=desk,namespaceOverride=desk")
	byKind := map[string][]map[string]string{}
	for _, object := range all.deployments {
		byKind["deploy"] = append(byKind["deploy"], object.Labels)
		byKind["pods"] = append(byKind["pods"], object.Spec.Template.Labels)
	}
	for _, object := range all.statefulSets {
		byKind["statefulset"] = append(byKind["statefulset"], object.Labels)
	}
	for _, object := range all.services {
		byKind["endpoints"] = append(byKind["endpoints"], object.Labels)
	}
	for alias, kind := range map[string]string{"deployment": "deploy", "deployments": "deploy", "replicasets": "pods",
		"logs": "pods"} {
		byKind[alias] = byKind[kind]
	}
	command := regexp.MustCompile(`kubectl -n NAMESPACE (?:(logs)|[a-z]+(?: restart)? ([a-z,]+))(?: -o wide)? -l ([^ ` +
		"`" + `]+)( -o name)?`)
	pages, err := filepath.Glob("../.github/runbooks/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []string{"RELEASE-", "news-newssources", "helm upgrade news", "kubectl get", "kubectl logs"} {
			if strings.Contains(string(text), wrong) {
				t.Errorf("%s names %q", page, wrong)
			}
		}
		found := command.FindAllStringSubmatch(string(text), -1)
		if len(found) != strings.Count(string(text), " -l ") {
			t.Errorf("%s: %d of the commands with labels are unknown", page, strings.Count(string(text), " -l ")-len(found))
		}
		for _, match := range found {
			selector, err := labels.Parse(strings.ReplaceAll(match[3], "RELEASE", "other"))
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range strings.Split(match[1]+match[2], ",") {
				selected := 0
				for _, object := range byKind[kind] {
					if selector.Matches(labels.Set(object)) {
						selected++
					}
				}
				if selected == 0 || match[4] != "" && selected != 1 {
					t.Errorf("%s: %s selects %d %s", page, match[0], selected, kind)
				}
			}
		}
	}
}

// TestCertificateRunbook runs the pipeline of the runbook on metrics in the format of the service.
func TestCertificateRunbook(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../.github/runbooks/NewsSourcesDatabaseCertificateExpiring.md")
	if err != nil {
		t.Fatal(err)
	}
	_, pipeline, found := strings.Cut(string(text), "curl -s localhost:9090/metrics | ")
	pipeline, _, _ = strings.Cut(pipeline, "; kill $!)")
	if !found {
		t.Fatal("the runbook has no pipeline")
	}
	const name = "newsources_db_certificate_expiry_timestamp_seconds"
	expiry := float64(time.Now().Add(60 * time.Hour).Unix())
	command := exec.CommandContext(t.Context(), "sh", "-c", pipeline)
	command.Stdin = strings.NewReader(fmt.Sprintf("# HELP %s End of the validity.\n# TYPE %s gauge\n%s "+
		"%g\nnewsources_build_info 1\n", name, name, name, expiry))
	if output, err := command.CombinedOutput(); err != nil || string(output) != "2.5 days left\n" {
		t.Errorf("%s: %q, %v", pipeline, output, err)
	}
}
