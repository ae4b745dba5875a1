package jobs

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// stageWithCredentials stages an import whose only row has credentials.
func (r *rig) stageWithCredentials() uuid.UUID {
	r.t.Helper()
	staged, err := r.imports.Create(r.t.Context(), audit.Actor{Name: "Ada", Role: "editor"}, "list.opml",
		[]byte(`<opml version="2.0"><body><outline xmlUrl="https://joe:t0psecret@daily.example/rss"/></body></opml>`))
	if err != nil {
		r.t.Fatal(err)
	}
	return staged.ID
}

// TestUpkeepEndsAbandonedImports covers jobs that end without their worker: the process dies in the
// last attempt, or an operator deletes the job.
func TestUpkeepEndsAbandonedImports(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	r.imports.Keys = keys
	discarded, removed := r.stageWithCredentials(), r.stageWithCredentials()
	r.exec("UPDATE imports SET state = 'running' WHERE id = $1", discarded)
	r.exec("UPDATE river_job SET state = 'discarded', finalized_at = now() WHERE args->>'import_id' = $1::text", discarded)
	r.exec("DELETE FROM river_job WHERE args->>'import_id' = $1::text", removed)
	waiting := r.stageWithCredentials()
	r.exec("UPDATE river_job SET state = 'scheduled', scheduled_at = now() + interval '1 hour' WHERE args->>'import_id' "+
		"= $1::text", waiting)

	r.start(r.workers)
	r.eventually("the upkeep job is completed", `EXISTS (SELECT FROM river_job
		WHERE kind = 'upkeep' AND state = 'completed')`)
	for _, id := range []any{discarded, removed} {
		r.eventually("the import has failed", `EXISTS (SELECT FROM imports
			WHERE id = $1 AND state = 'failed' AND error <> '' AND finished_at IS NOT NULL)`, id)
		r.eventually("its credentials are deleted", `NOT EXISTS (SELECT FROM import_rows
			WHERE import_id = $1 AND sealed IS NOT NULL)`, id)
	}
	if found := r.get(waiting); found.State != transfer.Queued {
		t.Errorf("an import with a scheduled job is %s", found.State)
	}
	r.eventually("its credentials are kept",
		`EXISTS (SELECT FROM import_rows WHERE import_id = $1 AND sealed IS NOT NULL)`, waiting)
}

// TestUpkeepUsesSeparateQueue covers upgrades: the previous version works only on the default
// queue.
func TestUpkeepUsesSeparateQueue(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.start(r.workers)
	r.eventually("the job is inserted", `EXISTS (SELECT FROM river_job WHERE kind = 'upkeep')`)
	r.eventually("only upkeep jobs are in the queue upkeep",
		`NOT EXISTS (SELECT FROM river_job
			WHERE (kind IN ('upkeep', 'compact_counts', 'repair_counts', 'purge_idempotency_keys', 'resume_paused_sources',
				'review_suggestions', 'review_rights', 'roll_up')) <> (queue = 'upkeep'))`)
}

func TestCountersAreCompactedAndRepaired(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.exec("INSERT INTO source_count_deltas (facet, lifecycle, value, n) VALUES ('lifecycle', 'active', '', 7)")
	r.start(r.workers)
	r.eventually("the counters are corrected", `(SELECT coalesce(sum(n), -1)
		FROM (SELECT n FROM source_counts UNION ALL SELECT n FROM source_count_deltas) c) = 0`)
}
