// Command abuse measures what people notice while strangers or one member overload the service: the
// released program with a register of 100,000 sources. Overloads come from a process of the lowest
// priority (runGenerator).
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
	"regexp"
	"text/tabwriter"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/bench"
)

const (
	output   = ".local/bench/abuse.json"
	baseSize = 10_000
	// memoryLimit is what the service derives from the memory limit of its pod in the chart, 512 Mi:
	// 90 %.
	memoryLimit = "460MiB"
)

func main() {
	sources := flag.Int("sources", 100_000, "size of the register, a multiple of 10,000")
	duration := flag.Duration("duration", 8*time.Second, "time of each overload")
	only := flag.String("run", "", "regular expression of the names of the overloads")
	isGenerator := flag.Bool("generate", false, "send the job on standard input; used by the benchmark itself")
	flag.Parse()
	if *isGenerator {
		if err := generate(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "abuse:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(context.Background(), *sources, *duration, *only); err != nil {
		fmt.Fprintln(os.Stderr, "abuse:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sources int, duration time.Duration, only string) error {
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
	endpoint, err := loadChecks(ctx, database)
	if err != nil {
		return err
	}
	service, err := bench.StartService(ctx, database, "GOMEMLIMIT="+memoryLimit)
	if err != nil {
		return err
	}
	defer service.Stop()
	a := &attack{service: service, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
		duration: duration, endpoint: endpoint}
	if a.only, err = regexp.Compile(only); err != nil {
		return err
	}
	if a.attacker, err = service.SignIn(ctx, a.client, "Attacker"); err != nil {
		return err
	}
	if a.other, err = service.SignIn(ctx, a.client, "Other"); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{a.idle, a.anonymous, a.costlyReads, a.uploads, a.slowBody,
		a.memory} {
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
