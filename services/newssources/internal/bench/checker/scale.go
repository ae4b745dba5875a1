package checker

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// scaleRound is the time between two checks of an endpoint: 1 % of the endpoints are due each
	// minute.
	scaleRound = 100 * time.Minute
	// scaleClaim is the number of endpoints of a claim.
	scaleClaim = 500
	// changedShare is the percentage of successful responses with new items, failingShare that of
	// endpoints that fail. All other responses are unchanged.
	changedShare, failingShare = 25, 5
	// listEvery is the pause between two reads of the list during the run.
	listEvery = 200 * time.Millisecond
	// claimInterval is the time between two claims of the second part of a run: 833 checks per second,
	// which is five times the rate of 1,000,000 endpoints of which 1 % become due each minute.
	claimInterval = 600 * time.Millisecond
	// fixedRateCount is the number of these claims: two minutes.
	fixedRateCount = 200
	// samples is the number of measurements of the table sizes during a run.
	samples = 10
)

// scale measures claiming and recording without requests in a register of many endpoints. A
// simulated clock advances with each claim. The first part of a run claims and records without
// pauses, which measures the costs and the growth of the tables. The second part makes a claim each
// claimInterval, which measures how long a claim takes.
type scale struct {
	db        *postgres.DB // its sessions use simulated.now() instead of now()
	lists     *sourcelist.Reader
	worker    *check.Worker
	endpoints int
	checks    int

	session                int                  // process id of the session that claims and records
	afterClaim             bench.ProcessTimes   // of that session at the end of the last claim
	claims, records        []time.Duration      // claims are those of the first part
	fixedRateClaims        []time.Duration      // claims of the second part
	claimTimes             []bench.ProcessTimes // of each claim
	firstPages             []time.Duration
	pages, facets          []time.Duration
	done, items            int
	checksWithoutPauses    int // of the first part
	vacuums                int
	readBefore             int64 // rows that were read from the tables of a claim before the run
	readErr                error // the last error of reading a page or the facets
	sizes                  []hotSizes
	databaseCPU, workerCPU time.Duration
}

// hotSizes are the size and the dead rows of the states and the queue, and the size of the
// attempts. Sizes are in bytes.
type hotSizes struct {
	Bytes, Dead, Attempts int64
}

func runScale(ctx context.Context, endpoints, checks int, keep bool) ([]bench.Figure, error) {
	database, drop, err := openScale(ctx, endpoints, keep)
	if err != nil {
		return nil, err
	}
	defer drop()
	began := time.Now()
	s := &scale{checks: checks}
	if s.db, err = postgres.Open(ctx, database, 4); err != nil {
		return nil, err
	}
	defer s.db.Close()
	s.lists = sourcelist.NewReader(s.db)
	if _, err := s.lists.RepairCounts(ctx); err != nil {
		return nil, err
	}
	if err := s.lists.CompactCounts(ctx); err != nil {
		return nil, err
	}
	if err := s.db.Pool.QueryRow(ctx,
		"SELECT count(*) FROM endpoint_states WHERE enabled").Scan(&s.endpoints); err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "%d endpoints are checked, loaded in %s\n", s.endpoints, time.Since(began).Round(time.Second))
	if err := s.warm(ctx); err != nil {
		return nil, err
	}
	limits := schedule.Limits{Min: scaleRound, Max: scaleRound}
	db, err := postgres.Open(ctx, database, 1)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	if err := db.Pool.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&s.session); err != nil {
		return nil, err
	}
	s.worker = check.NewWorker(db, &fetch.Client{}, check.Config{Limits: limits}, ignoredEvents{},
		slog.New(slog.DiscardHandler))
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	return s.figures(ctx)
}

