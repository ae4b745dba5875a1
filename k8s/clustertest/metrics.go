package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// checkMetrics checks that the release exposes all metrics of the dashboard and its version.
func checkMetrics(ctx context.Context, t *test) error {
	dashboard, err := os.ReadFile("k8s/dashboards/newssources.json")
	if err != nil {
		return err
	}
	address, err := forward(ctx, release+"-newssources-api-metrics", "metrics")
	if err != nil {
		return err
	}
	answer, err := t.web.withBase(address).get(ctx, "/metrics")
	if err != nil || answer.status != 200 {
		return fmt.Errorf("status %d (%v)", answer.status, err)
	}
	var missing []error
	for _, name := range regexp.MustCompile(`newsources_[a-z_]+\b`).FindAllString(string(dashboard), -1) {
		if !strings.Contains(answer.body, "\n"+name+"{") && !strings.Contains(answer.body, "\n"+name+" ") {
			missing = append(missing, fmt.Errorf("missing metric %s", name))
		}
	}
	if !strings.Contains(answer.body, `version="`+newVersion+`"`) {
		missing = append(missing, errors.New("newsources_build_info has the wrong version"))
	}
	return errors.Join(missing...)
}
