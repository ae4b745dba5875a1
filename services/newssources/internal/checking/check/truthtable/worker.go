package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	workCommand = "work"
	// hostInterval is the pause between requests to a domain. It is short, because it passes in real
	// time. leastPause is the pause that the sites must see: a busy machine delays the first of two
	// requests more than the second one.
	hostInterval, leastPause = 200 * time.Millisecond, 60 * time.Millisecond
	// fetchTimeout is short for the same reason.
	fetchTimeout = 1500 * time.Millisecond
	// concurrency is small, so that both workers check endpoints when many are due.
	concurrency = 12
	// key encrypts the credentials of the endpoints.
	key = "dHJ1dGggdGFibGUgb3ZlciB0aW1lLCAzMiBieXRlcyE="
)

// workerSettings are passed to a worker on the first line of its standard input. The time by which
// the clock is ahead, in nanoseconds, follows on further lines.
type workerSettings struct {
	Database, DNS, Name, Canary string
	Roots                       []byte // certificate of the authority of the sites
}

// work runs the checker of the product with short time-outs and the simulated clock.
func work(ctx context.Context) error {
	input := bufio.NewScanner(os.Stdin)
	var settings workerSettings
	if !input.Scan() {
		return errors.New("the settings are missing")
	}
	if err := json.Unmarshal(input.Bytes(), &settings); err != nil {
		return err
	}
	var simulated testdb.Clock
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer stop() // the driver has ended
		for input.Scan() {
			if ahead, err := strconv.ParseInt(input.Text(), 10, 64); err == nil {
				simulated.Set(time.Duration(ahead))
			}
		}
	}()
	roots, err := x509.ParseCertificate(settings.Roots)
	if err != nil {
		return err
	}
	pool := x509.NewCertPool()
	pool.AddCert(roots)
	db, err := postgres.Open(ctx, settings.Database, 10)
	if err != nil {
		return err
	}
	defer db.Close()
	client, err := fetch.New(fetch.Config{
		UserAgent: "newsources/1.0 (" + settings.Name + ")", Lab: settings.DNS, HostInterval: hostInterval, Database: db.Pool,
		Timeout:        fetchTimeout,
		ConnectTimeout: fetchTimeout, StallTimeout: fetchTimeout / 2, TLS: &tls.Config{RootCAs: pool}, Now: simulated.Now,
	})
	if err != nil {
		return err
	}
	defer client.Close()
	keys, err := seal.New(key)
	if err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})).
		With("worker", settings.Name)
	config := check.Config{Concurrency: concurrency, HostInterval: hostInterval, DrainTime: 5 * time.Second,
		Canaries: []string{settings.Canary}, Name: settings.Name, Keys: keys}
	check.NewWorker(db, client, config, observer{}, log).Run(ctx)
	return nil
}

// observer drops the metrics of a worker.
type observer struct{}

func (observer) Checked(string, string, int, time.Duration) {}
func (observer) Claimed(int)                                {}
func (observer) Recorded(int, int, int, time.Duration)      {}
func (observer) Lost(int)                                   {}
func (observer) WorkerNetworkFailure()                      {}
func (observer) Offline(bool)                               {}
func (observer) UpkeepFailed()                              {}

// worker is a running worker process.
type worker struct {
	cmd   *exec.Cmd
	input io.WriteCloser
}

// startWorker starts this program as a worker.
func startWorker(settings workerSettings, ahead time.Duration, log io.Writer) (*worker, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	w := &worker{cmd: exec.Command(program, workCommand)}
	w.cmd.Stderr = log
	if w.input, err = w.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := w.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := json.Marshal(settings)
	if err == nil {
		_, err = fmt.Fprintf(w.input, "%s\n", line)
	}
	w.setClock(ahead)
	return w, err
}

// setClock tells the worker by how much the clock is ahead. A worker that was killed does not
// receive it.
func (w *worker) setClock(ahead time.Duration) {
	_, _ = fmt.Fprintf(w.input, "%d\n", ahead.Nanoseconds())
}

// kill ends the worker without a chance to return its claims.
func (w *worker) kill() {
	_ = w.cmd.Process.Signal(syscall.SIGKILL)
	_ = w.cmd.Wait()
}

// stop lets the worker finish its checks.
func (w *worker) stop() {
	_ = w.input.Close()
	_ = w.cmd.Wait()
}
