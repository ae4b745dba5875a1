package notify

import (
	"github.com/google/uuid"
)

// expectOccurrences expects two alerts of a rule with two destinations: one that has recovered,
// with the messages about its beginning and its end, and a newer one that fires. Pages have one
// alert each.
func (h *harness) expectOccurrences(rule, source uuid.UUID) {
	h.Helper()
	first, err := h.Occurrences(h.Context(), rule, uuid.Nil, 1)
	h.must(err)
	if len(first) != 1 || first[0].RecoveredAt != nil || first[0].Deliveries != 2 || first[0].SourceID != source ||
		first[0].FiredAt == nil {
		h.Fatalf("the firing alert is %+v", first)
	}
	second, err := h.Occurrences(h.Context(), rule, first[0].ID, 2)
	h.must(err)
	if len(second) != 1 || second[0].RecoveredAt == nil || second[0].EndedAt == nil || second[0].Deliveries != 4 ||
		second[0].Failed != 0 || second[0].Text == "" {
		h.Errorf("the alert that has recovered is %+v", second)
	}
	h.exec("UPDATE alert_deliveries SET state = 'failed' WHERE id = (SELECT max(id::text)::uuid FROM alert_deliveries "+
		"WHERE created_at <= $1)", second[0].EndedAt)
	if second, err = h.Occurrences(h.Context(), rule, first[0].ID, 2); err != nil || len(second) != 1 ||
		second[0].Failed != 1 {
		h.Errorf("a failed delivery is not counted: %+v, %v", second, err)
	}
}
