package worklist

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestWorkEndsOnceWithCheckersOfTwoVersions covers an upgrade: a worker of an earlier version
// records a recovery and does not end the work, while a worker of this version and the job of two
// API pods do.
func TestWorkEndsOnceWithCheckersOfTwoVersions(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const count = 20
	var ids []uuid.UUID
	for n := range count {
		ids = append(ids, r.source(fmt.Sprintf("site-%d.example", n), health.Failing))
	}
	failing := r.source("failing.example", health.Failing)
	r.change(Change{Action: Assign, Assignee: r.ada.ID}, append(ids, failing)...)
	r.change(Change{Action: Snooze, Until: time.Now().Add(time.Hour)}, append(ids, failing)...)
	var group errgroup.Group
	for _, id := range ids[:count/2] {
		r.exec(recordState, id, string(health.OK), "")
	}
	group.Go(func() error {
		for _, id := range ids {
			r.check(id, health.OK)
		}
		return nil
	})
	for range 2 {
		group.Go(func() error { _, err := r.Upkeep(t.Context()); return err })
	}
	must(t, group.Wait())
	_, err := r.Upkeep(t.Context()) // the sources that were locked by another transaction
	must(t, err)
	for _, id := range ids {
		if got := r.history(id); !slices.Equal(got, []string{`work.assigned >"Ada"`, "work.snoozed", `work.ended "Ada">`}) {
			t.Errorf("the history is %q", got)
		}
		if w := r.workOf(id); w.Assignee != nil || w.SnoozedUntil != nil || w.Version != 3 {
			t.Errorf("the work is %+v", w)
		}
	}
	if w := r.workOf(failing); w.Assignee == nil || w.SnoozedUntil == nil {
		t.Errorf("the work on a source that still fails is %+v", w)
	}
	r.wantGroups("the recoveries", Query{}, 0, 1)
}
