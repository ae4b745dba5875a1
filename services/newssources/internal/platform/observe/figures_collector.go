package observe

import (
	"context"
	"time"
)

// Figures are the values of the metrics of the register and its checks. Every replica reports the
// same values. They come from counters, from the figures that a job computes, and from bounded
// index scans, so that the cost of reading them hardly grows with the register.
type Figures struct {
	ActiveEndpoints, FreshEndpoints int       // at ComputedAt
	ComputedAt                      time.Time // zero if they have not been computed yet
	SourcesByHealth                 map[string]int
	OpenIncidents                   map[string]int // by scope
	SubscriptionsByState            map[string]int // of WebSub; bounded by the reader
	OpenSuggestions, WorkSources    int            // bounded by the reader
	IsPaused                        bool           // an administrator has paused the checks
	FailedRows                      int            // that batches could not handle and try again later
	ActiveMembers                   int            // members who used the tool in the last 24 hours
}

// Queue is the backlog of a job queue.
type Queue struct {
	Due    int           // bounded by the reader
	Oldest time.Duration // how long the oldest due job has been due
}

// ReadFigures returns the figures.
type ReadFigures func(context.Context) (Figures, error)

// ReadQueues returns the backlog of each job queue by its name, including empty queues.
type ReadQueues func(context.Context) (map[string]Queue, error)

// AddFigures registers the metrics of the register and of the job queues.
func (m *Metrics) AddFigures(figures ReadFigures, queues ReadQueues) {
	type values = map[string]float64
	// computed leaves out a value of the figures that have not been computed yet.
	computed := func(value func(Figures) float64) func(Figures) values {
		return func(f Figures) values {
			if f.ComputedAt.IsZero() {
				return nil
			}
			return unlabeled(value(f))
		}
	}
	number := func(value func(Figures) int) func(Figures) values {
		return func(f Figures) values { return unlabeled(float64(value(f))) }
	}
	ofQueues := func(value func(Queue) float64) func(map[string]Queue) values {
		return func(queues map[string]Queue) values {
			found := values{}
			for name, queue := range queues {
				found[name] = value(queue)
			}
			return found
		}
	}
	m.registry.MustRegister(
		newGaugeCollector(figures, []gauge[Figures]{
			{"", "active_endpoints", "Endpoints that are checked, at the time of newsources_figures_computed_timestamp_seconds",
				"", computed(func(f Figures) float64 { return float64(f.ActiveEndpoints) })},
			{"", "fresh_endpoints", "Endpoints whose planned check is at most 15 minutes late, at the time of " +
				"newsources_figures_computed_timestamp_seconds", "",
				computed(func(f Figures) float64 { return float64(f.FreshEndpoints) })},
			{"", "figures_computed_timestamp_seconds", "Time at which a job last computed the figures of the overview, which " +
				"it does every 2 minutes", "",
				computed(func(f Figures) float64 { return float64(f.ComputedAt.UnixMilli()) / 1000 })},
			{"", "sources_by_health", "Active sources that have an endpoint to check, by health, or by the last known health " +
				"during an incident", "health", func(f Figures) values { return labeled(f.SourcesByHealth) }},
			{"", "checks_paused", "1 while an administrator has paused the checks", "",
				func(f Figures) values { return unlabeled(asNumber(f.IsPaused)) }},
			{"", "open_incidents", "Open incidents of the network of the checker, by scope (service, worker)", "scope",
				func(f Figures) values { return labeled(f.OpenIncidents) }},
			{"", "open_suggestions", "Suggestions that wait for a decision, without those for fields of sources, at most 10,000",
				"", number(func(f Figures) int { return f.OpenSuggestions })},
			{"", "work_sources", "Sources on the work list that are not snoozed", "",
				number(func(f Figures) int { return f.WorkSources })},
			{"", "active_members", "Members who used the tool in the last 24 hours", "",
				number(func(f Figures) int { return f.ActiveMembers })},
			{"websub", "subscriptions", "Feeds that name a WebSub hub, by state of the subscription, at most 10,000 each",
				"state", func(f Figures) values { return labeled(f.SubscriptionsByState) }},
			{"", "failed_rows", "Rows that background work could not handle and tries again later; the table failed_rows has " +
				"them and the errors", "", number(func(f Figures) int { return f.FailedRows })},
		}...),
		newGaugeCollector(queues, []gauge[map[string]Queue]{
			{"jobs", "due", "Jobs that are due and not running, by queue, at most 10,000", "queue",
				ofQueues(func(q Queue) float64 { return float64(q.Due) })},
			{"jobs", "oldest_due_seconds", "How long the oldest due job has been due, by queue", "queue",
				ofQueues(func(q Queue) float64 { return q.Oldest.Seconds() })},
		}...))
}

// asNumber returns 1 for true and 0 for false.
func asNumber(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
