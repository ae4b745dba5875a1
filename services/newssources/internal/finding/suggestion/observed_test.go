package suggestion

import (
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// setSchedule saves the schedule of the first endpoint of a source.
func (h *harness) setSchedule(s *source.Source, spec *schedule.Spec) {
	h.Helper()
	err := h.register.RepairEndpoint(h.Context(), h.actor, source.Repair{
		SourceID: s.ID, EndpointID: s.Endpoints[0].ID,
		Applies: func(source.EndpointDetails) bool { return true },
		Change:  func(d *source.EndpointDetails) { d.Schedule = spec },
		Record:  func(postgres.Tx) error { return nil },
	})
	if err != nil {
		h.Fatal(err)
	}
}

func TestSlowerScheduleIsSuggested(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("rarely-new.test", "/feed")
	window := &schedule.WindowSpec{From: "00:00", To: "23:59"}
	before := &schedule.Spec{Mode: schedule.Fixed, EverySeconds: 1800, Zone: "Europe/Madrid", Window: window}
	h.setSchedule(s, before)
	for range 3 {
		h.check()
	}
	// Adds fifty checks with the same result. The tests of package schedule cover the counting.
	h.exec(`UPDATE endpoint_states
		SET observations = jsonb_set(observations::jsonb, '{pace,checks}',
			to_jsonb((observations->'pace'->>'checks')::int + 50))`)
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested too early: %+v", list)
	}
	h.pass(30 * time.Hour)
	h.review()
	g := h.only(s)
	if e := g.Evidence; g.Kind != Slower || e.Before != "1800" || e.After != "43200" || e.Checks != 52 ||
		e.ChecksNew != 0 || e.KnownPercent != 0 {
		t.Fatalf("%s: %+v", g.Kind, e)
	}
	h.mustDecide(Accept, g, AcceptedOutcome)
	h.replan()
	if reason := value[string](h, "SELECT next_reasons::text FROM endpoint_states"); !strings.Contains(reason,
		"every 12 h") {
		t.Errorf("the next check does not follow the accepted interval: %s", reason)
	}
	stored := value[schedule.Spec](h, "SELECT schedule FROM endpoints")
	if stored.EverySeconds != 43200 || stored.Window == nil || stored.Zone != "Europe/Madrid" {
		t.Errorf("the window was lost: %+v", stored)
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if got := value[schedule.Spec](h, "SELECT schedule FROM endpoints"); got.EverySeconds != 1800 || got.Window == nil {
		t.Errorf("after the undo: %+v", got)
	}
	h.review()
	g = h.only(s) // it is open again
	h.mustDecide(Dismiss, g, DismissedOutcome)
	h.pass(60 * time.Hour) // now, the evidence suggests a day
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested again after it was dismissed: %+v", list)
	}
}

func TestFasterScheduleIsSuggested(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("rolls-over.test", "/feed")
	for range 5 {
		h.check()
	}
	// The checks were seconds apart.
	h.exec(`UPDATE endpoint_states SET observations = jsonb_set(observations::jsonb, '{pace,loss_gap}', '14400')`)
	h.pass(20 * time.Hour)
	h.review()
	g := h.only(s)
	if e := g.Evidence; g.Kind != Faster || e.Before != adaptive || e.After != "7200" || e.Losses != 4 ||
		e.ChecksNew != 4 {
		t.Fatalf("%s: %+v", g.Kind, e)
	}
	h.mustDecide(Accept, g, AcceptedOutcome)
	h.replan()
	if reason := value[string](h, "SELECT next_reasons::text FROM endpoint_states"); !strings.Contains(reason,
		"every 2 h") {
		t.Errorf("the next check does not follow the accepted interval: %s", reason)
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if value[bool](h, "SELECT schedule IS NOT NULL FROM endpoints") {
		t.Error("the schedule was not restored")
	}
}

func TestEncodingIsSuggested(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("declares-latin.test", "/feed")
	title := func() string {
		return value[string](h, "SELECT title FROM items ORDER BY first_seen_at DESC, title LIMIT 1")
	}
	suggested := func() bool {
		h.check()
		h.review()
		return len(h.open(s)) > 0
	}
	for range 100 { // only a quarter of the documents is examined
		if suggested() {
			break
		}
	}
	g := h.only(s)
	if e := g.Evidence; g.Kind != Settings || e.Setting != charset || e.Before != "" || e.After != "windows-1251" ||
		e.Sightings < 3 || len(e.Sample) != sampleSize {
		t.Fatalf("%s: %+v", g.Kind, e)
	}
	if strings.Contains(title(), "о") {
		t.Errorf("the title is read correctly without the setting: %s", title())
	}
	h.mustDecide(Accept, g, AcceptedOutcome)
	h.check()
	h.check()
	if !strings.Contains(title(), "о") {
		t.Errorf("the accepted encoding does not help: %s", title())
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if got := value[string](h, "SELECT charset FROM endpoints"); got != "" {
		t.Errorf("encoding after the undo: %s", got)
	}
}

func TestTimeZoneIsSuggested(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.add("local-time.test", "/feed")
	h.exec("UPDATE sources SET country = 'ES'")
	for range 4 {
		h.check()
	}
	h.review()
	g := h.only(s)
	if e := g.Evidence; g.Kind != Settings || e.Setting != defaultZone || e.Before != "" || e.After != "Europe/Madrid" ||
		e.Sightings != 3 || e.LeadSeconds < 50*60 {
		t.Fatalf("%s: %+v", g.Kind, e)
	}
	future := func() bool {
		return value[bool](h, "SELECT max(published_at) > max(first_seen_at) FROM items WHERE first_seen_at = (SELECT "+
			"max(first_seen_at) FROM items)")
	}
	if !future() {
		t.Error("the dates are right without the setting")
	}
	h.mustDecide(Accept, g, AcceptedOutcome)
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested from checks with the former zone: %+v", list)
	}
	h.check()
	if future() {
		t.Error("the accepted zone does not help")
	}
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested again: %+v", list)
	}
	h.mustDecide(Undo, suggestionIn(h, s, Accepted), UndoneOutcome)
	if got := value[string](h, "SELECT default_zone FROM endpoints"); got != "" {
		t.Errorf("zone after the undo: %s", got)
	}
	for range 4 {
		h.check()
	}
	h.review()
	h.mustDecide(Dismiss, h.only(s), DismissedOutcome)
	for range 4 {
		h.check()
	}
	h.review()
	if list := h.open(s); len(list) > 0 {
		t.Errorf("suggested again after it was dismissed: %+v", list)
	}
}
