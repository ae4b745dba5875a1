// Package check claims the endpoints that are due, and fetches and reads them. Package record decides
// what the results mean and stores them. Any number of replicas may run on one database (ADR 17).
package check

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/network"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

const (
	// largeBodies is the number of large bodies in memory at a time, each of up to
	// fetch.DefaultMaxBytes.
	largeBodies = 4
	// DefaultConcurrency is the number of concurrent checks of one worker: 50 checks of half a second
	// are 100 checks a second.
	DefaultConcurrency = 50
)

// Config configures a Worker.
type Config struct {
	Concurrency  int
	HostInterval time.Duration   // between the end of a check and the next request to the same registrable domain
	Limits       schedule.Limits // of the intervals
	DrainTime    time.Duration   // how long running checks may take to finish after a stop
	Canaries     []string        // addresses that answer as long as the own network works
	Name         string          // of this worker, for people
	Keys         *seal.Keys      // decrypt the credentials of endpoints
}

// recordConfig returns the configuration of the package record.
func (c Config) recordConfig() record.Config {
	return record.Config{HostInterval: c.HostInterval, Limits: c.Limits}
}

// Observer receives what metrics need. Kinds and outcomes are bounded sets.
type Observer interface {
	Checked(kind, outcome string, tier int, took time.Duration)
	Claimed(endpoints int)
	Recorded(results, newItems, knownItems int, took time.Duration)
	// results that were dropped: the endpoint had changed, the lease had ended, or they could not be
	// stored
	Lost(results int)
	WorkerNetworkFailure() // a check that failed because the network of this process did not work
	Offline(bool)          // whether the network of this process is lost
	UpkeepFailed()         // partitions were not maintained, or unused rows not deleted
}

// Worker checks endpoints until it is stopped.
type Worker struct {
	db       *postgres.DB
	client   *fetch.Client
	config   Config
	observer Observer
	log      *slog.Logger
	memory   chan struct{} // one element per large body
	parsers  chan struct{} // one element per document that is being parsed
	buffers  sync.Pool     // of *[]byte, for bodies
	id       uuid.UUID
	canaries *network.Canaries
	network  *network.Network

	queueStarts      queueStarts
	lostClaims       []uuid.UUID // claims whose response was lost; their leases are ended by the next claim
	heartbeatFailure time.Time   // the last one
}

// NewWorker returns a worker. The client must pause between the requests to one host.
func NewWorker(db *postgres.DB, client *fetch.Client, config Config, observer Observer, log *slog.Logger) *Worker {
	w := &Worker{
		db: db, client: client, config: config, observer: observer, log: log,
		memory: make(chan struct{}, largeBodies), parsers: make(chan struct{}, max(runtime.GOMAXPROCS(0), 1)),
		id: uuid.Must(uuid.NewV7()), canaries: network.NewCanaries(db, client, log, config.Canaries),
	}
	w.buffers.New = func() any { return new([]byte) }
	w.network = network.New(w.canaries)
	return w
}

// reserveMemory waits until another large body may be read. release must be called if it returns
// nil.
func (w *Worker) reserveMemory(ctx context.Context) error {
	select {
	case w.memory <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
