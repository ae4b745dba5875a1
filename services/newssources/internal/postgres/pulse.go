package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnreachable is the cause that ends what is watched when the database no longer answers.
var ErrUnreachable = errors.New("the database doesn't answer")

const (
	// Within beatEvery and pulseTimeout a request that waits for a dead or silent database knows it; 2 s are promised.
	pulseTimeout = 1250 * time.Millisecond
	beatEvery    = 250 * time.Millisecond
	// aliveFor is how long an answer of the database, good or bad, is believed by requests that begin.
	aliveFor = time.Second
	// freshFor is how long the connection may be idle: what lies between may have forgotten it without a word.
	freshFor = 30 * time.Second
)

// pulse knows whether the database answers. It asks over a connection of its own: a pool whose connections are all busy
// is no outage, and to end what they do would make one.
type pulse struct {
	pool *pgxpool.Pool

	asking sync.Mutex // while the database is asked others wait, and take the same answer
	conn   *pgx.Conn
	at     time.Time
	err    error

	mu      sync.Mutex
	watched map[int]context.CancelCauseFunc
	next    int
	beating bool
}

// Alive says in an error that the database doesn't answer. Requests that begin ask it, so that they fail at once while
// the database is gone, instead of each waiting for a time-out of its own.
func (db *DB) CheckAlive(context.Context) error { return db.pulse.ask(aliveFor) }

// Watch returns a context that ends, with ErrUnreachable as its cause, as soon as the database no longer answers: the time-out
// of a connection that was fine a moment ago would be far too long. stop has to be called at the end.
func (db *DB) Watch(ctx context.Context) (watched context.Context, stop func()) {
	return db.pulse.watch(ctx)
}

// ask returns an answer that isn't older than believe. It outlives whoever asks, since others wait for it too.
func (p *pulse) ask(believe time.Duration) error {
	p.asking.Lock()
	defer p.asking.Unlock()
	if time.Since(p.at) < believe {
		return p.err
	}
	ctx, cancel := context.WithTimeout(context.Background(), pulseTimeout)
	defer cancel()
	err := p.ping(ctx)
	if err != nil && p.err == nil {
		p.pool.Reset() // the connections of before the outage are worth nothing after it
	}
	p.err, p.at = err, time.Now()
	return err
}

// ping asks anew over another connection when the one that is there was cut: a database that restarted is there.
func (p *pulse) ping(ctx context.Context) (err error) {
	if p.conn != nil {
		if time.Since(p.at) < freshFor {
			if err = p.conn.Ping(ctx); err == nil {
				return nil
			}
		}
		_ = p.conn.Close(ctx)
		p.conn = nil
		if ctx.Err() != nil {
			return err
		}
	}
	p.conn, err = pgx.ConnectConfig(ctx, p.pool.Config().ConnConfig)
	return err
}

func (p *pulse) watch(ctx context.Context) (context.Context, func()) {
	ctx, end := context.WithCancelCause(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	key := p.next
	p.next++
	p.watched[key] = end
	if !p.beating {
		p.beating = true
		go p.beat()
	}
	return ctx, func() {
		p.mu.Lock()
		delete(p.watched, key)
		p.mu.Unlock()
		end(nil)
	}
}

// beat asks again and again while anybody waits.
func (p *pulse) beat() {
	tick := time.NewTicker(beatEvery)
	defer tick.Stop()
	for range tick.C {
		if p.rests() {
			return
		}
		if err := p.ask(beatEvery); err != nil {
			p.mu.Lock()
			for _, end := range p.watched {
				end(fmt.Errorf("%w: %w", ErrUnreachable, err))
			}
			p.mu.Unlock()
		}
	}
}

func (p *pulse) rests() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.beating = len(p.watched) > 0
	return !p.beating
}

func (p *pulse) close() {
	p.asking.Lock()
	defer p.asking.Unlock()
	if p.conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), pulseTimeout)
		defer cancel()
		_ = p.conn.Close(ctx)
		p.conn = nil
	}
}
