package health

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

var start = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// TestNext plays a sequence of causes, one per interval of an hour, and compares the states. "ok"
// is a good response; a number is a pause in hours.
func TestNext(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ checks, states string }{
		"works":            {"ok ok", "ok ok"},
		"one hard failure": {"ok refused ok", "ok degraded ok"},
		"fails":            {"ok refused refused refused refused ok", "ok degraded degraded failing failing ok"},
		"never worked":     {"dns dns dns", "degraded degraded failing"},
		"soft failures": {"ok timeout timeout timeout timeout timeout timeout",
			"ok degraded degraded degraded degraded degraded failing"},
		"temporary failures":         {"ok unavailable unavailable unavailable", "ok ok degraded degraded"},
		"temporary failure of a new": {"rate_limited rate_limited", "degraded degraded"},
		"refusal":                    {"ok forbidden forbidden forbidden ok", "ok degraded degraded blocked ok"},
		"robots":                     {"robots robots robots", "degraded degraded blocked"},
		"the cause changes":          {"ok refused refused refused forbidden", "ok degraded degraded failing blocked"},
		"mixed failures":             {"ok refused timeout refused timeout", "ok degraded degraded degraded failing"},
		"HTML": {"ok html_instead_of_feed html_instead_of_feed html_instead_of_feed ok",
			"ok degraded suspect suspect ok"},
		"HTML once":      {"ok html_instead_of_feed ok html_instead_of_feed", "ok degraded ok degraded"},
		"unreadable":     {"unreadable unreadable", "degraded suspect"},
		"empty":          {"ok empty empty ok", "ok degraded suspect ok"},
		"identity storm": {"ok identity_storm ok", "ok suspect ok"},
		"outage of a suspect": {"ok empty empty refused timeout empty",
			"ok degraded suspect suspect suspect suspect"},
		"failure during a storm": {"ok identity_storm timeout identity_storm", "ok suspect suspect suspect"},
		"empty and errors in turn": {"ok empty server_error empty server_error empty server_error empty",
			"ok degraded degraded degraded degraded degraded degraded failing"},
		"empty after errors": {"ok refused refused refused empty empty ok",
			"ok degraded degraded failing failing suspect ok"},
		"errors and successes": {"ok server_error ok server_error ok server_error ok server_error ok server_error",
			"ok degraded ok degraded ok degraded ok degraded ok degraded"},
		"410 within a day": {"ok gone gone gone 10 gone", "ok degraded degraded failing failing"},
		"410 after a day":  {"ok gone 24 gone", "ok degraded gone"},
		"410 interrupted":  {"ok gone ok 24 gone", "ok degraded ok degraded"},
		"gone returns":     {"ok gone 24 gone 720 ok", "ok degraded gone ok"},
		"gone answers 404": {"ok gone 24 gone 720 not_found", "ok degraded gone gone"},
		"404 for two weeks": {"ok" + strings.Repeat(" not_found 48", 10) + " not_found",
			"ok degraded failing failing failing failing failing failing failing failing gone gone"},
		"404 for two weeks, 3 checks": {"ok not_found 200 not_found 200 not_found", "ok degraded failing failing"},
	} {
		status, at := Status{State: New}, start
		var states []string
		for _, check := range strings.Fields(c.checks) {
			var hours int
			if n, _ := fmt.Sscan(check, &hours); n == 1 {
				at = at.Add(time.Duration(hours) * time.Hour)
				continue
			}
			cause := Cause(check)
			if check == "ok" {
				cause = None
			} else if !cause.Valid() {
				t.Fatalf("%s: no cause %q", name, check)
			}
			before := status
			status = Next(status, Observation{At: at, Cause: cause, Interval: time.Hour})
			states = append(states, string(status.State))
			if changed := before.State != status.State || before.Cause != status.Cause; changed != status.Since.Equal(at) &&
				!before.Since.IsZero() {
				t.Errorf("%s: %s since %s", name, status.State, status.Since)
			}
			at = at.Add(time.Hour)
		}
		if got := strings.Join(states, " "); got != c.states {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.states)
		}
	}
}

func TestFailingNeedsTime(t *testing.T) {
	t.Parallel()
	status := Next(Status{State: New}, Observation{At: start, Interval: time.Hour})
	for i := range 5 { // within 5 minutes
		status = Next(status, Observation{At: start.Add(time.Duration(i) * time.Minute), Cause: Refused, Interval: time.Hour})
	}
	if status.State != Degraded {
		t.Errorf("got %+v", status)
	}
	if status = Next(status, Observation{At: start.Add(2 * time.Hour), Cause: Refused,
		Interval: time.Hour}); status.State != Failing {
		t.Errorf("got %+v", status)
	}
}

func TestQuiet(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		p95, silence time.Duration
		want         State
	}{
		"unknown rhythm":           {0, 1000 * time.Hour, OK},
		"a night":                  {20 * time.Minute, 10 * time.Hour, OK},
		"an hourly one for a day":  {time.Hour, 25 * time.Hour, Quiet},
		"a weekly one for a week":  {7 * 24 * time.Hour, 8 * 24 * time.Hour, OK},
		"a weekly one for a month": {7 * 24 * time.Hour, 30 * 24 * time.Hour, Quiet},
	} {
		got := Next(Status{State: OK, Since: start},
			Observation{At: start.Add(c.silence), NewestItem: start, GapP95: c.p95, Interval: time.Hour})
		if got.State != c.want {
			t.Errorf("%s: %s", name, got.State)
		}
		if back := Next(got, Observation{At: start.Add(c.silence), NewestItem: start.Add(c.silence),
			GapP95: c.p95}); back.State != OK {
			t.Errorf("%s: %s after a new item", name, back.State)
		}
	}
}

