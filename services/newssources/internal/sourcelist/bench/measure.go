package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const (
	blockTime = 300 * time.Millisecond // minimum duration of a block of calls, for a measurable CPU time
	blockMin  = 5                      // minimum number of calls in a block
)

// timing holds the median and the 99th percentile of the wall time of a call, and its median CPU time.
type timing struct{ p50, p99, cpu time.Duration }

type row struct {
	benchCase
	product, baseline timing
}

// measureAll measures the product and the baseline alternately in each round, so that noise affects both.
func measureAll(ctx context.Context, db *postgres.DB, cases []benchCase, rounds int, only string) ([]row, error) {
	var server int
	if err := db.Pool.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&server); err != nil {
		return nil, err
	}
	meter := cpuMeter{bench.Postmaster(server)}
	var rows []row
	for _, c := range cases {
		if !strings.Contains(c.name, only) {
			continue
		}
		sides := []func(context.Context) error{c.product, func(ctx context.Context) error { return runBaseline(ctx, db, c.baseline) }}
		walls, cpus := make([][]time.Duration, 2), make([][]time.Duration, 2)
		for _, call := range sides { // warms up prepared statements and caches
			if err := call(ctx); err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
		}
		for range rounds {
			for i, call := range sides {
				wall, cpu, err := meter.block(ctx, call)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", c.name, err)
				}
				walls[i], cpus[i] = append(walls[i], wall...), append(cpus[i], cpu)
			}
		}
		r := row{benchCase: c, product: summarize(walls[0], cpus[0]), baseline: summarize(walls[1], cpus[1])}
		fmt.Fprintf(os.Stderr, "%s: %.1f ms\n", r.name, bench.Millis(r.product.p50))
		rows = append(rows, r)
	}
	return rows, nil
}

func summarize(walls, cpus []time.Duration) timing {
	slices.Sort(walls)
	slices.Sort(cpus)
	return timing{walls[len(walls)/2], walls[len(walls)*99/100], cpus[len(cpus)/2]}
}

// cpuMeter reads the CPU time of this process and of PostgreSQL.
type cpuMeter struct{ postmaster int }

func (m cpuMeter) cpu() time.Duration { return bench.OwnCPU() + bench.PostgresCPU(m.postmaster) }

// block repeats call for at least blockTime, and returns the wall times and the CPU time per call.
func (m cpuMeter) block(ctx context.Context, call func(context.Context) error) (walls []time.Duration, cpu time.Duration, err error) {
	start, before := time.Now(), m.cpu()
	for len(walls) < blockMin || time.Since(start) < blockTime {
		began := time.Now()
		if err := call(ctx); err != nil {
			return nil, 0, err
		}
		walls = append(walls, time.Since(began))
	}
	return walls, (m.cpu() - before) / time.Duration(len(walls)), nil
}
