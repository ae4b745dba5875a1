package schedule

import (
	"testing"
	"time"
)

func TestPushLengthensTheAdaptiveInterval(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	trusted, announced := Push{IsTrusted: true}, Push{IsTrusted: true, IsAnnounced: true}
	for _, c := range []struct {
		name     string
		in       Input
		from, to time.Duration
		reason   Code
	}{
		{"trusted", Input{Push: trusted}, 5 * time.Hour, 7 * time.Hour, ReasonPush},
		{"tier 1 has a shorter maximum interval", Input{Push: trusted, Settings: Settings{Tier: 1}}, time.Hour, 3 * time.Hour,
			ReasonPush},
		{"not trusted", Input{}, 25 * time.Minute, 35 * time.Minute, ReasonAdaptive},
		{"a failure is retried soon", Input{Push: trusted, Last: Check{Failures: 1}}, 25 * time.Minute, 35 * time.Minute,
			ReasonAdaptive},
		{"a fixed interval is kept", Input{Push: trusted, Settings: Settings{Mode: Fixed, Every: time.Hour}}, 0, time.Hour,
			ReasonFixed},
		{"a longer adaptive interval is kept", Input{Push: trusted, Interval: 12 * time.Hour, IsUnchecked: true},
			10 * time.Hour, 14 * time.Hour, ReasonAdaptive},
		{"a delivery during the check", Input{Push: announced}, AnnouncedSpacing, AnnouncedSpacing, ReasonAnnounced},
		{"the host asked to wait", Input{Push: announced, HostFree: now.Add(time.Hour)}, time.Hour, time.Hour, ReasonHost},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.in.Key, c.in.Now = "key", now
			plan := Next(c.in)
			if wait := plan.At.Sub(now); wait < c.from || wait > c.to {
				t.Errorf("after %s, because %s", wait, plan.Explain())
			}
			if code := plan.Reasons[len(plan.Reasons)-1].Code; code != c.reason {
				t.Errorf("the reason is %s", code)
			}
		})
	}
}
