// Command abuse measures what people notice while one member overloads the service: the released program with a register of
// 100,000 sources.
//
//	make bench-abuse
//
// It creates a database on the server of TEST_DATABASE_URL, and writes .local/bench/abuse.json.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"text/tabwriter"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	output   = ".local/bench/abuse.json"
	baseSize = 10_000
	// requestTimeout is the service's deadline of a request.
	requestTimeout = 15 * time.Second
)

func main() {
	sources := flag.Int("sources", 100_000, "size of the register, a multiple of 10,000")
	duration := flag.Duration("duration", 10*time.Second, "time of each overload")
	flag.Parse()
	if err := run(context.Background(), *sources, *duration); err != nil {
		fmt.Fprintln(os.Stderr, "abuse:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sources int, duration time.Duration) error {
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		return errors.New("TEST_DATABASE_URL is missing: run `make bench-abuse`")
	}
	database, drop, err := bench.CreateDatabase(ctx, address, "newssources_bench_abuse")
	if err != nil {
		return err
	}
	defer drop()
	if err := bench.Load(ctx, database, baseSize); err != nil {
		return err
	}
	if err := bench.Grow(ctx, database, baseSize, sources); err != nil {
		return err
	}
	service, err := bench.StartService(ctx, database)
	if err != nil {
		return err
	}
	defer service.Stop()
	a := &attack{service: service, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}, duration: duration}
	if a.attacker, err = service.SignIn(ctx, a.client, "Attacker"); err != nil {
		return err
	}
	if a.other, err = service.SignIn(ctx, a.client, "Other"); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{a.idle, a.searchWords, a.searchEverything, a.uploads, a.slowBody, a.costlyReads, a.anonymous} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return report(a.figures)
}

func report(figures []bench.Figure) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "value\tgoal\tmet\trow")
	for _, f := range figures {
		goal, met := "", ""
		if f.Goal != nil {
			goal, met = fmt.Sprintf("%g", *f.Goal), map[bool]string{true: "ok", false: "MISSED"}[*f.Met]
		}
		fmt.Fprintf(table, "%.0f %s\t%s\t%s\t%s\n", f.Value, f.Unit, goal, met, f.Row)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return bench.Write(os.Stdout, output, figures)
}
