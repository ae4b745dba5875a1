package tableimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/tablefile"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/upload"
)

// largeTable has rows that repeat or contradict rows of earlier transactions.
func largeTable() string {
	var b strings.Builder
	b.WriteString("Name,Homepage,Country,Feed\n")
	for n := range 2*stagedRows + 200 {
		fmt.Fprintf(&b, "Paper %d,https://paper%d.example,DE,https://paper%d.example/rss\n", n, n, n)
		switch n {
		case stagedRows:
			b.WriteString("Paper 3,https://paper3.example,DE,https://paper3.example/rss\n") // a duplicate
			b.WriteString("Paper 4,https://paper4.example,FR,\n")                           // a conflict
			b.WriteString("Paper 5,https://paper5.example,,https://paper5.example/more\n")  // another endpoint
			b.WriteString("Thief,https://thief.example,,https://paper6.example/rss\n")      // the endpoint of paper 6
			b.WriteString("Bad,https://bad.example,Atlantis,\n")
		case 2 * stagedRows:
			b.WriteString("Paper 5,https://paper5.example,,https://paper5.example/more\n") // again
			b.WriteString("Thief,https://thief2.example,,https://paper5.example/more\n")
		}
	}
	return b.String()
}

// createLarge uploads a file as a large table, whose rows Stage checks.
func (h *harness) createLarge(table string) uuid.UUID {
	h.t.Helper()
	h.Enqueue = func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	id, err := h.CreateLarge(h.t.Context(), h.by, "large.csv", []byte(table)[:min(len(table), tablefile.HeadSize)],
		strings.NewReader(table))
	h.must(err)
	return id
}

func (h *harness) checkStaged(id uuid.UUID) {
	h.t.Helper()
	done, err := h.Stage(h.t.Context(), id)
	h.must(err)
	if table, err := h.Get(h.t.Context(), id); err != nil || !done || table.State != transfer.Staged {
		h.t.Fatalf("the table is %+v: %v", table, err)
	}
}

// TestSmallFilesWithManyRowsAreCheckedByAJob checks that the number of rows decides, too: a request would keep
// them in memory.
func TestSmallFilesWithManyRowsAreCheckedByAJob(t *testing.T) {
	h := newHarness(t)
	h.Enqueue = func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	id := h.stage("many.csv", "Name,Homepage\nPaper,https://paper.example\n"+strings.Repeat("\n", maxLines))
	if table, err := h.Get(t.Context(), id); err != nil || table.State != transfer.Reading {
		t.Fatalf("the table is %+v: %v", table, err)
	}
	h.checkStaged(id)

	id = h.stage("many.json", `[{"name": "Paper", "homepage": "https://other.example"}`+
		strings.Repeat(`, {"name": "x"}`, maxLines)+"]")
	page, err := h.Rows(t.Context(), id, RowQuery{Limit: 5})
	if h.must(err); page.Total != 0 || len(page.Rows) != 0 {
		t.Errorf("%d rows are shown before they were checked: %+v", page.Total, page.Rows)
	}
	h.checkStaged(id)
	table, err := h.Get(t.Context(), id)
	if err != nil || table.Counts["create"] != 1 || table.Counts["invalid"] != maxLines {
		t.Errorf("the table is %+v: %v", table, err)
	}
}

// remarkable returns the counts of a table, and the rows that are not just new.
func (h *harness) remarkable(id uuid.UUID) string {
	h.t.Helper()
	table, err := h.Get(h.t.Context(), id)
	h.must(err)
	page, err := h.Rows(h.t.Context(), id, RowQuery{Limit: 500, Results: []Result{Update, Unchanged, Duplicate, Conflict,
		Invalid, Skipped}})
	h.must(err)
	maps.DeleteFunc(table.Counts, func(_ string, count int) bool { return count == 0 })
	text := fmt.Sprint(table.Counts, page.Total, "\n")
	for _, r := range page.Rows {
		text += fmt.Sprintln(r.Number, r.Line, r.Result, r.SourceName, r.Reason)
	}
	return text
}

