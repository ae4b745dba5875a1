package merge

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// TestMergeDuringEditsAndAnImport merges pairs of sources while none, one or both are edited, in half of the
// cases also while a list adds an endpoint to the source that is merged. Each merge is applied as a whole or
// not at all, no edit is lost, and the endpoint of the list belongs to a live source.
func TestMergeDuringEditsAndAnImport(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	imports := transfer.NewImports(r.db, r.sets, func(context.Context, postgres.Tx, uuid.UUID) error { return nil })
	applied := 0
	for i := range 12 {
		domain := fmt.Sprintf("from%d.example", i)
		from := r.source(fmt.Sprintf("From %d", i), domain, "/rss")
		into := r.source(fmt.Sprintf("Into %d", i), fmt.Sprintf("into%d.example", i), "/rss")
		set := r.draft(from, into, nil)
		edited := map[*source.Source]bool{}
		var errs []error
		var mu sync.Mutex
		start := make(chan struct{})
		var all sync.WaitGroup
		run := func(f func() error) {
			all.Go(func() {
				<-start
				err := f()
				mu.Lock()
				defer mu.Unlock()
				errs = append(errs, err)
			})
		}
		run(func() error {
			if _, err := r.sets.Apply(t.Context(), r.actor, set.ID, change.ApplyInput{}); err != nil {
				return err
			}
			_, err := r.sets.Run(t.Context(), set.ID)
			return err
		})
		for _, s := range []*source.Source{from, into}[:i%3] { // in a third of the cases, nothing is edited
			run(func() error {
				_, err := r.register.Update(t.Context(), r.actor, s.ID, s.Version, func(d *source.Details) { d.Owner = "Edited" })
				if problem.Is(err, problem.Merged) || problem.Is(err, problem.StaleVersion) || problem.Is(err, problem.Archived) {
					return nil // the merge was first
				}
				mu.Lock()
				defer mu.Unlock()
				edited[s] = err == nil
				return err
			})
		}
		if i%2 == 0 {
			run(func() error {
				_, err := imports.Run(t.Context(), r.actor, "list.opml", fmt.Appendf(nil,
					`<opml version="2.0"><body><outline xmlUrl="https://%s/imported"/></body></opml>`, domain))
				return err
			})
		}
		close(start)
		all.Wait()
		for _, err := range errs {
			r.must(err)
		}
		set, err := r.sets.Get(t.Context(), set.ID)
		r.must(err)
		after, remaining := r.get(from), r.get(into)
		isMerged := set.State == change.Applied
		switch {
		case (after.MergedInto != nil) != isMerged, (after.Lifecycle == source.Archived) != isMerged,
			!isMerged && set.Changed > 0, isMerged && len(after.Endpoints) > 0:
			t.Errorf("the merge is %s %+v; the source: %+v", set.State, set.Counts, after)
		case isMerged && (edited[from] || edited[into]):
			t.Error("the merge was applied although a source was edited after its preview")
		case edited[from] != (after.Owner == "Edited"), edited[into] != (remaining.Owner == "Edited"):
			t.Errorf("an edit was lost: %q, %q", after.Owner, remaining.Owner)
		}
		var live int
		r.must(r.db.Pool.QueryRow(t.Context(), `
			SELECT count(*)
			FROM endpoints e
			JOIN sources s ON s.id = e.source_id AND s.lifecycle <> 'archived'
			WHERE e.live AND s.id = ANY($1)`, []uuid.UUID{from.ID, into.ID}).Scan(&live))
		if want := 2 + (i+1)%2; live != want {
			t.Errorf("%d live endpoints of live sources, want %d", live, want)
		}
		if isMerged {
			applied++
			continue
		}
		r.wantState(r.apply(r.draft(r.get(from), r.get(into), nil)), change.Applied) // it can be repeated
	}
	t.Logf("%d of 12 merges were applied before the other changes", applied)
}
