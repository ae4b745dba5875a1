package observe

import (
	"context"
	"time"
)

// Backlog is the work of the checker that is due.
type Backlog struct {
	Due, Overdue int           // endpoints; bounded by the reader
	Oldest       time.Duration // how long the first of them has been due
}

func newBacklogCollector(read func(context.Context) (Backlog, error)) *gaugeCollector[Backlog] {
	return newGaugeCollector(read,
		gauge[Backlog]{"check", "due_endpoints", "Endpoints that are due and whose host is free, at most 10,000", "",
			func(b Backlog) map[string]float64 { return unlabeled(float64(b.Due)) }},
		gauge[Backlog]{"check", "overdue_endpoints", "Endpoints that have been due for more than 5 minutes and whose host " +
			"is free, at most 10,000", "", func(b Backlog) map[string]float64 { return unlabeled(float64(b.Overdue)) }},
		gauge[Backlog]{"check", "oldest_due_seconds", "How long the first of the due endpoints has been due", "",
			func(b Backlog) map[string]float64 { return unlabeled(b.Oldest.Seconds()) }})
}
