// Package changes measures bulk changes of the register: preview, application and undo of a change of
// all sources, compared with one statement that updates the same rows and inserts the same history;
// lists and claims of due endpoints meanwhile, also with a snapshot that a backup holds; and the delay
// of the change feed.
package changes

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// The goals of issue 22: for a change of 100,000 sources.
const (
	maxPreview    = 3.0 // seconds
	maxFirst      = 0.5 // seconds until the first figures
	maxApplyRatio = 3.0 // of the time of the bare statement
	maxListRatio  = 3.0 // of the quiet p99 of the list
	maxClaimRatio = 2.0 // of the quiet median of claims
	maxMemory     = 150 // MiB in use
	maxViews      = 0.15
	maxTags       = 0.1
)

// bare updates the sources and inserts the history with one statement.
const bare = `
	WITH changed AS (
		UPDATE sources SET owner = $1, version = version + 1, updated_at = now()
		WHERE lifecycle <> 'archived'
		RETURNING id, name, version
	)
	INSERT INTO audit_events (id, at, actor_email, actor_name, actor_role, action, target_type, target_id, target_name,
		source_id, version, changes)
	SELECT gen_random_uuid(), now(), '', 'Command line', 'admin', 'source.updated', 'source', id, name, id, version,
		jsonb_build_array(jsonb_build_object('field', 'owner', 'after', $1))
	FROM changed`

// Run runs the benchmark with command line arguments.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("register", flag.ExitOnError)
	sources, rounds := flags.Int("sources", 100_000, "number of sources"), flags.Int("rounds", 5, "number of rounds")
	if err := flags.Parse(args); err != nil {
		return err
	}
	database, drop, err := bench.NewDatabase(ctx, "bench_register")
	if err != nil {
		return err
	}
	defer drop()
	started := time.Now()
	if err := bench.LoadWithHistory(ctx, database, *sources); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d sources: loaded in %.1f s\n", *sources, time.Since(started).Seconds())
	db, err := postgres.Open(ctx, database, 8)
	if err != nil {
		return err
	}
	defer db.Close()
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	debug.FreeOSMemory() // the generated data
	lists := sourcelist.NewReader(db)
	b := &benchmark{database: database, db: db, lists: lists,
		sets: change.New(db, source.NewRegister(db, nil), lists, noJob), seconds: map[string][]float64{}}
	token, err := b.makeDue(ctx)
	if err != nil {
		return err
	}
	newLoad := func() *load { return &load{lists: lists, claims: check.NewClaims(db, check.Config{}), token: token} }
	b.quiet, b.busy, b.held = newLoad(), newLoad(), newLoad()
	if err := b.quiet.run(ctx, func() bool { return len(b.quiet.taken) >= quietCalls }); err != nil {
		return err
	}
	for round := range *rounds {
		if err := b.pages(ctx); err != nil {
			return err
		}
		if err := b.round(ctx, round); err != nil {
			return err
		}
	}
	if err := b.underLoad(ctx, b.busy); err != nil {
		return err
	}
	if err := b.holdSnapshot(ctx, func() error { return b.underLoad(ctx, b.held) }); err != nil {
		return err
	}
	if b.followed, err = b.follow(ctx); err != nil {
		return err
	}
	return b.report()
}

type benchmark struct {
	database string // its URL
	db       *postgres.DB
	lists    *sourcelist.Reader
	sets     *change.Sets
	seconds  map[string][]float64 // by row

	quiet, busy, held *load // before the changes, during them, and with a held snapshot
	followed          following
}

// round measures a change of all sources, its undo and the bare statement.
func (b *benchmark) round(ctx context.Context, round int) error {
	owner := fmt.Sprintf("Owner %d", round)
	var draft, undo *change.Set
	steps := []struct {
		row string
		run func() error
	}{
		{"first", func() (err error) { draft, err = b.create(ctx, owner); return err }},
		{"preview", func() error { return b.run(ctx, draft.ID) }},
		{"apply", func() error { return b.apply(ctx, draft.ID) }},
		{"undo", func() (err error) { undo, err = b.undo(ctx, draft.ID); return err }},
		{"apply of undo", func() error { return b.apply(ctx, undo.ID) }},
		{"bare", func() error { return b.bare(ctx, owner+" (bare)") }},
	}
	for _, step := range steps {
		started := time.Now()
		if err := step.run(); err != nil {
			return fmt.Errorf("%s: %w", step.row, err)
		}
		took := time.Since(started).Seconds()
		fmt.Fprintf(os.Stderr, "round %d, %s: %.2f s\n", round+1, step.row, took)
		b.seconds[step.row] = append(b.seconds[step.row], took)
	}
	_, err := b.db.Pool.Exec(ctx, "CHECKPOINT")
	return err
}

