package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Goals of an idle release, in megabytes (10^6 bytes), and of a start.
const (
	apiMegabytes    = 80
	workerMegabytes = 60
	webMegabytes    = 15
	startSeconds    = 1
	installSeconds  = 90
	// idleTime is how long the release gets no requests before its memory is measured. It allows
	// the runtime to collect garbage and to return the freed memory.
	idleTime = 75 * time.Second
)

// wait waits for a duration.
func wait(ctx context.Context, duration time.Duration) error {
	select {
	case <-time.After(duration):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// checkInstallation checks that a signed-in user can load the app and the list, and measures the
// time since the start of the installation.
func checkInstallation(ctx context.Context, t *test) error {
	page, err := t.web.get(ctx, "/", accept("text/html"))
	if err != nil || page.status != 200 {
		return fmt.Errorf("the app: status %d (%w)", page.status, err)
	}
	list, err := t.web.get(ctx, "/newssources?limit=20", accept("application/json"), t.web.bearer())
	if err != nil || list.status != 200 {
		return fmt.Errorf("the list: status %d: %s (%w)", list.status, list.body, err)
	}
	t.addRow("helm install for evaluation until a signed-in page", time.Since(t.installedAt).Seconds(), "s",
		installSeconds, "images present")
	return nil
}

// checkIdle measures the memory of each component without requests, and the time from the start of
// an API process until it listens.
func checkIdle(ctx context.Context, t *test) error {
	if err := wait(ctx, idleTime); err != nil {
		return err
	}
	for component, goal := range map[string]float64{"api": apiMegabytes, "worker": workerMegabytes} {
		memory, err := metricOfPods(ctx, component, "process_resident_memory_bytes")
		if err != nil {
			return err
		}
		t.addRow("idle memory: "+component, memory/1e6, "MB", goal, "resident, the larger of the pods")
	}
	pods, err := podsOf(ctx, "web")
	if err != nil {
		return err
	}
	shares, err := kubectl(ctx, "exec", pods[0], "--", "sh", "-c",
		"cat /proc/[0-9]*/smaps_rollup 2>/dev/null | grep ^Pss:")
	if err != nil {
		return err
	}
	total := 0.0
	for _, found := range regexp.MustCompile(`Pss:\s+([0-9]+) kB`).FindAllStringSubmatch(shares, -1) {
		kilobytes, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			return err
		}
		total += kilobytes * 1024
	}
	t.addRow("idle memory: web", total/1e6, "MB", webMegabytes, "proportional set size of all processes of a pod")
	return checkStart(ctx, t)
}

// checkStart reads from the logs how long each API process took to start, until it listened. The
// readiness probe succeeds from then on.
func checkStart(ctx context.Context, t *test) error {
	slowest := 0.0
	pods, err := podsOf(ctx, "api")
	if err != nil {
		return err
	}
	for _, pod := range pods {
		log, err := kubectl(ctx, "logs", pod, "--container=api")
		if err != nil {
			return err
		}
		for line := range strings.Lines(log) {
			var entry struct {
				Msg   string  `json:"msg"`
				Start float64 `json:"start_ms"`
			}
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "listening" {
				slowest = max(slowest, entry.Start/1000)
			}
		}
	}
	if slowest == 0 {
		return fmt.Errorf("the logs of %s have no time of the start", pods)
	}
	t.addRow("API: from the start of the process until it is ready", slowest, "s", startSeconds, "the slowest pod")
	return nil
}

// podMetrics reads the metrics of a pod of the service through the Kubernetes API server.
func podMetrics(ctx context.Context, pod string) (string, error) {
	return kubectl(ctx, "get", "--raw", "/api/v1/namespaces/"+namespace+"/pods/"+pod+":9090/proxy/metrics")
}

// metric returns the value of a metric without labels.
func metric(metrics, name string) (float64, error) {
	found := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindStringSubmatch(metrics)
	if found == nil {
		return 0, fmt.Errorf("there is no metric %s", name)
	}
	return strconv.ParseFloat(found[1], 64)
}

// metricOfPods returns the largest value of a metric among the pods of a component.
func metricOfPods(ctx context.Context, component, name string) (largest float64, err error) {
	pods, err := podsOf(ctx, component)
	if err != nil {
		return 0, err
	}
	for _, pod := range pods {
		metrics, err := podMetrics(ctx, pod)
		if err != nil {
			return 0, err
		}
		value, err := metric(metrics, name)
		if err != nil {
			return 0, err
		}
		largest = max(largest, value)
	}
	return largest, nil
}

// checkAdmission adds a row with the number of pods that the namespace has refused. It enforces the
// Pod Security Standard "restricted".
func checkAdmission(ctx context.Context, t *test) error {
	events, err := kubectl(ctx, "get", "events", "--field-selector=reason=FailedCreate",
		"--output=jsonpath={range .items[*]}{.message}{\"\\n\"}{end}")
	if err != nil {
		return err
	}
	refused := strings.Count(events, "violates PodSecurity")
	t.addRow("pods refused by a namespace that enforces restricted", float64(refused), "pods", 0,
		strings.TrimSpace(events))
	return nil
}

// checkNodes drains a node under traffic. On a cluster with one node, it adds a row without a
// measurement.
func checkNodes(ctx context.Context, t *test) error {
	nodes, err := kubectl(ctx, "get", "nodes", "--output=name")
	if err != nil {
		return err
	}
	if count := len(strings.Fields(nodes)); count < 2 {
		t.addRow("cordon and drain of a node: failed requests", 0, "requests", 0, "not applicable: one node")
		return nil
	}
	return t.underTraffic(ctx, "cordon and drain of a node", func() error {
		pods, err := podsOf(ctx, "api")
		if err != nil {
			return err
		}
		node, err := kubectl(ctx, "get", "pod", pods[0], "--output=jsonpath={.spec.nodeName}")
		if err != nil {
			return err
		}
		_, err = kubectl(ctx, "drain", node, "--ignore-daemonsets", "--delete-emptydir-data",
			"--pod-selector=app.kubernetes.io/component in (api,worker,web)", "--timeout=5m")
		_, uncordoned := kubectl(context.WithoutCancel(ctx), "uncordon", node)
		if err == nil {
			err = uncordoned
		}
		return err
	})
}
