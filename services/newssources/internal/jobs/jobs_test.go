package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/finding/visit"
	"github.com/newsources/newsources/services/newssources/internal/platform/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/changefeed"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// rig is a queue with its own database, assembled like in the service.
type rig struct {
	t       *testing.T
	db      *postgres.DB
	imports *transfer.Imports
	queue   *Queue
	workers *Workers
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	r := &rig{t: t, db: db}
	if r.queue, err = NewQueue(db.Pool, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	r.imports = transfer.NewImports(db, newServices(db).Changes, r.queue.EnqueueImport)
	r.workers = r.newWorkers()
	return r
}

func (r *rig) newWorkers() *Workers {
	r.t.Helper()
	services := newServices(r.db)
	services.Imports, services.Visits, services.Alerts = r.imports, r.visits(), r.alerts()
	workers, err := NewWorkers(r.db.Pool, services)
	if err != nil {
		r.t.Fatal(err)
	}
	return workers
}

// newServices returns services without imports, visits and alerts.
func newServices(db *postgres.DB) Services {
	log := slog.New(slog.DiscardHandler)
	register, lists := source.NewRegister(db, nil), sourcelist.NewReader(db)
	changes := NewChangeSets(db, register, lists, nil)
	return Services{
		Register: register, Lists: lists, Reports: checkreport.NewReader(db),
		Changes: changes, Tables: tableimport.New(db, changes), Feed: changefeed.New(db), Keys: idempotency.NewStore(db),
		Suggestions: suggestion.New(db, changes, suggestion.Config{Interval: time.Minute}, nil, log),
		Pairs:       sameoutlet.New(db, suggestion.New(db, changes, suggestion.Config{}, nil, log)),
		Rights:      sourcerights.New(db),
		Work:        worklist.New(db, people.New(db, identity.AllowList{}, func() {})),
		Hubs:        websub.New(db, websub.Options{}), AlertInterval: time.Hour, RightsInterval: time.Hour,
		Failed: func(string, int) {}, Drifted: func(int) {}, Log: log,
	}
}

// visits returns visits that reach no site: the DNS server of their client does not exist.
func (r *rig) visits() *visit.Visits {
	r.t.Helper()
	client, err := fetch.New(fetch.Config{Lab: "127.0.0.1:1", HostInterval: -1})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(client.Close)
	register := source.NewRegister(r.db, nil)
	return visit.New(r.db, newServices(r.db).Suggestions, discover.New(client, register), slog.New(slog.DiscardHandler))
}

// alerts returns alerts without rules.
func (r *rig) alerts() *notify.Service {
	return notify.NewService(r.db,
		notify.Options{Lists: sourcelist.NewReader(r.db), Enqueue: r.queue.EnqueueDeliveries,
			Metrics: observe.NewMetrics("test", r.db.Pool, nil)})
}

func (r *rig) start(workers *Workers) {
	r.t.Helper()
	if err := workers.Start(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := workers.Stop(ctx); err != nil {
			r.t.Errorf("stop: %v", err)
		}
	})
}

func (r *rig) stage(rows int) uuid.UUID {
	r.t.Helper()
	var list bytes.Buffer
	list.WriteString(`<opml version="2.0"><body>`)
	for i := range rows {
		fmt.Fprintf(&list, `<outline title="Outlet %d" xmlUrl="https://outlet%d.example/rss"/>`, i, i)
	}
	list.WriteString(`</body></opml>`)
	staged, err := r.imports.Create(r.t.Context(), audit.Actor{Name: "Ada", Role: "editor"}, "list.opml", list.Bytes())
	if err != nil {
		r.t.Fatal(err)
	}
	return staged.ID
}

func (r *rig) get(id uuid.UUID) *transfer.Import {
	r.t.Helper()
	found, err := r.imports.Get(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return found
}

func (r *rig) eventually(what, sql string, args ...any) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		var holds bool
		if err := r.db.Pool.QueryRow(ctx, "SELECT "+sql, args...).Scan(&holds); err != nil {
			r.t.Fatalf("waiting until %s: %v", what, err)
		}
		if holds {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			r.t.Fatalf("time-out waiting until %s", what)
		}
	}
}

func (r *rig) exec(sql string, args ...any) {
	r.t.Helper()
	if _, err := r.db.Pool.Exec(r.t.Context(), sql, args...); err != nil {
		r.t.Fatal(err)
	}
}

const jobInState = `EXISTS (SELECT FROM river_job
	WHERE kind = 'import' AND args->>'import_id' = $1::text AND state = $2)`

func TestImportsAreAppliedInTheBackground(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	before := r.stage(5) // waits for the queue to start
	r.start(r.workers)
	r.eventually("the job is completed", jobInState, before, "completed")
	after := r.stage(3)
	r.eventually("the job is completed", jobInState, after, "completed")
	if a, b := r.get(before), r.get(after); a.State != transfer.Done || a.Created != 5 || b.State != transfer.Done ||
		b.Exists != 3 {
		t.Errorf("got %+v and %+v", a, b)
	}
}

