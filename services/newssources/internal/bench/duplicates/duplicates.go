// Package duplicates measures the search for sources that may be the same outlet in a large register, and
// the comparison of one pair before a merge.
package duplicates

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// The goals of issue 24, for 1,000,000 sources.
const (
	maxMinutes = 10
	maxMemory  = 200 // MiB in use
	maxPair    = 50  // ms
)

const (
	baseSources = 10_000
	// comparedPairs is the number of pairs that are compared.
	comparedPairs = 200
	// sampleEvery is the time between two measurements of the memory.
	sampleEvery = 50 * time.Millisecond
)

// Run runs the benchmark with command line arguments.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("duplicates", flag.ExitOnError)
	sources := flags.Int("sources", 1_000_000, "number of sources, a multiple of 10,000")
	if err := flags.Parse(args); err != nil {
		return err
	}
	database, drop, err := bench.NewDatabase(ctx, "bench_duplicates")
	if err != nil {
		return err
	}
	defer drop()
	started := time.Now()
	if err := bench.Load(ctx, database, baseSources); err != nil {
		return err
	}
	if err := bench.Grow(ctx, database, baseSources, *sources); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d sources: loaded in %.0f s\n", *sources, time.Since(started).Seconds())
	debug.FreeOSMemory() // the generated data
	db, err := postgres.Open(ctx, database, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	sets := change.New(db, source.NewRegister(db, nil), sourcelist.NewReader(db), noJob)
	suggestions := suggestion.New(db, sets, suggestion.DefaultConfig(), nil, slog.New(slog.DiscardHandler))
	figures, err := search(ctx, db, sameoutlet.New(db, suggestions))
	if err != nil {
		return err
	}
	pair, err := comparePairs(ctx, db, merge.New(db, sets))
	if err != nil {
		return err
	}
	return bench.Report("duplicates", append(figures, pair))
}

// search measures the job.
func search(ctx context.Context, db *postgres.DB, finder *sameoutlet.Finder) ([]bench.Figure, error) {
	ended, most := make(chan struct{}), make(chan uint64)
	go func() {
		heap := uint64(0)
		for {
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			heap = max(heap, memory.HeapInuse+memory.StackInuse)
			select {
			case <-ended:
				most <- heap
				return
			case <-time.After(sampleEvery):
			}
		}
	}()
	started := time.Now()
	err := finder.Run(ctx)
	minutes := time.Since(started).Minutes()
	close(ended)
	memory := float64(<-most) / (1 << 20)
	if err != nil {
		return nil, err
	}
	var pairs float64
	err = db.Pool.QueryRow(ctx, "SELECT count(*) FROM suggestions WHERE kind = 'same_outlet'").Scan(&pairs)
	return []bench.Figure{
		bench.NewFigure("search for duplicates", minutes, "min", 0).AtMost(maxMinutes, minutes),
		bench.NewFigure("search for duplicates, memory", memory, "MiB", 0).AtMost(maxMemory, memory),
		bench.NewFigure("search for duplicates, pairs", pairs, "", 0),
	}, err
}

// comparePairs measures the data of the page of one pair.
func comparePairs(ctx context.Context, db *postgres.DB, merges *merge.Merges) (bench.Figure, error) {
	rows, err := db.Pool.Query(ctx, `
		SELECT source_id, (evidence->>'other_source_id')::uuid
		FROM suggestions
		WHERE kind = 'same_outlet'
		LIMIT $1`, comparedPairs)
	if err != nil {
		return bench.Figure{}, err
	}
	type pair struct{ From, Into uuid.UUID }
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[pair])
	if err != nil {
		return bench.Figure{}, err
	}
	var times []float64
	for _, p := range list {
		started := time.Now()
		if _, err := merges.Compare(ctx, p.From, p.Into, uuid.Nil); err != nil {
			return bench.Figure{}, err
		}
		times = append(times, bench.Millis(time.Since(started)))
	}
	p99 := bench.Percentile(times, 99)
	return bench.NewFigure("comparison of a pair, p99", p99, "ms", 0).AtMost(maxPair, p99), nil
}
