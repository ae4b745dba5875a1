// Package checker measures the checker and compares it with a limit program, which does only the
// unavoidable work: net/http, the parser of the product and COPY.
//
//	make bench-checker
//	make bench-checker ARGS="-scale 1000000"
//
// With -scale, it claims and records checks without requests in a large register, and measures the
// load of the database. Then it writes .local/bench/checker-scale.json.
package checker

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

const feedsPerHost = 5

// SitesCommand is the command that calls ServeSites.
const SitesCommand = "checker-sites"

// Run measures the checker, or, with -scale, its database.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("checker", flag.ExitOnError)
	endpoints := flags.Int("endpoints", 5000, "number of endpoints, five on each host")
	concurrency := flags.Int("concurrency", 100, "concurrent checks")
	rounds := flags.Int("rounds", 5, "number of rounds, each measures the product and then the limit program")
	many := flags.Int("scale", 0, "instead, measure claiming and recording without requests in a register of about this "+
		"number of endpoints")
	checks := flags.Int("checks", 500_000, "with -scale: number of recorded checks")
	keep := flags.Bool("keep", false, "with -scale: reuse the database of an earlier run, and do not drop it")
	_ = flags.Parse(args)
	if *many > 0 {
		figures, err := runScale(ctx, *many, *checks, *keep)
		if err != nil {
			return err
		}
		return bench.Report("checker-scale", figures)
	}
	return run(ctx, *endpoints, *concurrency, *rounds)
}

func run(ctx context.Context, endpoints, concurrency, rounds int) error {
	database, drop, err := bench.NewDatabase(ctx, "newssources_bench_checker")
	if err != nil {
		return err
	}
	defer drop()
	folder, err := os.MkdirTemp("", "newssources-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	binary := filepath.Join(folder, "newssources")
	if err := build(ctx, binary); err != nil {
		return err
	}
	m := &measurement{database: database, binary: binary, endpoints: endpoints, concurrency: concurrency}
	server := exec.CommandContext(ctx, os.Args[0], SitesCommand)
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		return err
	}
	defer func() { _ = server.Process.Kill() }()
	if _, err := fmt.Fscanln(out, &m.sites, &m.dns); err != nil {
		return err
	}
	if err := m.load(ctx); err != nil {
		return err
	}
	defer m.conn.Close(ctx)
	figures, err := m.all(ctx, rounds)
	if err != nil {
		return err
	}
	return bench.Report("checker", figures)
}

// load creates the sources and their endpoints.
func (m *measurement) load(ctx context.Context) error {
	db, err := postgres.Open(ctx, m.database, 2)
	if err != nil {
		return err
	}
	defer db.Close()
	_, port, _ := cutPort(m.sites)
	_, err = source.NewRegister(db, nil).Create(ctx, audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "Site 0", HomepageURL: "http://site-0.test:" + port + "/"},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: "http://site-0.test:" + port + "/feed/0",
			Intent: source.EndpointActive}},
	})
	if err != nil {
		return err
	}
	if m.conn, err = pgx.Connect(ctx, m.database); err != nil {
		return err
	}
	for _, statement := range []string{
		`INSERT INTO sources
			SELECT (jsonb_populate_record(s,
				jsonb_build_object('id', gen_random_uuid(), 'name', 'Site ' || n, 'name_key', 'site ' || n,
			'canonical_domain', 'site-' || n || '.test', 'homepage_url', replace(s.homepage_url, 'site-0', 'site-' || n)))).*
			FROM sources s, generate_series(1, $1 - 1) n`,
		`INSERT INTO endpoints
			SELECT (jsonb_populate_record(e,
				jsonb_build_object('id', gen_random_uuid(), 'source_id', s.id, 'kind',
				CASE WHEN n % 5 >= 3 THEN 'atom' ELSE 'rss' END,
			'url', s.homepage_url || 'feed/' || n, 'url_entered', s.homepage_url || 'feed/' || n, 'url_key',
			s.canonical_domain || '/feed/' || n))).*
			FROM (SELECT *, row_number() OVER (ORDER BY name) - 1 AS position FROM sources) s, endpoints e,
			generate_series(0, $1 * 5 - 1) n WHERE n / 5 = s.position AND n > 0`,
	} {
		if _, err := m.conn.Exec(ctx, statement, m.endpoints/feedsPerHost); err != nil {
			return fmt.Errorf("%.40s: %w", statement, err)
		}
	}
	_, err = m.conn.Exec(ctx, "ANALYZE")
	m.limit = &limit{database: m.database, dns: m.dns}
	if err == nil {
		err = m.limit.prepare(ctx, m.conn)
	}
	if err == nil && len(m.limit.targets) != m.endpoints {
		err = fmt.Errorf("%d endpoints were created: use a multiple of %d", len(m.limit.targets), feedsPerHost)
	}
	return err
}

// timing is the CPU time per check, of the program and of PostgreSQL together, and the checks per
// second.
type timing struct {
	cpu      time.Duration
	rate     float64
	database time.Duration // of cpu: PostgreSQL
}
