package notify

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/inbox"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestFirings plays changes such as "a:failing@10": source a is failing from minute 10. It compares
// the minutes of the firings.
func TestFirings(t *testing.T) {
	t.Parallel()
	each := Condition{Scope: EachSource, States: []health.State{health.Failing}}
	view := Condition{Scope: WholeView, States: []health.State{health.Failing}, MinSources: 2}
	for name, c := range map[string]struct {
		condition Condition
		after     time.Duration
		changes   string
		affected  int // now, at minute 100
		want      string
	}{
		"no changes":                        {each, 0, "", 0, ""},
		"fires":                             {each, 0, "a:failing@10 a:ok@20", 0, "10"},
		"fires twice":                       {each, 0, "a:failing@10 a:ok@20 a:failing@30", 1, "10 30"},
		"too short":                         {each, 15 * time.Minute, "a:failing@10 a:ok@20", 0, ""},
		"long enough":                       {each, 10 * time.Minute, "a:failing@10 a:ok@20", 0, "20"},
		"lasts until now":                   {each, 80 * time.Minute, "a:failing@10", 1, "90"},
		"another state is the end":          {each, 15 * time.Minute, "a:failing@10 a:degraded@20 a:failing@30", 1, "45"},
		"a new address is not the end":      {each, 15 * time.Minute, "a:failing@10 a:new@20 a:failing@30", 1, "25"},
		"two sources":                       {each, 0, "a:failing@10 b:failing@15", 2, "10 15"},
		"view: too few":                     {view, 0, "a:failing@10 a:ok@20 b:failing@30", 1, ""},
		"view: enough":                      {view, 0, "a:failing@10 b:failing@15 a:ok@20", 1, "15"},
		"view: one affected before":         {view, 0, "b:failing@15 b:ok@20", 1, "15"},
		"view: lasts until now":             {view, 10 * time.Minute, "a:failing@10 b:failing@15", 2, "25"},
		"view: the cause changes":           {view, 0, "a:failing@10 a:failing@11 b:failing@15", 2, "15"},
		"view: affected all the time":       {view, 0, "", 2, ""},
		"view: recovered since the records": {view, 0, "a:ok@10", 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ids := map[string]uuid.UUID{"a": uuid.New(), "b": uuid.New()}
			var changes []sourcelist.HealthChange
			for change := range strings.FieldsSeq(c.changes) {
				name, rest, _ := strings.Cut(change, ":")
				state, minute, _ := strings.Cut(rest, "@")
				at, err := strconv.Atoi(minute)
				if err != nil {
					t.Fatal(err)
				}
				changes = append(changes,
					sourcelist.HealthChange{At: start.Add(time.Duration(at) * time.Minute), SourceID: ids[name],
						State: health.State(state)})
			}
			now := start.Add(100 * time.Minute)
			firings := firingsOfSources(c.condition, c.after, changes, now)
			if c.condition.Scope == WholeView {
				firings = firingsOfView(c.condition, c.after, changes, now, &Preview{Matching: c.affected, Total: 10})
			}
			var got []string
			for _, at := range firings {
				got = append(got, strconv.Itoa(int(at.Sub(start).Minutes())))
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("fires at %v, want %s", got, c.want)
			}
		})
	}
}

// TestPreview verifies that changes of the health are recorded, and which sources a preview finds.
func TestPreview(t *testing.T) {
	t.Parallel()
	h := newHarness(t, inbox.Options{})
	condition := Condition{Scope: EachSource, States: []health.State{health.Failing},
		Filter: Filter{Tags: []string{"politics"}}}
	if p, err := h.Preview(t.Context(), condition, 0); err != nil || p.Matching+p.Total+len(p.Firings) != 0 ||
		!p.IsComplete || !p.RecordedSince.IsZero() {
		t.Errorf("of an empty register: %+v, %v", p, err)
	}
	inside, outside := h.source("Inside", "inside.example", "Politics"), h.source("Outside", "outside.example")
	h.source("Healthy", "healthy.example", "Politics")
	for _, id := range []uuid.UUID{inside, outside} {
		h.setHealth(id, health.Failing, health.DNS, time.Hour)
		h.setHealth(id, health.OK, health.None, 0)
		h.setHealth(id, health.Failing, health.DNS, 0)
	}
	p, err := h.Preview(t.Context(), condition, 0)
	if err != nil || p.Matching != 1 || p.Total != 2 || len(p.Examples) != 1 || p.Examples[0].Name != "Inside" ||
		len(p.Firings) != 2 || p.RecordedSince.IsZero() {
		t.Errorf("%+v, %v", p, err)
	}
}
