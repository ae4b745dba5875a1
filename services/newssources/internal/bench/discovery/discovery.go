// Package discovery measures the time of discoveries of simulated sites, compared with the same
// requests made one after another: a site that announces ten feeds, with a latency of 50 ms, and
// one that leads to a feed only by well-known paths, with a latency of 60 ms. A discovery sends the
// requests to a site one after another (ADR 39).
package discovery

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// scenario is a discovery of a simulated site.
type scenario struct {
	name    string
	site    string
	latency time.Duration // of each response
	feeds   int           // that must be found
	goal    float64       // seconds
	// Goal for the number of consecutive requests, which does not depend on the machine.
	rounds int
}

var scenarios = []scenario{
	{"ten announced feeds, of which four are fetched, 50 ms per response", "ten.test", 50 * time.Millisecond, 4, 0.6, 8},
	{"sitemaps and well-known paths, 60 ms per response", "slow-road.test", 60 * time.Millisecond, 1, 1.5, 15},
}

// Run measures all scenarios.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("discover", flag.ExitOnError)
	rounds := flags.Int("rounds", 7, "rounds, each of the product and of plain requests")
	_ = flags.Parse(args)
	address, drop, err := bench.NewDatabase(ctx, "newssources_bench_discover")
	if err != nil {
		return err
	}
	defer drop()
	db, err := postgres.Open(ctx, address, 4)
	if err != nil {
		return err
	}
	defer db.Close()
	var figures []bench.Figure
	for _, s := range scenarios {
		measured, err := s.measure(ctx, db, *rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		figures = append(figures, measured...)
	}
	return bench.Report("discover", figures)
}

// measure runs a scenario, alternating with the same requests one after another.
func (s scenario) measure(ctx context.Context, db *postgres.DB, times int) ([]bench.Figure, error) {
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
	figure := func(name string, product []float64, unit string, plain []float64, goal float64) bench.Figure {
		value := bench.Percentile(product, 50)
		return bench.NewFigure(name, value, unit, bench.Percentile(plain, 50)).AtMost(goal, value)
	}
	return []bench.Figure{
		figure(s.name, product, "s", plain, s.goal),
		figure(s.name+", requests one after another", rounds, "", requests, float64(s.rounds)),
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
