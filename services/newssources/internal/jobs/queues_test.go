package jobs

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"
)

// TestRunbookListsQueues compares the list of queues in the runbook of NewsSourcesJobQueueStuck
// with the queues of the service.
func TestRunbookListsQueues(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../../.github/runbooks/NewsSourcesJobQueueStuck.md")
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, match := range regexp.MustCompile("`([a-z]+)` \\(").FindAllSubmatch(regexp.MustCompile(`The queues: .*`).Find(page), -1) {
		listed = append(listed, string(match[1]))
	}
	want := slices.Sorted(maps.Keys(queues))
	if slices.Sort(listed); !slices.Equal(listed, want) {
		t.Errorf("the runbook lists the queues %v, want %v", listed, want)
	}
}

// TestReadQueues covers each state of a job that is due, and states that are not.
func TestReadQueues(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, row := range []struct{ queue, state, at string }{
		{"default", "available", "-10 minutes"}, {"default", "available", "-1 minutes"},
		{"alerts", "retryable", "-20 minutes"}, // the scheduler has not made it available
		{"upkeep", "scheduled", "-30 minutes"},
		{"visits", "scheduled", "10 minutes"}, {"visits", "running", "-40 minutes"}, {"visits", "pending", "-40 minutes"},
	} {
		r.exec(`INSERT INTO river_job (kind, args, max_attempts, queue, state, scheduled_at)
			VALUES ('test', '{}', 1, $1, $2, now() + $3::text::interval)`, row.queue, row.state, row.at)
	}
	got, err := ReadQueues(t.Context(), r.db.Pool)
	if err != nil || len(got) != len(queues) {
		t.Fatalf("%d queues, %v", len(got), err)
	}
	for name, want := range map[string]struct {
		due    int
		oldest time.Duration
	}{"default": {2, 10 * time.Minute}, "alerts": {1, 20 * time.Minute}, "upkeep": {1, 30 * time.Minute}, "visits": {0, 0},
		"searches": {0, 0}} {
		if q, known := got[name]; !known || q.Due != want.due || q.Oldest.Round(time.Minute) != want.oldest {
			t.Errorf("%s: %+v (known: %v), want %+v", name, q, known, want)
		}
	}
}