// warm reads the tables of the checker and their indexes into the memory of the server. On a server
// in operation, they are in memory after one round of checks.
func (s *scale) warm(ctx context.Context) error {
	if _, err := s.db.Pool.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_prewarm"); err != nil {
		return err
	}
	var pages int64
	return s.db.Pool.QueryRow(ctx, `SELECT sum(pg_prewarm(c.oid::regclass)) FROM pg_class c
		LEFT JOIN pg_index i ON i.indexrelid = c.oid
		WHERE coalesce(i.indrelid, c.oid) IN ('check_hosts'::regclass, 'endpoint_states'::regclass, 'endpoints'::regclass,
			'endpoint_known_items'::regclass, 'source_health'::regclass)`).
		Scan(&pages)
}

// vacuum replaces autovacuum, which is off on test servers, until ctx ends. It applies the
// autovacuum settings of the tables. It checks them each second instead of each minute, because the
// simulated clock is about 40 times as fast as the real one.
func (s *scale) vacuum(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		for table, share := range map[string]float64{"endpoint_states": 0.05, "check_hosts": 0.05, "source_health": 0.05,
			"endpoint_known_items": 0.2, "check_evidence": 0.2} {
			var isDue bool
			err := s.db.Pool.QueryRow(ctx, "SELECT n_dead_tup > 50 + $2::float8 * n_live_tup FROM pg_stat_user_tables WHERE "+
				"relid = $1::text::regclass", table, share).Scan(&isDue)
			if err == nil && isDue {
				if _, err := s.db.Pool.Exec(ctx, "VACUUM "+table); err == nil {
					s.vacuums++
				}
			}
		}
	}
}

