// Command bench measures the time of discoveries of simulated sites: one with ten feeds and a latency of 50 ms, compared with
// the same requests made one after another, and one that leads to a feed only by well-known paths, with a latency of 60 ms.
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

const output = ".local/bench/discover.json"

// scenario is a discovery of a simulated site.
type scenario struct {
	name    string
	site    string
	latency time.Duration // of each response
	feeds   int           // that must be found
	goal    float64       // seconds
	rounds  int           // goal for the requests that are answered one after another, which does not depend on the machine
}

var scenarios = []scenario{
	{"ten feeds, 50 ms per response", "ten.test", 50 * time.Millisecond, 10, 0.35, 4},
	{"sitemaps and well-known paths, 60 ms per response", "slow-road.test", 60 * time.Millisecond, 1, 1.5, 10},
}

// row is a row of the result.
type row struct {
	Row       string  `json:"row"`
	Value     float64 `json:"value"`
	Unit      string  `json:"unit"`
	Reference float64 `json:"reference"`
	Ratio     float64 `json:"ratio"`
	Goal      float64 `json:"goal"`
	Met       bool    `json:"met"`
}

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
	var rows []row
	for _, s := range scenarios {
		measured, err := s.measure(ctx, db, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		rows = append(rows, measured...)
	}
	return report(rows)
}

// measure runs a scenario, alternating with the same requests one after another.
func (s scenario) measure(ctx context.Context, db *postgres.DB, times int) ([]row, error) {
	var product, plain, rounds, requests []float64
	for range times {
		internet, err := simulator.Start(simulator.Options{Latency: s.latency})
		if err != nil {
			return nil, err
		}
		took, err := s.discoverOnce(ctx, internet, db)
		rounds = append(rounds, float64(internet.Rounds(s.site)))
		sent := internet.Requests(s.site)
		requests = append(requests, float64(len(sent)))
		if err == nil {
			product = append(product, took)
			took, err = fetchInTurn(ctx, internet, sent)
			plain = append(plain, took)
		}
		internet.Close()
		if err != nil {
			return nil, err
		}
	}
	return []row{
		newRow(s.name, median(product), "s", median(plain), s.goal),
		newRow("  requests one after another", median(rounds), "", median(requests), float64(s.rounds)),
	}, nil
}

// discoverOnce runs one discovery with a new client, so that nothing is cached.
func (s scenario) discoverOnce(ctx context.Context, internet *simulator.Simulator, db *postgres.DB) (float64, error) {
	client, err := newClient(internet)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	found, began := map[string]bool{}, time.Now() // by address, since a candidate may be emitted again
	err = discover.New(client, source.NewRegister(db, nil)).Run(ctx, internet.URL(s.site, "/"), func(e discover.Event) {
		if e.Type == discover.Found && e.Candidate.IsNews() {
			found[e.Candidate.URL] = true
		}
	})
	if err == nil && len(found) != s.feeds {
		err = fmt.Errorf("%d feeds were found, not %d", len(found), s.feeds)
	}
	return time.Since(began).Seconds(), err
}

// fetchInTurn repeats requests one after another.
func fetchInTurn(ctx context.Context, internet *simulator.Simulator, requests []simulator.Request) (float64, error) {
	client, err := newClient(internet)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	began := time.Now()
	for _, r := range requests {
		request := fetch.Request{URL: internet.URL(r.Host, r.Path), SkipRobots: true, NoRedirects: true}
		if result := client.Get(ctx, request); result.Outcome != fetch.OK && result.Outcome != fetch.NotFound {
			return 0, fmt.Errorf("%s: %s", r.Path, result.Outcome)
		}
	}
	return time.Since(began).Seconds(), nil
}

func newClient(internet *simulator.Simulator) (*fetch.Client, error) {
	return fetch.New(fetch.Config{Lab: internet.DNS, HostInterval: -1})
}

func newRow(name string, value float64, unit string, reference, goal float64) row {
	return row{name, value, unit, reference, value / reference, goal, value <= goal}
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

func report(rows []row) error {
	fmt.Printf("%-46s %9s %11s %6s %6s\n", "row", "product", "one by one", "ratio", "goal")
	missed := 0
	for _, r := range rows {
		fmt.Printf("%-46s %8.3f%1s %10.3f%1s %6.2f %6.2f\n", r.Row, r.Value, r.Unit, r.Reference, r.Unit, r.Ratio, r.Goal)
		if !r.Met {
			missed++
		}
	}
	data, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(output, append(data, '\n'), 0o644); err != nil {
		return err
	}
	if missed > 0 {
		return fmt.Errorf("%d goals were missed", missed)
	}
	return nil
}
