package jobs

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/newsources/newsources/services/newssources/internal/alerting/subscription"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
)

// The intervals of periodic jobs.
const (
	// AlertInterval is the time between two evaluations of the alert rules. Checks are at least
	// minutes apart.
	AlertInterval = 30 * time.Second
	// compactInterval bounds the number of deltas that each read of a counter adds up.
	compactInterval = time.Minute
	// repairInterval is the maximum age of a wrong counter. The check reads all sources, which takes
	// seconds in a large register.
	repairInterval = time.Hour
	// purgeInterval is the time for which expired responses, alerts and deliveries take up space.
	purgeInterval = time.Hour
	// resumeInterval is the maximum time between the end of a pause or snooze and its effect.
	resumeInterval = time.Minute
	// rollUpInterval is the maximum age of the figures of the overview. Computing them reads the state
	// of each endpoint, so they are not computed with each request.
	rollUpInterval = 2 * time.Minute
	// upkeepInterval is the maximum time for which an abandoned import is shown as running, and an
	// abandoned change set waits.
	upkeepInterval = 10 * time.Minute
	// listsInterval is the maximum delay of the reading of a live list.
	listsInterval = time.Minute
	// visitsInterval is the maximum delay of a retry that is due, or of a source that a person has
	// added.
	visitsInterval = 30 * time.Second
	// comparisonInterval is the maximum age of suggested pairs of sources. The search reads all sources.
	comparisonInterval = 6 * time.Hour
	// RightsInterval is the maximum time until what a site declares about rights takes effect after it was read.
	RightsInterval = 30 * time.Second
)

// job is a row of the table of jobs.
type job struct {
	kind
	interval time.Duration // 0: not periodic
	run      func(context.Context, *river.Job[args]) error
	timeout  time.Duration // of a run; 0: jobTimeout
}

// table returns all jobs.
func (s Services) table() []job {
	return []job{
		{importKind, 0, s.applyImport, 0},
		{tableKind, 0, s.stageTable, tableTimeout},
		{changeSetKind, 0, s.runChangeSet, 0},
		{deliveryKind, 0, s.deliver, 0},
		{visitsKind, visitsInterval, withoutArgs(s.visit), 0},
		{periodic("upkeep", upkeepQueue), upkeepInterval, withoutArgs(s.upkeep), 0},
		{periodic("compact_counts", upkeepQueue), compactInterval, withoutArgs(s.Lists.CompactCounts), 0},
		{periodic("repair_counts", upkeepQueue), repairInterval, withoutArgs(s.repairCounts), 0},
		{periodic("purge_idempotency_keys", upkeepQueue), purgeInterval, withoutArgs(s.Keys.Purge), 0},
		{periodic("resume_paused_sources", upkeepQueue), resumeInterval, withoutArgs(s.resume), 0},
		{periodic("roll_up", upkeepQueue), rollUpInterval, withoutArgs(s.Reports.RollUp), 0},
		{single("review_suggestions", upkeepQueue), s.Suggestions.Interval(), withoutArgs(s.Suggestions.Review), 0},
		{single("review_rights", upkeepQueue), s.RightsInterval, withoutArgs(s.Rights.Review), 0},
		{single("find_replacements", searchesQueue), s.Suggestions.Interval(), withoutArgs(s.Suggestions.FindReplacements), 0},
		{single("evaluate_alerts", alertsQueue), s.AlertInterval, withoutArgs(s.Alerts.Evaluate), 0},
		{single("send_views", subscriptionsQueue), subscription.RunInterval, withoutArgs(s.Subscriptions.Run), 0},
		{periodic("purge_alerts", alertsQueue), purgeInterval, withoutArgs(s.Alerts.Purge), 0},
		{single("request_hubs", hubsQueue), websub.RunInterval, withoutArgs(s.requestHubs), 0},
		{pairsKind, comparisonInterval, withoutArgs(s.Pairs.Run), comparisonTimeout},
		{single("read_live_lists", listsQueue), listsInterval, withoutArgs(s.readLists), 0},
	}
}

// The kinds whose jobs a Queue inserts.
var (
	importKind    = kind{name: "import", queue: river.QueueDefault, attempts: importAttempts}
	tableKind     = kind{name: "stage_table", queue: tablesQueue, attempts: importAttempts}
	changeSetKind = kind{name: "change_set", queue: changesQueue, attempts: changeSetAttempts}
	deliveryKind  = kind{name: "deliver_alert", queue: deliveriesQueue, attempts: river.MaxAttemptsDefault}
	visitsKind    = single("visits", visitsQueue)
	pairsKind     = single(sameoutlet.Job, comparisonQueue)
)

// kind is a kind of job, and the options of its jobs. It implements river.JobArgsWithInsertOpts.
type kind struct {
	name, queue string
	attempts    int
	isSingle    bool
}

// periodic returns a kind whose jobs have one attempt, because the next periodic job retries.
func periodic(name, queue string) kind { return kind{name: name, queue: queue, attempts: 1} }

// single returns a periodic kind of which at most one job is unfinished, in all replicas.
func single(name, queue string) kind {
	return kind{name: name, queue: queue, attempts: 1, isSingle: true}
}

// Kind returns the name of the kind.
func (k kind) Kind() string { return k.name }

// InsertOpts returns the options with which the jobs of the kind are inserted.
func (k kind) InsertOpts() river.InsertOpts {
	options := river.InsertOpts{Queue: k.queue, MaxAttempts: k.attempts}
	if k.isSingle {
		options.UniqueOpts.ByState = []rivertype.JobState{
			rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning,
			rivertype.JobStateRetryable, rivertype.JobStateScheduled,
		}
	}
	return options
}

// args are the stored arguments of a job. A job of another kind leaves them out.
type args struct {
	kind           `json:"-"`
	ImportID       uuid.UUID `json:"import_id,omitzero"`
	OnlyUnfinished bool      `json:"if_left,omitempty"` // do nothing if the import has ended
	DeliveryID     uuid.UUID `json:"delivery_id,omitzero"`
	ChangeSetID    uuid.UUID `json:"change_set_id,omitzero"`
}

// withoutArgs returns the function of a job without arguments.
func withoutArgs(run func(context.Context) error) func(context.Context, *river.Job[args]) error {
	return func(ctx context.Context, _ *river.Job[args]) error { return run(ctx) }
}
