package observe

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
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

// figuresCollector exports figures and queues. If a query fails, its values are absent from the
// scrape.
type figuresCollector struct {
	figures *cachedQuery[Figures]
	queues  *cachedQuery[map[string]Queue]

	active, fresh, computed, health, paused, incidents, suggestions, work, members, subscriptions, failedRows, due,
	oldest *prometheus.Desc
}

// AddFigures registers the metrics of the register and of the job queues.
func (m *Metrics) AddFigures(figures ReadFigures, queues ReadQueues) {
	describe := func(subsystem, name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(prometheus.BuildFQName(namespace, subsystem, name), help+"; the same from every replica.",
			labels, nil)
	}
	m.registry.MustRegister(&figuresCollector{
		figures: newCachedQuery(figures), queues: newCachedQuery(queues),
		active: describe("", "active_endpoints", "Endpoints that are checked, at the time of "+
			"newsources_figures_computed_timestamp_seconds"),
		fresh: describe("", "fresh_endpoints", "Endpoints whose planned check is at most 15 minutes late, at the "+
			"time of newsources_figures_computed_timestamp_seconds"),
		computed: describe("", "figures_computed_timestamp_seconds",
			"Time at which a job last computed the figures of the overview, which it does every 2 minutes"),
		health: describe("", "sources_by_health", "Active sources that have an endpoint to check, by health, or by "+
			"the last known health during an incident", "health"),
		paused: describe("", "checks_paused", "1 while an administrator has paused the checks"),
		incidents: describe("", "open_incidents", "Open incidents of the network of the checker, by scope (service, "+
			"worker)", "scope"),
		suggestions: describe("", "open_suggestions", "Suggestions that wait for a decision, without those for fields of sources, at most 10,000"),
		work:        describe("", "work_sources", "Sources on the work list that are not snoozed"),
		members:     describe("", "active_members", "Members who used the tool in the last 24 hours"),
		subscriptions: describe("websub", "subscriptions", "Feeds that name a WebSub hub, by state of the subscription, at "+
			"most 10,000 each", "state"),
		failedRows: describe("", "failed_rows", "Rows that background work could not handle and tries again later; the "+
			"table failed_rows has them and the errors"),
		due:    describe("jobs", "due", "Jobs that are due and not running, by queue, at most 10,000", "queue"),
		oldest: describe("jobs", "oldest_due_seconds", "How long the oldest due job has been due, by queue", "queue"),
	})
}

// Describe implements prometheus.Collector.
func (c *figuresCollector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{c.active, c.fresh, c.computed, c.health, c.paused, c.incidents, c.suggestions,
		c.work, c.members, c.subscriptions, c.failedRows, c.due, c.oldest} {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (c *figuresCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	if f, err := c.figures.get(); err == nil {
		if !f.ComputedAt.IsZero() {
			gauge(c.active, float64(f.ActiveEndpoints))
			gauge(c.fresh, float64(f.FreshEndpoints))
			gauge(c.computed, float64(f.ComputedAt.UnixMilli())/1000)
		}
		for health, sources := range f.SourcesByHealth {
			gauge(c.health, float64(sources), health)
		}
		for state, subscriptions := range f.SubscriptionsByState {
			gauge(c.subscriptions, float64(subscriptions), state)
		}
		for scope, incidents := range f.OpenIncidents {
			gauge(c.incidents, float64(incidents), scope)
		}
		gauge(c.failedRows, float64(f.FailedRows))
		gauge(c.paused, asNumber(f.IsPaused))
		gauge(c.suggestions, float64(f.OpenSuggestions))
		gauge(c.work, float64(f.WorkSources))
		gauge(c.members, float64(f.ActiveMembers))
	}
	if queues, err := c.queues.get(); err == nil {
		for name, queue := range queues {
			gauge(c.due, float64(queue.Due), name)
			gauge(c.oldest, queue.Oldest.Seconds(), name)
		}
	}
}

// asNumber returns 1 for true and 0 for false.
func asNumber(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
