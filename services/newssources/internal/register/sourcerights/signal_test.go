package sourcerights

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

var start = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// TestSignalsOverTime plays the readings of one source: when a signal is in force, and how often it is
// new.
func TestSignalsOverTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		readings string // values that are declared at hours after the start
		want     string // values in force after each reading
		isNew    int    // signals that were new
	}{
		"stays":                       {"0:a 1:a 100:a", "a a a", 1},
		"is missing for a minute":     {"0:a 1:- 1:a", "a a a", 1},
		"appears for a minute":        {"0:- 1:a 1:- 2:-", "- a a a", 1},
		"appears twice within a day":  {"0:a 1:- 2:a 3:- 4:a", "a a a a a", 1},
		"ends after a day":            {"0:a 1:- 24:- 25:-", "a a a -", 1},
		"returns after its end":       {"0:a 1:- 25:- 26:a", "a a - a", 2},
		"changes":                     {"0:a 1:b 25:b", "a ab b", 2},
		"is different for a minute":   {"0:a 1:b 1:a 25:a", "a ab ab a", 2},
		"is declared in two places":   {"0:aa 1:a", "a a", 1},
		"two signals, one is removed": {"0:ab 1:a 26:a", "ab ab a", 2},
	} {
		var inForce []StoredSignal
		isNew := 0
		var got []string
		for step := range strings.FieldsSeq(c.readings) {
			var hours int
			var values string
			_, _ = fmt.Sscanf(step, "%d:%s", &hours, &values)
			var declared []rights.Signal
			for _, value := range strings.Trim(values, "-") {
				declared = append(declared, rights.Signal{Kind: rights.Copyright, Value: string(value)})
			}
			now := start.Add(time.Duration(hours) * time.Hour)
			current, changed := reconcile(inForce, declared, now)
			for _, s := range changed {
				if s.FoundAt.Equal(now) && s.MissingSince == nil && !containsID(inForce, s) {
					isNew++
				}
			}
			inForce = current
			text := ""
			for _, s := range current {
				text += s.Value
			}
			got = append(got, text+map[bool]string{true: "-"}[text == ""])
		}
		if got := strings.Join(got, " "); got != c.want || isNew != c.isNew {
			t.Errorf("%s: in force %s, want %s; %d new, want %d", name, got, c.want, isNew, c.isNew)
		}
	}
}

func containsID(list []StoredSignal, s StoredSignal) bool {
	for _, other := range list {
		if other.ID == s.ID {
			return true
		}
	}
	return false
}

// TestSignalsInForceAreBounded covers a site that declares something else with each reading.
func TestSignalsInForceAreBounded(t *testing.T) {
	t.Parallel()
	var inForce []StoredSignal
	for i := range 3 * maxInForce {
		inForce, _ = reconcile(inForce, []rights.Signal{{Kind: rights.Copyright, Value: fmt.Sprint(i)}}, start)
	}
	if len(inForce) != maxInForce {
		t.Errorf("%d signals in force", len(inForce))
	}
}
