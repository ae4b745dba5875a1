package tableimport

import (
	"strings"
	"testing"
)

// TestArchivedSourcesAreNotAddedAgain imports a table again after the undo of its import, which has archived
// its sources.
func TestArchivedSourcesAreNotAddedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const table = "Name,Homepage,Feed\nDaily,https://daily.example/,https://daily.example/rss\n"
	first := h.stage("list.csv", table)
	h.apply(first)
	undo, err := h.changes.UndoNow(t.Context(), h.by, first, nil)
	h.must(err)
	h.run(undo.ID)
	archived := h.sources()
	if strings.Count(archived, "archived") != 1 {
		t.Fatalf("the undo left %s", archived)
	}
	const conflict = "1 conflict “Daily” is archived. Unarchive it, or skip this row.\n"
	for name, test := range map[string]struct{ table, want string }{
		"the same table":     {table, conflict},
		"without a homepage": {"Name,Feed\nDaily,https://daily.example/rss\n", conflict},
		"archived in the file": {"Name,Homepage,Lifecycle\nDaily,https://daily.example/,archived\n",
			"1 unchanged The source is archived in the file and in the register.\n"},
	} {
		id := h.stage("list.csv", test.table)
		if got := h.results(id); got != test.want {
			t.Errorf("%s: got %s", name, got)
		}
		h.must(h.Discard(t.Context(), h.by, id))
	}
	if got := h.sources(); got != archived {
		t.Errorf("got %s", got)
	}
}

// TestLiftingForbiddenNeedsReason expects that a row cannot lift “forbidden” without a new note on rights.
func TestLiftingForbiddenNeedsReason(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const header = "Name,Homepage,Rights,Rights note\n"
	h.apply(h.stage("list.csv", header+"Daily,https://daily.example/,forbidden,Objected\n"))
	h.wantResults(h.stage("list.csv", header+"Daily,https://daily.example/,permitted,\n"),
		"1 invalid Enter a new note: the reason why the rights are no longer forbidden.\n")
	h.wantResults(h.stage("list.csv", header+"Daily,https://daily.example/,permitted,Agreement of May\n"), "1 update\n")
}
