package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// alertLimit limits the time from the start of a cause until its alerts fire, with the shortened
// rules.
const alertLimit = 4 * time.Minute

// cause is a fault that makes alerts fire.
type cause struct {
	alerts []string
	run    func(context.Context, *test) error // may last until the context ends
	end    func(context.Context, *test) error // restores the release; nil if nothing is to be restored
}

var causes = []cause{
	{[]string{"NewsSourcesPoolSaturated", "NewsSourcesLatencyBudgetBurn", "NewsSourcesLatencyBudgetBurnSlow",
		"NewsSourcesErrorBudgetBurn", "NewsSourcesErrorBudgetBurnSlow"}, lockSources, nil},
	{[]string{"NewsSourcesJobQueueStuck"}, addStuckJob, removeStuckJob},
	{[]string{"NewsSourcesRowsFailing"}, addFailedRow, removeFailedRow},
	{[]string{"NewsSourcesDeliveriesFailing"}, failDeliveries, nil},
	{[]string{"NewsSourcesChecksOverdue"}, delayChecks, endDelay},
	{[]string{"NewsSourcesWorkerIncidentOpen"}, cutWorker, reconnect},
	{[]string{"NewsSourcesIncidentOpen"}, cutAllWorkers, reconnect},
	{[]string{"NewsSourcesWorkerMetricsMissing", "NewsSourcesChecksNotFresh"}, stopWorkers, startWorkers},
	{[]string{"NewsSourcesJobsNotRunning"}, lockStates, nil},
	{[]string{"NewsSourcesFiguresMissing"}, lockJobs, nil},
	{[]string{"NewsSourcesMigrationsPending", "NewsSourcesMigrationsFailed"}, removeMigrationRecord,
		restoreMigrationRecord},
	{[]string{"NewsSourcesReplicasMissing", "NewsSourcesNoPodAvailable"}, limitPods, allowPods},
	{[]string{"NewsSourcesPodsRestarting"}, crashWorker, undoCrash},
	{[]string{"NewsSourcesPartitionsShort", "NewsSourcesPartitionsNotDropped"}, spoilPartitions, repairPartitions},
	{[]string{"NewsSourcesDatabaseCertificateExpiring"}, installWithTLS, uninstallWithTLS},
	{[]string{"NewsSourcesDatabaseUnavailable"}, stopDatabase, startDatabase},
	{[]string{"NewsSourcesMetricsMissing"}, stopAPI, startAPI},
}

// selectedCauses returns the causes of the alerts in ALERT, or all causes if it is empty.
func selectedCauses() ([]cause, error) {
	only := os.Getenv("ALERT")
	if only == "" {
		return causes, nil
	}
	names := strings.Split(only, ",")
	var selected []cause
	for _, c := range causes {
		remaining := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(c.alerts, name) })
		if len(remaining) < len(names) {
			selected, names = append(selected, c), remaining
		}
	}
	if len(names) > 0 {
		return nil, fmt.Errorf("ALERT: there is no cause of %s", strings.Join(names, ", "))
	}
	return selected, nil
}

// fireAlerts causes the alerts one after another and measures the time until each fires.
func fireAlerts(ctx context.Context, t *test) error {
	selected, err := selectedCauses()
	if err != nil {
		return err
	}
	// MetricsMissing fires until the first scrape is evaluated.
	var firing map[string]bool
	_ = eventually(ctx, time.Minute, func(ctx context.Context) (err error) {
		if firing, err = t.firing(ctx); err == nil && len(firing) > 0 {
			err = fmt.Errorf("firing: %v", firing)
		}
		return err
	})
	t.addRow("alerts that fire without a cause", float64(len(firing)), "alerts", 0, fmt.Sprint(firing))
	for _, c := range selected {
		// The time limit of a step is too short for all alerts together.
		causeCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*alertLimit)
		err := t.fire(causeCtx, c)
		cancel()
		if err != nil {
			fmt.Printf("      %v: %v\n", c.alerts, err)
		}
	}
	return nil
}

// fire runs a cause until its alerts fire.
func (t *test) fire(ctx context.Context, c cause) error {
	start := time.Now()
	running, stop := context.WithCancel(ctx)
	caused := make(chan error, 1)
	go func() {
		err := c.run(running, t)
		if err != nil {
			stop() // the alerts will not fire
		}
		caused <- err
	}()
	left := map[string]bool{}
	for _, name := range c.alerts {
		left[name] = true
	}
	err := eventually(running, alertLimit, func(ctx context.Context) error {
		firing, err := t.firing(ctx)
		if err != nil {
			return err
		}
		for name := range left {
			if firing[name] {
				t.addRow("alert fires: "+name, time.Since(start).Seconds(), "s", alertLimit.Seconds(), "")
				fmt.Printf("      %s fires after %.0f s\n", name, time.Since(start).Seconds())
				delete(left, name)
			}
		}
		if len(left) > 0 {
			return fmt.Errorf("not firing: %v", left)
		}
		return nil
	})
	stop()
	causeErr := <-caused
	for name := range left {
		t.addRow("alert does not fire: "+name, time.Since(start).Seconds(), "s", 0, fmt.Sprint(causeErr))
	}
	if c.end != nil {
		if endErr := c.end(ctx, t); endErr != nil {
			return endErr
		}
	}
	return err
}
