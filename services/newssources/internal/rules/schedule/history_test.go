package schedule

import (
	"testing"
	"time"
)

var firstResult = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// historyOf returns the history of n checks. found returns the number of items of each check, and of
// those that were known.
func historyOf(n int, interval time.Duration, found func(i int) (items, known int)) *History {
	var h *History
	for i := range n {
		items, known := found(i)
		at := firstResult.Add(time.Duration(i) * interval)
		h = h.Add(Result{At: at, Revision: 1, IsFirst: i == 0, Items: items, Known: known})
	}
	return h
}

func TestSlower(t *testing.T) {
	t.Parallel()
	newEvery := func(n int) func(int) (int, int) {
		return func(i int) (int, int) {
			if i > 0 && i%n == 0 {
				return 20, 19
			}
			return 20, 20
		}
	}
	const week = 7 * 24 * time.Hour
	for _, test := range []struct {
		name     string
		n        int
		interval time.Duration
		found    func(int) (int, int)
		want     time.Duration
	}{
		{"nothing new in a week", 8 * 48, 30 * time.Minute, newEvery(1000), 24 * time.Hour},
		{"an item every two days", 8 * 48, 30 * time.Minute, newEvery(96), 24 * time.Hour},
		{"an item a day", 8 * 96, 15 * time.Minute, newEvery(96), 12 * time.Hour},
		{"three items a day", 8 * 96, 15 * time.Minute, newEvery(32), 4 * time.Hour},
		{"an item in every tenth check", 8 * 48, 30 * time.Minute, newEvery(10), 0},
		{"less than a week", 6 * 48, 30 * time.Minute, newEvery(1000), 0},
		{"too few checks", 15, 12 * time.Hour, newEvery(1000), 0},
		{"four requests a day are cheap", 60, 6 * time.Hour, newEvery(1000), 0},
		{"items are lost", 8 * 48, 30 * time.Minute, func(i int) (int, int) {
			if i == 5 {
				return 20, 0
			}
			return 20, 20
		}, 0},
		{"an empty feed", 8 * 48, 30 * time.Minute, func(int) (int, int) { return 0, 0 }, 24 * time.Hour},
	} {
		if got := historyOf(test.n, test.interval, test.found).Pace.Slower(week); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestFaster(t *testing.T) {
	t.Parallel()
	all := func(int) (int, int) { return 10, 0 }
	for _, test := range []struct {
		name     string
		n        int
		interval time.Duration
		floor    time.Duration
		found    func(int) (int, int)
		want     time.Duration
	}{
		{"every check loses items", 30, time.Hour, 15 * time.Minute, all, 30 * time.Minute},
		{"every check of four hours loses items", 10, 4 * time.Hour, 15 * time.Minute, all, 2 * time.Hour},
		{"the floor of the tier", 30, time.Hour, 40 * time.Minute, all, 40 * time.Minute},
		{"the interval is nearly at the floor", 30, time.Hour, 50 * time.Minute, all, 0},
		{"two losses", 30, time.Hour, time.Minute, func(i int) (int, int) {
			if i == 3 || i == 9 {
				return 10, 0
			}
			return 10, 8
		}, 0},
		{"losses are rare", 80, time.Hour, time.Minute, func(i int) (int, int) {
			if i > 0 && i%20 == 0 {
				return 10, 0
			}
			return 10, 8
		}, 0},
		{"two items are replaced by chance", 30, time.Hour, time.Minute, func(int) (int, int) { return 2, 0 }, 0},
		{"less than a day", 20, time.Hour, time.Minute, all, 0},
		{"items overlap", 30, time.Hour, time.Minute, func(int) (int, int) { return 10, 1 }, 0},
	} {
		if got := historyOf(test.n, test.interval, test.found).Pace.Faster(24*time.Hour, test.floor); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestPaceIgnores(t *testing.T) {
	t.Parallel()
	h := historyOf(3, time.Hour, func(int) (int, int) { return 10, 10 })
	at := firstResult.Add(3 * time.Hour)
	if got := h.Add(Result{At: at, Revision: 1, Requested: true, Items: 10}).Pace; got.Checks != 2 {
		t.Errorf("a requested check was counted: %+v", got)
	}
	if got := h.Add(Result{At: at, Revision: 1, AfterFail: true, Items: 10}).Pace; got.Losses != 0 || got.New != 1 {
		t.Errorf("a loss after an outage was counted: %+v", got)
	}
	if got := h.Add(Result{At: at, Revision: 2, Items: 10}).Pace; got.Checks != 0 || !got.Since.Equal(at) {
		t.Errorf("other settings do not clear the counters: %+v", got)
	}
	long := historyOf(40*24, time.Hour, func(int) (int, int) { return 10, 10 }).Pace
	if long.Time() > paceWindow || long.Mean() < 55*time.Minute || long.Mean() > 65*time.Minute {
		t.Errorf("after 40 days: %s, a check every %s", long.Time(), long.Mean())
	}
}

func TestCharset(t *testing.T) {
	t.Parallel()
	latin, cyrillic, none := "windows-1252", "windows-1251", ""
	for _, test := range []struct {
		name      string
		documents []*string
		want      string
	}{
		{"consistent", []*string{&cyrillic, &cyrillic, &cyrillic}, "windows-1251"},
		{"with documents that were not judged", []*string{&cyrillic, nil, &cyrillic, nil, &cyrillic}, "windows-1251"},
		{"too few", []*string{&cyrillic, &cyrillic}, ""},
		{"another encoding", []*string{&cyrillic, &cyrillic, &latin, &cyrillic}, ""},
		{"a document without a contradiction", []*string{&cyrillic, &cyrillic, &none, &cyrillic}, ""},
		{"none", []*string{&none, nil}, ""},
	} {
		var h *History
		for i, name := range test.documents {
			at := firstResult.Add(time.Duration(i) * time.Hour)
			h = h.Add(Result{At: at, Revision: 1, Document: &Document{EvidentCharset: name}})
		}
		if got := h.Charset.Suggested(3, 2*time.Hour); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSuggestedZone(t *testing.T) {
	t.Parallel()
	const hour, minute = time.Hour, time.Minute
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		country string
		current *time.Location
		leads   []time.Duration // the offset of the site minus the delay until the check
		every   time.Duration
		want    string
	}{
		{"an hour ahead", "ES", time.UTC, []time.Duration{50 * minute, 40 * minute, 55 * minute, 30 * minute}, hour / 2,
			"Europe/Madrid"},
		{"five and a half hours ahead", "IN", time.UTC, []time.Duration{5*hour + 10*minute, 5 * hour, 5*hour + 25*minute},
			hour / 2, "Asia/Kolkata"},
		{"behind", "CO", time.UTC, []time.Duration{-5*hour - 10*minute, -6 * hour, -5*hour - 20*minute}, hour / 2,
			"America/Bogota"},
		{"one of the zones of a country", "US", time.UTC, []time.Duration{-8*hour - 10*minute, -9 * hour, -8*hour - 5*minute},
			hour / 2, "America/Los_Angeles"},
		{"without a country", "", time.UTC, []time.Duration{2*hour - 10*minute, 2*hour - 15*minute, 2*hour - 5*minute},
			hour / 2, "Etc/GMT-2"},
		{"a country in another zone", "GB", time.UTC,
			[]time.Duration{2*hour - 10*minute, 2*hour - 15*minute, 2*hour - 5*minute}, hour / 2, "Etc/GMT-2"},
		{"a wrong setting", "ES", tokyo, []time.Duration{-8*hour - 10*minute, -8*hour - 15*minute, -8*hour - 5*minute},
			hour / 2, "Europe/Madrid"},
		{"UTC is right", "GB", time.UTC, []time.Duration{-10 * minute, -5 * minute, -20 * minute}, hour / 2, ""},
		{"a clock that is ahead", "ES", time.UTC, []time.Duration{2 * minute, minute, 3 * minute}, hour / 2, ""},
		{"rare checks find items late", "US", time.UTC, []time.Duration{-5*hour - 10*minute, -6 * hour, -5*hour - 20*minute},
			6 * hour, ""},
		{"one date in the future", "", time.UTC, []time.Duration{2*hour - 10*minute, -15 * minute, -5 * minute}, hour / 2,
			""},
		{"too few checks", "ES", time.UTC, []time.Duration{50 * minute, 40 * minute}, hour / 2, ""},
		{"announcements of next week", "ES", time.UTC, []time.Duration{100 * hour, 24 * hour, 24 * hour}, hour / 2, ""},
	} {
		first := Result{At: firstResult, Revision: 1, IsFirst: true, Items: 10, Document: &Document{LocalDates: 10}}
		h := (*History)(nil).Add(first)
		for i, lead := range test.leads {
			at := firstResult.Add(time.Duration(i+1) * test.every)
			newest := at.Add(lead)
			h = h.Add(Result{At: at, Revision: 1, Items: 10, Known: 9, Document: &Document{LocalDates: 10, Newest: &newest}})
		}
		if got := h.SuggestedZone(test.current, test.country, 3, hour); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		newest := firstResult.Add(100 * hour)
		if h = h.Add(Result{At: newest, Revision: 1, Items: 10, Document: &Document{Newest: &newest}}); h.Zone != nil {
			t.Errorf("%s: dates with zones do not delete the evidence", test.name)
		}
	}
	for country, zones := range zonesByCountry() {
		for _, zone := range zones {
			if _, err := time.LoadLocation(zone); err != nil {
				t.Errorf("%s: %v", country, err)
			}
		}
	}
}
