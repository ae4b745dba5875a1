package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/newsources/newsources/services/newssources/internal/platform/ctxtime"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/tracing"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// startRetry is the delay between attempts to start work that needs a migrated database.
const startRetry = 2 * time.Second

// program is what the processes of serve and work have in common.
type program struct {
	log        *slog.Logger
	db         *postgres.DB
	stopTraces func()
}

// startProgram sets up the log, the memory limit, the traces and the database of a process. shown
// are the settings that are logged.
func startProgram(ctx context.Context, name string, config Config, shown slog.LogValuer, out io.Writer) (*program,
	error) {
	log := observe.NewLogger(out, config.LogLevel)
	slog.SetDefault(log)
	log.Info("starting", "version", version, "config", shown)
	// Sets GOMEMLIMIT from the container's limit, so that the garbage collector runs before the
	// container is killed.
	if _, err := memlimit.Set(); err != nil {
		log.Warn("can't read the memory limit of the container", "error", err)
	}
	stopTraces, err := tracing.Setup(ctx, name, version, log)
	if err != nil {
		return nil, err
	}
	db, err := postgres.Open(ctx, config.DatabaseURL, config.DBMaxConns)
	if err != nil {
		stopTraces()
		return nil, err
	}
	return &program{log, db, stopTraces}, nil
}

func (p *program) close() {
	p.db.Close()
	p.stopTraces()
}

func (p *program) newReadiness() *observe.Readiness {
	return observe.NewReadiness(p.db.Probe, observe.Check{Name: "migrations", Run: p.db.CheckMigrations})
}

// startWhenMigrated calls start, retrying until the database can be reached and is migrated. It
// reports false if ctx ended before.
func (p *program) startWhenMigrated(ctx context.Context, waiting string, start func(context.Context) error) bool {
	var logged string
	for ctx.Err() == nil {
		err := p.db.CheckMigrations(ctx)
		if err == nil {
			err = start(ctx)
		}
		if err == nil {
			return true
		}
		if text := err.Error(); text != logged { // once per error: an outage may last hours
			logged = text
			p.log.Warn(waiting, "error", err)
		}
		ctxtime.Sleep(ctx, startRetry)
	}
	return false
}

// observeFetches returns a function that counts fetches.
func observeFetches(metrics *observe.Metrics) func(*fetch.Result) {
	return func(r *fetch.Result) {
		t := r.Timings
		metrics.Fetched(string(r.Outcome), t.Total-t.Queue, r.WireBytes)
		metrics.FetchPhases(observe.FetchPhases{Queue: t.Queue, DNS: t.DNS, Connect: t.Connect, TLS: t.TLS,
			FirstByte: t.FirstByte, Body: t.Body})
	}
}

// listen binds the address before it returns, so that a port in use is a startup error. It returns
// the bound address, which differs from server.Addr if the port in server.Addr is 0.
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
