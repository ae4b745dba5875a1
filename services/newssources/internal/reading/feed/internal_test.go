package feed

import (
	"testing"
	"time"
)

func TestIsCommentFeedURL(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://a.example/comments/feed/": true, "https://a.example/?feed=comments-rss2": true,
		"https://a.example/feeds/comments/default": true, "https://a.example/feeds/7/comments/default?alt=rss": true,
		"https://a.example/feed/": false, "https://a.example/commentary/feed/": false, "https://a.example/": false, "": false,
	} {
		if got := isCommentFeedURL(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestUpdateAdvice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		period, frequency string
		want              time.Duration
	}{
		{"hourly", "1", time.Hour}, {"hourly", "2", 30 * time.Minute}, {"dayly", "0.1", 240 * time.Hour},
		{"DAILY", "", 24 * time.Hour},
		{"weekly", "x", 7 * 24 * time.Hour}, {"", "4", 6 * time.Hour}, {"", "", 0}, {"sometimes", "1", 0},
		{"yearly", "0", 365 * 24 * time.Hour},
		{"yearly", "1e-9", maxAdvice}, {"hourly", "NaN", time.Hour}, {"hourly", "Inf", 0},
	} {
		if got := (updatePeriod{c.period, c.frequency}).duration(); got != c.want {
			t.Errorf("%q %q: %s, want %s", c.period, c.frequency, got, c.want)
		}
	}
	for raw, want := range map[string]time.Duration{"60": time.Hour, " 1.5\n": 90 * time.Second, "0": 0, "-5": 0, "": 0,
		"x": 0, "1e30": maxAdvice, "NaN": 0} {
		if got := parseMinutes([]byte(raw)); got != want {
			t.Errorf("%q minutes: %s, want %s", raw, got, want)
		}
	}
}