// interrupt stages the first rows, like a process that dies after the first transaction.
func (h *harness) interrupt(id uuid.UUID) {
	h.t.Helper()
	table, err := h.Get(h.t.Context(), id)
	h.must(err)
	h.must(h.inspect(h.t.Context(), table))
	table, err = h.Get(h.t.Context(), id)
	h.must(err)
	s, err := h.newStager(h.t.Context(), table)
	h.must(err)
	var rows []*Row
	enough := errors.New("enough")
	err = table.Plan.Read(h.t.Context(), upload.Open(h.t.Context(), h.db, id), func(line tablefile.Row) error {
		if rows = append(rows, newRow(len(rows)+1, line)); len(rows) == stagedRows {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		h.t.Fatal(err)
	}
	h.must(s.store(h.t.Context(), rows, nil))
}

func TestLargeTableHasTheResultsOfASmallOne(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	want := h.remarkable(h.stage("small.csv", largeTable()))
	id := h.createLarge(largeTable())
	if err := h.Apply(t.Context(), h.by, id); !problem.Is(err, problem.BadTransition) {
		t.Errorf("applied a table that is being read: %v", err)
	}
	h.interrupt(id)
	h.checkStaged(id)
	if got := h.remarkable(id); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// Corrections remain when the columns are changed, which checks all rows again.
	skip := true
	h.must(h.EditRow(t.Context(), h.by, id, 1, RowEdit{Skip: &skip}))
	h.must(h.SetLayout(t.Context(), h.by, id, []string{"name", "homepage_url", TargetIgnore, "feed"}, ""))
	h.checkStaged(id)
	table, err := h.Get(t.Context(), id)
	h.must(err)
	if c := table.Counts; c["skipped"] != 1 || c["conflict"] != 2 || c["invalid"] != 0 {
		t.Errorf("after the change of the columns: %v", c)
	}
	h.must(h.Apply(t.Context(), h.by, id))
	set := h.run(id)
	if created := 2*stagedRows + 200; set.State != change.Applied || set.Selected != created || set.Changed != 2*created {
		t.Errorf("the change set is %+v", set)
	}
	page, err := h.Rows(t.Context(), id, RowQuery{Limit: 2, Results: []Result{Update}})
	h.must(err)
	if page.Total != 1 || len(page.Rows) != 1 || page.Rows[0].Applied != change.Changed {
		t.Errorf("the rows are %+v", page)
	}
}

func TestInterruptedUploadsLeaveNothing(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.Enqueue = func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	table := largeTable()
	cut := io.MultiReader(strings.NewReader(strings.Repeat(table, 10)), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := h.CreateLarge(t.Context(), h.by, "cut.csv", []byte(table[:1000]), cut); err == nil {
		t.Error("an upload that was cut off was accepted")
	}
	h.must(upload.Store(t.Context(), h.db, uuid.New(), strings.NewReader(table))) // its process died
	_, err := h.db.Pool.Exec(t.Context(), "UPDATE uploads SET created_at = now() - interval '2 hours'")
	h.must(err)
	h.must(upload.Upkeep(t.Context(), h.db))
	var left int
	h.must(h.db.Pool.QueryRow(t.Context(), `
		SELECT (SELECT count(*) FROM imports) + (SELECT count(*) FROM uploads) + (SELECT count(*) FROM upload_parts)`).
		Scan(&left))
	if left != 0 {
		t.Errorf("%d rows are left", left)
	}
}

// TestTablesThatChangeNothingDoNotCount checks that large tables without changes are discarded when there are too many,
// and that commands discard them at once.
func TestTablesThatChangeNothingDoNotCount(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	count := func() (n int) {
		h.must(h.db.Pool.QueryRow(t.Context(), "SELECT count(*) FROM imports").Scan(&n))
		return n
	}
	id := h.createLarge(smallTable)
	h.checkStaged(id)
	h.apply(id)
	for range maxLargeTables {
		h.checkStaged(h.createLarge(smallTable))
	}
	h.checkStaged(h.createLarge(smallTable))
	if n := count(); n != 2 {
		t.Errorf("there are %d imports, want the applied one and the last one", n)
	}
	rows := 0
	_, err := h.Run(t.Context(), h.by, "same.csv", []byte(smallTable), func(StoredRow) { rows++ })
	if n := count(); err != nil || n != 2 || rows == 0 {
		t.Errorf("after a command there are %d imports, %d rows, %v", n, rows, err)
	}
}

func TestLargeTablesOfAMemberAreLimited(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	var first uuid.UUID
	for range maxLargeTables {
		first = h.createLarge(smallTable)
	}
	_, err := h.CreateLarge(t.Context(), h.by, "large.csv", []byte(smallTable), strings.NewReader(smallTable))
	if !problem.Is(err, problem.LimitReached) {
		t.Errorf("one more: %v", err)
	}
	h.must(h.Discard(t.Context(), h.by, first))
	if done, err := h.Stage(t.Context(), first); !done || err != nil {
		t.Errorf("staging a discarded table: %t, %v", done, err)
	}
	empty := h.createLarge("Name;Homepage\n;;\n")
	if done, err := h.Stage(t.Context(), empty); !done || err != nil {
		t.Errorf("staging an empty table: %t, %v", done, err)
	}
	if table, err := h.Get(t.Context(), empty); err != nil || table.State != transfer.Failed {
		t.Errorf("the empty table is %+v: %v", table, err)
	}
}

// TestApplyWithoutStatistics expects that a table is applied quickly whose rows are many more than the statistics of
// PostgreSQL say.
func TestApplyWithoutStatistics(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	table := strings.Builder{}
	table.WriteString("Name,Homepage\n")
	h.stage("a.csv", table.String()+"A,https://a.example/\n")
	_, err := h.db.Pool.Exec(t.Context(), "ANALYZE table_rows")
	h.must(err)
	for n := range 4000 {
		fmt.Fprintf(&table, "P%d,https://p%d.example/\n", n, n)
	}
	id, start := h.stage("b.csv", table.String()), time.Now()
	if set := h.apply(id); set.Changed != 4000 || time.Since(start) > 10*time.Second {
		t.Errorf("the change set is %+v after %s", set, time.Since(start))
	}
}
