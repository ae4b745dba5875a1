package schedule

import (
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestSpecValidation(t *testing.T) {
	t.Parallel()
	window := func(from, to string, days ...string) *WindowSpec { return &WindowSpec{Days: days, From: from, To: to} }
	for name, c := range map[string]struct {
		spec   Spec
		limits Limits
		tier   int
		want   string // pointers and codes of the invalid values
		text   string // part of the first text
	}{
		"adaptive": {spec: Spec{Mode: Adaptive}},
		"fixed": {spec: Spec{Mode: Fixed, EverySeconds: 1800, Zone: "Europe/Madrid",
			Window: window("08:00", "20:00")}},
		"cron": {spec: Spec{Mode: Cron, Cron: " 0  6,18 * * mon-fri",
			Zone: "America/New_York"}},
		"a window across midnight": {spec: Spec{Window: window("22:00", "02:00", "sun")}},
		"a window until midnight":  {spec: Spec{Window: window("20:00", "24:00")}},
		"an unknown mode":          {spec: Spec{Mode: "often"}, want: "/mode unknown"},
		"fixed without an interval": {spec: Spec{Mode: Fixed}, want: "/every_seconds range",
			text: "between 15 min and 7 days."},
		"a negative interval": {spec: Spec{Mode: Fixed, EverySeconds: -5}, want: "/every_seconds range",
			text: "between 15 min and 7 days."},
		"an interval of a month": {spec: Spec{Mode: Fixed, EverySeconds: 30 * 86400},
			limits: Limits{15 * time.Second, 2 * time.Minute}, want: "/every_seconds range",
			text: "between 2 min and 7 days. The shortest interval that this installation allows is 2 min."},
		"an interval out of the range of durations": {spec: Spec{Mode: Fixed, EverySeconds: math.MaxInt64},
			want: "/every_seconds range", text: "between 15 min and 7 days."},
		"an interval of a week":          {spec: Spec{Mode: Fixed, EverySeconds: 604_800}},
		"an interval that has no effect": {spec: Spec{EverySeconds: 1800}, want: "/every_seconds mode"},
		"cron without an expression":     {spec: Spec{Mode: Cron}, want: "/cron required"},
		"an expression that has no effect": {spec: Spec{Mode: Fixed, EverySeconds: 1800, Cron: "0 6 * * *"},
			want: "/cron mode"},
		"cron with four fields": {spec: Spec{Mode: Cron, Cron: "0 6 * *"}, want: "/cron cron",
			text: "this one has 4"},
		"an hour that does not exist": {spec: Spec{Mode: Cron, Cron: "0 25 * * *"}, want: "/cron cron",
			text: "use values from 0 to 23"},
		"30 February": {spec: Spec{Mode: Cron, Cron: "0 0 30 2 *"}, want: "/cron cron",
			text: "never occurs"},
		"an unknown zone": {spec: Spec{Mode: Cron, Cron: "0 6 * * *", Zone: "Europe/Atlantis"},
			want: "/zone zone", text: "Europe/Atlantis"},
		"the zone of the server": {spec: Spec{Mode: Cron, Cron: "0 6 * * *", Zone: "Local"}, want: "/zone zone"},
		"a window that never opens": {spec: Spec{Window: window("08:00", "08:00")}, want: "/window/to window",
			text: "never opens"},
		"a window of five minutes": {spec: Spec{Window: window("08:00", "08:05")}, want: "/window/to window",
			text: "at least 30 min"},
		"times that do not exist": {spec: Spec{Window: window("25:00", "8.30")},
			want: "/window/from time,/window/to time", text: "25:00"},
		"a window that begins at 24:00": {spec: Spec{Window: window("24:00", "08:00")}, want: "/window/from time"},
		"an unknown day": {spec: Spec{Window: window("08:00", "20:00", "mon", "someday")},
			want: "/window/days/1 unknown"},
		"cron outside of the window": {spec: Spec{Mode: Cron, Cron: "0 3 * * *", Window: window("08:00", "20:00")},
			want: "/cron window", text: "never occurs in the window"},
		"cron on a day without window": {spec: Spec{Mode: Cron, Cron: "0 9 * * sat",
			Window: window("08:00", "20:00", "mon")}, want: "/cron window"},
		"cron at the end of the window": {spec: Spec{Mode: Cron, Cron: "0 20 * * *", Window: window("08:00", "20:00")},
			want: "/cron window"},
		"cron partly in the window": {spec: Spec{Mode: Cron, Cron: "0 3,9 * * *", Window: window("08:00", "20:00")}},
		"cron after midnight in the window": {spec: Spec{Mode: Cron, Cron: "0 1 * * mon",
			Window: window("22:00", "02:00", "sun")}},
		"29 February on a day of windows": {spec: Spec{Mode: Cron, Cron: "0 9 29 2 *",
			Window: window("08:00", "20:00", "wed")}},

		"below the default floor": {spec: Spec{Mode: Fixed, EverySeconds: 600}, want: "/every_seconds range",
			text: "Enter an interval between 15 min and 7 days. The shortest interval for a source without a tier is 15 min."},
		"at the floor of tier 1": {spec: Spec{Mode: Fixed, EverySeconds: 300}, tier: 1},
		"below the floor of tier 5": {spec: Spec{Mode: Fixed, EverySeconds: 1800}, tier: 5,
			want: "/every_seconds range", text: "of tier 5 is 1 h"},
		"below the floor of the operator": {spec: Spec{Mode: Fixed, EverySeconds: 1800}, limits: Limits{Min: time.Hour},
			tier: 1, want: "/every_seconds range", text: "this installation allows is 1 h"},
		"at a low floor of the operator": {spec: Spec{Mode: Fixed, EverySeconds: 120},
			limits: Limits{15 * time.Second, 2 * time.Minute}},
		"cron every minute": {spec: Spec{Mode: Cron, Cron: "* * * * *"}, want: "/cron floor",
			text: "checks 1 min apart"},
		"cron twice within ten minutes": {spec: Spec{Mode: Cron, Cron: "0,10 6 * * *"}, want: "/cron floor",
			text: "checks 10 min apart"},
		"cron before and after midnight": {spec: Spec{Mode: Cron, Cron: "0,55 0,23 * * *"}, want: "/cron floor",
			text: "checks 5 min apart"},
		"cron at midnight of different days": {spec: Spec{Mode: Cron, Cron: "55 23 * * mon"}},
	} {
		var wrong problem.Fields
		normalized := c.spec.Normalized(&wrong, "")
		normalized.CheckLimits(&wrong, "", c.limits, c.tier)
		err := wrong.Err()
		var got []string
		if err != nil {
			for _, field := range problem.As(err).Fields {
				got = append(got, field.Pointer+" "+field.Code)
			}
		}
		if strings.Join(got, ",") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		} else if err != nil && !strings.Contains(problem.As(err).Fields[0].Detail, c.text) {
			t.Errorf("%s: %q", name, problem.As(err).Fields[0].Detail)
		}
	}
}

