// Package list measures the list of a large register and compares it with the minimal queries for
// the same result.
package list

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

// Run measures all cases.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("list", flag.ExitOnError)
	sources := flags.Int("sources", 100_000, "size of the register")
	rounds := flags.Int("rounds", 7, "number of rounds, each measures the product and then the baseline")
	only := flags.String("only", "", "measure only the rows whose name contains this text")
	_ = flags.Parse(args)
	database, drop, err := bench.NewDatabase(ctx, "newssources_bench_list")
	if err != nil {
		return err
	}
	defer drop()
	start := time.Now()
	if err := bench.Load(ctx, database, *sources); err != nil {
		return err
	}
	db, err := postgres.Open(ctx, database, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := describe(ctx, db, time.Since(start)); err != nil {
		return err
	}
	figures, err := measure(ctx, db, *rounds, *only)
	if err != nil {
		return err
	}
	return bench.Report("list", figures)
}

// measure measures the cases whose name contains only. The CPU time is that of this process and of
// PostgreSQL.
func measure(ctx context.Context, db *postgres.DB, rounds int, only string) (figures []bench.Figure, err error) {
	var session int
	if err := db.Pool.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&session); err != nil {
		return nil, err
	}
	postmaster := bench.Postmaster(session)
	cpu := func() time.Duration { return bench.OwnCPU() + bench.PostgresCPU(postmaster) }
	for _, c := range casesOf(db) {
		if !strings.Contains(c.name, only) {
			continue
		}
		times, err := bench.Compare(rounds, cpu,
			bench.Side{Name: c.name, Call: func() error { return c.product(ctx) }},
			bench.Side{Name: c.name + ", baseline", Call: func() error { return runBaseline(ctx, db, c.baseline) }})
		if err != nil {
			return nil, err
		}
		product, baseline := times[0], times[1]
		p50 := bench.Millis(product.P50)
		figures = append(figures,
			bench.NewFigure(c.name+", p50", p50, "ms", bench.Millis(baseline.P50)).AtMost(c.goal, p50),
			bench.NewFigure(c.name+", p99", bench.Millis(product.P99), "ms", bench.Millis(baseline.P99)),
			bench.NewFigure(c.name+", CPU", bench.Millis(product.CPU), "ms", bench.Millis(baseline.CPU)))
		fmt.Fprintf(os.Stderr, "%s: %.1f ms\n", c.name, p50)
	}
	return figures, nil
}

func describe(ctx context.Context, db *postgres.DB, took time.Duration) error {
	var version, buffers string
	var sources, endpoints int
	err := db.Pool.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('shared_buffers'),
		(SELECT count(*) FROM sources), (SELECT count(*) FROM endpoints)`).Scan(&version, &buffers, &sources, &endpoints)
	fmt.Printf("PostgreSQL %s, shared_buffers %s; %d sources and %d endpoints, loaded in %.0f s\n\n", version, buffers,
		sources, endpoints, took.Seconds())
	return err
}
