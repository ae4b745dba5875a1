// Command clustertest runs scenarios on the cluster of KUBECONFIG: each installs the chart, tests
// it through the ingress, changes or disturbs it under traffic, and removes it. ../test-cluster.sh
// builds the images and runs it.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// With different namespaces (NAMESPACE), several runs can share a cluster.
var (
	namespace = cmp.Or(os.Getenv("NAMESPACE"), "newsources-test")
	host      = namespace + ".example.org"
)

const (
	release = "news"

	// Image tags: oldVersion is upgraded to newVersion, migratedVersion has one more migration, and
	// firstVersion is the version of OLD_CHART.
	oldVersion, newVersion, migratedVersion, firstVersion = "test-1", "test-2", "test-3", "test-first"

	// stepLimit limits the duration of a step, including the first start of the database.
	stepLimit = 8 * time.Minute
)

// test holds the state shared by the steps.
type test struct {
	chart, version string   // which are installed first
	web            *browser // through the ingress
	sources        []string // created sources, which must continue to exist
	tracked        *trackedSources
	rows           []row
	installedAt    time.Time
	sitesDNS       string // address of the simulated sites' DNS server
	sitesControl   string // their control address
	prometheus     string // address
}

type step struct {
	name string
	run  func(context.Context, *test) error
}

var prepare = []step{
	{"connect to the cluster", checkConnection},
	{"create a namespace for restricted pods", createNamespace},
	{"start the auth emulator", startEmulator},
	{"start the simulated sites", startSites},
	{"helm install", install},
	{"find the ingress", findIngress},
	{"sign in", signIn},
	{"load a signed-in page", checkInstallation},
	{"create a source", createSource},
}

// scenarios has the steps of each scenario, which follow those of prepare.
var scenarios = map[string][]step{
	"service": {
		{"helm test", helmTest},
		{"measure the idle release", checkIdle},
		{"check the routes of the ingress", checkRoutes},
		{"check tokens", checkTokens},
		{"check an endpoint", checkWorker},
		{"upgrade the images under traffic", upgradeImage},
		{"check the metrics of the dashboard", checkMetrics},
		{"upgrade the configuration under traffic", upgradeConfiguration},
		{"upgrade with a migration under traffic", upgradeMigration},
		{"roll back under traffic", rollBack},
		{"delete pods under traffic", deletePods},
		{"count lost and duplicated writes and checks", checkTracked},
		{"scale the workers under traffic", scaleWorkers},
		{"count lost and duplicated writes and checks again", checkTracked},
		{"drain a node", checkNodes},
		{"kill the database", killDatabase},
		{"check an endpoint after the outage", checkWorker},
		{"exceed the memory limit of a container", exhaustMemory},
		{"check the admission of all pods", checkAdmission},
		{"reinstall with the same data", reinstall},
	},
	"alerts": {
		{"start Prometheus", startPrometheus},
		{"cause each alert", fireAlerts},
	},
	"upgrade": {
		{"upgrade from the first chart under traffic", upgradeFirst},
		{"check an endpoint", checkWorker},
		{"roll back to the first chart under traffic", rollBackFirst},
		{"count lost and duplicated writes", checkWrites},
	},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "clustertest:", err)
		os.Exit(1)
	}
}

// run runs the named scenarios one after another.
func run(ctx context.Context, names []string) error {
	if os.Getenv("KUBECONFIG") == "" {
		return errors.New("KUBECONFIG is not set: set it to the cluster to test on")
	}
	if len(names) == 0 {
		names = []string{"service"}
	}
	state := &test{}
	var failed error
	for _, name := range names {
		steps, ok := scenarios[name]
		if !ok {
			return fmt.Errorf("there is no scenario %s", name)
		}
		*state = test{chart: chart, version: oldVersion, web: newBrowser(), tracked: newTrackedSources(), rows: state.rows}
		if name == "upgrade" {
			state.chart, state.version = os.Getenv("OLD_CHART"), firstVersion
		}
		failed = errors.Join(failed, runSteps(ctx, name, append(prepare[:len(prepare):len(prepare)], steps...), state))
	}
	if err := state.printTable("cluster-" + strings.Join(names, "-")); err != nil {
		return err
	}
	if count := state.unmet(); count > 0 {
		failed = errors.Join(failed, fmt.Errorf("%d goals are not met", count))
	}
	return failed
}

// runSteps runs the steps of a scenario until one fails, and removes the release.
func runSteps(ctx context.Context, scenario string, steps []step, state *test) error {
	background, stopBackground := context.WithCancel(ctx)
	defer stopBackground()
	defer cleanUp()
	for _, step := range steps {
		start := time.Now()
		stepCtx, cancel := context.WithTimeout(context.WithValue(ctx, backgroundKey{}, background), stepLimit)
		err := step.run(stepCtx, state)
		cancel()
		if err != nil {
			fmt.Printf("FAIL  %-60s %5.1f s\n      %v\n", step.name, time.Since(start).Seconds(), err)
			printDiagnostics()
			return fmt.Errorf("%s: %s: failed", scenario, step.name)
		}
		fmt.Printf("ok    %-60s %5.1f s\n", step.name, time.Since(start).Seconds())
	}
	return nil
}
