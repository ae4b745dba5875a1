package check

import (
	"context"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
)

// TestClaimedEndpointsAreReturned checks that queued endpoints are returned to the database when
// they must not be checked any more.
func TestClaimedEndpointsAreReturned(t *testing.T) {
	t.Parallel()
	const count = 4
	for name, test := range map[string]struct {
		isBusy bool
		change func(r *run, tasks []*queue.Task, stop func())
	}{
		"the worker stops while all slots are taken": {true, func(_ *run, _ []*queue.Task, stop func()) { stop() }},
		"the worker has stopped":                     {false, func(_ *run, _ []*queue.Task, stop func()) { stop() }},
		"the network is lost": {false, func(r *run, _ []*queue.Task, _ func()) {
			r.network.StartOffline()
		}},
		"all checks were slow": {false, func(_ *run, tasks []*queue.Task, _ func()) {
			for _, t := range tasks {
				t.Began = t.Began.Add(-queueTime - time.Second)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			h.addMany(count, h.sites.URL("site-#.example", "/feed"))
			h.assignAll()
			tasks := h.claimSome(count)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			findings := make(chan *record.Finding, count)
			r := &run{Worker: h.Worker, ctx: t.Context(), findings: findings, slots: make(chan struct{}, 1),
				queue: make(chan *queue.Task, count), freed: make(chan struct{}, 1)}
			if test.isBusy {
				r.slots <- struct{}{}
			}
			for _, task := range tasks {
				r.queue <- task
			}
			close(r.queue)
			test.change(r, tasks, stop)
			r.startQueued(ctx)
			r.checks.Wait()
			if n := value[int](h, "SELECT count(*) FROM check_hosts WHERE lease IS NULL AND ready_at <= now()"); len(tasks) != count || n != count || len(findings) != 0 {
				t.Errorf("%d claimed, %d returned, %d results", len(tasks), n, len(findings))
			}
		})
	}
}
