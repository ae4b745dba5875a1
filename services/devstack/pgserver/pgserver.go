// Package pgserver runs an embedded PostgreSQL for development and tests, from the programs of an
// npm package. It only deletes data directories that are configured as disposable (Config.Fresh).
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
	"github.com/newsources/newsources/services/devstack/internal/usererror"
	"github.com/newsources/newsources/services/devstack/internal/wait"
)

const (
	user         = "newssources"
	startTimeout = 3 * time.Minute  // recovery after a crash can take this long on a slow disk
	stopTimeout  = 20 * time.Second // a fast shutdown writes a checkpoint first
)

// Config describes a server to run.
type Config struct {
	Programs string // folder that contains bin/postgres, from Install
	Dir      string // contains the data directory and the password
	LogFile  string
	Database string            // created if it does not exist
	Settings map[string]string // additional server settings
	Fresh    bool              // delete existing data first
	Progress func(format string, args ...any)
}

// Server is a running PostgreSQL.
type Server struct {
	*proc.Process
	URL  string
	home home
}

// Discard stops the server immediately and deletes its data.
func (s *Server) Discard() {
	s.StopWith(syscall.SIGQUIT) // immediate shutdown without a checkpoint
	_ = os.RemoveAll(s.home.dir)
}

// Start starts the server on a free port of 127.0.0.1 and waits until it accepts connections.
func Start(ctx context.Context, config Config) (*Server, error) {
	home, err := locate(config)
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
		Signal: syscall.SIGINT, Grace: stopTimeout, // fast shutdown: closes the sessions, then writes a checkpoint
	})
	if err != nil {
		return nil, err
	}
	s := &Server{Process: process, URL: address(number, password, config.Database), home: home}
	if err := s.createDatabase(ctx, address(number, password, "postgres"), config.Database); err != nil {
		s.Stop()
		return nil, startError(err, home.data, config.LogFile, s.Tail())
	}
	return s, nil
}

func arguments(data string, port int, settings map[string]string) []string {
	args := []string{
		"-D", data, "-h", "127.0.0.1", "-p", strconv.Itoa(port),
		"-c", "unix_socket_directories=", // a socket path must not exceed 107 bytes
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

// createDatabase waits until the server accepts connections and creates the database if needed.
func (s *Server) createDatabase(ctx context.Context, maintenance, database string) error {
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

func (s *Server) connect(ctx context.Context, url string) (conn *pgx.Conn, err error) {
	if stopped := wait.Until(ctx, 20*time.Millisecond, s.Done(), func() bool {
		conn, err = pgx.Connect(ctx, url)
		return err == nil
	}); stopped != nil {
		return nil, fmt.Errorf("%w; %w", stopped, err)
	}
	return conn, nil
}

// startError returns an error of one line with the server's last fatal message.
func startError(err error, data, log string, tail []string) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	reason := err.Error()
	for _, line := range tail {
		if text, ok := showFatal(line); ok {
			reason = text
		}
	}
	return usererror.New("see "+log+"; to start with an empty register, move the directory away",
		"the database in %s does not start (%s)", data, reason)
}
