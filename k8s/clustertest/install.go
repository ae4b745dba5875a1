package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
)

const (
	chart     = "charts/newssources" // chart of the new version
	values    = "charts/testdata/tests.yaml"
	helmLimit = "5m"
)

// install installs the chart with the embedded database and the auth emulator.
func install(ctx context.Context, t *test) error {
	t.installedAt = time.Now()
	_, err := helm(ctx, append([]string{"install", release, t.chart, "--wait", "--timeout", helmLimit},
		t.settings(t.chart, t.version)...)...)
	return err
}

// settings returns the values of the tested release.
func (t *test) settings(chart, version string) []string {
	settings := []string{
		"--values", values, "--set", "ingress.host=" + host,
		"--set", "api.image.tag=" + version, "--set", "web.image.tag=" + version,
		"--set", "postgresql.storageClass=", // the cluster's default
	}
	return append(settings, t.workerSettings(chart)...)
}

func helmTest(ctx context.Context, _ *test) error {
	_, err := helm(ctx, "test", release, "--timeout", "2m")
	return err
}

// checkVersion checks that the version is running and that all created sources still exist.
func (t *test) checkVersion(ctx context.Context, version string) error {
	err := eventually(ctx, time.Minute, func(ctx context.Context) error {
		configuration, err := t.web.get(ctx, "/config.json")
		if err != nil || !strings.Contains(configuration.body, `"version": "`+version+`"`) {
			return fmt.Errorf("config.json reports %s (%v)", configuration.body, err)
		}
		pods, err := kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component=api",
			"--output=jsonpath={.items[*].spec.containers[0].image}")
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
