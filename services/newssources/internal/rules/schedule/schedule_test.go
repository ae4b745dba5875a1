package schedule

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC) // a Tuesday

// TestNext has a row for each rule. Times are compared with a tolerance of the jitter.
func TestNext(t *testing.T) {
	t.Parallel()
	known := func(items, known int) Check { return Check{Items: items, Known: known} }
	failing := func(n float64, since time.Duration) Check { return Check{Failures: n, FailingFor: since} }
	for name, c := range map[string]struct {
		in     Input
		want   time.Duration // until the next check, without jitter
		reason Code
		text   string
	}{
		"first check": {Input{}, 30 * time.Minute, ReasonAdaptive, "the first interval is 30 min"},
		"nothing new": {Input{Interval: time.Hour, Last: known(20, 20)}, 75 * time.Minute, ReasonAdaptive,
			"nothing was new"},
		"two thirds known": {Input{Interval: time.Hour, Last: known(100, 67)}, 75 * time.Minute, ReasonAdaptive,
			"33 of 100 items were new"},
		"half known": {Input{Interval: time.Hour, Last: known(20, 10)}, time.Hour, ReasonAdaptive,
			"10 of 20 items were new, so the interval is 1 h"},
		"mostly new": {Input{Interval: time.Hour, Last: known(20, 3)}, 45 * time.Minute, ReasonAdaptive,
			"17 of 20 items were new, so the interval is 45 min"},
		"new to us": {Input{Interval: time.Hour, Last: Check{Items: 20, IsFirst: true}}, time.Hour,
			ReasonAdaptive, "the first interval is 1 h"},
		"lower bound": {Input{Interval: 16 * time.Minute, Last: known(20, 0)}, 15 * time.Minute, ReasonAdaptive,
			""},
		"upper bound": {Input{Interval: 11 * time.Hour, Last: known(20, 20)}, 12 * time.Hour, ReasonAdaptive, ""},
		"tier 1": {Input{Interval: 11 * time.Hour, Last: known(20, 20), Settings: Settings{Tier: 1}},
			2 * time.Hour, ReasonAdaptive, ""},
		"tier 5": {Input{Interval: time.Minute, Last: known(20, 0), Settings: Settings{Tier: 5}}, time.Hour,
			ReasonAdaptive, ""},
		"operator's limits": {Input{Interval: time.Hour, Last: known(20, 20),
			Limits: Limits{10 * time.Second, time.Minute}}, time.Minute, ReasonAdaptive, ""},
		"fixed below the floor": {Input{Settings: Settings{Mode: Fixed, Every: time.Second}}, 15 * time.Minute, ReasonFixed,
			"every 15 min"},
		"first failure": {Input{Interval: time.Hour, Last: failing(1, 0)}, time.Hour, ReasonAdaptive,
			"usual interval is 1 h"},
		"third failure": {Input{Interval: time.Hour, Last: failing(3, time.Hour)}, 4 * time.Hour, ReasonFailing,
			"failed repeatedly"},
		"many failures": {Input{Interval: time.Hour, Last: failing(20, 24*time.Hour)}, 24 * time.Hour,
			ReasonFailing, "the interval is 1 d"},
		"many failures of tier 1": {Input{Interval: time.Hour, Last: failing(20, 24*time.Hour), Settings: Settings{Tier: 1}},
			6 * time.Hour, ReasonFailing, "6 h"},
		"failing for a month": {Input{Interval: time.Hour, Last: failing(90, 31*24*time.Hour)}, 7 * 24 * time.Hour,
			ReasonFailing, "7 d"},
		"gone": {Input{Interval: time.Hour, Last: Check{Failures: 2, IsGone: true}}, 30 * 24 * time.Hour,
			ReasonGone, "30 d"},
		"ttl": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{TTL: 3 * time.Hour}},
			3 * time.Hour, ReasonAdvice, "ttl"},
		"ttl below the interval": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{TTL: time.Minute}},
			time.Hour, ReasonAdaptive, ""},
		"absurd ttl": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{TTL: 9999 * time.Hour}},
			12 * time.Hour, ReasonAdvice, "a pause (ttl) of 416 d 15 h, but the longest interval is 12 h"},
		"update period": {Input{Interval: time.Hour, Last: known(20, 10),
			Advice: Advice{UpdatePeriod: 2 * time.Hour}}, 2 * time.Hour, ReasonAdvice, "updated every 2 h"},
		"cache": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{CacheFor: 2 * time.Hour}},
			2 * time.Hour, ReasonAdvice, "cached"},
		"crawl delay": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{CrawlDelay: 2 * time.Hour}},
			2 * time.Hour, ReasonAdvice, "Crawl-delay"},
		"retry after": {Input{Interval: time.Hour, Last: failing(.25, 0),
			Advice: Advice{RetryAfter: 20 * time.Hour}}, 20 * time.Hour, ReasonRetry, "asked to wait"},
		"retry after 3 days": {Input{Interval: time.Hour, Last: failing(.25, 0),
			Advice: Advice{RetryAfter: 72 * time.Hour}}, 24 * time.Hour, ReasonRetry,
			"asked to wait 3 d (Retry-After), of which 1 d are obeyed"},
		"absurd retry after": {Input{Interval: time.Hour, Last: failing(.25, 0),
			Advice: Advice{RetryAfter: 87600 * time.Hour}}, 6 * time.Hour, ReasonRetry,
			"asked to wait 3650 d (Retry-After), which is not plausible, so it is checked again after 6 h"},
		"negative retry after": {Input{Interval: time.Hour, Last: failing(.25, 0), Advice: Advice{RetryAfter: -time.Hour}},
			time.Hour, ReasonAdaptive, ""},
		"retry after a success": {Input{Interval: time.Hour, Last: known(20, 10),
			Advice: Advice{RetryAfter: 87600 * time.Hour}}, 12 * time.Hour, ReasonAdvice,
			"(Retry-After) of 3650 d, but the longest interval is 12 h"},
		"cached for a year": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{CacheFor: 8760 * time.Hour}},
			12 * time.Hour, ReasonAdvice, "cached for 365 d, but the longest interval is 12 h"},
		"failure of a rare one": {Input{Interval: 12 * time.Hour, Last: failing(.25, 0)}, time.Hour, ReasonFailing,
			"the last check failed, so it is repeated after"},
		"doubtful": {Input{Interval: 12 * time.Hour, Last: Check{IsDoubtful: true}}, time.Hour, ReasonFailing,
			"repeated after"},
		"failure, weekly": {Input{Settings: Settings{Mode: Cron, Cron: mustCron(t, "0 6 * * mon")},
			Last: failing(1, 0)}, time.Hour, ReasonFailing, "repeated after"},
		"failures, weekly": {Input{Settings: Settings{Mode: Cron, Cron: mustCron(t, "0 6 * * mon")},
			Last: failing(3, 5*time.Hour)}, 4 * time.Hour, ReasonFailing, "repeated after"},
		"every day is skipped": {Input{Interval: time.Hour, Last: known(20, 10),
			Advice: Advice{SkipDays: []time.Weekday{0, 1, 2, 3, 4, 5, 6}}}, time.Hour, ReasonAdaptive, ""},
		"absurd crawl delay": {Input{Interval: time.Hour, Last: known(20, 10),
			Advice: Advice{CrawlDelay: 9999 * time.Hour}}, 12 * time.Hour, ReasonAdvice, "but the longest interval is 12 h"},
		"host on hold": {Input{Interval: time.Hour, Last: known(20, 10), HostFree: noon.Add(5 * time.Hour)},
			5 * time.Hour, ReasonHost, "host"},
		"skipped hours": {Input{Interval: time.Hour, Last: known(20, 10),
			Advice: Advice{SkipHours: []int{12, 13, 14}}}, 3 * time.Hour, ReasonSkip, ""},
		"every hour is skipped": {Input{Interval: time.Hour, Last: known(20, 10), Advice: Advice{SkipHours: allHours()}},
			time.Hour, ReasonAdaptive, ""},
		"outside of the window": {Input{Interval: time.Hour, Last: known(20, 10),
			Settings: Settings{Window: &Window{From: 18 * 60, To: 20 * 60}}}, 6 * time.Hour, ReasonWindow,
			"18:00 to 20:00 (UTC)"},
		"inside of the window": {Input{Interval: time.Hour, Last: known(20, 10),
			Settings: Settings{Window: &Window{From: 8 * 60, To: 20 * 60}}}, time.Hour, ReasonAdaptive, ""},
	} {
		c.in.Key, c.in.Now = "a", noon
		got := Next(c.in)
		tolerance := time.Duration(float64(c.want)*jitterShare) + maxCronOffset
		if c.in.Settings.Mode == Fixed {
			tolerance = c.want
		}
		if wait := got.At.Sub(noon); wait < c.want-tolerance || wait > c.want+tolerance {
			t.Errorf("%s: next check in %s, want %s: %v", name, wait, c.want, got.Reasons)
		}
		if last := got.Reasons[len(got.Reasons)-1]; last.Code != c.reason || !strings.Contains(last.Text, c.text) {
			t.Errorf("%s: got %v", name, got.Reasons)
		}
	}
}

