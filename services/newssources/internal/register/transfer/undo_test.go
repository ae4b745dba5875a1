package transfer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

func TestUndoRemovesWhatTheImportCreated(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.importList(opml(`title="Known" xmlUrl="https://known.example/rss"`))
	id := r.stageList(opml(
		`title="New" xmlUrl="https://new.example/1"`, `title="New" xmlUrl="https://new.example/2"`,
		`title="Known" xmlUrl="https://known.example/rss"`, `title="Known two" xmlUrl="https://known.example/2"`,
		`title="Edited" xmlUrl="https://edited.example/rss"`,
	))
	if _, err := r.Undo(t.Context(), r.by, id); !problem.Is(err, problem.BadTransition) {
		t.Errorf("a queued import was undone: %v", err)
	}
	r.apply(id)
	edited := r.sourceAt("edited.example")
	_, err := r.register.Update(t.Context(), r.by, edited.ID, edited.Version,
		func(d *source.Details) { d.Name = "Edited by hand" })
	if err != nil {
		t.Fatal(err)
	}
	undone, err := r.Undo(t.Context(), r.by, id)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(undone, "undone: 1 created, 1 exist, 0 invalid, 0 pending of 5")
	if undone.Removed != 3 || undone.UndoneAt == nil {
		t.Errorf("got %+v", undone)
	}
	for number, reason := range map[int]string{1: removedByUndo, 4: removedByUndo, 5: keptByUndo} {
		if row := r.rows(id, RowQuery{})[number-1]; !strings.HasPrefix(row.Reason, reason) {
			t.Errorf("row %d: %+v", number, row)
		}
	}
	if n := r.count("SELECT count(*) FROM sources WHERE lifecycle <> 'archived'"); n != 2 {
		t.Errorf("%d sources are left", n)
	}
	if n := r.count("SELECT count(*) FROM endpoints WHERE live AND url LIKE '%known.example%'"); n != 1 {
		t.Errorf("%d endpoints are left", n)
	}
	if r.sourceAt("edited.example").Name != "Edited by hand" {
		t.Error("the edit was lost")
	}
	if n := r.count("SELECT count(*) FROM audit_events WHERE change_set_id = $1 AND action IN ('source.archived', "+
		"'endpoint.updated')", undone.UndoID); n != 2 {
		t.Errorf("the history has %d events of the undo", n)
	}
	if _, err := r.Undo(t.Context(), r.by, id); !problem.Is(err, problem.BadTransition) {
		t.Errorf("the import was undone twice: %v", err)
	}
}

