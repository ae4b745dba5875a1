package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/newsources/newsources/services/newssources/internal/check"
	"github.com/newsources/newsources/services/newssources/internal/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/httpapi"
	"github.com/newsources/newsources/services/newssources/internal/idempotency"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/notify"
	"github.com/newsources/newsources/services/newssources/internal/observe"
	"github.com/newsources/newsources/services/newssources/internal/people"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/repair"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/suggest"
	"github.com/newsources/newsources/services/newssources/internal/tracing"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
	"github.com/newsources/newsources/services/newssources/internal/updates"
	"github.com/newsources/newsources/services/newssources/internal/websub"
	"github.com/newsources/newsources/services/newssources/internal/worklist"
)

// minHeapBytes is the size of a block that is allocated and never written, so that it takes no memory. Because the garbage
// collector runs when the heap has doubled, it runs after 32 MiB of responses instead of 5 MiB. That saves a fifth of the
// CPU time of a list.
const minHeapBytes = 32 << 20

// workersRetry is the delay between attempts to start the job workers.
const workersRetry = 2 * time.Second

// webhookTimeout is enough for a receiver that stores a message before it answers.
const webhookTimeout = 10 * time.Second

// serve serves the API until ctx ends, and then stops in order: it fails the readiness probe, waits until no new requests
// are routed here, finishes the running requests, stops the jobs and closes the database.
func serve(ctx context.Context, args []string, out io.Writer) error {
	if len(args) > 0 {
		return errors.New("usage: newssources serve")
	}
	config, err := readConfig(os.Getenv)
	if err != nil {
		return fmt.Errorf("the configuration has errors:\n%w", err)
	}
	log := observe.NewLogger(out, config.LogLevel)
	slog.SetDefault(log)
	log.Info("starting", "version", version, "config", config)
	// Sets GOMEMLIMIT from the container's limit, so that the garbage collector runs before the container is killed.
	if _, err := memlimit.Set(); err != nil {
		log.Warn("can't read the memory limit of the container", "error", err)
	}

	stopTraces, err := tracing.Setup(ctx, "api", version, log)
	if err != nil {
		return err
	}
	defer stopTraces()
	minHeap := make([]byte, minHeapBytes)
	defer runtime.KeepAlive(minHeap)

	db, err := postgres.Open(ctx, config.DatabaseURL, config.DBMaxConns)
	if err != nil {
		return err
	}
	defer db.Close()
	queue, err := jobs.NewQueue(db.Pool, log)
	if err != nil {
		return err
	}
	imports := transfer.NewImports(db, queue.EnqueueImport)
	imports.Keys, imports.SampleList = config.Keys, config.SampleList
	register, lists := source.NewRegister(db, config.Keys), sourcelist.NewReader(db)
	register.SetScheduleLimits(config.Check.Limits)
	metrics := observe.NewMetrics(version, db.Pool, lists.CountByLifecycle)
	reports := checkreport.NewReader(db)
	finder, err := newFinder(config, db, register, observeFetches(metrics))
	if err != nil {
		return err
	}
	visits := suggest.NewVisits(db, register, finder, log)
	visits.Enqueue = queue.EnqueueVisits
	imports.OnEnd = metrics.ImportEnded
	metrics.AddDatabase(db)
	metrics.AddFigures(reports.Figures, func(ctx context.Context) (map[string]observe.Queue, error) { return jobs.ReadQueues(ctx, db.Pool) })
	repairs := repair.New(db, register, config.Suggestions, metrics.Suggested, log)
	repairs.Finder = finder
	allowed, err := identity.NewAllowList(config.AllowedDomains, config.AllowedEmails)
	if err != nil {
		return err
	}
	alerts, err := newAlerts(config, db, allowed, lists, queue, metrics, log)
	if err != nil {
		return err
	}
	// The work list does not change the access of members, so its directory does not clear the cache of members.
	work := worklist.New(db, people.New(db, allowed, func() {}))
	hubs, err := newHubs(config, db, lists, metrics, log)
	if err != nil {
		return err
	}
	workers, err := jobs.NewWorkers(db.Pool, imports, visits, register, work, lists, repairs, reports, idempotency.NewStore(db), alerts, hubs, config.AlertInterval, metrics.Drifted, log)
	if err != nil {
		return err
	}

	ready := observe.NewReadiness(db.Probe, observe.Check{Name: "migrations", Run: db.CheckMigrations})
	api, err := newAPI(ctx, config, db, allowed, register, work, lists, imports, visits, repairs, alerts, hubs, metrics, log)
	if err != nil {
		return err
	}
	probes := observe.NewServer(config.MetricsAddr, metrics, ready, log)
	failed := make(chan error, 2)
	probesAt, err := listen(probes, failed)
	if err != nil {
		return err
	}
	defer probes.Close()
	apiAt, err := listen(api, failed)
	if err != nil {
		return err
	}
	logListening(log, "api", apiAt, "probes", probesAt)
	jobsCtx, stopJobs := context.WithCancel(context.WithoutCancel(ctx))
	defer stopJobs()
	go startWorkers(jobsCtx, db, workers, log)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	ready.Stop()
	log.Info("stopping", "delay", config.ShutdownDelay.String())
	time.Sleep(config.ShutdownDelay)
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), config.ShutdownLimit)
	defer cancel()
	if err = api.Shutdown(limit); err != nil {
		err = fmt.Errorf("requests still running %s after the stop signal were cancelled (SHUTDOWN_TIMEOUT): %w", config.ShutdownLimit, err)
		_ = api.Close() // cancels them, so that they release their database connections
	}
	stopJobs()
	return errors.Join(err, workers.Stop(limit))
}