func TestGaps(t *testing.T) {
	t.Parallel()
	if p50, p95 := Gaps(slices.Repeat([]time.Duration{time.Hour}, minGaps-1)); p50 != 0 || p95 != 0 {
		t.Errorf("few gaps: %s, %s", p50, p95)
	}
	var gaps []time.Duration
	for i := range 100 {
		gaps = append(gaps, time.Duration(100-i)*time.Minute)
	}
	if p50, p95 := Gaps(gaps); p50 != 50*time.Minute || p95 != 95*time.Minute {
		t.Errorf("got %s, %s", p50, p95)
	}
}

// TestNoStateNeedsAPerson plays random failures: every state ends with the next good response, and
// failures never make an endpoint ok.
func TestNoStateNeedsAPerson(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	var all []Cause
	for cause := range causes {
		all = append(all, cause)
	}
	slices.Sort(all)
	for range 500 {
		status, at := Status{State: New}, start
		for range random.IntN(40) {
			at = at.Add(time.Duration(random.IntN(100)) * time.Hour)
			before, cause := status.State, all[random.IntN(len(all))]
			status = Next(status, Observation{At: at, Cause: cause, Interval: time.Hour})
			if cause.weight() > 0 && before != OK && status.State == OK {
				t.Fatalf("%s made it ok", cause)
			}
		}
		if status = Next(status, Observation{At: at, Interval: time.Hour}); status.State != OK || status.Failures != 0 ||
			status.Cause != None {
			t.Fatalf("got %+v", status)
		}
	}
}

func TestSummarize(t *testing.T) {
	t.Parallel()
	early, late := start, start.Add(time.Hour)
	for name, c := range map[string]struct {
		endpoints []Endpoint
		state     State
		reason    string
	}{
		"none": {nil, "", ""},
		"one":  {[]Endpoint{{"a", OK, None, early}}, OK, "Working."},
		"new": {[]Endpoint{{"a", OK, None, early}, {"b", New, None, early}}, New,
			"Not checked yet, on 1 of 2 endpoints."},
		"worst": {[]Endpoint{{"a", OK, None, early}, {"b", Failing, DNS, late}, {"c", Degraded, Timeout, early}}, Failing,
			"Failing: the host name cannot be resolved, on 1 of 3 endpoints."},
		"earliest": {[]Endpoint{{"a", Failing, DNS, late}, {"b", Failing, Refused, early}}, Failing,
			"Failing: the site refuses connections, on 1 of 2 endpoints."},
		"quiet": {[]Endpoint{{"a", Quiet, Silence, early}}, Quiet, "Quiet: nothing new was published for longer than usual."},
	} {
		if got := Summarize(c.endpoints); got.State != c.state || got.Reason != c.reason {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestLastingFailuresAreSeenOnTheSameDay plays failures at the times at which a rarely checked
// endpoint is tried again, in minutes.
func TestLastingFailuresAreSeenOnTheSameDay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cause  Cause
		wait   time.Duration // that the site asks for
		times  []int
		states string
	}{
		"503": {Unavailable, 0, []int{0, 60, 120, 180, 240, 310, 380},
			"ok degraded degraded degraded degraded degraded failing"},
		"429": {RateLimited, time.Minute, []int{0, 60, 120, 180, 240, 310, 380},
			"ok degraded degraded degraded degraded degraded failing"},
		"429 with a day":        {RateLimited, 24 * time.Hour, []int{0, 1450}, "degraded failing"},
		"429 with six hours":    {RateLimited, 6 * time.Hour, []int{0, 370}, "degraded failing"},
		"403 with six hours":    {Forbidden, 6 * time.Hour, []int{0, 370}, "degraded blocked"},
		"two failures in a day": {ServerError, 0, []int{0, 359, 361}, "degraded degraded failing"},
		"500": {ServerError, 0, []int{0, 60, 120, 205, 325, 490},
			"degraded degraded degraded degraded degraded failing"},
		"connection refused": {Refused, 0, []int{0, 60, 180, 420}, "degraded degraded degraded failing"},
		"503 for half an hour": {Unavailable, 0, []int{0, 5, 10, 15, 20, 25, 30},
			"ok degraded degraded degraded degraded degraded degraded"},
		"503, in a window of a day": {Unavailable, 0, []int{0, 1300}, "ok failing"},
	} {
		status := Next(Status{State: New}, Observation{At: start.Add(-time.Hour), Interval: 12 * time.Hour})
		var states []string
		for _, minute := range c.times {
			status = Next(status, Observation{At: start.Add(time.Duration(minute) * time.Minute), Cause: c.cause,
				Interval: 12 * time.Hour, Wait: c.wait})
			states = append(states, string(status.State))
		}
		if got := strings.Join(states, " "); got != c.states {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.states)
		}
		if status = Next(status, Observation{At: start.Add(48 * time.Hour), Interval: 12 * time.Hour}); status.State != OK {
			t.Errorf("%s: %s after a success", name, status.State)
		}
	}
}