func TestListOfAnImport(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.importList(opml(`title="Known" xmlUrl="https://known.example/rss"`,
		`title="Other" xmlUrl="https://other.example/rss"`))
	reader := sourcelist.NewReader(r.db)
	id := r.importList(opml(
		`title="New" xmlUrl="https://new.example/1"`, `title="New" xmlUrl="https://new.example/2"`,
		`title="Known" xmlUrl="https://known.example/rss"`, `title="Invalid" xmlUrl="https://"`,
	)).ID
	want := func(when string, query sourcelist.Query, want string) {
		t.Helper()
		query.Import, query.Limit = &id, 10
		page, err := reader.List(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, row := range page.Rows {
			names = append(names, row.Name)
		}
		if got := strings.Join(names, ", "); got != want || page.Total != len(names) || page.TotalIsMinimum {
			t.Errorf("%s: the list has %s, total %d; want %s", when, got, page.Total, want)
		}
	}
	want("imported", sourcelist.Query{}, "Known, New")
	want("searched", sourcelist.Query{Text: "new"}, "New")
	facets, err := reader.Facets(t.Context(), sourcelist.Query{Import: &id}, "kind")
	if err != nil || !slices.Equal(facets.Counts["kind"], []sourcelist.Count{{Value: "rss", Count: 2}}) {
		t.Errorf("the facets are %+v, %v", facets, err)
	}
	if _, err := r.Undo(t.Context(), r.by, id); err != nil {
		t.Fatal(err)
	}
	want("undone", sourcelist.Query{}, "Known")
}

func TestDryRunChangesNothing(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.importList(opml(`title="Known" xmlUrl="https://known.example/rss"`))
	events := r.count("SELECT count(*) FROM audit_events")
	list := append(opml(`title="Known" xmlUrl="https://known.example/rss"`, `title="New" xmlUrl="https://new.example/rss"`,
		`title="Local" xmlUrl="https://localhost/"`), []byte(`<outline title="Cut" xmlUrl="https://cut.exa`)...)
	run, err := r.DryRun(t.Context(), r.by, list)
	if err != nil {
		t.Fatal(err)
	}
	if run.Total != 4 || run.Created != 1 || run.Exists != 1 || run.Invalid != 2 || !run.Incomplete ||
		len(run.Notes) == 0 {
		t.Errorf("got %+v", run.Import)
	}
	if len(run.Sources) != 1 || run.Sources[0].Name != "New" || run.Sources[0].HomepageURL != "https://new.example/" {
		t.Errorf("got %+v", run.Sources)
	}
	if last := run.Rows[3]; last.Result != Invalid || last.Reason != fileEndsHere {
		t.Errorf("got %+v", last)
	}
	if run.Rows[1].Reason != homepageDerived {
		t.Errorf("got %+v", run.Rows[1])
	}
	if r.count("SELECT count(*) FROM sources") != 1 || r.count("SELECT count(*) FROM imports") != 1 ||
		r.count("SELECT count(*) FROM audit_events") != events {
		t.Error("the dry run changed the register")
	}
}

// TestUndoOfSeveralChunks undoes an import that has changed sources in two chunks, also one that an
// earlier version, without change sets, applied.
func TestUndoOfSeveralChunks(t *testing.T) {
	t.Parallel()
	for _, isEarlier := range []bool{false, true} {
		t.Run(fmt.Sprint("earlier version: ", isEarlier), func(t *testing.T) {
			t.Parallel()
			r := newHarness(t)
			r.importList(opml(`title="Known" xmlUrl="https://known.example/rss" category="old"`))
			known := r.sourceAt("known.example")
			list := make([]string, chunkSize, chunkSize+4)
			for i := range list {
				list[i] = fmt.Sprintf(`title="Other" xmlUrl="https://other.example/%d.xml"`, i)
			}
			list[0] = `title="Known" xmlUrl="https://known.example/1" category="one"`
			list[1] = `title="New" xmlUrl="https://new.example/1" category="one"`
			list = append(list, `title="Known" xmlUrl="https://known.example/2" category="two"`,
				`title="New" xmlUrl="https://new.example/2" category="two"`)
			id := r.importList(opml(list...)).ID
			if isEarlier {
				r.exec("DELETE FROM change_sets")
				r.exec("DELETE FROM change_items")
				r.exec("UPDATE audit_events SET change_set_id = NULL")
			}
			undone, err := r.Undo(t.Context(), r.by, id)
			if err != nil {
				t.Fatal(err)
			}
			if undone.State != Undone || undone.Removed != len(list) || undone.Created != 0 {
				t.Errorf("got %+v", undone)
			}
			if left := r.sourceAt("known.example"); !slices.Equal(left.Tags, known.Tags) {
				t.Errorf("the tags are %v, were %v", left.Tags, known.Tags)
			}
			if n := r.count("SELECT count(*) FROM endpoints WHERE live"); n != 1 {
				t.Errorf("%d endpoints are left", n)
			}
		})
	}
}

// TestUndoKeepsSourcesWithOtherEndpoints verifies that a source that the import created is kept if
// an endpoint was added since, and that the reason is stored.
func TestUndoKeepsSourcesWithOtherEndpoints(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	id := r.importList(opml(`title="New" xmlUrl="https://new.example/1"`, `title="Two" xmlUrl="https://two.example/1"`)).ID
	added := source.EndpointDetails{Kind: "rss", URL: "https://new.example/added"}
	if _, err := r.register.AddEndpoint(t.Context(), r.by, r.sourceAt("new.example").ID, added); err != nil {
		t.Fatal(err)
	}
	undone, err := r.Undo(t.Context(), r.by, id)
	if err != nil {
		t.Fatal(err)
	}
	r.wantCounts(undone, "undone: 1 created, 0 exist, 0 invalid, 0 pending of 2")
	row := r.rows(id, RowQuery{})[0]
	if !strings.HasPrefix(row.Reason, keptByUndo+r.by.Name+" added its endpoint “https://new.example/added” on ") {
		t.Errorf("got %+v", row)
	}
}

// TestUndoOfTheUndoOfAnImport undoes an import, takes the undo back, and undoes the import again.
func TestUndoOfTheUndoOfAnImport(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	r.importList(opml(`title="Known" xmlUrl="https://known.example/rss"`))
	id := r.importList(opml(`title="New" xmlUrl="https://new.example/1"`, `title="New" xmlUrl="https://new.example/2"`,
		`title="Known" xmlUrl="https://known.example/2"`)).ID
	for range 2 {
		undone, err := r.Undo(t.Context(), r.by, id)
		if err != nil {
			t.Fatal(err)
		}
		r.wantCounts(undone, "undone: 0 created, 0 exist, 0 invalid, 0 pending of 3")
		redo, err := r.changes.UndoNow(t.Context(), r.by, *undone.UndoID, nil)
		if err != nil || redo.State != change.Applied {
			t.Fatalf("%+v %v", redo, err)
		}
		restored := r.get(id)
		r.wantCounts(restored, "done: 3 created, 0 exist, 0 invalid, 0 pending of 3")
		if restored.UndoID != nil || restored.UndoneAt != nil || r.rows(id, RowQuery{})[0].Reason != "" {
			t.Errorf("%+v", restored)
		}
		if n := r.count("SELECT count(*) FROM endpoints WHERE live"); n != 4 {
			t.Errorf("%d endpoints are live", n)
		}
	}
}