// newAPI returns the HTTP server of the API.
func newAPI(ctx context.Context, config Config, db *postgres.DB, allowed identity.AllowList, register *source.Register, work *worklist.List, lists *sourcelist.Reader, imports *transfer.Imports, visits *suggest.Visits,
	repairs *repair.Repairs, alerts *notify.Service, hubs *websub.Service, metrics *observe.Metrics, log *slog.Logger,
) (*http.Server, error) {
	members, err := identity.NewMembers(db.Control, config.DefaultRole, config.AdminEmails)
	if err != nil {
		return nil, err
	}
	access := config.identityConfig()
	access.Invited = members.Invited
	verifier, err := identity.NewVerifier(ctx, access)
	if err != nil {
		return nil, err
	}
	xsrf, err := identity.NewXSRF(config.XSRFSecret, config.Production)
	if err != nil {
		return nil, err
	}
	finder, err := newFinder(config, db, register, observeFetches(metrics))
	if err != nil {
		return nil, err
	}
	if config.FetchLab != "" {
		log.Warn("FETCH_LAB is set: loopback addresses can be fetched. Use it only where no one else can reach this server.", "lab", config.FetchLab)
	}
	broadcaster := updates.NewBroadcaster(db.Control)
	handler, err := httpapi.New(httpapi.Options{
		DB: db, Register: register, Lists: lists, Imports: imports, Proposals: suggest.NewProposals(db, register), Visits: visits, Finder: finder, Verifier: verifier, Members: members, XSRF: xsrf, Keys: idempotency.NewStore(db),
		People: people.New(db, allowed, members.Forget), Checks: check.NewControl(db, lists, config.Check.HostInterval), Claims: check.NewClaims(db, config.Check), Reports: checkreport.NewReader(db), Work: work, Repairs: repairs, Alerts: alerts, Hubs: hubs, Updates: broadcaster,
		Metrics: metrics, Log: log, AllowedOrigins: config.AllowedOrigins, TrustedProxies: config.TrustedProxies,
		MaxBody: maxBody, MaxImport: maxImport, Timeout: requestTimeout,
	})
	if err != nil {
		return nil, err
	}
	server := &http.Server{
		Addr: config.ListenAddr, Handler: handler,
		ReadHeaderTimeout: 5 * time.Second,    // limits slow-loris attacks
		ReadTimeout:       2 * requestTimeout, // allows for a list of 10 MiB over a slow connection
		// Longer than the deadlines of requests, so that their timeouts are answered.
		WriteTimeout:   max(2*requestTimeout, httpapi.FetchTimeout) + time.Second,
		IdleTimeout:    2 * time.Minute, // longer than the idle timeout of proxies, so that they close first
		MaxHeaderBytes: 64 << 10,        // tokens take up to 10 KiB
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	server.RegisterOnShutdown(broadcaster.Close)
	return server, nil
}

// newFinder returns a finder of feeds, whose requests are spaced like those of checks.
func newFinder(config Config, db *postgres.DB, register *source.Register, observe func(*fetch.Result)) (*discover.Finder, error) {
	settings := config.siteConfig(db)
	settings.Observe = observe
	client, err := fetch.New(settings)
	if err != nil {
		return nil, err
	}
	return discover.New(client, register), nil
}

// newAlerts returns the alerts. Webhooks are sent without pauses, because each has one receiver.
func newAlerts(config Config, db *postgres.DB, allowed identity.AllowList, lists *sourcelist.Reader, queue *jobs.Queue, metrics *observe.Metrics, log *slog.Logger) (*notify.Service, error) {
	settings := config.fetchConfig()
	settings.HostInterval, settings.Timeout = -1, webhookTimeout
	client, err := fetch.New(settings)
	if err != nil {
		return nil, err
	}
	return notify.NewService(db, notify.Options{
		Lists: lists, Keys: config.Keys, Client: client, Mail: config.Mail, Allowed: allowed, AppURL: config.AppURL, Enqueue: queue.EnqueueDeliveries, Metrics: metrics, Log: log,
	}), nil
}

// hubTimeout is the timeout of a request to a hub. It allows for hubs that verify a subscription before they respond.
const hubTimeout = 15 * time.Second

// newHubs returns the WebSub service. The client has no host interval, because the service spaces the requests to one hub.
func newHubs(config Config, db *postgres.DB, lists *sourcelist.Reader, metrics *observe.Metrics, log *slog.Logger) (*websub.Service, error) {
	settings := config.fetchConfig()
	settings.HostInterval, settings.Timeout = -1, hubTimeout
	client, err := fetch.New(settings)
	if err != nil {
		return nil, err
	}
	return websub.New(db, websub.Options{
		CallbackURL: config.WebSubURL, Keys: config.Keys, Client: client, CheckNow: check.NewControl(db, lists, config.Check.HostInterval).CheckAnnounced, Metrics: metrics, Log: log,
	}), nil
}

// observeFetches returns a function that counts fetches.
func observeFetches(metrics *observe.Metrics) func(*fetch.Result) {
	return func(r *fetch.Result) {
		t := r.Timings
		metrics.Fetched(string(r.Outcome), t.Total-t.Queue, r.WireBytes)
		metrics.FetchPhases(observe.FetchPhases{Queue: t.Queue, DNS: t.DNS, Connect: t.Connect, TLS: t.TLS, FirstByte: t.FirstByte, Body: t.Body})
	}
}

// listen binds the address before it returns, so that a port in use is a startup error. It returns the bound address,
// which differs from server.Addr if the port in server.Addr is 0.
func listen(server *http.Server, failed chan<- error) (address string, err error) {
	listener, err := net.Listen("tcp", server.Addr)
	if err != nil {
		return "", fmt.Errorf("can't listen on %s (is another program using this port?): %w", server.Addr, err)
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	return listener.Addr().String(), nil
}

// logListening logs the addresses at which the process listens, and the time since its start.
func logListening(log *slog.Logger, addresses ...any) {
	if age, err := observe.ProcessAge(); err == nil {
		addresses = append(addresses, "start_ms", age.Milliseconds())
	}
	log.Info("listening", addresses...)
}

// startWorkers starts the job workers, retrying until the database can be reached and is migrated.
func startWorkers(ctx context.Context, db *postgres.DB, workers *jobs.Workers, log *slog.Logger) {
	var logged string
	for ctx.Err() == nil {
		err := db.CheckMigrations(ctx)
		if err == nil {
			err = workers.Start(ctx)
		}
		if err == nil {
			return
		}
		if text := err.Error(); text != logged { // once per error: an outage may last hours
			logged = text
			log.Warn("job workers are waiting for the database", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(workersRetry):
		}
	}
}
