package jobs

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/audit"
	"github.com/newsources/newsources/services/newssources/internal/seal"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

func (r *rig) stageGuarded() uuid.UUID {
	r.t.Helper()
	staged, err := r.imports.Create(r.t.Context(), audit.Actor{Name: "Ada", Role: "editor"}, "list.opml",
		[]byte(`<opml version="2.0"><body><outline xmlUrl="https://joe:t0psecret@daily.example/rss"/></body></opml>`))
	if err != nil {
		r.t.Fatal(err)
	}
	return staged.ID
}

// The queue gives up jobs without asking their worker: a process dies in the last attempt, or an operator removes one.
func TestAbandonedImportsEnd(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	r.imports.Keys = keys
	discarded, removed := r.stageGuarded(), r.stageGuarded()
	r.exec("UPDATE imports SET state = 'running' WHERE id = $1", discarded)
	r.exec("UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE args->>'import_id' = $1::text", discarded)
	r.exec("DELETE FROM river_job WHERE args->>'import_id' = $1::text", removed)
	waiting := r.stageGuarded()
	r.exec("UPDATE river_job SET state = 'scheduled', scheduled_at = now() + interval '1 hour' WHERE args->>'import_id' = $1::text", waiting)

	r.start(r.workers)
	r.eventually("the upkeep is done", `EXISTS (SELECT FROM river_job WHERE kind = 'upkeep' AND state = 'completed')`)
	for _, id := range []any{discarded, removed} {
		r.eventually("it has ended", `EXISTS (SELECT FROM imports WHERE id = $1 AND state = 'failed' AND error <> '' AND finished_at IS NOT NULL)`, id)
		r.eventually("its credentials are gone", `NOT EXISTS (SELECT FROM import_rows WHERE import_id = $1 AND sealed IS NOT NULL)`, id)
	}
	if found := r.get(waiting); found.State != transfer.Queued {
		t.Errorf("it waits for its turn, and is %s", found.State)
	}
	r.eventually("its credentials are kept", `EXISTS (SELECT FROM import_rows WHERE import_id = $1 AND sealed IS NOT NULL)`, waiting)
}

// A version that doesn't know of the upkeep works on the other queue.
func TestUpkeepHasAQueueOfItsOwn(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.start(r.workers)
	r.eventually("it is asked for", `EXISTS (SELECT FROM river_job WHERE kind = 'upkeep')`)
	r.eventually("nothing else is in its queue, and it in no other", `NOT EXISTS (SELECT FROM river_job WHERE (kind = 'upkeep') <> (queue = 'upkeep'))`)
}
