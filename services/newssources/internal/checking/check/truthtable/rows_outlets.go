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

// twoChecks is the maximum time in which a paper is checked twice.
const twoChecks = 11 * hour

func paperRows() (rows []*behaviour) {
	for i, c := range papers.Changes {
		before, after := paperAnswer(i, c, 0), paperAnswer(i, c, 2*day)
		rows = append(rows, &behaviour{name: "paper, " + c.Name, want: wantOfPaper(c, i),
			feed: script{from(0, before), from(2*day, after)}})
	}
	return rows
}

// wantOfPaper returns what is expected after a change. A harmless change of the host can also change the
// identities of the articles, which a member confirms.
func wantOfPaper(c papers.Change, number int) want {
	_, after := paperPair(number, c, "paper.test")
	switch {
	case after.IsParked:
		return want{items: anyItems, states: "ok degraded suspect", cause: "parked", suggests: []string{"other_outlet"}}
	case c.IsHandOver:
		return want{items: anyItems, states: "ok suspect", cause: "other_outlet", held: true,
			suggests: []string{"other_outlet"}, reach: []reach{{"suspect", 2 * day, twoChecks}}}
	case c.ChangesIdentities:
		return want{items: anyItems, states: "ok suspect", cause: "identity_storm", held: true, suggests: []string{"settings"}}
	}
	return want{items: anyItems}
}

// paperPair returns a paper on a host, before and after a change.
func paperPair(number int, c papers.Change, host string) (before, after papers.Paper) {
	r := rand.New(rand.NewPCG(uint64(number), 1))
	languages := c.Languages
	if len(languages) == 0 {
		languages = papers.Languages()
	}
	before = papers.New(r, languages[number%len(languages)])
	before.Host = host
	return before, c.Apply(r, before)
}

// paperAnswer serves the articles of a paper, which changed at a time of the timeline, or not yet if
// it is 0. If the change keeps articles, those from before it stay.
func paperAnswer(number int, c papers.Change, changedAt time.Duration) answer {
	return func(x *exchange) {
		before, after := paperPair(number, c, x.site.host)
		newest, count := 100+int(x.elapsed/time.Hour), paperSize
		switch {
		case changedAt == 0:
			after = before
		case c.KeepsArticles:
			count = min(paperSize, max(0, newest-100-int(changedAt/time.Hour)))
		}
		start := x.site.start.Add(-100 * time.Hour)
		articles := append(after.Articles(newest, count, start), before.Articles(newest-count, paperSize-count, start)...)
		x.w.Header().Set("Content-Type", "application/rss+xml")
		_, _ = x.w.Write(after.Feed(articles))
	}
}
