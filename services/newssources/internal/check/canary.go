package check

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
)

const (
	// canaryTimeout bounds a request to a canary.
	canaryTimeout = 5 * time.Second
	// canaryTrust is how long a canary that answered is known as one that does.
	canaryTrust = 30 * 24 * time.Hour
)

// canaries are addresses that answer as long as the own network works. One that has never answered is not trusted: it may be
// blocked by a firewall.
type canaries struct {
	client    *fetch.Client
	addresses []string

	mu      sync.Mutex
	trusted map[string]bool
}

func newCanaries(client *fetch.Client, addresses []string) *canaries {
	return &canaries{client: client, addresses: addresses, trusted: map[string]bool{}}
}

// anyAnswers reports whether one of the trusted canaries answers, and whether there are any.
func (c *canaries) anyAnswers(ctx context.Context) (answered, hasCanaries bool) {
	list := c.list(true)
	return len(c.answering(ctx, list)) > 0, len(list) > 0
}

// list returns the canaries that are trusted, or those that are not.
func (c *canaries) list(isTrusted bool) (list []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, address := range c.addresses {
		if c.trusted[address] == isTrusted {
			list = append(list, address)
		}
	}
	return list
}

func (c *canaries) trust(addresses []string, isTrusted bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, address := range addresses {
		c.trusted[address] = isTrusted
	}
}

// answering asks canaries at the same time and returns those that answer. A response from another domain is that of a
// captive portal. Each request needs DNS and a new connection: an open connection may work although DNS and new connections fail.
func (c *canaries) answering(ctx context.Context, addresses []string) (answering []string) {
	ctx, cancel := context.WithTimeout(ctx, canaryTimeout)
	defer cancel()
	var mu sync.Mutex
	var asked sync.WaitGroup
	for _, address := range addresses {
		asked.Go(func() {
			request := fetch.Request{URL: address, CloseConnection: true}
			result := c.client.Get(ctx, request)
			if result.Reused { // for example, the connection of the request of robots.txt; it is closed now
				result = c.client.Get(ctx, request)
			}
			if result.Outcome == fetch.OK && domainOf(result.FinalURL) == domainOf(address) {
				mu.Lock()
				defer mu.Unlock()
				answering = append(answering, address)
			}
		})
	}
	asked.Wait()
	return answering
}

// loadCanaries reads which canaries have answered a worker.
func (w *Worker) loadCanaries(ctx context.Context) error {
	rows, err := w.db.Pool.Query(ctx, "SELECT address FROM check_canaries WHERE answered_at > now() - $1::interval", canaryTrust)
	if err != nil {
		return err
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	w.canaries.trust(known, true)
	return nil
}

// requestUntrustedCanaries requests the canaries that are not trusted yet, and shares which ones answer with the other workers.
func (w *Worker) requestUntrustedCanaries(ctx context.Context) (err error) {
	answering := w.canaries.answering(ctx, w.canaries.list(false))
	w.canaries.trust(answering, true)
	if len(answering) > 0 {
		_, err = w.db.Pool.Exec(ctx, `INSERT INTO check_canaries (address, answered_at) SELECT unnest($1::text[]), now()
			ON CONFLICT (address) DO UPDATE SET answered_at = now()`, answering)
	}
	if ctx.Err() == nil && len(w.canaries.addresses) > 0 && len(w.canaries.list(true)) == 0 {
		w.log.Warn("no canary address answers: outages of the own network are not recognised", "canaries", w.canaries.addresses)
	}
	return err
}

// distrustCanaries forgets the canaries, because sites answer while they do not.
func (w *Worker) distrustCanaries() {
	silent := w.canaries.list(true)
	w.canaries.trust(silent, false)
	w.log.Warn("sites answer, but the canary addresses do not: they are ignored until they answer", "canaries", silent)
	ctx, cancel := context.WithTimeout(context.Background(), releaseTimeout)
	defer cancel()
	if _, err := w.db.Pool.Exec(ctx, "DELETE FROM check_canaries WHERE address = ANY($1)", silent); err != nil {
		w.log.Warn("other workers still trust the canary addresses", "error", err)
	}
}
