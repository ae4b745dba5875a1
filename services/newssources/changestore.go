package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/apiclient"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/history"
	"github.com/newsources/newsources/services/newssources/internal/register/registerfile"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// changeStore makes and applies change sets, in the database or through the API. Create, Undo, Restore, Apply
// and Approve return when the preview or the application has ended.
type changeStore interface {
	Plan(ctx context.Context, f apiclient.RegisterFile) ([]change.Item, error)
	CreateFromFile(ctx context.Context, f apiclient.RegisterFile) (*change.Set, error)
	Create(ctx context.Context, input change.Input) (*change.Set, error)
	Undo(ctx context.Context, id uuid.UUID, items []int, reason string) (*change.Set, error)
	Restore(ctx context.Context, source uuid.UUID, at time.Time, reason string) (*change.Set, error)
	Apply(ctx context.Context, id uuid.UUID, input change.ApplyInput) (*change.Set, error)
	Approve(ctx context.Context, id uuid.UUID, input change.Approval) (*change.Set, error)
	Reject(ctx context.Context, id uuid.UUID, reason string) (*change.Set, error)
	Cancel(ctx context.Context, id uuid.UUID) (*change.Set, error)
	Get(ctx context.Context, id uuid.UUID) (*change.Set, error)
	List(ctx context.Context, states []change.State, limit int) ([]change.Set, error)
	// Items calls use with each item that has one of the results, or with all items if there are none.
	Items(ctx context.Context, id uuid.UUID, results []change.Result, use func(change.Item) error) error
	// Filter returns the filter of a saved view.
	Filter(ctx context.Context, view uuid.UUID) (sourcelist.Query, error)
}