// TestFailedStagingInsertsNoJob verifies that staging and inserting the job are one transaction.
func TestFailedStagingInsertsNoJob(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	refused := errors.New("refused")
	changes := newServices(r.db).Changes
	r.imports = transfer.NewImports(r.db, changes, func(ctx context.Context, tx postgres.Tx, id uuid.UUID) error {
		return errors.Join(r.queue.EnqueueImport(ctx, tx, id), refused)
	})
	_, err := r.imports.Create(t.Context(), audit.Actor{}, "list.opml",
		[]byte(`<opml><body><outline xmlUrl="https://daily.example/"/></body></opml>`))
	if !errors.Is(err, refused) {
		t.Fatal(err)
	}
	r.eventually("nothing is left", `(SELECT count(*) FROM river_job) + (SELECT count(*) FROM imports) + (SELECT count(*)
		FROM import_rows) = 0`)
}

func (r *rig) failEndpointInserts() {
	r.exec(`CREATE FUNCTION reject_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'rejected by test'
		USING ERRCODE = 'disk_full'; END $$`)
	r.exec(`CREATE TRIGGER reject_endpoint BEFORE INSERT ON endpoints EXECUTE FUNCTION reject_endpoint()`)
}

func TestFailedAttemptsAreRetriedAndEndTheImport(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.failEndpointInserts()
	last, first := r.stage(2), r.stage(2)
	r.exec("UPDATE river_job SET max_attempts = 1 WHERE args->>'import_id' = $1::text", last)
	r.start(r.workers)
	r.eventually("the last attempt has failed", jobInState, last, "discarded")
	r.eventually("the first attempt has failed", jobInState, first, "retryable")
	if failed := r.get(last); failed.State != transfer.Failed || failed.Pending != 2 || failed.FinishedAt == nil ||
		failed.Error == "" || strings.Contains(failed.Error, "rejected by test") {
		t.Errorf("after the last attempt: %+v", failed)
	}
	if retryable := r.get(first); retryable.State != transfer.Running || retryable.Error != "" {
		t.Errorf("after the first attempt: %+v", retryable)
	}
	r.exec(`DROP TRIGGER reject_endpoint ON endpoints`)
	r.exec(`UPDATE river_job SET state = 'available', scheduled_at = now() WHERE args->>'import_id' = $1::text`, first)
	r.eventually("the retry is completed", jobInState, first, "completed")
	if done := r.get(first); done.State != transfer.Done || done.Created != 2 {
		t.Errorf("done: %+v", done)
	}
}

// TestAnotherProcessResumesImport verifies that a stopping process interrupts its import and
// another process completes it.
func TestAnotherProcessResumesImport(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const rows = 500
	id := r.stage(rows)
	holder, err := r.db.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Rollback(context.Background()) }()
	if _, err := holder.Exec(t.Context(), "SELECT FROM import_rows WHERE import_id = $1 AND number = $2 FOR UPDATE", id,
		rows); err != nil {
		t.Fatal(err)
	}
	if err := r.workers.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.eventually("the import waits for the locked row", `EXISTS (SELECT FROM pg_stat_activity
		WHERE datname = current_database() AND wait_event_type = 'Lock')
		AND EXISTS (SELECT FROM import_rows WHERE import_id = $1 AND result = 'created')`, id)
	expired, cancel := context.WithCancel(t.Context())
	cancel() // the grace period has ended
	if err := r.workers.Stop(expired); err != nil {
		t.Fatalf("stop: %v", err)
	}
	if err := holder.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	half := r.get(id)
	if half.State != transfer.Running || half.Pending == 0 || half.Created == 0 {
		t.Fatalf("half-way: %+v", half)
	}
	r.start(r.newWorkers())
	r.eventually("another process completes it", jobInState, id, "completed")
	if done := r.get(id); done.State != transfer.Done || done.Created != rows || done.Error != "" {
		t.Errorf("done: %+v", done)
	}
}

// TestJobSkipsImportsOfCommands verifies that the delayed job neither repeats an import that a
// command has applied nor resumes one that was stopped.
func TestJobSkipsImportsOfCommands(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.imports = transfer.NewImports(r.db, newServices(r.db).Changes, r.queue.EnqueueImportLater)
	done, stopped := r.stage(5), r.stage(3)
	if all, err := r.imports.Apply(t.Context(), done); err != nil || !all {
		t.Fatal(all, err)
	}
	if err := r.imports.Fail(t.Context(), stopped, "stopped"); err != nil {
		t.Fatal(err)
	}
	before := r.get(done)
	r.exec("UPDATE river_job SET scheduled_at = now() WHERE state = 'scheduled'")
	r.start(r.workers)
	r.eventually("the first job is completed", jobInState, done, "completed")
	r.eventually("the second job is completed", jobInState, stopped, "completed")
	if after := r.get(done); !after.FinishedAt.Equal(*before.FinishedAt) || after.Created != 5 {
		t.Errorf("applied twice: %+v", after)
	}
	if after := r.get(stopped); after.State != transfer.Failed || after.Pending != 3 {
		t.Errorf("resumed: %+v", after)
	}
}

func TestStartWithoutDatabase(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), "postgres://nobody@127.0.0.1:1/nothing?sslmode=disable", 2)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	workers, err := NewWorkers(db.Pool, newServices(db))
	if err != nil {
		t.Fatal(err)
	}
	if err := workers.Start(t.Context()); err == nil || !postgres.IsUnavailable(err) {
		t.Errorf("workers started without a database: %v", err)
	}
}
