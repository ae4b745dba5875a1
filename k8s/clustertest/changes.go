package main

import (
	"context"
	"fmt"
	"strings"
)

// configuration has values that change the ConfigMaps of the API, the worker and the app.
var configuration = []string{"--set", "worker.hostInterval=2s", "--set", "firebase.measurementId=G-1"}

// upgrade upgrades the release under traffic, adds a row with the failed requests, and checks that
// generated secrets are unchanged.
func (t *test) upgrade(ctx context.Context, name, version string, options ...string) error {
	secrets, err := generatedSecrets(ctx)
	if err != nil {
		return err
	}
	if err := t.underTraffic(ctx, name, func() error {
		arguments := append([]string{"upgrade", release, chart, "--wait", "--timeout", helmLimit},
			t.settings(chart, version)...)
		_, err := helm(ctx, append(arguments, options...)...)
		return err
	}); err != nil {
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
	return t.checkVersion(ctx, version)
}

func upgradeImage(ctx context.Context, t *test) error {
	return t.upgrade(ctx, "upgrade of the images", newVersion)
}

func upgradeConfiguration(ctx context.Context, t *test) error {
	return t.upgrade(ctx, "upgrade of the configuration", newVersion, configuration...)
}

// upgradeMigration upgrades to a version with one more migration.
func upgradeMigration(ctx context.Context, t *test) error {
	if err := t.upgrade(ctx, "upgrade with a migration", migratedVersion, configuration...); err != nil {
		return err
	}
	found, err := query(ctx, "SELECT count(*) FROM information_schema.columns WHERE column_name = 'cluster_test'")
	if err != nil || found != "1" {
		return fmt.Errorf("the migration was not applied: %s (%w)", found, err)
	}
	return nil
}

// rollBack returns to the previous revision, whose version does not know the last migration.
func rollBack(ctx context.Context, t *test) error {
	if err := t.underTraffic(ctx, "rollback of the migrated version", func() error {
		_, err := helm(ctx, "rollback", release, "0", "--wait", "--timeout", helmLimit)
		return err
	}); err != nil {
		return err
	}
	return t.checkVersion(ctx, newVersion)
}

// upgradeFirst upgrades from the chart of OLD_CHART to the current one.
func upgradeFirst(ctx context.Context, t *test) error {
	return t.upgrade(ctx, "upgrade from the first chart", newVersion)
}

func rollBackFirst(ctx context.Context, t *test) error {
	if err := t.underTraffic(ctx, "rollback to the first chart", func() error {
		_, err := helm(ctx, "rollback", release, "0", "--wait", "--timeout", helmLimit)
		return err
	}); err != nil {
		return err
	}
	return t.checkVersion(ctx, firstVersion)
}

// deletePods deletes one pod of each Deployment, one after another, under traffic.
func deletePods(ctx context.Context, t *test) error {
	for _, component := range []string{"api", "worker", "web"} {
		if err := t.underTraffic(ctx, "deletion of a pod: "+component, func() error {
			pods, err := podsOf(ctx, component)
			if err != nil {
				return err
			}
			if _, err := kubectl(ctx, "delete", "pod", pods[0]); err != nil {
				return err
			}
			_, err = kubectl(ctx, "rollout", "status", "deployment/"+release+"-newssources-"+component, "--timeout=2m")
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// scaleWorkers changes the number of workers from 1 to 3 and back to 1 under traffic.
func scaleWorkers(ctx context.Context, t *test) error {
	if err := scale(ctx, "worker", 1); err != nil {
		return err
	}
	if err := t.underTraffic(ctx, "workers 1 → 3 → 1", func() error {
		for _, workers := range []int{3, 1} {
			if err := scale(ctx, "worker", workers); err != nil {
				return err
			}
			if err := wait(ctx, trafficAfterChange); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return scale(ctx, "worker", 2)
}

// scale sets the number of pods of a component and waits until they are ready and no other one is
// left.
func scale(ctx context.Context, component string, replicas int) error {
	if _, err := kubectl(ctx, "scale", "deployment/"+release+"-newssources-"+component,
		fmt.Sprintf("--replicas=%d", replicas)); err != nil {
		return err
	}
	return eventually(ctx, stepLimit, func(ctx context.Context) error {
		found, err := kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component="+component,
			`--output=jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}`)
		if err == nil && found != strings.TrimSpace(strings.Repeat("True ", replicas)) {
			err = fmt.Errorf("want %d ready pods of %s, have %q", replicas, component, found)
		}
		return err
	})
}

// podsOf returns the names of the pods of a component that are not being deleted.
func podsOf(ctx context.Context, component string) ([]string, error) {
	names, err := kubectl(ctx, "get", "pods", "--selector=app.kubernetes.io/component="+component,
		"--output=go-template={{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}} {{end}}{{end}}")
	if err == nil && strings.TrimSpace(names) == "" {
		err = fmt.Errorf("there is no pod of %s", component)
	}
	return strings.Fields(names), err
}
