package change

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestConcurrentSets applies overlapping drafts of two members at the same time: each source has the
// value of one of them, and is a conflict in the other.
func TestConcurrentSets(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.applyChunk = 2
	sources := r.sources(8)
	var sets [2]*Set
	for n := range sets {
		sets[n] = r.draft(of(sources...).with(set("owner", fmt.Sprint("Owner ", n))))
		r.startApplying(sets[n])
	}
	var failures [2]error
	var both sync.WaitGroup
	for n := range sets {
		both.Go(func() { _, failures[n] = r.Run(t.Context(), sets[n].ID) })
	}
	both.Wait()
	changed := 0
	for n := range sets {
		r.must(failures[n])
		found, err := r.Get(t.Context(), sets[n].ID)
		r.must(err)
		if changed += found.Changed; found.Changed+found.Conflict != len(sources) {
			t.Errorf("%+v\n%s", found.Counts, r.describe(found))
		}
		owned := 0
		for _, s := range sources {
			if r.get(s).Owner == fmt.Sprint("Owner ", n) {
				owned++
			}
		}
		if owned != found.Changed {
			t.Errorf("set %d changed %d sources, of which %d have its value", n, found.Changed, owned)
		}
	}
	if changed != len(sources) {
		t.Errorf("%d changes of %d sources", changed, len(sources))
	}
}

// TestRunsOfOneDraft continues a preview after another run has examined the first sources, as a request and
// the job of a draft do.
func TestRunsOfOneDraft(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.previewChunk, r.requestTime = 2, -time.Second
	made, err := r.Create(t.Context(), r.actor, Input{Spec: of(r.sources(7)...).with(set("owner", "Ana"))})
	r.must(err)
	p, err := r.newPreviewer(t.Context(), made)
	r.must(err)
	examined, done, err := r.storeItems(t.Context(), made, <-r.planChunk(t.Context(), made, p, 0))
	if r.must(err); examined != 2 || done {
		t.Fatalf("the other run has examined %d sources, done: %v", examined, done)
	}
	done, err = r.preview(t.Context(), made, func() bool { return false })
	r.must(err)
	found, err := r.Get(t.Context(), made.ID)
	if r.must(err); !done || !found.Previewed {
		t.Errorf("done: %v, %+v", done, found)
	}
	r.want(found, Draft, Counts{Pending: 7})
}

// TestItemsThatNoLongerApply applies drafts after something has changed that no version shows.
func TestItemsThatNoLongerApply(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, statement string
		want            Counts
		reason          string
	}{
		{"deleted source", "DELETE FROM sources WHERE name = 'Outlet 0'", Counts{Changed: 1, Refused: 1}, "no source"},
		{"field that this version lacks", `UPDATE change_items SET changes = '[{"field": "aura", "after": "blue"}]' WHERE number = 1`,
			Counts{Changed: 1, Refused: 1}, "no field"},
		{"value of another type", `UPDATE change_items SET changes = '[{"field": "tier", "after": "high"}]' WHERE number = 1`,
			Counts{Changed: 1, Refused: 1}, "internal error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			draft := r.draft(of(r.sources(2)...).with(set("country", "ES")))
			r.exec(c.statement)
			done := r.applied(draft)
			if done.Counts != c.want || !strings.Contains(r.describe(done), c.reason) {
				t.Errorf("%s %+v\n%s", done.State, done.Counts, r.describe(done))
			}
		})
	}
}

// TestUndoNowContinuesInAJob undoes a change set while another transaction delays the preview.
func TestUndoNowContinuesInAJob(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.undoTime = 0
	one := r.source("One")
	applied := r.applied(r.draft(of(one).with(set("owner", "Prensa"))))
	tx, err := r.db.Pool.Begin(t.Context())
	r.must(err)
	defer tx.Rollback(t.Context()) //nolint:errcheck // ends the lock of a failed test
	_, err = tx.Exec(t.Context(), "LOCK TABLE change_items IN SHARE MODE")
	r.must(err)
	undo, err := r.UndoNow(t.Context(), r.actor, applied.ID, nil)
	r.must(err)
	if undo.State != Draft || undo.Previewed {
		t.Fatalf("%+v", undo)
	}
	r.must(tx.Rollback(t.Context()))
	r.want(r.run(undo.ID), Applied, Counts{Changed: 1})
	if got := r.get(one); got.Owner != "" || got.UpdatedBy.Name != "Ada" {
		t.Errorf("%+v", got)
	}
}

// TestCancelOutlivesItsRequest cancels while a chunk is being applied, for a client that does not wait.
func TestCancelOutlivesItsRequest(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draft := r.draft(of(r.sources(2)...).with(set("owner", "Prensa")))
	r.startApplying(draft)
	chunk, err := r.db.Pool.Begin(t.Context())
	r.must(err)
	defer chunk.Rollback(t.Context()) //nolint:errcheck // ends the lock of a failed test
	_, err = chunk.Exec(t.Context(), "SELECT FROM change_sets WHERE id = $1 FOR UPDATE", draft.ID)
	r.must(err)
	request, leave := context.WithCancel(t.Context())
	result := make(chan error, 1)
	go func() {
		_, err := r.Cancel(request, r.actor, draft.ID)
		result <- err
	}()
	for isWaiting := false; !isWaiting; {
		r.must(r.db.Pool.QueryRow(t.Context(), `
			SELECT EXISTS (
				SELECT
				FROM pg_stat_activity
				WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&isWaiting))
	}
	leave()
	r.must(chunk.Commit(t.Context()))
	r.must(<-result)
	r.want(r.run(draft.ID), Cancelled, Counts{Pending: 2})
}
