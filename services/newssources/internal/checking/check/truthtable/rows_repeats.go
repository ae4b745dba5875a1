package main

import (
	"fmt"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// cityWeather is the title of the weather report of one of many cities, in turn.
func cityWeather(cities int) text {
	return func(_ *exchange, a article) string {
		return fmt.Sprintf("The weather of today in the city of %s", words(a.number%cities))
	}
}

func briefing(*exchange, article) string { return "Morning briefing: all that you need to know today" }

// dateOnly is a date without a time.
func dateOnly(_ *exchange, a article) string { return a.at.UTC().Format(time.DateOnly) }

// repeats are new articles that look like known ones.
var repeats = []*behaviour{
	{name: "one long title", feed: always(news{title: briefing}.answer())},
	{name: "one long title, without ids and dates", feed: always(news{title: briefing, id: no, date: no}.answer())},
	{name: "one long title, one item", feed: always(news{title: briefing, size: 1, every: 5 * hour}.answer())},
	{name: "a column every day, three items", over: "month", feed: always(news{title: briefing, every: day,
		size: 3}.answer())},
	{name: "weather of as many cities as items", feed: always(news{title: cityWeather(20)}.answer())},
	{name: "weather of 21 cities", feed: always(news{title: cityWeather(21)}.answer())},
	{name: "weather of 21 cities, dates without times", feed: always(news{title: cityWeather(21),
		date: dateOnly}.answer())},
	{name: "weather of 21 cities, without ids and dates", feed: always(news{title: cityWeather(21), id: no,
		date: no}.answer())},
	{name: "weather of ten cities, all new every day", over: "month", feed: always(news{title: cityWeather(10),
		every: day / 10, burst: 10, size: 10}.answer())},
	{name: "market reports", feed: always(news{title: func(_ *exchange, a article) string {
		return fmt.Sprintf("Stock markets at the close: the index is at %d points", a.number)
	}}.answer())},
	{name: "parts of a serial", feed: always(news{title: func(_ *exchange, a article) string {
		return fmt.Sprintf("The great novel of the river: Part %d", a.number)
	}}.answer())},
	{name: "slugs of the same words", kind: feed.Sitemap, feed: always(news{kind: "sitemap",
		link: linkTo("/news/meeting-of-the-town-council-story-%d")}.answer())},
	{name: "all new after a long silence", over: "month", feed: script{from(0, news{until: 5 * day}.answer()),
		from(8*day, news{shift: 400, until: 8 * day}.answer()), from(11*day, news{shift: 600}.answer())},
		want: want{states: "ok (quiet ok)*"}},
	{name: "edited articles are published again", feed: always(news{
		id: func(x *exchange, a article) string { return a.guid() + edition(x, a) },
		date: func(x *exchange, a article) string {
			if edition(x, a) != "" {
				return a.at.Add(5 * hour).Format(time.RFC1123Z)
			}
			return a.at.Format(time.RFC1123Z)
		},
		title: func(x *exchange, a article) string { return a.title() + edition(x, a) },
	}.answer()), want: want{items: anyItems}},
}

// edition is what is added to the id of every fifth article when it is published again.
func edition(x *exchange, a article) string {
	if a.number%5 == 0 && x.at.Sub(a.at) > 5*hour {
		return " edition 2"
	}
	return ""
}
