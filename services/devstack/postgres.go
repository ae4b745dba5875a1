package main

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/internal/usererror"
	"github.com/newsources/newsources/services/devstack/pgserver"
)

// startDatabase returns the address of the database: DATABASE_URL if set, otherwise an embedded
// server that it starts.
func (s *stack) startDatabase(ctx context.Context) (string, error) {
	if s.databaseURL != "" {
		return s.databaseURL, checkConnection(ctx, s.databaseURL)
	}
	programs, err := pgserver.Install(ctx, s.root, s.npm)
	if err != nil {
		return "", err
	}
	defer startStep("starting PostgreSQL")()
	server, err := pgserver.Start(ctx, pgserver.Config{
		Programs: programs, Dir: s.statePath("postgres"), LogFile: s.logFile("postgres"),
		Database: "newssources", Fresh: s.fresh, Progress: progress,
	})
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopping {
		server.Stop()
		return "", context.Canceled
	}
	s.track(server.Process)
	return server.URL, nil
}

// checkConnection reports why the database of DATABASE_URL cannot be used, without showing its
// password.
func checkConnection(ctx context.Context, address string) error {
	const action = "check DATABASE_URL, or unset it to use the embedded PostgreSQL"
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err == nil {
		return conn.Close(ctx)
	}
	u, parseErr := url.Parse(address)
	if parseErr != nil {
		return usererror.New(action, "DATABASE_URL is not a valid URL") // parseErr would show the password
	}
	reason := strings.Join(strings.Fields(err.Error()), " ") // pgx reports one line per address of the host
	return usererror.New(action, "cannot connect to the database at %s (%s)", u.Host, reason)
}
