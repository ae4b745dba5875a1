// Command bench measures the list of a large register and compares it with the minimal queries for the same result.
//
//	make bench-list
//
// It creates a database on the server of TEST_DATABASE_URL, and writes .local/bench/list.json.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const output = ".local/bench/list.json"

func main() {
	sources := flag.Int("sources", 100_000, "size of the register")
	rounds := flag.Int("rounds", 7, "number of rounds, each measures the product and then the baseline")
	only := flag.String("only", "", "measure only the rows whose name contains this text")
	flag.Parse()
	if err := run(context.Background(), *sources, *rounds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sources, rounds int, only string) error {
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		return errors.New("TEST_DATABASE_URL is missing: run `make bench-list`")
	}
	database, drop, err := bench.CreateDatabase(ctx, address, "newssources_bench_list")
	if err != nil {
		return err
	}
	defer drop()
	start := time.Now()
	if err := bench.Load(ctx, database, sources); err != nil {
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
	rows, err := measureAll(ctx, db, casesOf(db), rounds, only)
	if err != nil {
		return err
	}
	return report(os.Stdout, rows)
}

func describe(ctx context.Context, db *postgres.DB, took time.Duration) error {
	var version, buffers string
	var sources, endpoints int
	err := db.Pool.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('shared_buffers'),
		(SELECT count(*) FROM sources), (SELECT count(*) FROM endpoints)`).Scan(&version, &buffers, &sources, &endpoints)
	fmt.Printf("PostgreSQL %s, shared_buffers %s; %d sources and %d endpoints, loaded in %.0f s\n\n", version, buffers, sources, endpoints, took.Seconds())
	return err
}
