package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/alerting/subscription"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/finding/visit"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// Services are the parts of the service that jobs and requests share. A process makes them once.
type Services struct {
	Register      *source.Register
	Lists         *sourcelist.Reader
	Imports       *transfer.Imports
	Tables        *tableimport.Tables
	LiveLists     *livelist.Lists
	Changes       *change.Sets
	Feed          *changefeed.Feed
	Visits        *visit.Visits
	Suggestions   *suggestion.Suggestions
	Pairs         *sameoutlet.Finder
	Reports       *checkreport.Reader
	Work          *worklist.List
	Rights        *sourcerights.Service
	Alerts        *notify.Service
	Subscriptions *subscription.Service
	Hubs          *websub.Service
	Keys          *idempotency.Store
	Log           *slog.Logger

	AlertInterval  time.Duration               // between two evaluations of the alert rules
	RightsInterval time.Duration               // between two reviews of what sites declare about rights
	Failed         func(kind string, runs int) // is called for each job that failed, and with 0 for each kind
	Drifted        func(counters int)          // is called with the number of counters that had to be corrected
}

// NewChangeSets returns the change sets of a database. An undo of an import or of accepted suggestions
// changes their states, too.
func NewChangeSets(db *postgres.DB, register *source.Register, lists *sourcelist.Reader,
	enqueue change.EnqueueFunc) *change.Sets {
	sets := change.New(db, register, lists, enqueue)
	sets.Follow(change.Import, transfer.FollowUndo)
	sets.FollowEnd(change.Import, transfer.FollowProposal)
	sets.Follow(change.Table, tableimport.FollowUndo)
	sets.FollowEnd(change.Table, tableimport.FollowEnd)
	sets.SetItemsFunc(change.Table, tableimport.InsertItems)
	sets.Follow(change.Suggestion, suggestion.FollowUndo)
	sets.FollowEnd(change.Suggestion, suggestion.FollowProposal)
	return sets
}

const (
	// maxImportRun is the maximum duration of one run; then the job is snoozed, so that other jobs get
	// a worker.
	maxImportRun = 40 * time.Second
	// importAttempts and River's back-off together span about six minutes, longer than the failover of
	// a database.
	importAttempts = 5
	// maxChangeSetRun is the maximum duration of one run, like maxImportRun.
	maxChangeSetRun = 40 * time.Second
	// changeSetAttempts spans the failover of a database, like importAttempts.
	changeSetAttempts = 5
	// maxTableRun is the maximum duration of one run, like maxImportRun. It is long enough to inspect a file of
	// the maximum size.
	maxTableRun = 100 * time.Second
	// maxVisitsRun is the time in which a run starts visits. With the duration of a visit it is below
	// jobTimeout.
	maxVisitsRun = 25 * time.Second
	// maxListsRun is the time in which a run starts to read live lists. With the duration of a reading, it is
	// below jobTimeout.
	maxListsRun = 20 * time.Second
	// maxHubsRun is the time in which a run starts requests to hubs. With the timeout of a request, it
	// is below jobTimeout.
	maxHubsRun = 40 * time.Second
)

// applyImport applies rows of an import for up to maxImportRun, and snoozes the job if rows are
// left.
func (s Services) applyImport(ctx context.Context, job *river.Job[args]) error {
	if job.Args.OnlyUnfinished {
		found, err := s.Imports.Get(ctx, job.Args.ImportID)
		if err != nil || found.State == transfer.Done || found.State == transfer.Failed {
			return err
		}
	}
	runCtx, cancel := context.WithTimeout(ctx, maxImportRun)
	defer cancel()
	done, err := s.Imports.Apply(runCtx, job.Args.ImportID)
	switch {
	case err != nil && job.Attempt >= job.MaxAttempts:
		failed := s.Imports.Fail(context.WithoutCancel(ctx), job.Args.ImportID, transfer.AbandonedReason)
		if failed != nil {
			return failed
		}
		return err
	case err != nil:
		return err
	case !done:
		return river.JobSnooze(0)
	}
	_, err = river.ClientFromContext[pgx.Tx](ctx).Insert(ctx, args{kind: visitsKind}, nil)
	return err
}

