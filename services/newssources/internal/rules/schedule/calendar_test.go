package schedule

import (
	"net/http"
	"testing"
	"time"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func mustCron(t testing.TB, text string) *CronSpec {
	t.Helper()
	c, err := parseCron(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// In Madrid, clocks skip from 02:00 to 03:00 on 29 March 2026 and return from 03:00 to 02:00 on 25
// October 2026.
func TestCronNext(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ cron, zone, after, want string }{
		{"*/15 * * * *", "UTC", "2026-03-10T12:07:00Z", "2026-03-10T12:15:00Z"},
		{"0 6 * * *", "Europe/Madrid", "2026-03-10T12:00:00Z", "2026-03-11T05:00:00Z"},
		{"0 6 * * mon-fri", "UTC", "2026-03-13T07:00:00Z", "2026-03-16T06:00:00Z"},
		{"0 6 * * 7", "UTC", "2026-03-10T07:00:00Z", "2026-03-15T06:00:00Z"},
		{"0 6 13 * fri", "UTC", "2026-03-07T00:00:00Z", "2026-03-13T06:00:00Z"},  // either of the two
		{"0 6 1-7 * fri", "UTC", "2026-03-08T00:00:00Z", "2026-03-13T06:00:00Z"}, // POSIX: a Friday outside of the days
		{"0 0 29 feb *", "UTC", "2026-03-10T12:00:00Z", "2028-02-29T00:00:00Z"},
		{"30 2 * * *", "Europe/Madrid", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},       // skipped: the end of the gap
		{"30 2 * * *", "Europe/Madrid", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"},       // and not twice
		{"30 2 * * *", "Europe/Madrid", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"},       // repeated: the first
		{"30 2 * * *", "Europe/Madrid", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"},       // and not twice
		{"45 1 * * *", "Australia/Lord_Howe", "2026-04-03T15:00:00Z", "2026-04-04T14:45:00Z"}, // 30 minutes
	} {
		after, _ := time.Parse(time.RFC3339, c.after)
		got, ok := mustCron(t, c.cron).Next(after, zone(t, c.zone))
		if !ok || got.UTC().Format(time.RFC3339) != c.want {
			t.Errorf("%s in %s after %s: %s, want %s", c.cron, c.zone, c.after, got.UTC().Format(time.RFC3339), c.want)
		}
	}
}

func TestParseCronRefusesNonsense(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * * 13 *", "* * * * 8",
		"0 0 30 2 *", "5-1 * * * *", "*/0 * * * *", "a * * * *", "* * * * * *"} {
		if c, err := parseCron(text); err == nil {
			t.Errorf("%q is accepted as %v", text, c)
		}
	}
}

func TestWindowNext(t *testing.T) {
	t.Parallel()
	sunday := []time.Weekday{time.Sunday}
	for name, c := range map[string]struct {
		window   Window
		at, want string
	}{
		"open":            {Window{From: 8 * 60, To: 20 * 60}, "2026-03-10T12:00:00Z", "2026-03-10T12:00:00Z"},
		"before":          {Window{From: 14 * 60, To: 20 * 60}, "2026-03-10T12:00:00Z", "2026-03-10T13:00:00Z"},
		"after":           {Window{From: 8 * 60, To: 10 * 60}, "2026-03-10T12:00:00Z", "2026-03-11T07:00:00Z"},
		"until midnight":  {Window{From: 23 * 60, To: 24 * 60}, "2026-03-10T12:00:00Z", "2026-03-10T22:00:00Z"},
		"across midnight": {Window{From: 22 * 60, To: 2 * 60}, "2026-03-10T00:30:00Z", "2026-03-10T00:30:00Z"},
		"the day begins the window": {Window{From: 22 * 60, To: 2 * 60, Days: sunday}, "2026-03-16T00:30:00Z",
			"2026-03-16T00:30:00Z"},
		"another day": {Window{From: 22 * 60, To: 2 * 60, Days: sunday}, "2026-03-10T00:30:00Z",
			"2026-03-15T21:00:00Z"},
		"begins in the skipped hour": {Window{From: 150, To: 240}, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},
		"only in the skipped hour": {Window{From: 130, To: 170, Days: sunday}, "2026-03-28T12:00:00Z",
			"2026-04-05T00:10:00Z"},
		"repeated hour, first time":  {Window{From: 120, To: 180}, "2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z"},
		"repeated hour, second time": {Window{From: 120, To: 180}, "2026-10-25T01:30:00Z", "2026-10-25T01:30:00Z"},
		"after the repeated hour":    {Window{From: 120, To: 180}, "2026-10-25T02:00:00Z", "2026-10-26T01:00:00Z"},
	} {
		at, _ := time.Parse(time.RFC3339, c.at)
		got, ok := c.window.Next(at, zone(t, "Europe/Madrid"))
		if !ok || got.UTC().Format(time.RFC3339) != c.want {
			t.Errorf("%s: %s, want %s", name, got.UTC().Format(time.RFC3339), c.want)
		}
	}
}

func TestCacheFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		control, expires, date string
		want                   time.Duration
	}{
		{"max-age=300", "", "", 5 * time.Minute}, {`public, Max-Age="60"`, "", "", time.Minute},
		{"no-cache, max-age=300", "", "", 0},
		{"no-store", "", "", 0}, {"max-age=-1", "", "", 0}, {"max-age=x", "", "", 0},
		{"max-age=99999999999", "", "", maxCacheFor},
		{"", "0", "", 0}, {"", "Tue, 10 Mar 2026 13:00:00 GMT", "", time.Hour}, {"", "Tue, 10 Mar 2026 11:00:00 GMT", "", 0},
		{"", "Tue, 10 Mar 2026 13:00:00 GMT", "Tue, 10 Mar 2026 12:50:00 GMT", 10 * time.Minute}, {"", "", "", 0},
	} {
		header := http.Header{"Cache-Control": {c.control}, "Expires": {c.expires}, "Date": {c.date}}
		if got := CacheFor(header, noon); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
