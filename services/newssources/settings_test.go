package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// otherReaders are the settings that neither serve nor work reads: `migrate` reads the first, Go
// and OpenTelemetry the others.
var otherReaders = []string{"MIGRATE_DATABASE_URL", "GOMEMLIMIT", "OTEL_EXPORTER_OTLP_ENDPOINT"}

// TestSettings checks that the reference page has all variables that serve and work read, no
// others, and their defaults.
func TestSettings(t *testing.T) {
	t.Parallel()
	all := completeEnv(map[string]string{"SMTP_URL": "smtps://mail.example.org", "MAIL_FROM": "alerts@example.org"})
	var read []string
	getenv := func(name string) string {
		read = append(read, name)
		return all[name]
	}
	config, err := readConfig(getenv)
	must(t, err)
	work, err := readWorkConfig(getenv)
	must(t, err)
	for _, s := range settings {
		if !slices.Contains(read, s.name) && !slices.Contains(otherReaders, s.name) {
			t.Errorf("%s is documented but not read", s.name)
		}
		if s.fallback == "" || slices.Contains(otherReaders, s.name) {
			continue
		}
		all[s.name] = s.fallback
		got, err := readConfig(getenv)
		must(t, err)
		if !strings.HasPrefix(s.name, "CHECK_") && !reflect.DeepEqual(got, config) {
			t.Errorf("%s: the default is not %s: %+v", s.name, s.fallback, got)
		}
		gotWork, err := readWorkConfig(getenv)
		must(t, err)
		if strings.HasPrefix(s.name, "CHECK_") && !reflect.DeepEqual(gotWork, work) {
			t.Errorf("%s: the default is not %s: %+v", s.name, s.fallback, gotWork)
		}
		delete(all, s.name)
	}
	for _, name := range read {
		if !slices.ContainsFunc(settings, func(s setting) bool { return s.name == name }) {
			t.Errorf("%s is read but not documented", name)
		}
	}
}