// bare runs the bare statement on a connection without the timeouts of the service.
func (b *benchmark) bare(ctx context.Context, owner string) error {
	conn, err := pgx.Connect(ctx, b.database)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, bare, owner)
	return err
}

// underLoad measures load while a change of all sources and its undo are applied.
func (b *benchmark) underLoad(ctx context.Context, l *load) error {
	measure := func(isDone func() bool) error { return l.run(ctx, isDone) }
	draft, err := b.create(ctx, "Owner under load")
	if err == nil {
		err = b.run(ctx, draft.ID)
	}
	if err == nil {
		err = bench.During(measure, func() error { return b.apply(ctx, draft.ID) })
	}
	if err != nil {
		return err
	}
	undo, err := b.undo(ctx, draft.ID)
	if err == nil {
		err = bench.During(measure, func() error { return b.apply(ctx, undo.ID) })
	}
	fmt.Fprintf(os.Stderr, "%d lists and %d claims during two changes\n", len(l.listed), len(l.taken))
	return err
}

// create makes a draft that sets the owner of all sources.
func (b *benchmark) create(ctx context.Context, owner string) (*change.Set, error) {
	spec := change.Spec{Filter: &sourcelist.Query{},
		Operations: []operation.Operation{{Field: "owner", Action: "set", Value: owner}}}
	return b.sets.Create(ctx, audit.Actor{}, change.Input{Spec: spec})
}

// undo makes a draft that undoes a change set, and previews it to its end.
func (b *benchmark) undo(ctx context.Context, id uuid.UUID) (*change.Set, error) {
	undo, err := b.sets.Undo(ctx, audit.Actor{}, id, nil, "")
	if err == nil {
		err = b.run(ctx, undo.ID)
	}
	return undo, err
}

// run previews or applies a change set to its end.
func (b *benchmark) run(ctx context.Context, id uuid.UUID) error {
	done, err := b.sets.Run(ctx, id)
	if err == nil && !done {
		err = fmt.Errorf("change set %s is not done", id)
	}
	return err
}

func (b *benchmark) apply(ctx context.Context, id uuid.UUID) error {
	if _, err := b.sets.Apply(ctx, audit.Actor{}, id, change.ApplyInput{}); err != nil {
		return err
	}
	if err := b.run(ctx, id); err != nil {
		return err
	}
	set, err := b.sets.Get(ctx, id)
	if err == nil && set.State != change.Applied {
		err = fmt.Errorf("%s: %+v", set.State, set.Counts)
	}
	return err
}

func (b *benchmark) report() error {
	median := func(row string) float64 {
		list := slices.Sorted(slices.Values(b.seconds[row]))
		return list[len(list)/2]
	}
	reference := median("bare")
	ratio := func(name string, value float64) bench.Figure {
		f := bench.NewFigure(name, value, "s", reference)
		return f.AtMost(maxApplyRatio, f.Ratio)
	}
	preview := median("first") + median("preview")
	figures := []bench.Figure{
		bench.NewFigure("first figures of a preview", median("first"), "s", 0).AtMost(maxFirst, median("first")),
		bench.NewFigure("preview", preview, "s", 0).AtMost(maxPreview, preview),
		ratio("apply", median("apply")),
		bench.NewFigure("preview of the undo", median("undo"), "s", 0),
		ratio("apply of the undo", median("apply of undo")),
		bench.NewFigure("page of tags", median("tags"), "s", 0).AtMost(maxTags, median("tags")),
		bench.NewFigure("counts of 30 views", median("views"), "s", 0).AtMost(maxViews, median("views")),
	}
	figures = append(figures, b.loadFigures(" during a change", b.busy)...)
	figures = append(figures, b.loadFigures(" with a held snapshot", b.held)...)
	return bench.Report("register", append(figures, b.followed.figures()...))
}