// stageTable reads and checks the rows of a large table for up to maxTableRun, and snoozes the job if rows are
// left.
func (s Services) stageTable(ctx context.Context, job *river.Job[args]) error {
	runCtx, cancel := context.WithTimeout(ctx, maxTableRun)
	defer cancel()
	done, err := s.Tables.Stage(runCtx, job.Args.ImportID)
	switch {
	case err != nil && job.Attempt >= job.MaxAttempts:
		return errors.Join(err, s.Tables.FailStage(context.WithoutCancel(ctx), job.Args.ImportID, transfer.AbandonedReason))
	case err != nil:
		return err
	case !done:
		return river.JobSnooze(0)
	}
	return nil
}

// runChangeSet previews or applies a change set for up to maxChangeSetRun, and snoozes the job if
// something is left.
func (s Services) runChangeSet(ctx context.Context, job *river.Job[args]) error {
	runCtx, cancel := context.WithTimeout(ctx, maxChangeSetRun)
	defer cancel()
	done, err := s.Changes.Run(runCtx, job.Args.ChangeSetID)
	switch {
	case err != nil && job.Attempt >= job.MaxAttempts:
		return errors.Join(err, s.Changes.Fail(context.WithoutCancel(ctx), job.Args.ChangeSetID))
	case err != nil:
		return err
	case !done:
		return river.JobSnooze(0)
	}
	return nil
}

// upkeep ends abandoned imports, continues abandoned change sets, and deletes old drafts, tables and
// changes of the feed.
func (s Services) upkeep(ctx context.Context) error {
	return errors.Join(s.Imports.Upkeep(ctx), s.Tables.Upkeep(ctx), s.Changes.Upkeep(ctx), s.Feed.Purge(ctx))
}

// deliver sends one message to one destination. An error, such as an outage of the database, is
// retried with the delays of the queue.
func (s Services) deliver(ctx context.Context, job *river.Job[args]) error {
	retryIn, err := s.Alerts.Deliver(ctx, job.Args.DeliveryID)
	if err == nil && retryIn > 0 {
		return river.JobSnooze(retryIn)
	}
	return err
}

// visit visits homepages for up to maxVisitsRun, and snoozes the job if more may be due.
func (s Services) visit(ctx context.Context) error {
	claimCtx, cancel := context.WithTimeout(ctx, maxVisitsRun)
	defer cancel()
	if err := s.Visits.Run(ctx, claimCtx); err != nil {
		return err
	}
	if claimCtx.Err() != nil {
		return river.JobSnooze(0)
	}
	return nil
}

// repairCounts compares the counters with the sources, corrects and reports differences, and
// updates search texts in the format of an earlier version.
func (s Services) repairCounts(ctx context.Context) error {
	refreshErr := s.Register.RefreshSearchTexts(ctx)
	drifted, err := s.Lists.RepairCounts(ctx)
	if drifted > 0 {
		s.Drifted(drifted)
		s.Log.Warn("counters of sources differed from the sources and were corrected", "counters", drifted)
	}
	return errors.Join(refreshErr, err)
}

// resume activates the sources whose pause has ended, ends expired snoozes, and unassigns the
// sources of members who can no longer change sources.
func (s Services) resume(ctx context.Context) error {
	resumed, err := s.Register.ResumePaused(ctx)
	if resumed > 0 {
		s.Log.Info("resumed sources whose pause had ended", "sources", resumed)
	}
	ended, workErr := s.Work.Upkeep(ctx)
	if ended > 0 {
		s.Log.Info("ended snoozes and assignments of the work list", "sources", ended)
	}
	return errors.Join(err, workErr)
}

// requestHubs subscribes to feeds at WebSub hubs, and renews and ends subscriptions, for up to
// maxHubsRun.
func (s Services) requestHubs(ctx context.Context) error {
	claimCtx, cancel := context.WithTimeout(ctx, maxHubsRun)
	defer cancel()
	return s.Hubs.Run(ctx, claimCtx)
}

// readLists reads the live lists that are due, for up to maxListsRun.
func (s Services) readLists(ctx context.Context) error {
	claimCtx, cancel := context.WithTimeout(ctx, maxListsRun)
	defer cancel()
	return s.LiveLists.Run(ctx, claimCtx)
}
