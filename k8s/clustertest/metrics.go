package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// withoutTLS is a metric that the tested release lacks, because its database connections do not use
// TLS.
const withoutTLS = "newsources_db_certificate_expiry_timestamp_seconds"

// readDashboards returns the text of all dashboards.
func readDashboards() (text string, err error) {
	files, err := filepath.Glob("charts/newssources/dashboards/*.json")
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("no dashboards: %w", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file) //nolint:gosec // a file of the chart
		if err != nil {
			return "", err
		}
		text += string(content)
	}
	return text, nil
}

// checkMetrics checks that the release exposes all metrics of the dashboards and its version.
func checkMetrics(ctx context.Context, t *test) error {
	dashboards, err := readDashboards()
	if err != nil {
		return err
	}
	var exposed string
	for _, component := range []string{"api", "worker"} {
		address, err := forward(ctx, "service/"+release+"-newssources-"+component+"-metrics", "metrics")
		if err != nil {
			return err
		}
		answer, err := t.web.withBase(address).get(ctx, "/metrics")
		if err != nil || answer.status != 200 {
			return fmt.Errorf("%s: status %d (%v)", component, answer.status, err)
		}
		if !strings.Contains(answer.body, `version="`+newVersion+`"`) {
			return fmt.Errorf("newsources_build_info of the %s has the wrong version", component)
		}
		exposed += answer.body
	}
	var missing []error
	for _, name := range regexp.MustCompile(`newsources_[a-z_]+\b`).FindAllString(dashboards, -1) {
		if name != withoutTLS && !strings.Contains(exposed, "\n"+name+"{") && !strings.Contains(exposed, "\n"+name+" ") {
			missing = append(missing, fmt.Errorf("missing metric %s", name))
		}
	}
	return errors.Join(missing...)
}
