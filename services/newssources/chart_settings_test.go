package main

import (
	"errors"
	"os"
	"strings"
	"testing"
)

// TestSettingsOfChart checks that the service refuses and accepts the same settings as the chart
// (charts/testdata/settings.tsv).
func TestSettingsOfChart(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../charts/testdata/settings.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all := completeEnv(map[string]string{row[1]: row[2]})
		switch row[1] {
		case "SMTP_URL":
			all["MAIL_FROM"] = "alerts@example.org"
		case "MAIL_FROM":
			all["SMTP_URL"] = "smtps://mail.example.org"
		}
		getenv := func(name string) string { return all[name] }
		_, err := readConfig(getenv)
		_, workErr := readWorkConfig(getenv)
		if err = errors.Join(err, workErr); (err == nil) != (row[3] == "yes") {
			t.Errorf("%s=%s: the error is %v, accepted is %s", row[1], row[2], err, row[3])
		}
	}
	if rows == 0 {
		t.Error("there are no rows")
	}
}
