package check

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// canaryTimeout bounds a request to a canary.
	canaryTimeout = 5 * time.Second
	// canaryTrust is how long a canary that answered is known as one that does.
	canaryTrust = 30 * 24 * time.Hour
)

// canaries are addresses that answer as long as the own network works. One that has never answered
// is not trusted: it may be blocked by a firewall.
type canaries struct {
	client    *fetch.Client
	addresses []string

	mu      sync.Mutex
	trusted map[string]bool
}

func newCanaries(client *fetch.Client, addresses []string) *canaries {
	return &canaries{client: client, addresses: addresses, trusted: map[string]bool{}}
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
func (c *canaries) anyAnswers(ctx context.Context) canaryResult {
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

// setTrusted sets the trusted canaries. Those that are not configured are ignored by list.
func (c *canaries) setTrusted(addresses []string) {
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
func (c *canaries) answering(ctx context.Context, addresses []string) (answering []string, notAsked int) {
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
			mu.Lock()
			defer mu.Unlock()
			switch {
			case result.NotSent:
				notAsked++
			case result.Outcome == fetch.OK && domainOf(result.FinalURL) == domainOf(address):
				answering = append(answering, address)
			}
		})
	}
	asked.Wait()
	return answering, notAsked
}

// selectTrustedCanaries selects the canaries that have answered a worker. Each heartbeat reads
// them, so that all workers trust the same ones.
const selectTrustedCanaries = "SELECT address FROM check_canaries WHERE answered_at > now() - $1::interval"

// loadCanaries reads which canaries are trusted.
func (w *Worker) loadCanaries(ctx context.Context) error {
	rows, err := w.db.Pool.Query(ctx, selectTrustedCanaries, canaryTrust)
	if err != nil {
		return err
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err == nil {
		w.canaries.setTrusted(known)
	}
	return err
}

// requestUntrustedCanaries requests the canaries that are not trusted yet, and shares which ones
// answer with the other workers.
func (w *Worker) requestUntrustedCanaries(ctx context.Context) (err error) {
	answering, _ := w.canaries.answering(ctx, w.canaries.list(false))
	if len(answering) > 0 {
		_, err = w.db.Pool.Exec(ctx, `INSERT INTO check_canaries (address, answered_at) SELECT unnest($1::text[]), now()
			ON CONFLICT (address) DO UPDATE SET answered_at = now()`, answering)
		if err == nil {
			err = w.loadCanaries(ctx)
		}
	}
	if ctx.Err() == nil && len(w.canaries.addresses) > 0 && len(w.canaries.list(true)) == 0 {
		w.log.Warn("no canary address answers: outages of the own network are not recognised", "canaries",
			w.canaries.addresses)
	}
	return err
}

// distrustCanaries removes all canaries from the trusted ones, because sites answer and the
// canaries do not.
func (w *Worker) distrustCanaries() {
	silent := w.canaries.list(true)
	w.canaries.setTrusted(nil)
	w.log.Warn("sites answer, but the canary addresses do not: they are ignored until they answer", "canaries", silent)
	ctx, cancel := context.WithTimeout(context.Background(), releaseTimeout)
	defer cancel()
	if _, err := w.db.Pool.Exec(ctx, "DELETE FROM check_canaries WHERE address = ANY($1)", silent); err != nil {
		w.log.Warn("other workers still trust the canary addresses", "error", err)
	}
}