func TestSpecIsNormalized(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want *Spec }{
		"none":        {nil, nil},
		"the default": {&Spec{Mode: Adaptive, Zone: "Europe/Madrid"}, nil},
		"a zone without effect": {&Spec{Mode: Fixed, EverySeconds: 1800, Zone: "Europe/Madrid"},
			&Spec{Mode: Fixed, EverySeconds: 1800}},
		"spaces": {&Spec{Mode: Cron, Cron: " 0  6 * * *", Zone: " UTC "},
			&Spec{Mode: Cron, Cron: "0 6 * * *", Zone: "UTC"}},
		"days out of order": {&Spec{Window: &WindowSpec{[]string{"Sun", "mon", "sun"}, "8:00", "20:00"}},
			&Spec{Mode: Adaptive, Window: &WindowSpec{[]string{"mon", "sun"}, "08:00", "20:00"}}},
		"every day": {&Spec{Window: &WindowSpec{dayNames, "08:00", "20:00"}},
			&Spec{Mode: Adaptive, Window: &WindowSpec{nil, "08:00", "20:00"}}},
		"normalized specs remain": {&Spec{Mode: Adaptive, Zone: "UTC", Window: &WindowSpec{nil, "22:00", "02:00"}},
			&Spec{Mode: Adaptive, Zone: "UTC", Window: &WindowSpec{nil, "22:00", "02:00"}}},
	} {
		var wrong problem.Fields
		if got := c.in.Normalized(&wrong, ""); !reflect.DeepEqual(got, c.want) || wrong.Err() != nil {
			t.Errorf("%s: %+v, %v", name, got, wrong.Err())
		}
	}
}

