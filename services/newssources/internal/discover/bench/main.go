// Command bench measures the time of a discovery: of a simulated site with ten feeds and a latency of 50 ms, compared with
// the same requests made one after another.
//
//	make bench-discover
//
// It uses the database that TEST_DATABASE_URL names and writes .local/bench/discover.json.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

const (
	output  = ".local/bench/discover.json"
	site    = "ten.test"
	feeds   = 10
	latency = 50 * time.Millisecond
	// goal is the time in seconds until all ten feeds are found.
	goal = 1.5
)

func main() {
	rounds := flag.Int("rounds", 7, "rounds, each of the product and of plain requests")
	flag.Parse()
	if err := run(context.Background(), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds int) error {
	address := os.Getenv("TEST_DATABASE_URL")
	if address == "" {
		return errors.New("TEST_DATABASE_URL is missing: run `make bench-discover`")
	}
	if _, err := postgres.MigrateUp(ctx, address); err != nil {
		return err
	}
	db, err := postgres.Open(ctx, address, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	internet, err := simulator.Start(simulator.Options{Latency: latency})
	if err != nil {
		return err
	}
	defer internet.Close()
	var product, plain []float64
	for range rounds {
		took, err := discoverOnce(ctx, internet, db)
		if err != nil {
			return err
		}
		product = append(product, took)
		if took, err = fetchInTurn(ctx, internet); err != nil {
			return err
		}
		plain = append(plain, took)
	}
	return report(median(product), median(plain))
}

// discoverOnce runs one discovery with a new client, so that nothing is cached.
func discoverOnce(ctx context.Context, internet *simulator.Simulator, db *postgres.DB) (float64, error) {
	client, err := newClient(internet)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	found, began := map[string]bool{}, time.Now() // by address, since a candidate may be emitted again
	err = discover.New(client, source.NewRegister(db, nil)).Run(ctx, internet.URL(site, "/"), func(e discover.Event) {
		if e.Type == discover.Found && e.Candidate.Kind != "" {
			found[e.Candidate.URL] = true
		}
	})
	if err == nil && len(found) != feeds {
		err = fmt.Errorf("%d feeds were found, not %d", len(found), feeds)
	}
	return time.Since(began).Seconds(), err
}

// fetchInTurn fetches the homepage and all feeds one after another.
func fetchInTurn(ctx context.Context, internet *simulator.Simulator) (float64, error) {
	client, err := newClient(internet)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	began := time.Now()
	paths := []string{"/"}
	for _, feed := range internet.Site(site).Feeds {
		paths = append(paths, feed.Path)
	}
	for _, path := range paths {
		if result := client.Get(ctx, fetch.Request{URL: internet.URL(site, path)}); result.Outcome != fetch.OK {
			return 0, fmt.Errorf("%s: %s", path, result.Outcome)
		}
	}
	return time.Since(began).Seconds(), nil
}

func newClient(internet *simulator.Simulator) (*fetch.Client, error) {
	return fetch.New(fetch.Config{Lab: internet.DNS, HostInterval: -1, HostParallel: discover.AtOnce})
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func report(product, plain float64) error {
	row := map[string]any{
		"row": "discovery of ten feeds, 50 ms latency", "value": product, "unit": "s", "reference": plain,
		"ratio": product / plain, "goal": goal, "met": product <= goal,
	}
	fmt.Printf("%-42s %8s %10s %6s %6s\n%-42s %7.3fs %9.3fs %6.2f %5.1fs\n",
		"row", "product", "one by one", "ratio", "goal", row["row"], product, plain, product/plain, goal)
	data, err := json.MarshalIndent([]any{row}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(output, append(data, '\n'), 0o644); err != nil {
		return err
	}
	if product > goal {
		return errors.New("the goal was missed")
	}
	return nil
}
