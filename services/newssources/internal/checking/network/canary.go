package network

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// canaryTimeout bounds a request to a canary.
	canaryTimeout = 5 * time.Second
	// canaryTrust is how long a canary that answered is known as one that does.
	canaryTrust = 30 * 24 * time.Hour
	// distrustTimeout bounds telling the other workers that canaries are not trusted.
	distrustTimeout = 2 * time.Second
)

// Canaries are addresses that answer as long as the own network works. One that has never answered
// is not trusted: it may be blocked by a firewall.
type Canaries struct {
	db        *postgres.DB
	client    *fetch.Client
	log       *slog.Logger
	addresses []string

	mu      sync.Mutex
	trusted map[string]bool
}

// NewCanaries returns canaries that a client requests. None is trusted before Load.
func NewCanaries(db *postgres.DB, client *fetch.Client, log *slog.Logger, addresses []string) *Canaries {
	return &Canaries{db: db, client: client, log: log, addresses: addresses, trusted: map[string]bool{}}
}

// canaryResult is what the canaries say about the network.
type canaryResult int

const (
	canaryUnknown  canaryResult = iota // no canary is trusted
	canaryAnswered                     // at least one has answered
	canarySilent                       // none has answered
	// None has answered, and at least one was not requested because of the request spacing.
	canaryNotAsked
)

// anyAnswers requests the trusted canaries and returns whether any of them answers.
func (c *Canaries) anyAnswers(ctx context.Context) canaryResult {
	list := c.list(true)
	answering, notAsked := c.answering(ctx, list)
	switch {
	case len(list) == 0:
		return canaryUnknown
	case len(answering) > 0:
		return canaryAnswered
	case notAsked > 0:
		return canaryNotAsked
	}
	return canarySilent
}

// list returns the canaries that are trusted, or those that are not.
func (c *Canaries) list(isTrusted bool) (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, address := range c.addresses {
		if c.trusted[address] == isTrusted {
			list = append(list, address)
		}
	}
	return list
}

// SetTrusted sets the trusted canaries. Those that are not configured are ignored by list.
func (c *Canaries) SetTrusted(addresses []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trusted = map[string]bool{}
	for _, address := range addresses {
		c.trusted[address] = true
	}
}

// answering asks canaries at the same time and returns those that answer. A response from another
// domain is that of a captive portal. Each request needs DNS and a new connection: an open
// connection may work although DNS and new connections fail. notAsked is the number of canaries to
// which no request was sent.
func (c *Canaries) answering(ctx context.Context, addresses []string) (answering []string, notAsked int) {
	ctx, cancel := context.WithTimeout(ctx, canaryTimeout)
	defer cancel()
	var mu sync.Mutex
	var asked sync.WaitGroup
	for _, address := range addresses {
		asked.Go(func() {
			request := fetch.Request{URL: address, CloseConnection: true, SkipRefuse: true}
			result := c.client.Get(ctx, request)
			if result.Reused { // for example, the connection of the request of robots.txt; it is closed now
				result = c.client.Get(ctx, request)
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case result.NotSent:
				notAsked++
			case result.Outcome == fetch.OK && weburl.DomainOf(result.FinalURL) == weburl.DomainOf(address):
				answering = append(answering, address)
			}
		})
	}
	asked.Wait()
	return answering, notAsked
}

// selectTrusted selects the canaries that have answered a worker. Each heartbeat reads
// them, so that all workers trust the same ones.
const selectTrusted = "SELECT address FROM check_canaries WHERE answered_at > now() - $1::interval"

// Load reads which canaries are trusted.
func (c *Canaries) Load(ctx context.Context) error {
	rows, err := c.db.Pool.Query(ctx, selectTrusted, canaryTrust)
	if err != nil {
		return err
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err == nil {
		c.SetTrusted(known)
	}
	return err
}

// RequestUntrusted requests the canaries that are not trusted yet, and shares which ones
// answer with the other workers.
func (c *Canaries) RequestUntrusted(ctx context.Context) (err error) {
	answering, _ := c.answering(ctx, c.list(false))
	if len(answering) > 0 {
		_, err = c.db.Pool.Exec(ctx, `INSERT INTO check_canaries (address, answered_at) SELECT unnest($1::text[]), now()
			ON CONFLICT (address) DO UPDATE SET answered_at = now()`, answering)
		if err == nil {
			err = c.Load(ctx)
		}
	}
	if ctx.Err() == nil && len(c.addresses) > 0 && len(c.list(true)) == 0 {
		c.log.Warn("no canary address answers: outages of the own network are not recognised", "canaries",
			c.addresses)
	}
	return err
}

// Distrust removes all canaries from the trusted ones, because sites answer and the
// canaries do not.
func (c *Canaries) Distrust() {
	silent := c.list(true)
	c.SetTrusted(nil)
	c.log.Warn("sites answer, but the canary addresses do not: they are ignored until they answer", "canaries", silent)
	ctx, cancel := context.WithTimeout(context.Background(), distrustTimeout)
	defer cancel()
	if _, err := c.db.Pool.Exec(ctx, "DELETE FROM check_canaries WHERE address = ANY($1)", silent); err != nil {
		c.log.Warn("other workers still trust the canary addresses", "error", err)
	}
}

// QueueTrusted queues the query of the canaries that are trusted by all workers, for SetTrusted.
func QueueTrusted(batch *pgx.Batch, addresses *[]string) {
	batch.Queue(selectTrusted, canaryTrust).Query(func(rows pgx.Rows) (err error) {
		*addresses, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
}

// AreTrusted reports whether at least one canary is trusted.
func (c *Canaries) AreTrusted() bool { return len(c.list(true)) > 0 }
