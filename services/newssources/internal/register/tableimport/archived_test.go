package tableimport

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestUndoneImportsCanBeRepeated imports a table again after the undo of its import, which has archived its sources.
func TestUndoneImportsCanBeRepeated(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const table = "Name,Homepage,Feed\nDaily,https://daily.example/,https://daily.example/rss\n"
	undo := func(id uuid.UUID) {
		t.Helper()
		undo, err := h.changes.UndoNow(t.Context(), h.by, id, nil)
		h.must(err)
		h.run(undo.ID)
	}
	first := h.stage("list.csv", table)
	h.apply(first)
	live := h.sources()
	undo(first)
	undone := h.sources()
	again := h.stage("list.csv", table+"Daily,https://daily.example/,https://daily.example/rss\n")
	h.wantResults(again, "1 update This source was archived by an undo. The import unarchives it.\n"+
		"2 duplicate Duplicate of line 2 in this file.\n")
	h.apply(again)
	if got := h.sources(); got != live {
		t.Errorf("got %s, want %s", got, live)
	}
	h.wantResults(h.stage("list.csv", table), "1 unchanged\n")
	undo(again)
	if got := h.sources(); got != undone {
		t.Errorf("after the second undo: got %s, want %s", got, undone)
	}
	more := h.stage("list.csv", "Name,Homepage,Feed\nDaily 2,https://daily.example/,https://daily.example/sport\n")
	h.apply(more)
	const want = "Daily 2 active  [] https://daily.example/rss https://daily.example/sport\n"
	if got := h.sources(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestArchivedSourcesAreNotAddedAgain imports a table again after a person has archived its source.
func TestArchivedSourcesAreNotAddedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const table = "Name,Homepage,Feed\nDaily,https://daily.example/,https://daily.example/rss\n"
	first := h.stage("list.csv", table)
	h.apply(first)
	var id uuid.UUID
	h.must(h.db.Pool.QueryRow(t.Context(), "SELECT id FROM sources").Scan(&id))
	_, err := h.register.Archive(t.Context(), h.by, id, 1)
	h.must(err)
	archived := h.sources()
	if strings.Count(archived, "archived") != 1 {
		t.Fatalf("the archiving left %s", archived)
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

// TestPausesNeedAPausedSource expects that no end of a pause is dropped for a new or an existing active source.
func TestPausesNeedAPausedSource(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.create("Old", "https://old.com/", nil)
	const reasons = "Paused until: Only a paused source can have an end of the pause. Pause the source, or remove this " +
		"value. Reason for the pause: Only a paused source can have a reason for the pause. Pause the source, or remove this " +
		"value.\n"
	h.wantResults(h.stage("list.csv", "Name,Homepage,State,Paused until,Reason for the pause\n"+
		"Old,https://old.com/,,2099-05-01,holiday\nNew,https://new.com/,,2099-05-01,holiday\n"+
		"Other,https://other.com/,paused,2099-05-01,holiday\nThird,https://third.com/,archived,2099-05-01,holiday\n"),
		"1 invalid "+reasons+"2 invalid "+reasons+"3 create\n"+
			"4 create It is created archived, so its endpoints are not checked.\n")
}

// TestLiftingForbiddenNeedsReason expects that a row cannot lift “forbidden” without a new note on rights.
func TestLiftingForbiddenNeedsReason(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const header = "Name,Homepage,Rights,Rights note\n"
	h.apply(h.stage("list.csv", header+"Daily,https://daily.example/,forbidden,Objected\n"))
	h.wantResults(h.stage("list.csv", header+"Daily,https://daily.example/,permitted,\n"),
		"1 invalid Note on rights: Enter a new note: the reason why the rights are no longer forbidden.\n")
	h.wantResults(h.stage("list.csv", header+"Daily,https://daily.example/,permitted,Agreement of May\n"), "1 update\n")
}

// TestExportsKeepArchivedSources exports an archived source with a part, another one with its outlet, and an
// archived one with the outlet and the feed of a live one, in each format. It imports the file into the same register,
// an empty one, and one that has the live source.
func TestExportsKeepArchivedSources(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	feeds := func(domain string) (list []source.EndpointDetails) {
		for n := range 3 {
			list = append(list, source.EndpointDetails{Kind: "rss", URL: fmt.Sprintf("https://%s/%d", domain, n)})
		}
		return list
	}
	group := h.create("Group", "https://group.com/", nil)
	h.create("Weekly", "https://weekly.com/", &group.ID)
	daily := h.create("Old Daily", "https://daily.com/", nil, feeds("daily.com")...)
	for _, s := range []*source.Source{group, daily} {
		_, err := h.register.Archive(t.Context(), h.by, s.ID, s.Version)
		h.must(err)
	}
	older := h.create("Older Group", "https://group.com/", nil, feeds("group.com")[0])
	_, err := h.register.Archive(t.Context(), h.by, older.ID, older.Version)
	h.must(err)
	h.create("Daily", "https://daily.com/", nil, feeds("daily.com")[1:]...)
	const want = `Daily active daily.com https://daily.com/1=true https://daily.com/2=true
Group archived group.com
Old Daily archived daily.com https://daily.com/0=false https://daily.com/1=false https://daily.com/2=false
Older Group archived group.com https://group.com/0=false
Weekly active group.com`
	h.eachExport(t, func(t *testing.T, same *harness, format listfile.Format, name, file string) {
		created, unchanged := map[string]int{"create": 5}, map[string]int{"unchanged": 5}
		if format == listfile.CSV || format == listfile.XLSX { // the third endpoint has a row of its own
			created["update"], unchanged["unchanged"] = 1, 6
		}
		same.must(same.Discard(t.Context(), same.by, same.stageCounts(name, file, unchanged)))
		empty := newHarness(t)
		if set := empty.apply(empty.stageCounts(name, file, created)); set.Refused+set.Conflict != 0 {
			t.Errorf("the change set is %+v", set)
		}
		if got := empty.describe(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		empty.stageCounts(name, file, unchanged)
		partial := newHarness(t)
		partial.create("Daily", "https://daily.com/", nil, feeds("daily.com")[1:]...)
		created["create"], created["unchanged"] = 4, 1
		partial.apply(partial.stageCounts(name, file, created))
		if got := partial.describe(); got != want {
			t.Errorf("beside the live source, got\n%s\nwant\n%s", got, want)
		}
		var id uuid.UUID
		empty.must(empty.db.Pool.QueryRow(t.Context(), "SELECT id FROM sources WHERE name = 'Group'").Scan(&id))
		restored, err := empty.register.Unarchive(t.Context(), empty.by, id, 1)
		empty.must(err)
		if restored.Lifecycle != source.Active {
			t.Errorf("got %+v", restored.Details)
		}
	})
}

// describe returns the sources with their lifecycles, their outlets or those of their parents, and their
// endpoints with whether they are live, one per line.
func (h *harness) describe() string {
	h.t.Helper()
	var text string
	h.must(h.db.Pool.QueryRow(h.t.Context(), `
		SELECT string_agg(concat_ws(' ', s.name, s.lifecycle, coalesce(p.canonical_domain, s.canonical_domain),
			(SELECT string_agg(e.url || '=' || e.live, ' ' ORDER BY e.url) FROM endpoints e WHERE e.source_id = s.id)),
			E'\n' ORDER BY s.name)
		FROM sources s
		LEFT JOIN sources p ON p.id = s.parent_id`).Scan(&text))
	return text
}

// archivedCreate is the result of a first row that creates an archived source.
const archivedCreate = "1 create It is created archived, so its endpoints are not checked.\n"

// TestArchivedRowsArchiveLiveSources expects that an archived row archives the live source with its outlet if it has
// the id of the source or, without an id, its name. Repeated lines of a new archived source add nothing.
func TestArchivedRowsArchiveLiveSources(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	daily := h.create("Daily", "https://daily.com/", nil)
	const header = "name,homepage,lifecycle,id,feed\n"
	const old = "Old,https://daily.com/,archived,,https://daily.com/1\n"
	for name, test := range map[string]struct{ rows, want string }{
		"its name":     {"DAILY,https://daily.com/,archived,,\n", "1 update\n"},
		"no name":      {",https://daily.com/,archived,,\n", "1 update\n"},
		"its id":       {"Weekly,https://daily.com/,archived," + daily.ID.String() + ",\n", "1 update\n"},
		"another name": {old, archivedCreate},
		"another id":   {"Daily,https://daily.com/,archived," + uuid.NewString() + ",\n", archivedCreate},
		"a line twice": {old + old, archivedCreate + "2 duplicate Duplicate of line 2 in this file.\n"},
	} {
		for _, id := range h.stageWays("list.csv", header+test.rows) {
			if got := h.results(id); got != test.want {
				t.Errorf("%s: got %s", name, got)
			}
			h.must(h.Discard(t.Context(), h.by, id))
		}
	}
}

// TestExportsAreImportedAgain exports retired endpoints, a part of an archived outlet that has a live successor, and
// an archived source that was paused. It imports the file into the same register twice, and into an empty one.
func TestExportsAreImportedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	retired := source.EndpointDetails{Kind: "rss", URL: "https://paper.com/old", Intent: source.EndpointRetired}
	old := h.create("Old Paper", "https://paper.com/", nil, retired)
	h.create("Part", "https://part.com/", &old.ID)
	_, err := h.register.Archive(t.Context(), h.by, old.ID, old.Version)
	h.must(err)
	live := retired
	live.Intent = ""
	h.create("Paper", "https://paper.com/", nil, retired, source.EndpointDetails{Kind: "rss", URL: "https://paper.com/1"})
	h.create("Other", "https://other.com/", nil, live)
	paused := h.create("Paused", "https://paused.com/", nil)
	paused, err = h.register.Update(t.Context(), h.by, paused.ID, paused.Version, func(d *source.Details) {
		d.Lifecycle, d.PauseReason = source.Paused, "Moving"
	})
	h.must(err)
	_, err = h.register.Archive(t.Context(), h.by, paused.ID, paused.Version)
	h.must(err)
	before := h.describe()
	for _, format := range []listfile.Format{listfile.JSON, listfile.NDJSON} {
		name, file := "export."+string(format), h.export(format)
		for range 2 {
			id := h.stageCounts(name, file, map[string]int{"unchanged": 5})
			h.must(h.Discard(t.Context(), h.by, id))
		}
		empty := newHarness(t)
		empty.apply(empty.stageCounts(name, file, map[string]int{"create": 5}))
		if got := empty.describe(); got != before {
			t.Errorf("%s: got\n%s\nwant\n%s", format, got, before)
		}
		empty.stageCounts(name, file, map[string]int{"unchanged": 5})
		var id uuid.UUID
		empty.must(empty.db.Pool.QueryRow(t.Context(), "SELECT id FROM sources WHERE name = 'Paused'").Scan(&id))
		restored, err := empty.register.Unarchive(t.Context(), empty.by, id, 1)
		empty.must(err)
		if restored.Lifecycle != source.Paused || restored.PauseReason != "Moving" {
			t.Errorf("got %+v", restored.Details)
		}
	}
}

// TestEndedPausesAreRemoved imports a source whose pause has ended since it was exported.
func TestEndedPausesAreRemoved(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const table = "name,homepage,state,paused until,pause reason\n" +
		"Daily,https://daily.com/,paused,2020-01-02T10:00:00Z,Strike\nWeekly,https://weekly.com/,zombie,,\n"
	id := h.stage("list.csv", table)
	if got := h.line(id, 1); got != "1 create\n" {
		t.Errorf("got %s", got)
	}
	if got := h.line(id, 2); !strings.HasPrefix(got, "2 invalid ") || !strings.Contains(got, "zombie") {
		t.Errorf("got %s", got)
	}
	h.apply(id)
	if got := h.describe(); got != "Daily active daily.com" {
		t.Errorf("got %s", got)
	}
}
