package notify

import (
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
)

// TestFailingRowsDoNotStopPurge verifies that a message that cannot be deleted stops neither the
// others nor the other steps.
func TestFailingRowsDoNotStopPurge(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	lost := h.testMessage()
	h.exec("UPDATE alert_deliveries SET created_at = now() - interval '2 days'")
	bad, good := uuid.Must(uuid.NewV7()), uuid.Must(uuid.NewV7())
	for _, id := range []uuid.UUID{bad, good} {
		h.exec("INSERT INTO alert_notifications (id, rule_name, message, created_at) VALUES ($1, '', '{}', now() - "+
			"interval '1 year')", id)
	}
	h.exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
	h.exec("CREATE TRIGGER refuse BEFORE DELETE ON alert_notifications FOR EACH ROW WHEN (old.id = '" + bad.String() +
		"') EXECUTE FUNCTION refuse()")
	if err := h.Purge(t.Context()); err == nil {
		t.Error("the failure is not reported")
	}
	left, err := h.db.IDs(t.Context(), "SELECT id FROM alert_notifications WHERE rule_name = ''")
	if err != nil || len(left) != 1 || left[0] != bad {
		t.Errorf("%v are left, %v", left, err)
	}
	if d := h.readDelivery(lost); d.State != Failed {
		t.Errorf("%+v", d)
	}
}
