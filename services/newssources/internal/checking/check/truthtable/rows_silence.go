package main

import (
	"fmt"
	"time"
)

// yearsBack dates an article long before its publication, and yearsAhead long after it.
func yearsBack(_ *exchange, a article) string  { return a.at.AddDate(-8, 0, 0).Format(time.RFC1123Z) }
func yearsAhead(_ *exchange, a article) string { return a.at.AddDate(3, 0, 0).Format(time.RFC1123Z) }
func unreadable(_ *exchange, a article) string { return "Thirstday, the " + a.at.Format("2") + "nd" }

// ends returns the script of an hourly feed that publishes nothing after five days.
func ends(date text) script { return always(news{until: 5 * day, date: date}.answer()) }

// epoch is the date of software that has no date.
func epoch(*exchange, article) string { return "Thu, 01 Jan 1970 00:00:00 +0000" }

// pinned gives every tenth article the date of the request.
func pinned(x *exchange, a article) string {
	if a.number%10 == 0 {
		return x.at.Format(time.RFC1123Z)
	}
	return a.at.Format(time.RFC1123Z)
}

var becomesQuiet = want{states: "ok quiet", cause: "silence", reach: []reach{{"quiet", 5 * day, 4 * day}}}

var silence = []*behaviour{
	{name: "hourly feed publishes nothing any more", over: "month", feed: ends(nil), want: becomesQuiet},
	{name: "without dates, publishes nothing any more", over: "month", feed: ends(no), want: becomesQuiet},
	{name: "items dated years back, publishes nothing any more", over: "month", feed: ends(yearsBack),
		want: becomesQuiet},
	{name: "unreadable dates, publishes nothing any more", over: "month", feed: ends(unreadable), want: becomesQuiet},
	{name: "dates in the future, publishes nothing any more", over: "month", feed: ends(yearsAhead),
		want: becomesQuiet},
	{name: "dates of the request, publishes nothing any more", over: "month",
		feed: ends(func(x *exchange, _ article) string { return x.at.Format(time.RFC1123Z) }), want: becomesQuiet},
	{name: "dates of 1970, publishes nothing any more", over: "month", feed: ends(epoch), want: becomesQuiet},
	{name: "pinned items, publishes nothing any more", over: "month", feed: ends(pinned), want: becomesQuiet},
	{name: "titles are edited, publishes nothing any more", over: "month", feed: always(news{until: 5 * day,
		title: func(x *exchange, a article) string {
			return fmt.Sprintf("%s, edited %d times", a.title(), int(x.elapsed/(6*hour)))
		}}.answer()), want: becomesQuiet},
	{name: "publishes again after two weeks", over: "month", feed: script{
		from(0, news{until: 5 * day, size: 40}.answer()), from(19*day, news{shift: 400, size: 40}.answer()),
	}, want: want{states: "ok quiet ok"}},
	{name: "new items are dated years back", over: "month", feed: always(news{date: yearsBack, size: 40}.answer())},
	{name: "new items have unreadable dates", over: "month", feed: always(news{date: unreadable, size: 40}.answer())},
	{name: "new items are dated in the future", over: "month", feed: always(news{date: yearsAhead, size: 40}.answer())},
	{name: "new items have no dates", over: "month", feed: always(news{date: no, size: 40}.answer())},
	{name: "all items have the same date", over: "month",
		feed: always(news{date: func(x *exchange, _ article) string { return x.site.start.Format(time.RFC1123Z) },
			size: 40}.answer())},
	{name: "one item a week", over: "month", feed: always(news{every: 7 * day}.answer())},
	{name: "ten items every two weeks", over: "month", feed: always(news{every: 14 * day / 10, burst: 10}.answer())},
	{name: "one batch a day for weeks", over: "month",
		feed: always(news{every: 2 * hour, burst: 12, size: 40}.answer())},
	{name: "was dead before it was added", over: "month", feed: always(news{until: time.Nanosecond,
		date: func(_ *exchange, a article) string {
			return a.at.AddDate(-2, 0, 0).Format(time.RFC1123Z)
		}}.answer()), want: want{states: "ok quiet", cause: "silence", reach: []reach{{"quiet", 0, 14 * day}}}},
	{name: "old items return", over: "month", feed: script{from(0, news{size: 30}.answer()), from(4*day,
		news{size: 60}.answer()), from(5*day, news{size: 30}.answer())}},
}
