package main

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/internal/say"
	"github.com/newsources/newsources/services/devstack/pgserver"
)

// startDatabase returns the database's address: the person's own, or one of ours that is started here.
func (s *stack) startDatabase(ctx context.Context) (string, error) {
	if s.databaseURL != "" {
		return s.databaseURL, reach(ctx, s.databaseURL)
	}
	programs, err := pgserver.Install(ctx, s.root, s.npm)
	if err != nil {
		return "", err
	}
	server, err := pgserver.Start(ctx, pgserver.Config{
		Programs: programs, Dir: s.statePath("postgres"), LogFile: s.logFile("postgres"),
		Database: "newssources", Fresh: s.fresh, Say: progress,
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
	s.adopt(server.Process)
	return server.URL, nil
}

// reach checks the person's own database before anything is built on it.
func reach(ctx context.Context, address string) error {
	const do = "check DATABASE_URL, or unset it to use the embedded PostgreSQL"
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err == nil {
		return conn.Close(ctx)
	}
	u, parseErr := url.Parse(address)
	if parseErr != nil {
		return say.Errorf(do, "DATABASE_URL is not an address") // the cause would show the password
	}
	reason := strings.Join(strings.Fields(err.Error()), " ") // one line for each address of the host
	return say.Errorf(do, "the database at %s can't be used (%s)", u.Host, reason)
}
