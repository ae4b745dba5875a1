package charts_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSettingsExist checks that the programs or their libraries read every setting in the
// ConfigMaps.
func TestSettingsExist(t *testing.T) {
	t.Parallel()
	byLibraries := []string{"GOOGLE_APPLICATION_CREDENTIALS", "FIREBASE_AUTH_EMULATOR_HOST", "OTEL_EXPORTER_OTLP_ENDPOINT",
		"OTEL_TRACES_SAMPLER", "OTEL_TRACES_SAMPLER_ARG"}
	api := append(find(t, "../services/newssources/*.go", `"([A-Z][A-Z0-9_]+)"`), byLibraries...)
	web := find(t, "../web/nginx/settings.envsh", `"\$\{([A-Z_]+):=`)
	for _, values := range valueSets(t) {
		all := render(t, values)
		for name, configMap := range all.configMaps {
			if configMap.Labels["app.kubernetes.io/component"] == "dashboards" {
				continue // no settings
			}
			known := api
			switch configMap.Labels["app.kubernetes.io/component"] {
			case "": // one of extraObjects
				continue
			case "web":
				known = web
			}
			for key := range configMap.Data {
				if !slices.Contains(known, key) {
					t.Errorf("%s: the ConfigMap %s sets %s, which no program reads", values, name, key)
				}
			}
		}
	}
}

// find returns the first groups of all matches of pattern in the files of a glob, except tests.
func find(t *testing.T, glob, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(glob)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1) {
			found = append(found, match[1])
		}
	}
	if len(found) == 0 {
		t.Fatalf("%s has no match of %s", glob, pattern)
	}
	return found
}

// TestSettings checks that the chart refuses and accepts the same values as the service
// (testdata/settings.tsv, which a test of the service reads too).
func TestSettings(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/settings.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		value, accepted := row[2], row[3] == "yes"
		t.Run(row[0]+"="+value, func(t *testing.T) {
			t.Parallel()
			arguments := []string{"--set-string", row[0] + "=" + strings.ReplaceAll(value, ",", `\,`)}
			values := "evaluation"
			switch {
			case row[0] == "mail.server":
				arguments = append(arguments, "--set", "mail.from=alerts@example.org")
			case row[0] == "mail.from":
				arguments = append(arguments, "--set", "mail.server=smtps://mail.example.org")
			case strings.HasPrefix(row[0], "secrets."):
				values = "database-url"
			}
			if _, err := template(t, values, arguments...); (err == nil) != accepted {
				t.Errorf("the error is %v", err)
			}
		})
	}
}
