package notify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

var start = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// play evaluates a rule every minute. Each step names the observation: a state of the source,
// "gone-from-view" if the filter no longer selects it, "rule" if the condition was changed
// meanwhile, or "ok*30" for 30 minutes. A step in parentheses may not send. It returns what was
// sent: "F" firing, "R" reminder, "E" recovered, or "-", and the number of open alerts at the end.
func play(rule Settings, steps string, incidentEnd time.Time) (sent string, openAlerts int) {
	id, version, now := uuid.New(), 1, start
	var open []Alert
	var log []string
	since, state := start, health.State("")
	for step := range strings.FieldsSeq(steps) {
		word, maySend := strings.Trim(step, "()"), !strings.HasPrefix(step, "(")
		word, times, _ := strings.Cut(word, "*")
		count, _ := strconv.Atoi(times)
		for range max(count, 1) {
			o := Observation{Now: now, Met: map[uuid.UUID]Sighting{}, Others: map[uuid.UUID]Sighting{}, IncidentEnd: incidentEnd}
			if word == "rule" {
				version++
			} else if s := health.State(word); s != state {
				state, since = s, now
			}
			sighting := Sighting{State: state, Since: since}
			switch {
			case word != "rule" && rule.Condition.matches(state, ""):
				o.Met[id] = sighting
			case word != "gone-from-view":
				o.Others[id] = sighting
			}
			d := Decide(rule, version, open, o, maySend)
			text := strings.Repeat("F", len(d.Firing)) + strings.Repeat("R", len(d.Reminded)) +
				strings.Repeat("E", len(d.Recovered))
			if text == "" {
				text = "-"
			}
			log = append(log, text)
			open = apply(open, d)
			now = now.Add(time.Minute)
		}
	}
	return compress(log), len(open)
}

// apply stores the decision like the database.
func apply(open []Alert, d Decision) []Alert {
	for _, changed := range d.Alerts {
		open = slices.DeleteFunc(open, func(a Alert) bool { return a.ID == changed.ID })
		if changed.EndedAt == nil {
			open = append(open, changed)
		}
	}
	return open
}

// compress joins equal texts: "- - F" is "-*2 F".
func compress(list []string) string {
	var out []string
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		text := list[i]
		if n > 1 {
			text += "*" + strconv.Itoa(n)
		}
		out = append(out, text)
		i += n
	}
	return strings.Join(out, " ")
}

