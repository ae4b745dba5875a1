package main

import (
	"time"

	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// hoursBetween returns whether a request is made in the hours of the day in UTC, or a step of the
// clock later. The first check is made at once.
func hoursBetween(first, last int) func(hit) bool {
	return func(h hit) bool {
		for _, at := range []time.Time{h.at, h.at.Add(-timelines["days"].step)} {
			if hour := at.UTC().Hour(); hour >= first && hour < last {
				return true
			}
		}
		return h.elapsed < 2*minute
	}
}

var fast = always(news{every: 3 * minute, size: 100}.answer())

var schedules = []*behaviour{
	{name: "cron */5 of tier 1", over: "hours", tier: 1, every: 3 * minute,
		schedule: &schedule.Spec{Mode: schedule.Cron, Cron: "*/5 * * * *"}, feed: fast,
		want: want{traffic: []traffic{{from: hour, to: 5 * hour, min: 44, max: 49}}}},
	{name: "cron 2-59/5 of tier 1", over: "hours", tier: 1, every: 3 * minute,
		schedule: &schedule.Spec{Mode: schedule.Cron, Cron: "2-59/5 * * * *"}, feed: fast,
		want: want{traffic: []traffic{{from: hour, to: 5 * hour, min: 44, max: 49}}}},
	{name: "cron */15 of tier 3", over: "hours", tier: 3, every: 3 * minute,
		schedule: &schedule.Spec{Mode: schedule.Cron, Cron: "*/15 * * * *"}, feed: fast,
		want: want{traffic: []traffic{{from: hour, to: 5 * hour, min: 15, max: 17}}}},
	{name: "fixed interval of 5 min, tier 1", over: "hours", tier: 1, every: 3 * minute,
		schedule: &schedule.Spec{Mode: schedule.Fixed, EverySeconds: 300}, feed: fast,
		want: want{traffic: []traffic{{from: hour, to: 5 * hour, min: 44, max: 49}}}},
	{name: "fixed interval of 15 min", over: "hours", every: 3 * minute,
		schedule: &schedule.Spec{Mode: schedule.Fixed, EverySeconds: 900}, feed: fast,
		want: want{traffic: []traffic{{from: hour, to: 5 * hour, min: 15, max: 17}}}},
	{name: "cron every hour", schedule: &schedule.Spec{Mode: schedule.Cron, Cron: "0 * * * *"}, feed: long,
		want: want{traffic: []traffic{{from: day, to: 3 * day, min: 46, max: 49}}}},
	{name: "cron at 6 and 18 h in Madrid",
		schedule: &schedule.Spec{Mode: schedule.Cron, Cron: "0 6,18 * * *", Zone: "Europe/Madrid"}, feed: long, want: want{
			traffic: []traffic{{from: day, to: 4 * day, min: 5, max: 7}}}},
	{name: "fixed interval of a day", over: "month",
		schedule: &schedule.Spec{Mode: schedule.Fixed, EverySeconds: 86400}, feed: always(news{size: 80}.answer()),
		want: want{
			traffic: []traffic{{from: day, to: 31 * day, min: 29, max: 31}}}},
	{name: "window from 8 to 20 h",
		schedule: &schedule.Spec{Mode: schedule.Adaptive, Window: &schedule.WindowSpec{From: "08:00", To: "20:00"}},
		feed:     long, want: want{
			only: hoursBetween(8, 20), traffic: []traffic{{from: day, to: 3 * day, min: 3, max: 80}}}},
	{name: "skipHours", feed: always(news{size: 60,
		extra: "<skipHours>" + skipHours(0, 9) + "</skipHours>"}.answer()), want: want{only: hoursBetween(9, 24)}},
	{name: "skipHours of every hour", feed: always(news{size: 60,
		extra: "<skipHours>" + skipHours(0, 24) + "</skipHours>"}.answer()), want: want{
		traffic: []traffic{{from: day, to: 3 * day, min: 4, max: 150}}}},
	{name: "ttl of three hours", feed: always(news{size: 60, extra: "<ttl>180</ttl>"}.answer()),
		want: want{gap: 3*hour - minute}},
	{name: "ttl of ten years", feed: always(news{size: 60, extra: "<ttl>5256000</ttl>"}.answer()),
		want: want{next: [2]time.Duration{11 * hour, 14 * hour}}},
	{name: "max-age of a year", feed: always(news{size: 60,
		header: map[string]string{"Cache-Control": "max-age=31536000"}}.answer()),
		want: want{next: [2]time.Duration{11 * hour, 14 * hour}}},
	{name: "max-age of a year, tier 1", tier: 1, feed: always(news{size: 60,
		header: map[string]string{"Cache-Control": "max-age=31536000"}}.answer()),
		want: want{next: [2]time.Duration{100 * minute, 3 * hour}}},
	{name: "Expires in the past", feed: always(news{size: 60,
		header: map[string]string{"Expires": "Thu, 01 Jan 1970 00:00:00 GMT"}}.answer())},
	{name: "updatePeriod daily", feed: always(news{size: 60,
		extra: `<sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">daily</sy:updatePeriod>`}.answer()),
		want: want{next: [2]time.Duration{11 * hour, 14 * hour}}},
	{name: "updatePeriod dayly with a frequency of 0.1", feed: always(news{size: 60,
		extra: `<sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">dayly</sy:updatePeriod><sy:updateFrequency xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">0.1</sy:updateFrequency>`}.answer()),
		want: want{traffic: []traffic{{from: day, to: 5 * day, min: 5, max: 200}}}},
	{name: "weekly feed is checked rarely", over: "month", feed: always(news{every: 7 * day}.answer()),
		want: want{next: [2]time.Duration{9 * hour, 14 * hour}}},
	{name: "busy feed of tier 1 is checked often", over: "hours", tier: 1, every: 3 * minute,
		feed: always(news{every: minute, size: 30}.answer()),
		want: want{traffic: []traffic{{from: 2 * hour, to: 5 * hour, min: 8, max: 40}}}},
	{name: "busy feed of tier 5 is checked each hour at most", over: "days", tier: 5,
		feed: always(news{every: minute, size: 400}.answer()), want: want{gap: 50 * minute}},
}

// skipHours returns the elements of the hours from first to before end.
func skipHours(first, end int) (text string) {
	for hour := first; hour < end; hour++ {
		text += "<hour>" + time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC).Format("15") + "</hour>"
	}
	return text
}
