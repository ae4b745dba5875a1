package transfer

import (
	"fmt"
	"testing"
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
			r.exec(fmt.Sprintf(`CREATE TRIGGER refuse BEFORE DELETE ON sources FOR EACH ROW
				WHEN (old.id = '%s') EXECUTE FUNCTION refuse()`, bad.ID))
			undone, err := r.Undo(t.Context(), r.by, id)
			if err != nil {
				t.Fatal(err)
			}
			r.wantCounts(undone, "undone: 2 created, 0 exist, 0 invalid, 0 pending of 12")
			if undone.Removed != 10 || r.count("SELECT count(*) FROM sources") != 1 {
				t.Errorf("%d rows removed", undone.Removed)
			}
			for _, row := range r.rows(id, RowQuery{}) {
				want := removedByUndo
				if row.SourceID != nil && *row.SourceID == bad.ID {
					want = failedUndo
				}
				if row.Reason != want {
					t.Errorf("row %d: %s", row.Number, row.Reason)
				}
			}
		})
	}
}

// TestUndoOfManySources covers an undo of several transactions, of which one was interrupted.
func TestUndoOfManySources(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.importList(outlines(undoBatch+10, 1)).ID
	r.exec(`CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no space left'
		USING ERRCODE = 'disk_full'; END $$`)
	last := `SELECT max(id::text)::uuid FROM sources`
	r.exec(`DO $$ BEGIN EXECUTE format('CREATE TRIGGER stop BEFORE DELETE ON sources FOR EACH ROW WHEN (old.id = %L) EXECUTE FUNCTION stop()', (` + last + `)); END $$`)
	if _, err := r.Undo(t.Context(), r.by, id); err == nil || r.get(id).State != Done {
		t.Fatalf("the interrupted undo returned %v", err)
	}
	r.exec("DROP TRIGGER stop ON sources")
	undone, err := r.Undo(t.Context(), r.by, id)
	if err != nil {
		t.Fatal(err)
	}
	if undone.Removed != undoBatch+10 || r.count("SELECT count(*) FROM sources") != 0 {
		t.Errorf("%d rows removed", undone.Removed)
	}
}