func allHours() (hours []int) {
	for hour := range 24 {
		hours = append(hours, hour)
	}
	return hours
}

func TestFixedIntervalKeepsItsPhase(t *testing.T) {
	t.Parallel()
	in := Input{Key: "b", Now: noon, Settings: Settings{Mode: Fixed, Every: time.Hour}}
	first := Next(in).At
	in.Now = first.Add(7 * time.Minute) // the check was late
	if second := Next(in).At; second.Sub(first) != time.Hour {
		t.Errorf("%s, then %s", first, second)
	}
	in.Now = first.Add(50 * time.Minute) // an additional check by hand
	if next := Next(in).At; next.Sub(first) != 2*time.Hour {
		t.Errorf("%s, then %s", first, next)
	}
}

func TestSimulate(t *testing.T) {
	t.Parallel()
	got := Simulate(Input{Key: "c", Now: noon, Interval: time.Hour, Last: Check{Failures: 5}})
	if len(got.Checks) != previewChecks || got.PerDay < 22 || got.PerDay > 26 {
		t.Errorf("%d checks, %.1f a day", len(got.Checks), got.PerDay)
	}
	got = Simulate(Input{Key: "c", Now: noon, Settings: Settings{Mode: Cron, Cron: mustCron(t, "0 6,18 * * *")}})
	if got.PerDay < 1.9 || got.PerDay > 2.2 {
		t.Errorf("%.1f a day", got.PerDay)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "1 s", 45 * time.Second: "45 s", 34 * time.Minute: "34 min", 130 * time.Minute: "2 h 10 min",
		24*time.Hour + time.Minute: "1 d",
		50 * time.Hour:             "2 d 2 h",
	} {
		if got := Words(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}

func TestRetryAfterIsShownWhenBackOffIsLonger(t *testing.T) {
	t.Parallel()
	plan := Next(Input{Now: noon, Interval: 4 * time.Hour, Last: Check{Failures: 5, FailingFor: 2 * time.Hour},
		Advice: Advice{RetryAfter: 87600 * time.Hour}})
	if first := plan.Reasons[0]; first.Code != ReasonRetry || first.Text != "the site asked to wait 3650 d "+
		"(Retry-After), which is not plausible" || plan.Reasons[len(plan.Reasons)-1].Code != ReasonFailing {
		t.Errorf("got %+v", plan.Reasons)
	}
}
