package visit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
)

// TestFailingVisitsDoNotStopOthers verifies that visits that cannot be recorded or claimed do not
// stop the others, although every worker claims them first, and that the sources of unrecorded
// visits show the error.
func TestFailingVisitsDoNotStopOthers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, table, outcome string }{
		{"unrecorded", "suggestions", "internal_error"},
		{"unclaimable", "visits", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHarness(t)
			var outlines []string
			for i := range 4*parallelVisits + 1 {
				outlines = append(outlines, h.outline(fmt.Sprintf("tagesbote-%03d.test", 8*i), "/feed/0.xml"))
			}
			h.importList(outlines...)
			// The others are claimed later in both orders.
			const bad = "domain BETWEEN 'tagesbote-056.test' AND 'tagesbote-112.test'"
			h.exec("UPDATE visits SET due_at = due_at - interval '1 hour'")
			h.exec("UPDATE visits SET due_at = due_at + CASE WHEN domain < 'tagesbote-088.test' THEN interval '-1 minute' " +
				"ELSE interval '1 minute' END WHERE " + bad)
			h.exec("CREATE TABLE refused AS SELECT source_id FROM visits WHERE " + bad)
			h.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
				BEGIN
					IF EXISTS (SELECT FROM refused r WHERE r.source_id = new.source_id) THEN
						RAISE 'refused';
					END IF;
					RETURN new;
				END $$`)
			h.exec("CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON " + test.table + " FOR EACH ROW EXECUTE FUNCTION refuse()")
			err := h.visits.Run(t.Context(), t.Context())
			if (err != nil) != (test.outcome != "") {
				t.Errorf("the run returned %v", err)
			}
			if n := h.count("visits WHERE outcome = 'ok'"); n != len(outlines)-2*parallelVisits {
				t.Errorf("%d visits have succeeded", n)
			}
			if n := h.count("visits WHERE outcome = $1 AND (detail = $2 OR $1 = '')", test.outcome,
				failed); n != 2*parallelVisits {
				t.Errorf("%d visits show their failure", n)
			}
			if n := h.count("failed_rows WHERE error LIKE '%refused%'"); n != 2*parallelVisits {
				t.Errorf("%d failed rows", n)
			}
		})
	}
}

// TestFailingDecisionsAreResults verifies that a suggestion whose decision cannot be saved does not
// stop the others.
func TestFailingDecisionsAreResults(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importSource()
	var ids []uuid.UUID
	for _, p := range h.list(suggestion.Filter{}) {
		ids = append(ids, p.ID)
	}
	h.exec("ALTER TABLE suggestions ADD CONSTRAINT refuse CHECK (id <> '" + ids[0].String() + "' OR state = 'open')")
	for _, r := range h.decide(suggestion.Dismiss, ids...) {
		isFirst := r.ID == ids[0]
		if isFirst && (r.Outcome != suggestion.Refused || !strings.Contains(r.Detail, "internal error")) ||
			!isFirst && r.Outcome != suggestion.DismissedOutcome {
			t.Errorf("%+v", r)
		}
	}
}
