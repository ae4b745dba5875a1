package jobs

import "testing"

// TestImportStartsVisits verifies that the homepages of imported sources are visited, by one job at
// a time on a queue of its own: the previous version works on the other queues during an upgrade.
func TestImportStartsVisits(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	id := r.stage(3)
	r.start(r.workers)
	second := r.newWorkers()
	r.start(second)
	r.eventually("the job is completed", jobInState, id, "completed")
	r.eventually("the homepages were visited", `(SELECT count(*) FROM visits
		WHERE outcome = 'dns' AND attempts = 1 AND due_at > now()) = 3`)
	r.eventually("there is one visits job at a time", `(SELECT count(*) FROM river_job
		WHERE kind = 'visits' AND state NOT IN ('completed', 'cancelled', 'discarded')) <= 1`)
	r.eventually("visits have their own queue", `NOT EXISTS (SELECT FROM river_job
		WHERE (kind = 'visits') <> (queue = 'visits'))`)
}
