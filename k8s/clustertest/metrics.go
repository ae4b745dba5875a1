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
	var exposed string
	for _, component := range []string{"api", "worker"} {
		address, err := forward(ctx, release+"-newssources-"+component+"-metrics", "metrics")
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
	for _, name := range regexp.MustCompile(`newsources_[a-z_]+\b`).FindAllString(string(dashboard), -1) {
		if !strings.Contains(exposed, "\n"+name+"{") && !strings.Contains(exposed, "\n"+name+" ") {
			missing = append(missing, fmt.Errorf("missing metric %s", name))
		}
	}
	return errors.Join(missing...)
}