func TestSettingsOfInvalidSpec(t *testing.T) {
	t.Parallel()
	for _, invalid := range []Spec{{Mode: "of a later version"}, {Mode: Fixed}, {Mode: Fixed, EverySeconds: 604_801}} {
		if settings, err := invalid.Settings(2); err == nil || settings != (Settings{Tier: 2}) {
			t.Errorf("%+v: %+v, %v", invalid, settings, err)
		}
	}
	settings, err := (&Spec{Mode: Cron, Cron: "0 6 * * *", Zone: "Europe/Madrid",
		Window: &WindowSpec{[]string{"sun"}, "05:00", "24:00"}}).Settings(0)
	if err != nil || settings.Cron.String() != "0 6 * * *" || settings.Zone.String() != "Europe/Madrid" ||
		settings.Window.Days[0] != time.Sunday || settings.Window.To != dayMinutes {
		t.Errorf("%+v, %v", settings, err)
	}
}

// TestCronInWindow checks where the occurrences outside of the window are left out.
func TestCronInWindow(t *testing.T) {
	t.Parallel()
	settings, err := (&Spec{Mode: Cron, Cron: "0 3,9,20 * * *", Window: &WindowSpec{nil, "08:00", "20:05"}}).Settings(1)
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Key: "key", Now: noon, Settings: settings}
	for cronOffset(in.Key) < 6*time.Minute { // an offset that leads out of the window
		in.Key += "x"
	}
	first := Next(in)
	in.Now = first.At
	second := Next(in)
	if want := noon.Add(8 * time.Hour); !first.At.Equal(want) {
		t.Errorf("the check at the end of the window is at %s, want %s without an offset", first.At, want)
	}
	if want := noon.Add(21 * time.Hour); second.At.Before(want) || second.At.After(want.Add(maxCronOffset)) {
		t.Errorf("then %s, want the occurrence in the window at %s", second.At, want)
	}
}

// TestCronBelowTheFloor has an expression that was valid before the tier of the source was changed.
func TestCronBelowTheFloor(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"a", "b", "c"} {
		in := Input{Key: key, Now: noon, Settings: Settings{Mode: Cron, Cron: mustCron(t, "*/5 * * * *"), Tier: 5}}
		for range 20 {
			next := Next(in).At
			if gap := next.Sub(in.Now); gap < 54*time.Minute || gap > 75*time.Minute {
				t.Fatalf("a check after %s", gap)
			}
			in.Now = next
		}
	}
}

func TestPostpone(t *testing.T) {
	t.Parallel()
	window := &Window{From: 14 * 60, To: 20 * 60}
	for name, c := range map[string]struct {
		in   Input
		want time.Duration
	}{
		"adaptive": {Input{Round: 3, Interval: 12 * time.Hour, Settings: Settings{Window: window}},
			2 * time.Hour},
		"fixed": {Input{Round: 3, Settings: Settings{Mode: Fixed, Every: 6 * time.Hour, Window: window}},
			2 * time.Hour},
		"new": {Input{Settings: Settings{Mode: Cron, Cron: mustCron(t, "0 18 * * *"), Window: window}},
			2 * time.Hour},
		"cron": {Input{Round: 3,
			Settings: Settings{Mode: Cron, Cron: mustCron(t, "0 18 * * *"), Window: window}}, 6 * time.Hour},
		"open in another zone": {Input{Round: 3, Settings: Settings{Window: window, Zone: zone(t, "America/New_York")}},
			6 * time.Hour},
	} {
		c.in.Key, c.in.Now = "a", noon
		got := Postpone(c.in)
		if wait := got.At.Sub(noon); wait < c.want || wait > c.want+maxCronOffset {
			t.Errorf("%s: %s, want %s: %v", name, wait, c.want, got.Reasons)
		}
	}
}