func TestDecide(t *testing.T) {
	t.Parallel()
	condition := Condition{Scope: EachSource, States: []health.State{health.Failing, health.Blocked}}
	at := Settings{Condition: condition, NotifyRecovery: true}
	delayed := Settings{Condition: condition, NotifyRecovery: true, ForMinutes: 5}
	repeated := Settings{Condition: condition, NotifyRecovery: true, RepeatMinutes: 15}
	silent := Settings{Condition: condition}
	for name, c := range map[string]struct {
		rule        Settings
		steps       string
		sent        string
		open        int
		incidentEnd time.Time
	}{
		"nothing wrong":                       {at, "ok ok", "-*2", 0, time.Time{}},
		"another state":                       {at, "degraded*3", "-*3", 0, time.Time{}},
		"fires once":                          {at, "ok failing*3", "- F -*2", 1, time.Time{}},
		"recovers":                            {at, "failing ok ok", "F E -", 0, time.Time{}},
		"recovers without a notice":           {silent, "failing ok ok", "F -*2", 0, time.Time{}},
		"fires again after recovery":          {at, "failing ok failing", "F E F", 1, time.Time{}},
		"the state changes within the rule":   {at, "failing blocked failing ok", "F -*2 E", 0, time.Time{}},
		"another state ends it":               {at, "failing quiet", "F E", 0, time.Time{}},
		"a new address is not a recovery":     {at, "failing new new failing", "F -*3", 1, time.Time{}},
		"unknown is not a recovery":           {at, "failing unknown failing ok", "F -*2 E", 0, time.Time{}},
		"the source leaves the view":          {at, "failing gone-from-view", "F E", 0, time.Time{}},
		"the rule changes":                    {at, "failing rule", "F -", 0, time.Time{}},
		"lasts long enough":                   {delayed, "failing*7 ok", "-*5 F - E", 0, time.Time{}},
		"lasts too short":                     {delayed, "failing*4 ok*3", "-*7", 0, time.Time{}},
		"the clock keeps running in a row":    {delayed, "failing*3 blocked*3", "-*5 F", 1, time.Time{}},
		"the clock starts anew":               {delayed, "failing*4 ok failing*4 ok", "-*10", 0, time.Time{}},
		"an outage of the checker counts not": {delayed, "failing*9", "-*8 F", 1, start.Add(3 * time.Minute)},
		"reminders":                           {repeated, "failing*31 ok", "F -*14 R -*14 R E", 0, time.Time{}},
		"quiet hours delay":                   {at, "(failing*3) failing", "-*3 F", 1, time.Time{}},
		"nothing is left after quiet hours":   {at, "(failing*3) (ok) ok", "-*5", 0, time.Time{}},
		"quiet hours delay the recovery":      {at, "failing (ok*3) ok", "F -*3 E", 0, time.Time{}},
		"it fails again in the quiet hours":   {at, "failing (ok*3) (failing) failing ok", "F -*5 E", 0, time.Time{}},
		"no reminder in quiet hours":          {repeated, "failing (failing*30) failing", "F -*30 R", 1, time.Time{}},
		"digest": {at, "(failing) (failing) failing (failing) (ok) ok", "-*2 F -*2 E", 0,
			time.Time{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sent, open := play(c.rule, c.steps, c.incidentEnd)
			if sent != c.sent || open != c.open {
				t.Errorf("%s\nsent %s, %d open\nwant %s, %d open", c.steps, sent, open, c.sent, c.open)
			}
		})
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	parse := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for _, c := range []struct {
		from, to, zone, at string
		want               bool
	}{
		{"22:00", "07:00", "UTC", "2026-03-10T21:59:59Z", false},
		{"22:00", "07:00", "UTC", "2026-03-10T22:00:00Z", true},
		{"22:00", "07:00", "UTC", "2026-03-11T06:59:59Z", true},
		{"22:00", "07:00", "UTC", "2026-03-11T07:00:00Z", false},
		{"12:00", "14:00", "UTC", "2026-03-11T13:00:00Z", true},
		{"12:00", "14:00", "UTC", "2026-03-11T14:00:00Z", false},
		{"22:00", "07:00", "Europe/Madrid", "2026-03-10T21:00:00Z", true}, // 22:00 there
		{"22:00", "07:00", "Europe/Madrid", "2026-07-10T20:30:00Z", true}, // summer time
		{"22:00", "07:00", "Europe/Madrid", "2026-07-10T05:30:00Z", false},
		{"", "", "UTC", "2026-03-10T23:00:00Z", false},
	} {
		s := Settings{QuietFrom: c.from, QuietTo: c.to, Zone: c.zone}
		if got := s.isQuiet(parse(c.at)); got != c.want {
			t.Errorf("%s–%s %s at %s: %v", c.from, c.to, c.zone, c.at, got)
		}
	}
	for _, c := range []struct {
		digest         Digest
		at, zone, from string
		want           string
	}{
		{Hourly, "", "UTC", "2026-03-10T12:00:00Z", "2026-03-10T13:00:00Z"},
		{Hourly, "", "UTC", "2026-03-10T12:59:59Z", "2026-03-10T13:00:00Z"},
		{Daily, "08:30", "UTC", "2026-03-10T08:29:00Z", "2026-03-10T08:30:00Z"},
		{Daily, "08:30", "UTC", "2026-03-10T08:30:00Z", "2026-03-11T08:30:00Z"},
		{Daily, "08:30", "America/New_York", "2026-03-07T14:00:00Z", "2026-03-08T12:30:00Z"}, // summer time begins
		{Daily, "02:30", "Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"},    // 02:30 is skipped
	} {
		got := Settings{Digest: c.digest, DigestAt: c.at, Zone: c.zone}.nextDigest(parse(c.from))
		if got == nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%s %s %s after %s: %v, want %s", c.digest, c.at, c.zone, c.from, got, c.want)
		}
	}
	if (Settings{Digest: NoDigest}).nextDigest(start) != nil {
		t.Error("a rule without a digest has a time for it")
	}
}

func TestIsMetBy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		minSources, minShare, affected, total int
		want                                  bool
	}{
		{1, 0, 0, 10, false}, {1, 0, 1, 10, true}, {3, 0, 2, 10, false}, {1, 20, 1, 10, false}, {1, 20, 2, 10, true},
		{3, 20, 2, 10, false}, {1, 100, 9, 10, false},
		{1, 100, 10, 10, true}, {1, 0, 0, 0, false}, {0, 0, 0, 5, false},
	} {
		condition := Condition{MinSources: c.minSources, MinShare: c.minShare}
		if got := condition.isMetBy(c.affected, c.total); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		30 * time.Second: "less than a minute", 5 * time.Minute: "5 min", time.Hour: "1 h", 190 * time.Minute: "3 h 10 min",
		24 * time.Hour: "1 d",
		50 * time.Hour: "2 d 2 h",
	} {
		if got := duration(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}

func TestRetriesSpanFourHours(t *testing.T) {
	t.Parallel()
	var sum time.Duration
	for attempt := 1; attempt < maxAttempts; attempt++ {
		sum += retryDelay(attempt)
	}
	if got := fmt.Sprint(sum.Round(time.Minute)); got != "4h16m0s" {
		t.Errorf("the attempts span %s", got)
	}
}
