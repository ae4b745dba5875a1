package main

import (
	"time"

	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// groups are the groups of the table.
var groups = []group{
	{"working feeds", working},
	{"validators", validators},
	{"silence", silence},
	{"identity", identity},
	{"moves", moves},
	{"repeated titles", repeats},
	{"HTTP failures", httpFailures},
	{"transport failures", transportFailures},
	{"wrong content", wrongContent},
	{"outlets", outlets},
	{"redirects", redirects},
	{"robots.txt", robots},
	{"schedules", schedules},
	{"edge cases", edgeCases},
	{"people", people},
	{"outage of the own network", ownOutage},
}

// Expectations that several rows share.
var (
	failsFor   = func(cause string) want { return want{states: "ok degraded failing", cause: health.Cause(cause)} }
	recovers   = want{states: "ok (degraded failing? ok)?"}
	suspectFor = func(cause string) want { return want{states: "ok degraded suspect", cause: health.Cause(cause)} }
)

// afterDay returns the script of an hourly feed whose answers change after a day.
func afterDay(then answer) script { return script{from(0, news{}.answer()), from(day, then)} }

// outageOf returns the script of an hourly feed whose answers change after a day and for a limited
// time. Its documents are long enough to contain what was published meanwhile.
func outageOf(length time.Duration, then answer) script {
	feed := news{size: 60}.answer()
	return script{from(0, feed), from(day, then), from(day+length, feed)}
}
