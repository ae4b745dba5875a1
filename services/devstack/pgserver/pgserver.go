// Package pgserver runs a PostgreSQL of its own for the laptop and the tests, from the programs that
// an npm package brings. It never deletes a data directory that it has not made in the same breath.
package pgserver

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/say"
)

const (
	user         = "newssources"
	startTimeout = 3 * time.Minute  // recovery after a crash can take this long on a slow disk
	stopTimeout  = 20 * time.Second // a fast shutdown writes everything down first
)

// Config says which server to run.
type Config struct {
	Programs string // the folder with bin/postgres, from Install
	Dir      string // holds the data directory and the password
	LogFile  string
	Database string            // made when it isn't there
	Settings map[string]string // beside our own
	Fresh    bool              // start from nothing: what was there is a cache
	Say      func(format string, args ...any)
}

// Server is a running PostgreSQL.
type Server struct {
	*proc.Process
	URL  string
	home home
}

// Discard stops the server and deletes its data.
func (s *Server) Discard() {
	s.StopBy(syscall.SIGQUIT) // at once: nothing is worth writing down
	_ = os.RemoveAll(s.home.dir)
}

// Start starts the server, on a port of its own at 127.0.0.1, and waits until it answers.
func Start(ctx context.Context, config Config) (*Server, error) {
	home, err := settle(config)
	if err != nil {
		return nil, err
	}
	if err := stopLeftover(home.data); err != nil {
		return nil, err
	}
	if config.Fresh {
		if err := os.RemoveAll(home.data); err != nil {
			return nil, err
		}
	}
	password, err := home.prepare(ctx)
	if err != nil {
		return nil, err
	}
	number, err := port.Free()
	if err != nil {
		return nil, err
	}
	process, err := proc.Start(proc.Spec{
		Name: "postgres", Path: filepath.Join(home.programs, "bin", "postgres"),
		Args: arguments(home.data, number, config.Settings), Env: home.environment(),
		LogFile: config.LogFile, UID: home.uid, Show: showFatal,
		Signal: syscall.SIGINT, Grace: stopTimeout, // "fast": ends the sessions, then writes a checkpoint
	})
	if err != nil {
		return nil, err
	}
	s := &Server{Process: process, URL: address(number, password, config.Database), home: home}
	if err := s.ready(ctx, address(number, password, "postgres"), config.Database); err != nil {
		s.Stop()
		return nil, explain(err, home.data, config.LogFile, s.Tail())
	}
	return s, nil
}

func arguments(data string, port int, settings map[string]string) []string {
	args := []string{
		"-D", data, "-h", "127.0.0.1", "-p", strconv.Itoa(port),
		"-c", "unix_socket_directories=", // a path longer than 107 bytes would not start
		"-c", "logging_collector=off",
		"-c", "timezone=UTC", "-c", "log_timezone=UTC",
	}
	for name, value := range settings {
		args = append(args, "-c", name+"="+value)
	}
	return args
}

func address(port int, password, database string) string {
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(user, password),
		Host: fmt.Sprintf("127.0.0.1:%d", port), Path: "/" + database, RawQuery: "sslmode=disable",
	}
	return u.String()
}

// ready waits for the server and makes the database.
func (s *Server) ready(ctx context.Context, maintenance, database string) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	conn, err := s.connect(ctx, maintenance)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var found bool
	row := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", database)
	if err := row.Scan(&found); err != nil || found {
		return err
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{database}.Sanitize())
	return err
}

var errEnded = errors.New("it ended while starting")

func (s *Server) connect(ctx context.Context, url string) (*pgx.Conn, error) {
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for {
		conn, err := pgx.Connect(ctx, url)
		if err == nil {
			return conn, nil
		}
		select {
		case <-poll.C:
		case <-s.Done():
			return nil, errEnded
		case <-ctx.Done():
			return nil, fmt.Errorf("%w; %w", context.Cause(ctx), err)
		}
	}
}

// explain turns what the server wrote before it gave up into one line.
func explain(err error, data, log string, tail []string) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	reason := err.Error()
	for _, line := range tail {
		if text, ok := showFatal(line); ok {
			reason = text
		}
	}
	return say.Errorf("look into "+log+"; to begin with an empty register, move the directory away",
		"the database in %s does not start (%s)", data, reason)
}
