package tableimport

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

const smallTable = `Name;Webseite;Land;Sprache;Feed;Feed 2;Typ
El Faro;https://elfaro.example;Spanien;Español, katalanisch;https://elfaro.example/rss;https://elfaro.example/sport/rss;Zeitung
Bote;https://bote.example;Deutschland;de;bote.example/feed;;Zeitung
`

func TestTableIsAppliedOnce(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	id := h.stage("liste.csv", smallTable)
	h.wantResults(id, "1 create\n2 create\n")
	if got := h.sources(); got != "" {
		t.Fatalf("staging created sources: %s", got)
	}
	set := h.apply(id)
	// Two sources and three endpoints are created.
	if set.State != change.Applied || set.Changed != 5 || set.ID != id || set.Origin != change.Table {
		t.Errorf("the change set is %+v", set)
	}
	want := "Bote active DE [\"de\"] https://bote.example/feed\n" +
		"El Faro active ES [\"es\", \"ca\"] https://elfaro.example/rss https://elfaro.example/sport/rss\n"
	if got := h.sources(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := h.Apply(t.Context(), h.by, id); !problem.Is(err, problem.BadTransition) {
		t.Errorf("applied twice: %v", err)
	}
	again := h.stage("liste.csv", smallTable)
	h.wantResults(again, "1 unchanged\n2 unchanged\n")
	if err := h.Apply(t.Context(), h.by, again); !problem.Is(err, problem.Invalid) {
		t.Errorf("applied a table without changes: %v", err)
	}
	undone, err := h.changes.UndoNow(t.Context(), h.by, id, nil)
	h.must(err)
	h.run(undone.ID)
	if got := h.sources(); strings.Count(got, "archived") != 2 {
		t.Errorf("after the undo: %s", got)
	}
	redone, err := h.changes.UndoNow(t.Context(), h.by, undone.ID, nil)
	h.must(err)
	h.run(redone.ID)
	var state string
	h.must(h.db.Pool.QueryRow(t.Context(), "SELECT state FROM imports WHERE id = $1", id).Scan(&state))
	if got := h.sources(); state != string(transfer.Staged) || strings.Count(got, "active") != 2 {
		t.Errorf("after the undo of the undo, the state is %s: %s", state, got)
	}
}

func TestRowsAreCheckedAgainstTheRegister(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.apply(h.stage("first.csv", smallTable))
	table := `name,homepage,country,feed,notes
El Faro Nuevo,elfaro.example,\N,,
,https://bote.example/,,https://bote.example/more,from the sheet
Bote,https://bote.example,DE,https://bote.example/rss,from the sheet
Bote,https://bote.example,AT,,
Bote,https://bote.example,,,
New,https://new.example,,https://elfaro.example/rss,
No address,,DE,,
Bad country,https://c.example,Atlantis,,
Bad address,javascript:alert(1),,,
Secret,https://s.example,,https://joe:pw@s.example/rss,
By feed,,,https://elfaro.example/sport/rss,
Failed,https://f.example,#REF!,,
Other,https://other.example,,https://bote.example/more,
`
	id := h.stage("second.csv", table)
	h.wantResults(id, `1 update
2 update
3 update It adds endpoints to the source of line 3.
4 conflict Line 3 has the same domain with other values (country). Correct or skip one of the two rows.
5 duplicate Duplicate of line 3 in this file.
6 conflict “El Faro” has the endpoint https://elfaro.example/rss already. Remove it from this row, or correct the homepage.
`+"7 "+noAddress+"8 "+noCountry+``+h.line(id, 9)+`10 invalid `+secretInCell+`
`+h.line(id, 11)+`12 invalid Country: the formula failed with #REF!; enter a value.
13 conflict Line 3 has the endpoint https://bote.example/more for another source.
`)
	page, err := h.Rows(t.Context(), id, RowQuery{Results: []Result{Invalid}, Limit: 500})
	h.must(err)
	for _, r := range page.Rows {
		if strings.Contains(strings.Join(r.Cells, ""), "pw") {
			t.Errorf("a password was stored: %q", r.Cells)
		}
	}
	set := h.apply(id)
	if set.Changed != 4 || set.Conflict+set.Refused != 0 {
		t.Errorf("the change set is %+v", set)
	}
	want := "Bote active DE [\"de\"] https://bote.example/feed https://bote.example/more https://bote.example/rss\n" +
		"El Faro Nuevo active  [\"es\", \"ca\"] https://elfaro.example/rss https://elfaro.example/sport/rss\n"
	if got := h.sources(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// noCountry is the result of a row whose country is unknown.
const noCountry = "invalid Country: “Atlantis” is not a country; use its name or two letters (ISO 3166-1), such " +
	"as ES.\n"

// line returns the line of results for a row.
func (h *harness) line(id uuid.UUID, number int) string {
	h.t.Helper()
	return strings.SplitAfter(h.results(id), "\n")[number-1]
}

func TestRowsAreCorrectedAndSkipped(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	id := h.stage("x.csv", "name,homepage,country\nA,https://a.example,ES\nA,https://a.example,FR\nB,https://b.example,Atlantis\n")
	conflict := "2 conflict Line 2 has the same domain with other values (country). Correct or skip one of the two rows.\n"
	invalid := "3 " + noCountry
	h.wantResults(id, "1 create\n"+conflict+invalid)
	yes, no := true, false
	h.must(h.EditRow(t.Context(), h.by, id, 1, RowEdit{Skip: &yes}))
	h.wantResults(id, "1 skipped You skipped it.\n2 create\n"+invalid)
	h.must(h.EditRow(t.Context(), h.by, id, 1, RowEdit{Skip: &no}))
	h.must(h.EditRow(t.Context(), h.by, id, 2, RowEdit{Cells: []string{"C", "https://c.example", "France"}}))
	h.must(h.EditRow(t.Context(), h.by, id, 3, RowEdit{Cells: []string{"B", "https://b.example", "Suiza"}}))
	h.wantResults(id, "1 create\n2 create\n3 create\n")
	table, err := h.Get(t.Context(), id)
	h.must(err)
	if table.Counts["create"] != 3 || table.Counts["repaired"] != 0 || len(table.Counts) != 2 {
		t.Errorf("counts: %v", table.Counts)
	}
	h.must(h.EditRow(t.Context(), h.by, id, 3, RowEdit{Cells: []string{"B", "https://joe:pw@b.example", "CH"}}))
	row, err := h.RowByNumber(t.Context(), id, 3)
	h.must(err)
	if row.Result != Invalid || row.Reason != secretInCell || strings.Contains(strings.Join(row.Cells, " "), "pw") {
		t.Errorf("a row with a password is %+v", row)
	}
	for name, err := range map[string]error{
		"too few cells": h.EditRow(t.Context(), h.by, id, 3, RowEdit{Cells: []string{"B"}}),
		"unknown row":   h.EditRow(t.Context(), h.by, id, 4, RowEdit{Skip: &yes}),
		"another member's table": h.EditRow(t.Context(), h.member("con", member.RoleContributor), id, 3,
			RowEdit{Skip: &yes}),
	} {
		if err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	h.must(h.Discard(t.Context(), h.by, id))
	if _, err := h.Get(t.Context(), id); !problem.Is(err, problem.NotFound) {
		t.Errorf("after it was discarded: %v", err)
	}
	kept := h.stage("kept.csv", "Name,Homepage\nC,https://c.example\n")
	h.must(h.Upkeep(t.Context()))
	left, err := h.db.IDs(t.Context(), "SELECT import_id FROM table_rows")
	if h.must(err); len(left) != 1 || left[0] != kept {
		t.Errorf("rows of %v remain, want those of %v", left, kept)
	}
}

func TestColumnsAreChosenAndRemembered(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const table = "Titel,Seite,Rubrik,Kürzel\nA,https://a.example,Politik,x1\nB,https://b.example,Sport,x2\n"
	id := h.stage("x.csv", table)
	got, err := h.Get(t.Context(), id)
	h.must(err)
	var targets []string
	for _, c := range got.Layout.Columns {
		targets = append(targets, c.Target+" "+string(c.Origin))
	}
	if text := strings.Join(targets, ", "); text != "name header, homepage_url content, feed_section header, ignore none" {
		t.Errorf("guessed %s", text)
	}
	h.must(h.SetLayout(t.Context(), h.by, id, []string{"name", "homepage_url", TargetTags, TargetNotes}, "-"))
	h.apply(id)
	var tags, notes string
	h.must(h.db.Pool.QueryRow(t.Context(), `
		SELECT (SELECT string_agg(t.name, ',' ORDER BY t.name) FROM tags t), (SELECT s.notes FROM sources s WHERE s.name = 'A')`).
		Scan(&tags, &notes))
	if tags != "Politik,Sport" || notes != "Kürzel: x1" {
		t.Errorf("tags %s, notes %s", tags, notes)
	}
	again := h.stage("y.csv", table)
	h.wantResults(again, "1 unchanged\n2 unchanged\n")
	for _, targets := range [][]string{nil, {"name"}, {"name", "name", "ignore", "ignore"}, {"name", "id", "ignore", "x"}} {
		if err := h.SetLayout(t.Context(), h.by, again, targets, ""); !problem.Is(err, problem.Invalid) {
			t.Errorf("%v: %v", targets, err)
		}
	}
}

func TestTablesOfContributorsAreProposals(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	editor := h.by
	h.by = h.member("con", member.RoleContributor)
	id := h.stage("x.csv", smallTable)
	h.must(h.Apply(t.Context(), h.by, id))
	set, err := h.changes.Get(t.Context(), id)
	h.must(err)
	if set.State != change.Proposed || set.Pending != 5 || h.sources() != "" {
		t.Fatalf("the change set is %+v", set)
	}
	_, err = h.changes.Approve(t.Context(), editor, id, change.Approval{})
	h.must(err)
	if set := h.run(id); set.State != change.Applied || strings.Count(h.sources(), "active") != 2 {
		t.Errorf("the change set is %+v", set)
	}
}

func TestConcurrentChangesBecomeConflicts(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.apply(h.stage("x.csv", smallTable))
	first := h.stage("a.csv", "name,homepage\nFaro,elfaro.example\nN,https://n.example\n")
	second := h.stage("b.csv", "name,homepage\nFaro 2,elfaro.example\nN2,https://n.example\n")
	h.apply(first)
	if set := h.apply(second); set.Conflict != 1 || set.Refused != 1 || set.Changed != 0 {
		t.Errorf("the change set is %+v", set)
	}
	page, err := h.Rows(t.Context(), second, RowQuery{Limit: 10})
	h.must(err)
	h.wantCounts(first, transfer.Import{Created: 1, Updated: 1})
	h.wantCounts(second, transfer.Import{Refused: 2})
	if page.Rows[0].Applied != change.Conflict || page.Rows[1].Applied != change.Refused || page.Rows[1].AppliedReason == "" {
		t.Errorf("rows: %+v", page.Rows)
	}
}

// TestMistakesAreCorrected imports a table of 2,000 rows with 40 mistakes, corrects them, and undoes the
// import.
func TestMistakesAreCorrected(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	row := func(n int) []string {
		return []string{fmt.Sprintf("Paper %d", n), fmt.Sprintf("https://p%d.example/", n), "Spain", "3"}
	}
	var table strings.Builder
	table.WriteString("name,homepage,country,tier\n")
	for n := range 2000 {
		cells := row(n)
		if n%50 == 7 {
			mistakes := []struct {
				column int
				text   string
			}{{2, "Atlantis"}, {1, ""}, {1, "http://192.168.0.1/"}, {3, "nine"}}
			m := mistakes[n/50%len(mistakes)]
			cells[m.column] = m.text
		}
		table.WriteString(strings.Join(cells, ",") + "\n")
	}
	id := h.stage("list.csv", table.String())
	counts := func() map[string]int {
		found, err := h.Get(t.Context(), id)
		h.must(err)
		return found.Counts
	}
	if c := counts(); c["create"] != 1960 || c["invalid"] != 40 {
		t.Fatalf("the results are %v", c)
	}
	page, err := h.Rows(t.Context(), id, RowQuery{Results: []Result{Invalid}, Limit: 100})
	h.must(err)
	for _, r := range page.Rows {
		if r.Reason == "" || r.Line != r.Number+1 {
			t.Errorf("row %d: line %d, reason %q", r.Number, r.Line, r.Reason)
		}
		h.must(h.EditRow(t.Context(), h.by, id, r.Number, RowEdit{Cells: row(r.Number - 1)}))
	}
	if c := counts(); c["create"] != 2000 || c["invalid"] != 0 {
		t.Fatalf("after the corrections, the results are %v", c)
	}
	if set := h.apply(id); set.Changed != 2000 || set.State != change.Applied {
		t.Errorf("the change set is %+v", set)
	}
	undone, err := h.changes.UndoNow(t.Context(), h.by, id, nil)
	h.must(err)
	if set := h.run(undone.ID); set.Changed != 2000 || strings.Count(h.sources(), "archived") != 2000 {
		t.Errorf("the undo is %+v", set)
	}
}

// TestTablesWithTheSameSources applies two tables with the same new sources at the same time.
func TestTablesWithTheSameSources(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const sources = 300
	var table strings.Builder
	table.WriteString("name,homepage\n")
	for n := range sources {
		fmt.Fprintf(&table, "Paper %d,https://p%d.example/\n", n, n)
	}
	ids := []uuid.UUID{h.stage("a.csv", table.String()), h.stage("b.csv", table.String())}
	var running errgroup.Group
	for _, id := range ids {
		running.Go(func() error {
			err := h.Apply(t.Context(), h.by, id)
			if err == nil {
				_, err = h.changes.Run(t.Context(), id)
			}
			return err
		})
	}
	h.must(running.Wait())
	changed, others := 0, 0
	for _, id := range ids {
		set, err := h.changes.Get(t.Context(), id)
		h.must(err)
		changed, others = changed+set.Changed, others+set.Unchanged+set.Conflict+set.Refused
	}
	if n := strings.Count(h.sources(), "active"); n != sources || changed != sources || others != sources {
		t.Errorf("%d sources, %d items changed, %d not", n, changed, others)
	}
}

// TestTableIsStoppedBeforeItIsApplied stops the collection of the changes.
func TestTableIsStoppedBeforeItIsApplied(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	id := h.stage("list.csv", "Name,Homepage\nPaper,https://paper.example\n")
	h.must(h.db.Tx(t.Context(), func(tx postgres.Tx) error {
		return h.changes.ApplyRows(t.Context(), tx, h.by, change.Set{ID: id, Origin: change.Table, Selected: 1})
	}))
	_, err := h.changes.Cancel(t.Context(), h.by, id)
	h.must(err)
	h.run(id)
	found, err := transfer.NewImports(h.db, h.changes, nil).Get(t.Context(), id)
	h.must(err)
	if found.State != transfer.Failed || found.Error != "It was stopped." || h.sources() != "" {
		t.Errorf("%s %q\n%s", found.State, found.Error, h.sources())
	}
}

// TestStoppedTableCountsItsRows stops a table of which some rows were applied.
func TestStoppedTableCountsItsRows(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	var table strings.Builder
	table.WriteString("Name,Homepage,Feed\n")
	for n := range 300 { // 600 items: more than a chunk
		fmt.Fprintf(&table, "Paper %d,https://paper%[1]d.example,https://paper%[1]d.example/rss\n", n)
	}
	id := h.stage("list.csv", table.String())
	h.must(h.Apply(t.Context(), h.by, id))
	h.setPending(id, 401)
	_, err := h.changes.Cancel(t.Context(), h.by, id)
	h.must(err)
	h.wantCounts(id, transfer.Import{Created: 200, NotApplied: 100})
}

// setPending sets an applied change set back to the time when the items from a number on were pending.
func (h *harness) setPending(id uuid.UUID, from int) {
	h.t.Helper()
	h.run(id)
	h.must(h.db.Tx(h.t.Context(), func(tx postgres.Tx) error {
		tag, err := tx.Exec(h.t.Context(), `
			UPDATE change_items SET result = 'pending'
			WHERE change_set_id = $1 AND number >= $2`, id, from)
		if err != nil {
			return err
		}
		left := tag.RowsAffected()
		_, err = tx.Exec(h.t.Context(), `
			UPDATE change_sets SET state = 'applying', finished_at = NULL, pending = $2, changed = changed - $2
			WHERE id = $1`, id, left)
		return err
	}))
}

// wantCounts compares the counts of the rows that were applied, and of those that were not.
func (h *harness) wantCounts(id uuid.UUID, want transfer.Import) {
	h.t.Helper()
	got, err := transfer.NewImports(h.db, h.changes, nil).Get(h.t.Context(), id)
	h.must(err)
	if got.Created != want.Created || got.Updated != want.Updated || got.Refused != want.Refused ||
		got.NotApplied != want.NotApplied {
		h.t.Errorf("%s: %d created, %d updated, %d refused, %d not applied, want %+v", got.Filename, got.Created, got.Updated,
			got.Refused, got.NotApplied, want)
	}
}
