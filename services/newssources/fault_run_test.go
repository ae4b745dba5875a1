package main

import (
	"testing"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
)

// maxRecovery is the longest time from the end of a fault to the next recorded check. It is long
// enough for a busy machine.
const maxRecovery = time.Minute

// faultRun is a worker that checks endpoints while a test causes a fault of its database.
type faultRun struct {
	*testing.T
	sites    *simulator.Simulator
	database string // address without the proxy; a restart or a failover changes it
	count    int    // endpoints
	worker   *worker
}

// startFaultRun adds endpoints, and starts a worker that connects to the database at the address
// routed and checks about 20 endpoints per second. No endpoint becomes due a second time.
func startFaultRun(t *testing.T, database, routed string, count int) *faultRun {
	t.Helper()
	fixed := time.Now()
	r := &faultRun{T: t, database: database, count: count}
	r.sites = startSites(t, simulator.Options{Latency: 200 * time.Millisecond, Now: func() time.Time { return fixed }})
	addOrdinarySites(t, database, r.sites, count)
	r.worker = startWorker(t, routed, r.sites, map[string]string{"CHECK_CONCURRENCY": "4", "CHECK_MIN_INTERVAL": "12h"})
	waitUntil(t, "no check is recorded", func() bool { return r.recorded() > 0 })
	return r
}

func (r *faultRun) recorded() int { return countRows(r.T, r.database, "attempts") }

// unfinished returns the number of recorded checks. It fails the test if all endpoints are checked.
func (r *faultRun) unfinished() int {
	r.Helper()
	n := r.recorded()
	if n == r.count {
		r.Fatal("all endpoints were checked before the fault")
	}
	return n
}

// expectRecovery waits until more checks than before are recorded, at most maxRecovery after the
// end of the fault.
func (r *faultRun) expectRecovery(end time.Time, before int) {
	r.Helper()
	waitUntil(r.T, "no check is recorded after the fault", func() bool { return r.recorded() > before })
	if took := time.Since(end); took > maxRecovery {
		r.Errorf("the first check was recorded %s after the fault", took)
	}
}

// expectComplete waits until all endpoints are checked, and checks that each item is stored once
// and that each site has sent its feed.
func (r *faultRun) expectComplete() {
	r.Helper()
	waitUntil(r.T, "not all endpoints are checked after the fault", func() bool {
		return countRows(r.T, r.database, "endpoint_states WHERE checks > 0") == r.count
	})
	expectEachItemOnce(r.T, r.database, r.count)
	served := map[string]bool{}
	for _, request := range r.sites.Requests("") {
		if request.Path == "/feed/0.xml" {
			served[request.Host] = true
		}
	}
	if len(served) != r.count {
		r.Errorf("%d of %d sites sent their feed", len(served), r.count)
	}
}
