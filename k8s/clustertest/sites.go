package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// startSites starts the simulated sites and forwards their control address.
func startSites(ctx context.Context, t *test) (err error) {
	if _, err := kubectl(ctx, "apply", "--filename", "k8s/clustertest/sites.yaml"); err != nil {
		return err
	}
	if _, err := kubectl(ctx, "rollout", "status", "deployment/sites", "--timeout=3m"); err != nil {
		return err
	}
	if t.sitesDNS, err = kubectl(ctx, "get", "service", "sites", "--output=jsonpath={.spec.clusterIP}"); err != nil {
		return err
	}
	t.sitesControl, err = forward(ctx, "service/sites", "control")
	return err
}

// workerSettings returns the values with which the workers check the simulated sites through the
// sites' proxy, or nil for a chart without workers.
func (t *test) workerSettings(chart string) []string {
	if _, err := os.Stat(filepath.Join(chart, "templates", "worker")); err != nil {
		return nil
	}
	return []string{
		"--set", "fetch.proxy=http://sites:3128",
		"--set", "worker.minInterval=24h",
		"--set", "worker.canaries={http://canary.test/}",
		"--set", "worker.dnsPolicy=None",
		"--set-json", fmt.Sprintf(`worker.dnsConfig={"nameservers":[%q],"searches":["%s.svc.cluster.local"],"options":[{"name":"ndots","value":"2"}]}`, t.sitesDNS, namespace),
		"--set-json", `networkPolicy.extraEgress=[{"to":[{"podSelector":{"matchLabels":{"app":"sites"}}}]}]`,
	}
}
