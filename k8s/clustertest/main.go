// Command clustertest installs the chart into the cluster of KUBECONFIG, uses it through the ingress as a person's browser
// would, upgrades it and rolls it back under traffic, and removes what it made. ../test-cluster.sh builds the images first.
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

	// oldVersion is installed and newVersion is what it is upgraded to; the images carry them as tags.
	oldVersion, newVersion = "test-1", "test-2"

	// stepLimit is the longest that one step may take, first start of a database included.
	stepLimit = 6 * time.Minute
)

// test is what the steps learn from each other.
type test struct {
	web     *browser // through the ingress
	sources []string // what was written, and must still be there
}

type step struct {
	name string
	run  func(context.Context, *test) error
}

var steps = []step{
	{"the cluster answers", reachCluster},
	{"a namespace that admits restricted pods only", makeNamespace},
	{"an auth emulator", startEmulator},
	{"helm install", install},
	{"helm test", helmTest},
	{"the ingress is found", findIngress},
	{"a person signs in", signIn},
	{"the ingress routes as it should", checkRoutes},
	{"the API asks who it is", checkTokens},
	{"a signed-in write", writeSource},
	{"helm upgrade under traffic", upgradeUnderTraffic},
	{"the metrics that the dashboard shows", checkMetrics},
	{"helm rollback under traffic", rollbackUnderTraffic},
	{"the database goes away and comes back", loseDatabase},
	{"helm uninstall keeps the data, and a new release finds them", reinstall},
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
		return errors.New("KUBECONFIG is not set: say which cluster to test on")
	}
	background, stopBackground := context.WithCancel(ctx)
	defer stopBackground()
	state := &test{web: newBrowser()}
	for passed, step := range steps {
		since := time.Now()
		limited, cancel := context.WithTimeout(context.WithValue(ctx, backgroundKey{}, background), stepLimit)
		err := step.run(limited, state)
		cancel()
		if err != nil {
			fmt.Printf("FAIL  %-60s %5.1f s\n      %v\n", step.name, time.Since(since).Seconds(), err)
			explain()
			cleanUp()
			fmt.Printf("%d passed, 1 failed\n", passed)
			return fmt.Errorf("%s: failed", step.name)
		}
		fmt.Printf("ok    %-60s %5.1f s\n", step.name, time.Since(since).Seconds())
	}
	cleanUp()
	fmt.Printf("%d passed, 0 failed\n", len(steps))
	return nil
}
