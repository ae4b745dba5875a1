// Package lists measures lists in and out: staging and applying a table of new sources, compared with
// COPY of the same rows into the same indexed tables, and files of all sources, compared with COPY of
// the same values to the client.
package lists

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/tableimport"
)

// The goals of issue 23: for 100,000 sources.
const (
	maxImportRatio = 6.0 // of the time of COPY
	maxExportRatio = 1.5 // of the time of COPY TO
	maxXLSX        = 20.0
	maxFirstByte   = 0.3
	maxMemory      = 150.0 // MiB in use
	maxCensus      = 5.0   // seconds, for a tenth of the rows
	maxListRatio   = 3.0   // of the quiet p99 of the list
)

// Run runs the benchmark with command line arguments.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("lists", flag.ExitOnError)
	sources := flags.Int("sources", 100_000, "number of sources")
	large := flags.Int("large", 0, "number of rows of a large table that is imported, too; 0: none")
	if err := flags.Parse(args); err != nil {
		return err
	}
	figures, err := Figures(ctx, *sources, *large)
	if err != nil {
		return err
	}
	return bench.Report("lists", figures)
}

// Figures runs the benchmark once with a table of the given number of sources. If large is positive, it
// also imports a table with that number of rows.
func Figures(ctx context.Context, sources, large int) ([]bench.Figure, error) {
	database, drop, err := bench.NewDatabase(ctx, "bench_lists")
	if err != nil {
		return nil, err
	}
	defer drop()
	db, err := postgres.Open(ctx, database, 8)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	lists := sourcelist.NewReader(db)
	sets := change.New(db, source.NewRegister(db, nil), lists, noJob)
	sets.SetItemsFunc(change.Table, tableimport.InsertItems)
	b := &benchmark{db: db, lists: lists, sets: sets, tables: tableimport.New(db, sets), exports: export.New(db, lists)}
	b.tables.Enqueue = noJob
	if err := b.importTable(ctx, sources); err != nil {
		return nil, err
	}
	if err := b.census(ctx, sources); err != nil {
		return nil, err
	}
	if err := b.exportAll(ctx); err != nil {
		return nil, err
	}
	if err := b.compareImport(ctx, database); err != nil {
		return nil, err
	}
	if err := b.listMeanwhile(ctx, sources); err != nil {
		return nil, err
	}
	if large > 0 {
		if err := b.importLarge(ctx, large); err != nil {
			return nil, err
		}
	}
	return b.figures, nil
}

type benchmark struct {
	db      *postgres.DB
	lists   *sourcelist.Reader
	sets    *change.Sets
	tables  *tableimport.Tables
	exports *export.Exporter

	stage, apply float64 // seconds
	figures      []bench.Figure
}

// table returns a CSV file of sources with two endpoints each. Their names begin with name.
func table(sources int, name string) []byte {
	countries, languages := strings.Fields("DE ES FR GB US"), strings.Fields("de es fr en en")
	var b strings.Builder
	b.WriteString("name,homepage,country,language,tier,tags,feed,feed 2\n")
	for n := range sources {
		at := n % len(countries)
		fmt.Fprintf(&b, "%s %d,https://paper%d.example/,%s,%s,%d,tag %d; tag %d,https://paper%d.example/rss,"+
			"https://paper%d.example/sport/rss\n", name, n, n, countries[at], languages[at], 1+n%5, n%100, n%89, n, n)
	}
	return []byte(b.String())
}

// importTable imports a table of new sources.
func (b *benchmark) importTable(ctx context.Context, sources int) error {
	memory := watchMemory()
	defer memory.stop()
	started := time.Now()
	id, err := b.stageTable(ctx, table(sources, "The Paper"))
	if err != nil {
		return err
	}
	b.stage = time.Since(started).Seconds()
	staged := memory.reset()
	started = time.Now()
	if err := b.applyTable(ctx, id, 3*sources); err != nil {
		return err
	}
	b.apply = time.Since(started).Seconds()
	applied := memory.reset()
	b.figures = append(b.figures,
		bench.NewFigure("memory of staging a table", staged, "MiB", 0).AtMost(maxMemory, staged),
		bench.NewFigure("memory of applying a table", applied, "MiB", 0).AtMost(maxMemory, applied))
	return nil
}

// stageTable stages a table as the job does for a table of many lines.
func (b *benchmark) stageTable(ctx context.Context, file []byte) (uuid.UUID, error) {
	id, err := b.tables.Create(ctx, audit.Actor{}, "list.csv", file)
	if err == nil {
		_, err = b.tables.Stage(ctx, id)
	}
	return id, err
}

// applyTable applies a table, which must make a number of changes.
func (b *benchmark) applyTable(ctx context.Context, id uuid.UUID, changes int) error {
	if err := b.tables.Apply(ctx, audit.Actor{}, id); err != nil {
		return err
	}
	if _, err := b.sets.Run(ctx, id); err != nil {
		return err
	}
	set, err := b.sets.Get(ctx, id)
	if err == nil && (set.State != change.Applied || set.Changed != changes) {
		err = fmt.Errorf("the table is %s: %+v", set.State, set.Counts)
	}
	return err
}

// census compares a reference list of a tenth of the sources with the register, of which half is in it.
func (b *benchmark) census(ctx context.Context, sources int) error {
	var list strings.Builder
	list.WriteString("name,homepage\n")
	for n := range sources / 10 {
		fmt.Fprintf(&list, "Paper %d,https://paper%d.example/\n", n, n+sources-sources/20)
	}
	started := time.Now()
	id, err := b.tables.Create(ctx, audit.Actor{}, "reference.csv", []byte(list.String()))
	if err != nil {
		return err
	}
	_, total, err := b.tables.Absent(ctx, id, uuid.Nil, 500)
	if err == nil && total != sources-sources/20 {
		err = fmt.Errorf("%d sources are absent from the reference list", total)
	}
	seconds := time.Since(started).Seconds()
	b.figures = append(b.figures, bench.NewFigure("census of a reference list", seconds, "s", 0).AtMost(maxCensus, seconds))
	return err
}

// memoryWatch samples the memory in use.
type memoryWatch struct {
	stopped, ended chan struct{}
	samples        chan chan float64
}

func watchMemory() *memoryWatch {
	debug.FreeOSMemory()
	m := &memoryWatch{make(chan struct{}), make(chan struct{}), make(chan chan float64)}
	go m.run()
	return m
}

func (m *memoryWatch) run() {
	defer close(m.ended)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	largest := 0.0
	for {
		select {
		case <-m.stopped:
			return
		case answer := <-m.samples:
			answer <- largest
			largest = 0
		case <-tick.C:
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			largest = max(largest, float64(memory.HeapInuse+memory.StackInuse)/(1<<20))
		}
	}
}

// reset returns the largest sample in MiB and begins again.
func (m *memoryWatch) reset() float64 {
	answer := make(chan float64)
	m.samples <- answer
	return <-answer
}

func (m *memoryWatch) stop() {
	close(m.stopped)
	<-m.ended
}
