package jobs

import (
	"encoding/json"
	"testing"

	"github.com/google/uuid"
)

// TestStoredNames compares what is stored in the queue with what other versions insert and read
// during an upgrade.
func TestStoredNames(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"import": "default", "stage_table": "tables", "change_set": "changes", "deliver_alert": "deliveries",
		"visits": "visits single", "upkeep": "upkeep",
		"compact_counts": "upkeep", "repair_counts": "upkeep", "purge_idempotency_keys": "upkeep",
		"resume_paused_sources": "upkeep", "roll_up": "upkeep", "review_suggestions": "upkeep single", "review_rights": "upkeep single",
		"find_replacements": "searches single", "evaluate_alerts": "alerts single", "purge_alerts": "alerts",
		"request_hubs": "hubs single", "find_same_outlets": "comparison single", "read_live_lists": "lists single",
		"send_views": "subscriptions single",
	}
	table := newServices(nil).table()
	for _, j := range table {
		got := j.queue
		if len(j.InsertOpts().UniqueOpts.ByState) > 0 {
			got += " single"
		}
		if got != want[j.name] {
			t.Errorf("%s: %s, want %s", j.name, got, want[j.name])
		}
	}
	if len(table) != len(want) {
		t.Errorf("%d kinds, want %d", len(table), len(want))
	}
	id := uuid.MustParse("0190aaaa-0000-7000-8000-000000000001")
	for _, c := range []struct {
		args args
		want string
	}{
		{args{kind: visitsKind}, `{}`},
		{args{kind: importKind, ImportID: id, OnlyUnfinished: true}, `{"import_id":"` + id.String() + `","if_left":true}`},
		{args{kind: deliveryKind, DeliveryID: id}, `{"delivery_id":"` + id.String() + `"}`},
	} {
		if got, err := json.Marshal(c.args); err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", c.args.name, got, err, c.want)
		}
	}
}
