package main

import (
	"math/rand/v2"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator/papers"
)

// outlets has a row for each change of a paper, which publishes an article an hour and changes after two
// days.
var outlets = paperRows()

// paperSize is the number of items of a paper.
const paperSize = 20

func paperRows() (rows []*behaviour) {
	for i, c := range papers.Changes {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		languages := c.Languages
		if len(languages) == 0 {
			languages = papers.Languages()
		}
		before := papers.New(r, languages[i%len(languages)])
		after := c.Apply(r, before)
		expected := want{items: anyItems}
		switch {
		case after.IsParked:
			expected = want{items: anyItems, states: "ok degraded suspect", cause: "parked"}
		case c.IsHandOver:
			expected = want{items: anyItems, states: "ok suspect", cause: "other_outlet", held: true,
				reach: []reach{{"suspect", 2 * day, 4 * hour}}}
		}
		rows = append(rows, &behaviour{name: "paper, " + c.Name, want: expected, feed: script{
			from(0, paperAnswer(before, before, true)), from(2*day, paperAnswer(before, after, c.KeepsArticles))}})
	}
	return rows
}

// paperAnswer serves the articles of a paper. If it keeps articles, those from before the change stay.
func paperAnswer(before, after papers.Paper, keepsArticles bool) answer {
	return func(x *exchange) {
		newest := 100 + int(x.elapsed/time.Hour)
		count := paperSize
		if keepsArticles {
			count = min(paperSize, max(0, newest-100-int(2*day/time.Hour)))
		}
		start := x.site.start.Add(-100 * time.Hour)
		articles := append(after.Articles(newest, count, start), before.Articles(newest-count, paperSize-count, start)...)
		x.w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = x.w.Write(after.Feed(articles))
	}
}