// run claims and records the checks in the order in which they are due, while other sessions read
// the register.
func (s *scale) run(ctx context.Context) error {
	reading, stop := context.WithCancel(ctx)
	var others sync.WaitGroup
	others.Go(func() { s.read(reading) })
	others.Go(func() { s.vacuum(reading) })
	defer others.Wait()
	defer stop()
	var err error
	if s.readBefore, err = s.rowsRead(ctx); err != nil {
		return err
	}
	postmaster := bench.Postmaster(s.session)
	database, worker := bench.PostgresCPU(postmaster), bench.OwnCPU()
	step := time.Duration(float64(scaleRound) * scaleClaim / float64(s.endpoints))
	for s.done < s.checks {
		if err := s.sample(ctx); err != nil {
			return err
		}
		if err := s.claim(ctx, step); err != nil {
			return err
		}
	}
	s.databaseCPU, s.workerCPU = bench.PostgresCPU(postmaster)-database, bench.OwnCPU()-worker
	if err := s.sample(ctx); err != nil {
		return err
	}
	s.checksWithoutPauses = s.done
	claimsWithoutPauses := len(s.claims)
	tick := time.NewTicker(claimInterval)
	defer tick.Stop()
	for range fixedRateCount {
		if err := s.claim(ctx, step); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	s.claims, s.fixedRateClaims = s.claims[:claimsWithoutPauses], s.claims[claimsWithoutPauses:]
	return nil
}

// claim advances the clock by step, and claims and records the endpoints that are due.
func (s *scale) claim(ctx context.Context, step time.Duration) error {
	if _, err := s.db.Pool.Exec(ctx, "SELECT setval('simulated.clock', last_value + $1) FROM simulated.clock",
		step.Microseconds()); err != nil {
		return err
	}
	before := bench.ReadProcessTimes(s.session)
	s.afterClaim = before
	replayed, err := s.worker.Replay(ctx, scaleClaim, func(id uuid.UUID, at time.Time) check.Response {
		if s.afterClaim == before { // the first response
			s.afterClaim = bench.ReadProcessTimes(s.session)
		}
		return s.respond(id, at)
	})
	if err != nil {
		return err
	}
	s.done += replayed.Checks
	if replayed.Checks > 0 {
		s.claims, s.records, s.claimTimes = append(s.claims, replayed.Claim), append(s.records, replayed.Record),
			append(s.claimTimes, s.afterClaim.Sub(before))
	}
	return nil
}

// respond returns the response to a check: a failure for one of 20 endpoints, and new items for a
// quarter of the other checks.
func (s *scale) respond(id uuid.UUID, at time.Time) check.Response {
	if int(id[15])%100 < failingShare {
		return check.Response{Cause: health.Timeout}
	}
	if s.items++; s.items%100 >= changedShare {
		return check.Response{}
	}
	document := &feed.Document{Kind: feed.RSS}
	for range newItems {
		identity := uuid.New()
		link := fmt.Sprintf("https://www.site.example/article/%s", identity)
		document.Items = append(document.Items,
			feed.Item{Identity: strings.ReplaceAll(identity.String(), "-", ""),
				Title: "The title of an article of a usual length", URL: link, Published: &at})
	}
	return check.Response{Document: document}
}

// sample measures the table sizes once per tenth of the run.
func (s *scale) sample(ctx context.Context) error {
	if s.done < len(s.sizes)*s.checks/samples {
		return nil
	}
	var h hotSizes
	err := s.db.Pool.QueryRow(ctx, `SELECT sum(pg_total_relation_size(relid)) FILTER (WHERE relname IN ('endpoint_states',
		'check_hosts')),
		sum(n_dead_tup) FILTER (WHERE relname IN ('endpoint_states', 'check_hosts')),
		sum(pg_total_relation_size(relid)) FILTER (WHERE relname LIKE 'attempts_%')
		FROM pg_stat_user_tables WHERE schemaname = 'public'`).Scan(&h.Bytes, &h.Dead, &h.Attempts)
	s.sizes = append(s.sizes, h)
	fmt.Fprintf(os.Stderr, "%7d checks: states and queue %d MB, %d dead rows; attempts %d MB\n", s.done, h.Bytes>>20,
		h.Dead, h.Attempts>>20)
	return err
}

// read reads the first page, the page of failing sources and the facets of the register until ctx
// ends.
func (s *scale) read(ctx context.Context) {
	measure := func(list *[]time.Duration, query func() error) {
		began := time.Now()
		if err := query(); err == nil {
			*list = append(*list, time.Since(began))
		} else if ctx.Err() == nil {
			s.readErr = err
		}
	}
	page := func(q sourcelist.Query) func() error {
		return func() error { _, err := s.lists.List(ctx, q); return err }
	}
	for ctx.Err() == nil {
		measure(&s.firstPages, page(sourcelist.Query{Limit: 50}))
		measure(&s.pages, page(sourcelist.Query{Limit: 50, Health: []health.State{health.Failing}}))
		measure(&s.facets, func() error { _, err := s.lists.Facets(ctx, sourcelist.Query{}); return err })
		select {
		case <-time.After(listEvery):
		case <-ctx.Done():
		}
	}
}

func (s *scale) figures(ctx context.Context) ([]bench.Figure, error) {
	read, err := s.rowsRead(ctx)
	if err != nil {
		return nil, err
	}
	if len(s.firstPages) == 0 || len(s.pages) == 0 || len(s.facets) == 0 {
		return nil, fmt.Errorf("no page of the register was read: %w", s.readErr)
	}
	at := fmt.Sprintf(" with %d endpoints", s.endpoints)
	first, last := s.sizes[samples/2], s.sizes[len(s.sizes)-1]
	var dead int64
	for _, h := range s.sizes {
		dead = max(dead, h.Dead)
	}
	perCheck := func(d time.Duration) float64 { return bench.Millis(d) / float64(s.checksWithoutPauses) }
	firstPage := bench.Millis(bench.Percentile(s.firstPages, 50))
	claim, page, facets := bench.Millis(bench.Percentile(s.fixedRateClaims, 99)),
		bench.Millis(bench.Percentile(s.pages, 99)), bench.Millis(bench.Percentile(s.facets, 99))
	growth := bench.NewFigure("states and queue, size at the end relative to the middle"+at, float64(last.Bytes)/1e6, "MB",
		float64(first.Bytes)/1e6)
	share := float64(dead) / float64(s.endpoints)
	return []bench.Figure{
		bench.NewFigure("claim of 500 at 833 checks per second, median"+at,
			bench.Millis(bench.Percentile(s.fixedRateClaims, 50)), "ms", 0),
		bench.NewFigure("claim of 500 at 833 checks per second, p99"+at, claim, "ms", 0).AtMost(20, claim),
		bench.NewFigure("claim of 500 without pauses, median"+at, bench.Millis(bench.Percentile(s.claims, 50)), "ms", 0),
		bench.NewFigure("claim of 500 without pauses, p99"+at, bench.Millis(bench.Percentile(s.claims, 99)), "ms", 0),
		bench.NewFigure("claim of 500, CPU of its session, median"+at, sessionTime(s.claimTimes, 50, claimCPU), "ms", 0),
		bench.NewFigure("claim of 500, CPU of its session, p99"+at, sessionTime(s.claimTimes, 99, claimCPU), "ms", 0),
		bench.NewFigure("claim of 500, waiting for a processor, p99"+at, sessionTime(s.claimTimes, 99, claimWait), "ms", 0),
		bench.NewFigure("recording of 500, median"+at, bench.Millis(bench.Percentile(s.records, 50)), "ms", 0),
		bench.NewFigure("rows of queue, states and endpoints read per check", float64(read-s.readBefore)/float64(s.done),
			"rows", 0),
		bench.NewFigure("CPU of PostgreSQL per check, with vacuum and reading"+at, perCheck(s.databaseCPU), "ms", 0),
		bench.NewFigure("CPU of the worker per check, without requests"+at, perCheck(s.workerCPU), "ms", 0),
		growth.AtMost(1.1, growth.Ratio),
		bench.NewFigure("most dead rows, relative to the endpoints"+at, share, "", 0).AtMost(0.3, share),
		bench.NewFigure("attempts, bytes per check",
			float64(last.Attempts-s.sizes[0].Attempts)/float64(s.checksWithoutPauses), "B", 0),
		bench.NewFigure("vacuum runs", float64(s.vacuums), "", 0),
		bench.NewFigure("first page of the register, median"+at, firstPage, "ms", 0).AtMost(20, firstPage),
		bench.NewFigure("page of failing sources, p99"+at, page, "ms", 0).AtMost(100, page),
		bench.NewFigure("facets, p99"+at, facets, "ms", 0).AtMost(100, facets),
	}, nil
}

// rowsRead returns the number of rows that were read so far from the tables of a claim.
func (s *scale) rowsRead(ctx context.Context) (n int64, err error) {
	err = s.db.Pool.QueryRow(ctx, `SELECT sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::bigint FROM pg_stat_user_tables
		WHERE relname IN ('endpoint_states', 'check_hosts', 'endpoints')`).Scan(&n)
	return n, err
}

func claimCPU(t bench.ProcessTimes) time.Duration  { return t.CPU }
func claimWait(t bench.ProcessTimes) time.Duration { return t.Wait }

// sessionTime returns the percentile of the CPU time or the wait of claims, in milliseconds.
func sessionTime(list []bench.ProcessTimes, percent int, of func(bench.ProcessTimes) time.Duration) float64 {
	var times []time.Duration
	for _, t := range list {
		times = append(times, of(t))
	}
	return bench.Millis(bench.Percentile(times, percent))
}

// ignoredEvents is an observer that does nothing.
type ignoredEvents struct{}

func (ignoredEvents) Checked(string, string, int, time.Duration) {}
func (ignoredEvents) Claimed(int)                                {}
func (ignoredEvents) Recorded(int, int, int, time.Duration)      {}
func (ignoredEvents) Lost(int)                                   {}
func (ignoredEvents) WorkerNetworkFailure()                      {}
func (ignoredEvents) UpkeepFailed()                              {}
func (ignoredEvents) Offline(bool)                               {}
