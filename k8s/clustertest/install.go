package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
)

const (
	chart     = "charts/newssources" // chart of the new version
	values    = "charts/testdata/tests.yaml"
	helmLimit = "5m"
)

// oldChart returns the chart that is installed first: OLD_CHART, which test-cluster.sh sets for FROM, or the current one.
func oldChart() string { return cmp.Or(os.Getenv("OLD_CHART"), chart) }

// install installs the chart with the embedded database and the auth emulator.
func install(ctx context.Context, _ *test) error {
	_, err := helm(ctx, append([]string{"install", release, oldChart(), "--wait", "--timeout", helmLimit}, settings(oldVersion)...)...)
	return err
}

func settings(version string) []string {
	return []string{
		"--values", values, "--set", "ingress.host=" + host,
		"--set", "api.image.tag=" + version, "--set", "web.image.tag=" + version,
		"--set", "postgresql.storageClass=", // the cluster's default
	}
}

func helmTest(ctx context.Context, _ *test) error {
	_, err := helm(ctx, "test", release, "--timeout", "2m")
	return err
}

// upgradeUnderTraffic upgrades the release and checks that no request fails and that generated secrets are unchanged.
func upgradeUnderTraffic(ctx context.Context, t *test) error {
	secrets, err := generatedSecrets(ctx)
	if err != nil {
		return err
	}
	err = underTraffic(ctx, t.web, func() error {
		_, err := helm(ctx, append([]string{"upgrade", release, chart, "--wait", "--timeout", helmLimit}, settings(newVersion)...)...)
		return err
	})
	if err != nil {
		return err
	}
	after, err := generatedSecrets(ctx)
	if err != nil {
		return err
	}
	for name, value := range secrets {
		if after[name] != value {
			return fmt.Errorf("the upgrade has changed the generated secret %s", name)
		}
	}
	return t.checkVersion(ctx, newVersion)
}

func rollbackUnderTraffic(ctx context.Context, t *test) error {
	err := underTraffic(ctx, t.web, func() error {
		_, err := helm(ctx, "rollback", release, "1", "--wait", "--timeout", helmLimit)
		return err
	})
	if err != nil {
		return err
	}
	return t.checkVersion(ctx, oldVersion)
}

// checkVersion checks that the version is running and that all created sources still exist.
func (t *test) checkVersion(ctx context.Context, version string) error {
	err := eventually(ctx, time.Minute, func(ctx context.Context) error {
		configuration, err := t.web.get(ctx, "/config.json")
		if err != nil || !strings.Contains(configuration.body, `"version": "`+version+`"`) {
			return fmt.Errorf("config.json reports %s (%v)", configuration.body, err)
		}
		pods, err := kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component=api", "--output=jsonpath={.items[*].spec.containers[0].image}")
		if err != nil {
			return err
		}
		for _, image := range strings.Fields(pods) {
			if !strings.HasSuffix(image, ":"+version) {
				return fmt.Errorf("an API pod runs %s", image)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.checkSources(ctx)
}

// generatedSecrets returns the secrets that the chart has generated, by Secret name and key.
func generatedSecrets(ctx context.Context) (map[string]string, error) {
	text, err := kubectl(ctx, "get", "secrets", "--selector=app.kubernetes.io/instance="+release, "--output=json")
	if err != nil {
		return nil, err
	}
	var list corev1.SecretList
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, err
	}
	secrets := map[string]string{}
	for _, secret := range list.Items {
		for key, value := range secret.Data {
			secrets[secret.Name+"/"+key] = string(value)
		}
	}
	if len(secrets) == 0 {
		return nil, errors.New("the chart has generated no secrets")
	}
	return secrets, nil
}

// interruptDatabase checks that during a database outage the API responds quickly with 503, is not restarted, and recovers.
func interruptDatabase(ctx context.Context, t *test) error {
	restarts := func() (string, error) {
		return kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component=api", "--output=jsonpath={.items[*].status.containerStatuses[0].restartCount}")
	}
	before, err := restarts()
	if err != nil {
		return err
	}
	apiAddress, err := forward(ctx, release+"-newssources-api", "http")
	if err != nil {
		return err
	}
	set := "statefulset/" + release + "-newssources-postgresql"
	if _, err := kubectl(ctx, "scale", set, "--replicas=0"); err != nil {
		return err
	}
	err = eventually(ctx, time.Minute, func(ctx context.Context) error {
		start := time.Now()
		answer, err := t.web.withBase(apiAddress).get(ctx, "/newssources", accept("application/json"), t.web.bearer())
		if err != nil || answer.status != 503 || answer.contentType() != "application/problem+json" {
			return fmt.Errorf("want 503 and a problem, got %d %s (%v)", answer.status, answer.body, err)
		}
		if took := time.Since(start); took > 3*time.Second {
			return fmt.Errorf("the response took %s", took)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := kubectl(ctx, "scale", set, "--replicas=1"); err != nil {
		return err
	}
	if err := eventually(ctx, 2*time.Minute, t.checkSources); err != nil {
		return err
	}
	if after, err := restarts(); err != nil || after != before {
		return fmt.Errorf("API pods were restarted: %q, before %q (%v)", after, before, err)
	}
	return nil
}

// reinstall checks that the data survives helm uninstall and is available to a new release.
func reinstall(ctx context.Context, t *test) error {
	if _, err := helm(ctx, "uninstall", release, "--wait", "--timeout", helmLimit); err != nil {
		return err
	}
	if err := install(ctx, t); err != nil {
		return err
	}
	return eventually(ctx, time.Minute, t.checkSources)
}
