package change

import (
	"maps"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// TestUpkeepDeletesOldDrafts deletes old drafts and cancelled change sets together with their items, and
// keeps applied ones.
func TestUpkeepDeletesOldDrafts(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	change := of(r.sources(3)...).with(set("owner", "Prensa"))
	applied := r.applied(r.draft(change))
	old := r.draft(change)
	r.exec("UPDATE change_sets SET updated_at = now() - interval '8 days'")
	recent := r.draft(change)
	r.must(r.Upkeep(t.Context()))
	rows, err := r.db.Pool.Query(t.Context(), "SELECT change_set_id, count(*) FROM change_items GROUP BY 1")
	r.must(err)
	left := map[uuid.UUID]int{}
	var id uuid.UUID
	var items int
	_, err = pgx.ForEachRow(rows, []any{&id, &items}, func() error { left[id] = items; return nil })
	r.must(err)
	if want := (map[uuid.UUID]int{applied.ID: 3, recent.ID: 3}); !maps.Equal(left, want) {
		t.Errorf("the items are %v, want %v", left, want)
	}
	if set, err := r.Get(t.Context(), old.ID); err == nil {
		t.Errorf("%s is left", set.Title)
	}
}
