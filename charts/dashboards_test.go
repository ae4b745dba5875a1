package charts_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// dashboard is the part of a Grafana dashboard that is checked.
type dashboard struct {
	UID, Title string
	Links      []struct{ Type, URL string }
	Templating struct{ List []struct{ Name, Type string } }
	Panels     []panel
}

type panel struct {
	ID                       int
	Type, Title, Description string
	GridPos                  struct{ X, Y, W, H int }
	Datasource               struct{ UID string }
	Targets                  []struct{ Expr string }
	Links                    []struct{ URL string }
	FieldConfig              struct {
		Defaults struct {
			Thresholds struct{ Steps []struct{ Color string } }
			Color      struct{ Mode string }
		}
	}
}

// TestDashboards checks the ConfigMaps that Grafana's sidecar imports. The process tests of the
// service check the queries.
func TestDashboards(t *testing.T) {
	t.Parallel()
	const runbooks = "https://runbooks.example.org/news"
	configMaps := render(t, "everything").configMaps
	for _, name := range []string{"service", "checker", "users", "web"} {
		configMap := configMaps["news-register-dashboard-"+name]
		if configMap.Labels["grafana_dashboard"] != "yes" || configMap.Annotations["grafana_folder"] != "News" {
			t.Errorf("%s: labels %v, annotations %v", name, configMap.Labels, configMap.Annotations)
		}
		var d dashboard
		if err := json.Unmarshal([]byte(configMap.Data[name+".json"]), &d); err != nil || d.UID != "newssources-"+name ||
			len(d.Panels) < 8 {
			t.Errorf("%s: uid %q, %d panels, %v", name, d.UID, len(d.Panels), err)
		}
		if len(d.Templating.List) < 3 || d.Templating.List[0].Type != "datasource" ||
			d.Templating.List[1].Name != "namespace" || d.Templating.List[2].Name != "release" {
			t.Errorf("%s: the variables are %+v", name, d.Templating.List)
		}
		if len(d.Links) != 2 || d.Links[0].Type != "dashboards" || d.Links[1].URL != runbooks {
			t.Errorf("%s: the links are %+v", name, d.Links)
		}
		checkGrid(t, name, d.Panels)
		ids := map[int]bool{}
		for _, panel := range d.Panels {
			if ids[panel.ID] || panel.Title == "" || panel.Description == "" || panel.Datasource.UID != "${datasource}" ||
				len(panel.Targets) == 0 {
				t.Errorf("%s: panel %d %q has a duplicate id, or lacks a title, a description, the data source or a query", name,
					panel.ID, panel.Title)
			}
			ids[panel.ID] = true
			if defaults := panel.FieldConfig.Defaults; panel.Type == "stat" && len(defaults.Thresholds.Steps) == 0 &&
				defaults.Color.Mode != "fixed" {
				t.Errorf("%s: panel %q has neither thresholds nor a colour: Grafana shows values from 80 in red", name, panel.Title)
			}
			for _, target := range panel.Targets {
				if series := unselectedSeries(target.Expr); series != "" {
					t.Errorf("%s: the query of panel %q selects %s of several releases or namespaces", name, panel.Title, series)
				}
			}
			for _, link := range panel.Links {
				page, isRunbook := strings.CutPrefix(link.URL, runbooks+"/")
				if _, err := os.Stat("../.github/runbooks/" + page); !isRunbook || err != nil {
					t.Errorf("%s: panel %q links to %s: %v", name, panel.Title, link.URL, err)
				}
			}
		}
	}
	if text := render(t, "production").text; strings.Contains(text, "grafana_dashboard") ||
		strings.Contains(text, "PrometheusRule") {
		t.Error("dashboards or rules are rendered by default")
	}
}

// unselectedSeries returns a selector of a query that is not limited to one release, or "" if there
// is none. Metrics of the service are selected by the label release; metrics of Kubernetes by the
// names of pods or Deployments, which begin with the prefix of the release.
func unselectedSeries(query string) string {
	for _, selector := range regexp.MustCompile(`\w+\{[^}]*\}`).FindAllString(query, -1) {
		isOfRelease := strings.Contains(selector, `release="$release"`)
		if regexp.MustCompile(`^(kube|container)_`).MatchString(selector) {
			isOfRelease = regexp.MustCompile(`(pod|deployment)=~?"\$prefix-`).MatchString(selector)
		}
		if !isOfRelease || !strings.Contains(selector, `namespace="$namespace"`) {
			return selector
		}
	}
	if !strings.Contains(query, "{") {
		return query
	}
	return ""
}

// checkGrid checks that the panels fill the 24 columns of the grid without overlaps or holes.
func checkGrid(t *testing.T, name string, panels []panel) {
	t.Helper()
	const columns = 24
	cells, bottom := map[[2]int]int{}, 0
	for _, panel := range panels {
		at := panel.GridPos
		bottom = max(bottom, at.Y+at.H)
		for x := range at.W {
			for y := range at.H {
				cells[[2]int{at.X + x, at.Y + y}]++
			}
		}
	}
	for y := range bottom {
		for x := range columns {
			if cells[[2]int{x, y}] != 1 {
				t.Errorf("%s: %d panels at column %d of row %d", name, cells[[2]int{x, y}], x, y)
				return
			}
		}
	}
	if len(cells) != columns*bottom {
		t.Errorf("%s: a panel is outside the grid", name)
	}
}

// TestDashboardsAreComplete checks that TestDashboards covers each file of the folder.
func TestDashboardsAreComplete(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("newssources/dashboards/*.json")
	if err != nil || len(files) != 4 {
		t.Errorf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || regexp.MustCompile(`"(uid|datasource)": "[^$n]`).Match(text) {
			t.Errorf("%s has a fixed data source, %v", file, err)
		}
	}
}

// metricNames returns the names of the service's metrics. The process tests of the service compare
// the page with a running one.
func metricNames(t *testing.T) []string {
	t.Helper()
	names := find(t, "../.github/METRICS.md", "\\| `([a-z_]+)` \\|")
	if len(names) < 50 {
		t.Fatalf("the page lists %d metrics", len(names))
	}
	return names
}
