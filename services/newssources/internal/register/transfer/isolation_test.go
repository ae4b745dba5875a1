package transfer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestRowsThatTimeOut verifies that a row whose statement times out is rejected with a reason, and
// that the others are created.
func TestRowsThatTimeOut(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.exec(`CREATE FUNCTION time_out() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'canceling statement'
		USING ERRCODE = 'query_canceled'; END $$`)
	r.exec(`CREATE TRIGGER time_out BEFORE INSERT ON endpoints FOR EACH ROW
		WHEN (NEW.url_key LIKE '%/0.xml' OR NEW.url_key LIKE '%/250.xml') EXECUTE FUNCTION time_out()`)
	done := r.importList(outlines(300, 1))
	r.wantCounts(done, "done: 298 created, 0 exist, 2 invalid, 0 pending of 300")
	if row := r.rows(done.ID, RowQuery{Result: Invalid})[0]; row.Number != 1 || row.Reason == "" {
		t.Errorf("%+v", row)
	}
}

// TestUndoKeepsWhatCannotBeRemoved verifies that a source that cannot be removed does not stop an
// undo, and that its rows store the reason.
func TestUndoKeepsWhatCannotBeRemoved(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"P0001", "57014"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			id := r.importList(outlines(12, 2)).ID
			bad := r.sourceAt("outlet0.example")
			r.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused' USING ERRCODE = '` +
				code + `'; END $$`)
			r.exec(fmt.Sprintf(`CREATE TRIGGER refuse BEFORE UPDATE ON sources FOR EACH ROW
				WHEN (old.id = '%s') EXECUTE FUNCTION refuse()`, bad.ID))
			undone, err := r.Undo(t.Context(), r.by, id)
			if err != nil {
				t.Fatal(err)
			}
			if undone.State != Undone { // the job continues what the request did not complete
				if _, err := r.changes.Run(t.Context(), *undone.UndoID); err != nil {
					t.Fatal(err)
				}
				undone = r.get(id)
			}
			r.wantCounts(undone, "undone: 2 created, 0 exist, 0 invalid, 0 pending of 12")
			if undone.Removed != 10 || r.count("SELECT count(*) FROM sources WHERE lifecycle = 'active'") != 1 {
				t.Errorf("%d rows removed", undone.Removed)
			}
			for _, row := range r.rows(id, RowQuery{}) {
				want := removedByUndo
				if row.SourceID != nil && *row.SourceID == bad.ID {
					want = keptByUndo + "It could not be saved because of an internal error"
				}
				if !strings.HasPrefix(row.Reason, want) {
					t.Errorf("row %d: %s", row.Number, row.Reason)
				}
			}
		})
	}
}

// TestInterruptedUndoContinues verifies that the job of an undo continues it after an error.
func TestInterruptedUndoContinues(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.importList(outlines(12, 1)).ID
	r.exec(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space left'
		USING ERRCODE = 'disk_full'; END $$`)
	r.exec("CREATE TRIGGER stop BEFORE UPDATE ON sources EXECUTE FUNCTION stop()")
	if _, err := r.Undo(t.Context(), r.by, id); err == nil || r.get(id).State != Done {
		t.Fatalf("the interrupted undo returned %v", err)
	}
	r.exec("DROP TRIGGER stop ON sources")
	if _, err := r.Undo(t.Context(), r.by, id); !problem.Is(err, problem.BadTransition) {
		t.Errorf("undone twice at the same time: %v", err)
	}
	if done, err := r.changes.Run(t.Context(), *r.get(id).UndoID); !done || err != nil {
		t.Fatal(done, err)
	}
	if undone := r.get(id); undone.State != Undone || undone.Removed != 12 ||
		r.count("SELECT count(*) FROM sources WHERE lifecycle = 'archived'") != 12 {
		t.Errorf("got %+v", undone)
	}
}
