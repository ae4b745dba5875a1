package check

import (
	"strings"
	"testing"
)

// TestPartitionsAreMadeAheadAndDropped plays the months after the migration, of which the template's date is unknown.
func TestPartitionsAreMadeAheadAndDropped(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	if err := h.upkeep(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.exec("SELECT ensure_check_partitions('2031-01-15', 90, 30)")
	partitions := func(parent string) string {
		return value[string](h, "SELECT string_agg(right(inhrelid::regclass::text, 7), ' ' ORDER BY inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = $1::regclass", parent)
	}
	for _, parent := range []string{"attempts", "items"} {
		if got := partitions(parent); got != "2031_01 2031_02 2031_03 2031_04" {
			t.Errorf("%s: %s", parent, got)
		}
	}
	h.exec("SELECT ensure_check_partitions('2031-04-20', 90, 30)")
	if got := partitions("attempts"); !strings.HasPrefix(got, "2031_01 2031_02") { // 90 days before are in January
		t.Errorf("attempts: %s", got)
	}
	if got := partitions("items"); got != "2031_03 2031_04 2031_05 2031_06 2031_07" {
		t.Errorf("items: %s", got)
	}
	h.exec("INSERT INTO items (endpoint_id, first_seen_at, identity, title, url) VALUES (gen_random_uuid(), '2031-07-31T23:59:59Z', '', '', '')")
}
