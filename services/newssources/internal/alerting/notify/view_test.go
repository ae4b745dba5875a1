package notify

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestARuleFollowsItsView checks that a rule is evaluated with the present filter of its view, and
// that its own states replace those of the view.
func TestARuleFollowsItsView(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	owner, view := uuid.New(), uuid.New()
	h.exec(`INSERT INTO members (id, uid, email, role, created_at, updated_at)
		VALUES ($1, 'ada', 'ada@example.org', 'editor', now(), now())`, owner)
	h.exec(`INSERT INTO saved_views (id, owner_id, name, sharing, filter)
		VALUES ($1, $2, 'Politics', 'members', '{"tag": ["politics"], "health": ["quiet"], "not_health": ["failing"]}')`,
		view, owner)
	h.setHealth(h.source("A", "a.example", "politics"), health.Failing, health.DNS, time.Hour)
	h.setHealth(h.source("B", "b.example", "sport"), health.Failing, health.DNS, time.Hour)
	rule := h.rule(func(s *Settings) { s.Condition.ViewID = &view })
	firing := func() (names []string) {
		t.Helper()
		h.evaluate()
		list, _, err := h.Service.Firing(t.Context(), rule.ID, 10)
		h.must(err)
		for _, alert := range list {
			names = append(names, alert.SourceName)
		}
		return names
	}
	if got := firing(); len(got) != 1 || got[0] != "A" {
		t.Fatalf("%v fire, want A", got)
	}
	preview, err := h.Preview(t.Context(), rule.Condition, 0)
	h.must(err)
	if preview.Matching != 1 || preview.Total != 1 {
		t.Errorf("the preview is %+v", preview)
	}
	h.exec(`UPDATE saved_views SET filter = '{"tag": ["sport"]}' WHERE id = $1`, view)
	h.exec(`UPDATE alert_rules SET condition_version = condition_version + 1 WHERE view_id = $1`, view)
	if got := firing(); len(got) != 1 || got[0] != "B" {
		t.Errorf("%v fire after the change of the view, want B", got)
	}
}