// openChangeStore returns the change sets of the API of client or, if it is nil, those of the database. The
// caller calls closeStore at the end.
func openChangeStore(ctx context.Context, client *apiclient.Client, display *progress) (store changeStore,
	closeStore func(), err error) {
	if client != nil {
		return apiclient.ChangeSets{Client: client, Progress: display.changeSet}, func() {}, nil
	}
	db, _, sets, err := openChangeSets(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	return databaseChanges{db, sets, display}, db.Close, nil
}

// openChangeSets opens the database, its queue and its change sets. The caller closes the database.
func openChangeSets(ctx context.Context, keys *seal.Keys) (*postgres.DB, *jobs.Queue, *change.Sets, error) {
	db, err := openDatabase(ctx, 4)
	if err != nil {
		return nil, nil, nil, err
	}
	queue, err := jobs.NewQueue(db.Pool, slog.Default())
	if err != nil {
		db.Close()
		return nil, nil, nil, err
	}
	sets := jobs.NewChangeSets(db, source.NewRegister(db, keys), sourcelist.NewReader(db), queue.EnqueueChangeSet)
	return db, queue, sets, nil
}

// databaseChanges are the change sets of the database.
type databaseChanges struct {
	db      *postgres.DB
	sets    *change.Sets
	display *progress
}

// readRegister reads a file that describes sources. Its errors name the file.
func readRegister(f apiclient.RegisterFile) (*registerfile.File, error) {
	file, err := registerfile.Read(f.Name, f.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", f.Name, userText(err))
	}
	file.ArchiveMissing = f.ArchiveMissing
	return file, nil
}

func (d databaseChanges) Plan(ctx context.Context, f apiclient.RegisterFile) ([]change.Item, error) {
	file, err := readRegister(f)
	if err != nil {
		return nil, err
	}
	return file.Plan(ctx, d.db, d.sets)
}

func (d databaseChanges) CreateFromFile(ctx context.Context, f apiclient.RegisterFile) (*change.Set, error) {
	file, err := readRegister(f)
	if err != nil {
		return nil, err
	}
	return file.CreateDraft(ctx, commandActor(), d.sets)
}

func (d databaseChanges) Create(ctx context.Context, input change.Input) (*change.Set, error) {
	return d.finish(ctx, func() (*change.Set, error) { return d.sets.Create(ctx, commandActor(), input) })
}

func (d databaseChanges) Undo(ctx context.Context, id uuid.UUID, items []int, reason string) (*change.Set, error) {
	return d.finish(ctx, func() (*change.Set, error) { return d.sets.Undo(ctx, commandActor(), id, items, reason) })
}

func (d databaseChanges) Restore(ctx context.Context, source uuid.UUID, at time.Time, reason string) (*change.Set,
	error) {
	return d.finish(ctx, func() (*change.Set, error) {
		return d.sets.RestoreSource(ctx, commandActor(), source, history.Version{At: at}, reason)
	})
}

func (d databaseChanges) Apply(ctx context.Context, id uuid.UUID, input change.ApplyInput) (*change.Set, error) {
	return d.finish(ctx, func() (*change.Set, error) { return d.sets.Apply(ctx, commandActor(), id, input) })
}

func (d databaseChanges) Approve(ctx context.Context, id uuid.UUID, input change.Approval) (*change.Set, error) {
	return d.finish(ctx, func() (*change.Set, error) { return d.sets.Approve(ctx, commandActor(), id, input) })
}

func (d databaseChanges) Reject(ctx context.Context, id uuid.UUID, reason string) (*change.Set, error) {
	return d.sets.Reject(ctx, commandActor(), id, reason)
}

func (d databaseChanges) Cancel(ctx context.Context, id uuid.UUID) (*change.Set, error) {
	return d.sets.Cancel(ctx, commandActor(), id)
}

func (d databaseChanges) Get(ctx context.Context, id uuid.UUID) (*change.Set, error) {
	return d.sets.Get(ctx, id)
}

func (d databaseChanges) List(ctx context.Context, states []change.State, limit int) ([]change.Set, error) {
	return d.sets.List(ctx, change.Query{States: states, Limit: limit})
}

func (d databaseChanges) Items(ctx context.Context, id uuid.UUID, results []change.Result,
	use func(change.Item) error) error {
	for after := 0; ; {
		items, err := d.sets.Items(ctx, id, results, after, rowsPerPage)
		if err != nil || len(items) == 0 {
			return err
		}
		for _, i := range items {
			after = i.Number
			if err := use(i); err != nil {
				return err
			}
		}
	}
}

func (d databaseChanges) Filter(ctx context.Context, id uuid.UUID) (filter sourcelist.Query, err error) {
	view, err := savedview.New(d.db, sourcelist.NewReader(d.db)).Get(ctx, uuid.Nil, id)
	if err != nil {
		return filter, err
	}
	filter = view.Filter
	if slices.Contains(filter.Assignees, savedview.Me) ||
		filter.Not != nil && slices.Contains(filter.Not.Assignees, savedview.Me) {
		return filter, fmt.Errorf("“%s” filters by the assignee “me”, but the command is no member: use --api, "+
			"or --filter with the id of a member", view.Name)
	}
	return filter, nil
}

// finish calls start, and runs the preview or the application of its change set to the end. If that fails or
// ctx ends, it cancels the change set, so that no job continues it.
func (d databaseChanges) finish(ctx context.Context, start func() (*change.Set, error)) (*change.Set, error) {
	set, err := start()
	if err != nil {
		return nil, err
	}
	id := set.ID
	polled, stop := context.WithCancel(ctx)
	go d.display.poll(polled, func(ctx context.Context) (done, total int, err error) {
		now, err := d.sets.Get(ctx, id)
		if err != nil {
			return 0, 0, err
		}
		done, total = progressOf(now)
		return done, total, nil
	})
	done, err := d.sets.Run(ctx, id)
	stop()
	if err != nil || !done {
		_, cancelErr := d.sets.Cancel(context.WithoutCancel(ctx), commandActor(), id)
		return nil, errors.Join(err, ctx.Err(), cancelErr)
	}
	return d.sets.Get(ctx, id)
}

// progressOf returns how far the preview or the application of a change set is.
func progressOf(set *change.Set) (done, total int) {
	if !set.Previewed {
		return set.Examined, set.Selected
	}
	return set.Total() - set.Pending, set.Total()
}
