package schedule

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// TestNextIsAlwaysWithinBounds tries random settings and results: there is always a next check,
// after the last one, and no later than the longest wait that the rules allow.
func TestNextIsAlwaysWithinBounds(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	duration := func(limit time.Duration) time.Duration { return time.Duration(random.Int64N(int64(limit))) - limit/10 }
	zones := []*time.Location{nil, zone(t, "Europe/Madrid"), zone(t, "Australia/Lord_Howe"), zone(t, "America/New_York")}
	crons := []*CronSpec{nil, mustCron(t, "*/5 * * * *"), mustCron(t, "30 2 * * sun"), mustCron(t, "0 0 29 2 *")}
	for i := range 20_000 {
		in := Input{
			Key: fmt.Sprint(i), Round: random.IntN(1000), Now: noon.Add(duration(400 * 24 * time.Hour)),
			Interval: duration(48 * time.Hour),
			Settings: Settings{Mode: []Mode{"", Adaptive, Fixed, Cron}[random.IntN(4)], Every: duration(20 * 24 * time.Hour),
				Cron: crons[random.IntN(len(crons))], Zone: zones[random.IntN(len(zones))], Tier: random.IntN(9) - 2},
			Limits: Limits{duration(time.Hour), duration(48 * time.Hour)},
			Last: Check{Items: random.IntN(50), Known: random.IntN(60), Failures: float64(random.IntN(40)) / 4,
				FailingFor: duration(60 * 24 * time.Hour),
				IsGone:     random.IntN(20) == 0, IsFirst: random.IntN(5) == 0},
			Advice: Advice{RetryAfter: duration(100 * 24 * time.Hour), CacheFor: duration(100 * time.Hour),
				TTL:       duration(5000 * time.Hour),
				SkipHours: []int{random.IntN(24), random.IntN(24)}, SkipDays: []time.Weekday{time.Weekday(random.IntN(7))}},
		}
		if random.IntN(2) == 0 {
			in.Settings.Window = &Window{From: ClockTime(random.IntN(dayMinutes)), To: ClockTime(random.IntN(dayMinutes)),
				Days: []time.Weekday{time.Weekday(random.IntN(7))}}
		}
		got := Next(in)
		longest := 33*24*time.Hour + 16*24*time.Hour // gone, and then a weekly window
		if in.Settings.Mode == Cron && in.Settings.Cron == crons[3] {
			longest = cronYears * 366 * 24 * time.Hour
		}
		if wait := got.At.Sub(in.Now); wait <= 0 || wait > longest || len(got.Reasons) == 0 {
			t.Fatalf("next check in %s for %+v: %v", wait, in, got.Reasons)
		}
		b := in.Limits.bounds(in.Settings.Tier)
		if got.Interval < b.min || got.Interval > b.max {
			t.Fatalf("interval %s outside of %s to %s", got.Interval, b.min, b.max)
		}
	}
}

// TestEndpointsOfAHostAreNeverSynchronised checks 100 endpoints of a host together once: later, no
// two stay within a second of each other for three checks in a row, and no two checks have the same
// time.
func TestEndpointsOfAHostAreNeverSynchronised(t *testing.T) {
	t.Parallel()
	for _, s := range []Settings{{}, {Mode: Fixed, Every: time.Hour}, {Mode: Cron, Cron: mustCron(t, "0 * * * *")}} {
		const count, rounds = 100, 3
		times := [count][rounds]time.Time{}
		seen := map[time.Time]bool{}
		for i := range count {
			in := Input{Key: fmt.Sprintf("endpoint-%d", i), Now: noon, Interval: time.Hour, Settings: s,
				Last: Check{Items: 2, Known: 1}}
			for round := range rounds {
				at := Next(in).At
				if seen[at] {
					t.Errorf("%v: two checks at %s", s.Mode, at)
				}
				seen[at] = true
				times[i][round], in.Now, in.Round = at, at, in.Round+1
			}
		}
		together := 0
		for i := range count {
			for j := range i {
				inStep := true
				for round := range rounds {
					inStep = inStep && times[i][round].Sub(times[j][round]).Abs() < time.Second
				}
				if inStep {
					together++
				}
			}
		}
		// Endpoints with a fixed phase may be neighbours: 4,950 pairs in 10 minutes have about 16 of
		// them. The host's spacing separates their requests.
		if limit := map[Mode]int{"": 0, Fixed: 10, Cron: 40}[s.Mode]; together > limit {
			t.Errorf("%v: %d pairs of endpoints are checked together", s.Mode, together)
		}
	}
}
