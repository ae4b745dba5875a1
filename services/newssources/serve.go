package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/httpapi"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/observe"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

// jobsRetry is how long the queue waits for a database that isn't there, or isn't migrated, before it looks again.
const jobsRetry = 2 * time.Second

// serve answers the API until ctx ends, and then stops in order: it says it isn't ready, waits until nobody sends work
// any more, ends the requests that run, ends the jobs, and lets the database go.
func serve(ctx context.Context) error {
	config, err := readConfig(os.Getenv)
	if err != nil {
		return fmt.Errorf("the configuration needs another look:\n%w", err)
	}
	log := observe.NewLogger(os.Stdout, config.LogLevel)
	slog.SetDefault(log)
	log.Info("starting", "version", version, "config", config)
	// The garbage collector works harder before the container's limit is reached, instead of being killed there.
	if _, err := memlimit.Set(); err != nil {
		log.Warn("the memory limit of the container can't be read", "error", err)
	}

	db, err := postgres.Open(ctx, config.DatabaseURL, config.DBMaxConns)
	if err != nil {
		return err
	}
	defer db.Close()
	imports := transfer.NewImports(db)
	imports.Keys = config.Keys
	queue, err := jobs.New(db.Pool, imports, log)
	if err != nil {
		return err
	}
	imports.Enqueue = queue.EnqueueImport

	register := source.NewRegister(db, config.Keys)
	metrics := observe.NewMetrics(version, db.Pool, register.CountByLifecycle)
	ready := observe.NewReadiness(db.Pool, observe.Check{Name: "migrations", Run: db.CheckMigrations})
	api, err := newAPI(ctx, config, db, register, imports, metrics, log)
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
	log.Info("listening", "api", apiAt, "probes", probesAt)
	working, stopWorking := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWorking()
	go startJobs(working, db, queue, log)

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
		err = fmt.Errorf("some requests were cut off, %s after the stop (SHUTDOWN_TIMEOUT): %w", config.ShutdownLimit, err)
		_ = api.Close() // so that they let go of the database
	}
	stopWorking()
	return errors.Join(err, queue.Stop(limit))
}

func newAPI(ctx context.Context, config Config, db *postgres.DB, register *source.Register, imports *transfer.Imports, metrics *observe.Metrics, log *slog.Logger) (*http.Server, error) {
	verifier, err := identity.NewVerifier(ctx, config.identity())
	if err != nil {
		return nil, err
	}
	members, err := identity.NewMembers(db.Pool, config.DefaultRole, config.AdminEmails)
	if err != nil {
		return nil, err
	}
	xsrf, err := identity.NewXSRF(config.XSRFSecret, config.Production)
	if err != nil {
		return nil, err
	}
	finder, err := newFinder(config, register, func(r *fetch.Result) {
		metrics.Fetched(string(r.Outcome), r.Timings.Total-r.Timings.Queue, r.WireBytes)
	})
	if err != nil {
		return nil, err
	}
	if config.FetchLab != "" {
		log.Warn("FETCH_LAB is set: addresses of this machine can be fetched. Never do this where others can reach the tool.", "lab", config.FetchLab)
	}
	handler, err := httpapi.New(httpapi.Options{
		DB: db, Register: register, Imports: imports, Finder: finder, Verifier: verifier, Members: members, XSRF: xsrf,
		Metrics: metrics, Log: log, AllowedOrigins: config.AllowedOrigins, TrustedProxies: config.TrustedProxies,
		MaxBody: config.MaxBody, MaxImport: config.MaxImport, Timeout: config.RequestTimeout,
	})
	if err != nil {
		return nil, err
	}
	return &http.Server{
		Addr: config.ListenAddr, Handler: handler,
		ReadHeaderTimeout: 5 * time.Second,           // headers are short; slower is a slow-loris
		ReadTimeout:       2 * config.RequestTimeout, // a list of 10 MiB over a slow line
		// After the request's own deadline has been answered.
		WriteTimeout:   max(2*config.RequestTimeout, httpapi.SlowTimeout) + time.Second,
		IdleTimeout:    2 * time.Minute, // longer than proxies keep a connection, so that they close first
		MaxHeaderBytes: 64 << 10,        // a token of 10 KiB and room to spare
		ErrorLog:       slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}, nil
}

// newFinder makes the finder with a client of its own: a person waits for it, so it keeps no distance between its few requests.
func newFinder(config Config, register *source.Register, seen func(*fetch.Result)) (*discover.Finder, error) {
	settings := config.fetch()
	settings.HostInterval, settings.HostParallel, settings.Observe = -1, discover.AtOnce, seen
	client, err := fetch.New(settings)
	if err != nil {
		return nil, err
	}
	return discover.New(client, register), nil
}

// listen binds before it returns, so that a taken port is an error of the start. It returns the address, which matters
// when the port was left to the system.
func listen(server *http.Server, failed chan<- error) (address string, err error) {
	listener, err := net.Listen("tcp", server.Addr)
	if err != nil {
		return "", fmt.Errorf("can't listen on %s (is something else running there?): %w", server.Addr, err)
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	return listener.Addr().String(), nil
}

// startJobs starts the queue as soon as the database is there and has its tables.
func startJobs(ctx context.Context, db *postgres.DB, queue *jobs.Client, log *slog.Logger) {
	var said string
	for ctx.Err() == nil {
		err := db.CheckMigrations(ctx)
		if err == nil {
			err = queue.Start(ctx)
		}
		if err == nil {
			return
		}
		if text := err.Error(); text != said { // once: a database may be away for hours
			said = text
			log.Warn("the job queue waits for the database", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(jobsRetry):
		}
	}
}
