package transfer

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestRowsAreFilteredAndPaged(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	var list []string
	for i := range 23 {
		list = append(list, fmt.Sprintf(`title="Row %d" xmlUrl="https://row%d.example/rss"`, i+1, i/2))
	}
	list[4] = `title="R&D" xmlUrl="https://recovered.example/rss?a=1&b=2"`
	id := r.stageList(opml(list...))
	r.apply(id)
	numbers := func(rows []Row) (numbers []int) {
		for _, row := range rows {
			numbers = append(numbers, row.Number)
		}
		return numbers
	}
	isRecovered, isNotRecovered := true, false
	for _, q := range []RowQuery{{}, {Result: Created}, {Result: Exists}, {Result: Invalid}, {Recovered: &isRecovered},
		{Recovered: &isNotRecovered}, {Result: Created, Recovered: &isNotRecovered}} {
		whole := numbers(r.rows(id, q))
		var want []int
		for _, row := range r.rows(id, RowQuery{}) {
			if (q.Result == "" || row.Result == q.Result) && (q.Recovered == nil || row.Recovered == *q.Recovered) {
				want = append(want, row.Number)
			}
		}
		if !slices.Equal(whole, want) {
			t.Errorf("%+v returns %v, want %v", q, whole, want)
		}
		for _, limit := range []int{1, 4, 100} {
			q.Limit, q.Cursor = limit, ""
			var forward, back []int
			var last *postgres.Page[Row]
			for {
				page, err := r.Rows(t.Context(), id, q)
				if err != nil || page.Total != len(want) || page.Offset != len(forward) || len(forward) > len(want) {
					t.Fatalf("%+v: %+v, %v", q, page, err)
				}
				forward, last = append(forward, numbers(page.Rows)...), page
				if q.Cursor = page.Next; q.Cursor == "" {
					break
				}
			}
			for back = numbers(last.Rows); last.Prev != ""; back = append(numbers(last.Rows), back...) {
				var err error
				if q.Cursor = last.Prev; len(back) > len(want) {
					t.Fatalf("%+v repeats pages", q)
				}
				if last, err = r.Rows(t.Context(), id, q); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.Equal(forward, want) || !slices.Equal(back, want) {
				t.Errorf("%+v: forward %v, back %v, want %v", q, forward, back, want)
			}
		}
	}
	for _, cursor := range []string{"x", "1x", "--1", "99999999999999999999", "-99999999", " 1"} {
		_, err := r.Rows(t.Context(), id, RowQuery{Cursor: cursor, Limit: 1})
		if !problem.Is(err, problem.InvalidCursor) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
	_, err := r.Rows(t.Context(), uuid.New(), RowQuery{Limit: 1})
	if !problem.Is(err, problem.NotFound) {
		t.Errorf("rows of an unknown import: %v", err)
	}
}

func TestImportsAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	var created []uuid.UUID
	for i := range 5 {
		created = append([]uuid.UUID{r.stageList(opml(fmt.Sprintf(`xmlUrl="https://s%d.example/"`, i),
			`type="rss" xmlUrl=""`))}, created...)
	}
	r.apply(created[1])
	ids := func(list []Import) (ids []uuid.UUID) {
		for _, i := range list {
			ids = append(ids, i.ID)
		}
		return ids
	}
	list, err := r.List(t.Context(), uuid.Nil, 10)
	if err != nil || !slices.Equal(ids(list), created) {
		t.Fatalf("got %v, %v", ids(list), err)
	}
	r.wantCounts(&list[1], "done: 1 created, 0 exist, 1 invalid, 0 pending of 2")
	r.wantCounts(&list[0], "queued: 0 created, 0 exist, 0 invalid, 2 pending of 2")
	page, err := r.List(t.Context(), created[1], 2)
	if err != nil || !slices.Equal(ids(page), created[2:4]) {
		t.Errorf("got %v, %v", ids(page), err)
	}
	if _, err := r.Get(t.Context(), uuid.New()); !problem.Is(err, problem.NotFound) {
		t.Errorf("unknown import: %v", err)
	}
	if err := r.Fail(t.Context(), created[0], "The import failed."); err != nil {
		t.Fatal(err)
	}
	failed := r.get(created[0])
	r.wantCounts(failed, "failed: 0 created, 0 exist, 0 invalid, 2 pending of 2")
	if failed.Error != "The import failed." || failed.FinishedAt == nil {
		t.Errorf("got %+v", failed)
	}
	if again := r.apply(created[0]); counts(again) != counts(failed) || again.Error != failed.Error {
		t.Errorf("a failed import continued: %+v", again)
	}
}
