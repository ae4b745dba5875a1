package check

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// TestMergeDuringACheck merges and separates two sources while checks of an endpoint run. The result of each
// check is recorded, and its endpoint counts for the source to which it belongs at the end of the check.
func TestMergeDuringACheck(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	into, from := h.addEndpoint("ten.test", "/section/1/rss"), h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	sets := change.New(h.db, h.register, sourcelist.NewReader(h.db), noJob)
	apply := func(set *change.Set, err error) *change.Set {
		t.Helper()
		if err == nil {
			_, err = sets.Apply(t.Context(), audit.Actor{}, set.ID, change.ApplyInput{})
		}
		if err == nil {
			_, err = sets.Run(t.Context(), set.ID)
		}
		if err == nil {
			set, err = sets.Get(t.Context(), set.ID)
		}
		if err != nil || set.State != change.Applied {
			t.Fatalf("%+v, %v", set, err)
		}
		return set
	}
	var merged *change.Set
	for n, step := range []struct {
		name   string
		during func()
		owner  *source.Source // of the endpoint afterwards
		// checked is the number of endpoints that count for the remaining source.
		checked int
	}{
		{"nothing", func() {}, from, 1},
		{"merge", func() {
			merged = apply(merge.New(h.db, sets).Draft(t.Context(), audit.Actor{}, merge.Input{From: from.ID, Into: into.ID}))
		}, into, 2},
		{"undo of the merge", func() {
			undo, err := sets.UndoNow(t.Context(), audit.Actor{}, merged.ID, nil)
			apply(undo, err)
		}, from, 1},
	} {
		h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 second'")
		h.exec("UPDATE check_hosts SET free_at = '-infinity', ready_at = now() - interval '1 second'")
		h.assignAll()
		tasks := h.claimSome(100)
		if len(tasks) != 2 {
			t.Fatalf("%s: %d checks", step.name, len(tasks))
		}
		findings := []*record.Finding{h.perform(t.Context(), tasks[0])}
		step.during()
		findings = append(findings, h.perform(t.Context(), tasks[1]))
		if err := h.record(t.Context(), findings); err != nil {
			t.Fatal(err)
		}
		var attempts, checked int
		var owner uuid.UUID
		if err := h.db.Pool.QueryRow(t.Context(), `
			SELECT (SELECT count(*) FROM attempts a WHERE a.endpoint_id = e.id), e.source_id,
				(SELECT checked FROM source_health WHERE source_id = $2)
			FROM endpoints e
			WHERE e.id = $1`, endpointID(from), into.ID).Scan(&attempts, &owner, &checked); err != nil {
			t.Fatal(err)
		}
		if attempts != n+1 || owner != step.owner.ID || checked != step.checked {
			t.Errorf("%s: %d attempts, want %d; the endpoint belongs to %s, want %s; %d endpoints are checked, want %d",
				step.name, attempts, n+1, owner, step.owner.ID, checked, step.checked)
		}
	}
	if h.counts.lost > 0 {
		t.Errorf("%d results were dropped", h.counts.lost)
	}
}