func TestPerDay(t *testing.T) {
	t.Parallel()
	window := func(from, to ClockTime, days ...time.Weekday) *Window { return &Window{days, from * 60, to * 60} }
	for name, c := range map[string]struct {
		settings Settings
		want     float64
	}{
		"adaptive, 1 h":                    {Settings{}, 24},
		"in a window":                      {Settings{Window: window(8, 20)}, 12},
		"on working days":                  {Settings{Window: window(0, 24, 1, 2, 3, 4, 5)}, 24 * 5. / 7},
		"every 30 min":                     {Settings{Mode: Fixed, Every: 30 * time.Minute}, 48},
		"every 30 min in a window":         {Settings{Mode: Fixed, Every: 30 * time.Minute, Window: window(22, 4)}, 12},
		"rarer than the window":            {Settings{Mode: Fixed, Every: 12 * time.Hour, Window: window(8, 9)}, 1},
		"cron":                             {Settings{Mode: Cron, Cron: mustCron(t, "0 6,18 * * *")}, 2},
		"cron in a window":                 {Settings{Mode: Cron, Cron: mustCron(t, "0 * * * *"), Window: window(8, 20)}, 12},
		"cron on working days":             {Settings{Mode: Cron, Cron: mustCron(t, "0 6 * * mon-fri")}, 5. / 7},
		"cron on the first day of a month": {Settings{Mode: Cron, Cron: mustCron(t, "0 6 1 * *")}, 12 / 365.25},
	} {
		got := c.settings.PerDay(time.Hour, Limits{})
		if got < c.want*0.99 || got > c.want*1.01 {
			t.Errorf("%s: %.3f a day, want %.3f", name, got, c.want)
		}
		// The simulation and the estimate agree.
		simulated := Simulate(Input{Key: "a", Now: noon, Round: 5, Interval: time.Hour, Settings: c.settings})
		if ratio := simulated.PerDay / c.want; ratio < 0.85 || ratio > 1.15 || len(simulated.Checks) != previewChecks {
			t.Errorf("%s: %.3f a day are simulated, want %.3f", name, simulated.PerDay, c.want)
		}
		for _, next := range simulated.Checks {
			if !c.settings.IsOpen(next.At) {
				t.Errorf("%s: a check at %s, outside of the window", name, next.At)
			}
		}
	}
}

func TestSimulateNewEndpoint(t *testing.T) {
	t.Parallel()
	in := Input{Key: "a", Now: noon, Settings: Settings{Mode: Fixed, Every: time.Hour}}
	if first := Simulate(in).Checks[0]; !first.At.Equal(noon) || first.Reasons[0].Code != ReasonNew {
		t.Errorf("%+v", first)
	}
	in.Settings.Window = &Window{From: 14 * 60, To: 20 * 60}
	if first := Simulate(in).Checks[0]; first.At.Before(noon.Add(2*time.Hour)) || first.Reasons[0].Code != ReasonWindow {
		t.Errorf("%+v", first)
	}
}

// TestEveryWindowIsUsed checks that an interval of a day or a little less leads to a check in each
// window, whatever the phase and the jitter of the endpoint are.
func TestEveryWindowIsUsed(t *testing.T) {
	t.Parallel()
	weekend := []time.Weekday{time.Saturday, time.Sunday}
	workdays := []time.Weekday{time.Monday, time.Tuesday, time.Wednesday, time.Thursday, time.Friday}
	for name, c := range map[string]struct {
		settings Settings
		interval time.Duration // adaptive
		perWeek  float64
	}{
		"fixed, a day": {Settings{Mode: Fixed, Every: 24 * time.Hour,
			Window: &Window{From: 8 * 60, To: 12 * 60}}, 0, 7},
		"fixed, a day, from midnight": {Settings{Mode: Fixed, Every: 24 * time.Hour, Window: &Window{From: 0, To: 12 * 60}},
			0, 7},
		"fixed, less than a day": {Settings{Mode: Fixed, Every: 80_000 * time.Second,
			Window: &Window{From: 8 * 60, To: 12 * 60}}, 0, 7},
		"fixed, half a day, one hour": {Settings{Mode: Fixed, Every: 12 * time.Hour,
			Window: &Window{From: 8 * 60, To: 9 * 60}}, 0, 7},
		"fixed, weekends in Tokyo": {Settings{Mode: Fixed, Every: 24 * time.Hour, Zone: zone(t, "Asia/Tokyo"),
			Window: &Window{weekend, 10 * 60, 11 * 60}}, 0, 2},
		"fixed, one hour of work days": {Settings{Mode: Fixed, Every: 24 * time.Hour,
			Window: &Window{workdays, 8 * 60, 9 * 60}}, 0, 5},
		"fixed, two days": {Settings{Mode: Fixed, Every: 48 * time.Hour,
			Window: &Window{From: 8 * 60, To: 12 * 60}}, 0, 3.5},
		"adaptive, a day, one hour": {Settings{Tier: 5, Window: &Window{From: 8 * 60, To: 9 * 60}}, 24 * time.Hour, 7},
	} {
		for i := range 100 {
			in := Input{Key: strconv.Itoa(i), Round: 1, Now: noon, Settings: c.settings, Interval: c.interval,
				Limits: Limits{Min: 15 * time.Minute, Max: 24 * time.Hour}}
			if got := Simulate(in).PerDay * 7; math.Abs(got-c.perWeek) > 0.6 {
				t.Errorf("%s, endpoint %d: %.2f checks a week, want %g", name, i, got, c.perWeek)
			}
		}
	}
}
