// Command clustertest installs the chart on the cluster of KUBECONFIG, tests it through the ingress, upgrades it and rolls
// it back under traffic, and removes it. ../test-cluster.sh builds the images and runs it.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

const (
	namespace = "newsources-test"
	release   = "news"
	host      = "news.example.org"

	// oldVersion is installed first and then upgraded to newVersion; both are image tags.
	oldVersion, newVersion = "test-1", "test-2"

	// stepLimit limits the duration of a step, including the first start of the database.
	stepLimit = 6 * time.Minute
)

// test holds the state shared by the steps.
type test struct {
	web     *browser // through the ingress
	sources []string // created sources, which must continue to exist
}

type step struct {
	name string
	run  func(context.Context, *test) error
}

var steps = []step{
	{"connect to the cluster", checkConnection},
	{"create a namespace for restricted pods", createNamespace},
	{"start the auth emulator", startEmulator},
	{"helm install", install},
	{"helm test", helmTest},
	{"find the ingress", findIngress},
	{"sign in", signIn},
	{"check the routes of the ingress", checkRoutes},
	{"check tokens", checkTokens},
	{"create a source", createSource},
	{"check an endpoint", checkWorker},
	{"helm upgrade under traffic", upgradeUnderTraffic},
	{"check the metrics of the dashboard", checkMetrics},
	{"check an endpoint after the upgrade", checkWorker},
	{"helm rollback under traffic", rollbackUnderTraffic},
	{"check an endpoint after the rollback", checkWorker},
	{"interrupt the database", interruptDatabase},
	{"reinstall with the same data", reinstall},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "clustertest:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	if os.Getenv("KUBECONFIG") == "" {
		return errors.New("KUBECONFIG is not set: set it to the cluster to test on")
	}
	background, stopBackground := context.WithCancel(ctx)
	defer stopBackground()
	state := &test{web: newBrowser()}
	for passed, step := range steps {
		start := time.Now()
		stepCtx, cancel := context.WithTimeout(context.WithValue(ctx, backgroundKey{}, background), stepLimit)
		err := step.run(stepCtx, state)
		cancel()
		if err != nil {
			fmt.Printf("FAIL  %-60s %5.1f s\n      %v\n", step.name, time.Since(start).Seconds(), err)
			printDiagnostics()
			cleanUp()
			fmt.Printf("%d passed, 1 failed\n", passed)
			return fmt.Errorf("%s: failed", step.name)
		}
		fmt.Printf("ok    %-60s %5.1f s\n", step.name, time.Since(start).Seconds())
	}
	cleanUp()
	fmt.Printf("%d passed, 0 failed\n", len(steps))
	return nil
}
