package change

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestGroupedHistory reads all changes page by page: each change set is one entry, where its first event
// was.
func TestGroupedHistory(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.applyChunk = 2
	list := r.sources(5)
	edith := r.member("Edith", member.RoleEditor)
	begin := time.Now()
	rename := func(name string) { r.edit(list[0], func(d *source.Details) { d.Name = name }) }
	rename("Before")
	first := r.applied(r.draft(of(list...).with(set("owner", "Prensa"))))
	rename("Between")
	undone := r.applied(r.undone(first, 2, 3))
	rename("After")

	read := func(q audit.Query) (got []string) {
		t.Helper()
		for q.Limit = 2; ; {
			page, err := r.register.GroupedHistory(t.Context(), q)
			r.must(err)
			for _, e := range page {
				got, q.Before = append(got, fmt.Sprintf("%s %d %v", e.Action, e.Changed, e.Actor.ChangeSetID)), e.ID
			}
			if len(page) < q.Limit {
				return got
			}
		}
	}
	entry := func(set *Set, changed int) string { return fmt.Sprintf("source.updated %d %v", changed, &set.ID) }
	edit := "source.updated 0 <nil>"
	want := []string{edit, entry(undone, 2), edit, entry(first, 5), edit}
	if got := read(audit.Query{Since: begin}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := read(audit.Query{ActorID: r.actor.ActorID, Since: begin, Until: time.Now()}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := read(audit.Query{ActorID: edith.ActorID}); len(got) > 0 {
		t.Errorf("%v", got)
	}
	r.exec("UPDATE change_sets SET first_event_id = NULL") // as the previous version leaves it
	r.must(r.Upkeep(t.Context()))
	if got := read(audit.Query{Since: begin}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if n := len(read(audit.Query{Before: uuid.Max})); n < len(want)+5 {
		t.Errorf("%d entries", n)
	}
}
