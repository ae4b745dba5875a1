package websub

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

const (
	// verifyTime is how long a hub may take to confirm a request. Hubs with a queue take minutes.
	verifyTime = time.Hour
	// firstRetry is the delay after the first failed request. It doubles with each failure, up to
	// maxRetry. Long delays are acceptable, because checks find the items without a subscription.
	firstRetry, maxRetry = 5 * time.Minute, 24 * time.Hour
	// maxUnsubscribe is the maximum number of requests to end a subscription. After them, deliveries
	// are answered 410 until the lease ends.
	maxUnsubscribe = 3
	// secretBytes is the length of a secret before encoding, which is that of a SHA-256 hash. Its
	// hexadecimal form is shorter than the limit of 200 bytes (WebSub §5.1).
	secretBytes = 32
)

// retryDelay returns the delay after a number of consecutive failures.
func retryDelay(failures int) time.Duration {
	return min(firstRetry<<min(max(failures-1, 0), 10), maxRetry)
}

// handle subscribes, renews or ends a due subscription. It reports whether it sent a request and
// whether the hub is available.
func (s *Service) handle(ctx context.Context, d *due) (hasRequested, isAvailable bool, err error) {
	switch {
	case d.IsWanted && d.State == Requested: // the hub has not confirmed within verifyTime
		return false, true, s.fail(ctx, d, "The hub accepted the subscription but did not confirm it.", 0)
	case d.IsWanted:
		return s.send(ctx, d, "subscribe")
	case d.HasLease && !(d.State == Unsubscribing && d.Failures >= maxUnsubscribe):
		return s.send(ctx, d, "unsubscribe")
	}
	return false, true, s.end(ctx, d)
}

// send requests the hub to subscribe or unsubscribe. The state is stored before the request,
// because some hubs verify a request before they respond.
func (s *Service) send(ctx context.Context, d *due, mode string) (hasRequested, isAvailable bool, err error) {
	secret, err := s.prepare(ctx, d, mode)
	if postgres.IsNoRows(err) { // deleted meanwhile
		return false, true, nil
	}
	if err != nil {
		return false, true, err
	}
	form := url.Values{"hub.mode": {mode}, "hub.topic": {d.Topic}, "hub.callback": {s.callback(d.ID)}}
	if mode == "subscribe" {
		form.Set("hub.lease_seconds", strconv.Itoa(int(DefaultLease.Seconds())))
		if hasSecret(d.Hub) {
			form.Set("hub.secret", secret)
		}
	}
	result := s.Client.Post(ctx, fetch.Post{
		URL: d.Hub, Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, Body: []byte(form.Encode()),
	})
	if result.Outcome == fetch.OK {
		s.Metrics.HubRequested(mode, "accepted")
		return true, true, nil
	}
	// The process stops; the request is repeated after verifyTime.
	if result.Outcome == fetch.Cancelled && ctx.Err() != nil {
		return true, false, nil
	}
	s.Metrics.HubRequested(mode, "failed")
	isAvailable = result.Status != 0 && result.Status < 500 && result.Outcome != fetch.RateLimited
	return true, isAvailable, s.fail(ctx, d, "The hub did not accept the request. "+result.Detail, result.RetryAfter)
}

// hasSecret reports whether a hub gets a secret to sign its deliveries with. Without https, anyone
// on the way could read it (WebSub §5.1). The deliveries of such a hub are not signed: they make
// the endpoint due, and their content is never read.
func hasSecret(hub string) bool { return strings.HasPrefix(hub, "https://") }

// prepare stores the state of a subscription during a request, and returns its secret. It creates a
// secret if there is none or the secret cannot be decrypted. An active subscription remains active
// while it is renewed. It returns pgx.ErrNoRows if the subscription was deleted.
func (s *Service) prepare(ctx context.Context, d *due, mode string) (secret string, err error) {
	state := Requested
	switch {
	case mode == "unsubscribe":
		state = Unsubscribing
	case d.State == Active && d.HasLease:
		state = Active
	}
	if len(d.Sealed) > 0 {
		if plain, err := s.Keys.Open(d.Sealed, d.ID[:]); err == nil {
			secret = string(plain)
		}
	}
	if secret == "" {
		key := make([]byte, secretBytes)
		_, _ = rand.Read(key) // never fails (crypto/rand)
		secret = hex.EncodeToString(key)
		if d.Sealed, err = s.Keys.Seal([]byte(secret), d.ID[:]); err != nil {
			return "", err
		}
	}
	err = s.db.Pool.QueryRow(ctx, `UPDATE websub_subscriptions
		SET since = CASE WHEN state = $2 THEN since ELSE now() END, state = $2, sealed = $3, due_at = now() + $4::interval
		WHERE id = $1 RETURNING due_at`, d.ID, state, d.Sealed, verifyTime).Scan(&d.DueAt)
	return secret, err
}

// fail stores a failed request. A subscription with a lease remains active until the lease ends. It
// changes nothing if due_at has changed, because the hub has confirmed or denied the subscription
// meanwhile.
func (s *Service) fail(ctx context.Context, d *due, detail string, retryAfter time.Duration) error {
	delay := max(retryDelay(d.Failures+1), min(retryAfter, maxRetry))
	_, err := s.db.Pool.Exec(ctx, `UPDATE websub_subscriptions
		SET failures = failures + 1, detail = $2, due_at = now() + $3::interval,
			since = CASE WHEN state = 'requested' THEN now() ELSE since END,
			state = CASE WHEN state = 'requested' THEN 'failed' ELSE state END
		WHERE id = $1 AND due_at = $4`, d.ID, postgres.Text(detail), delay, d.DueAt)
	return err
}

// end ends a subscription that is not wanted: it deletes the row if the feed no longer names the
// hub, and otherwise resets it, because the endpoint may be checked again.
func (s *Service) end(ctx context.Context, d *due) error {
	if !d.IsNamed {
		_, err := s.db.Pool.Exec(ctx, "DELETE FROM websub_subscriptions WHERE id = $1 AND NOT named", d.ID)
		return err
	}
	_, err := s.db.Pool.Exec(ctx, `UPDATE websub_subscriptions w
		SET state = 'found', since = now(), lease_until = NULL, failures = 0, detail = '', missed = 0,
			due_at = CASE WHEN s.enabled THEN now() END
		FROM endpoint_states s WHERE s.endpoint_id = w.endpoint_id AND w.id = $1`, d.ID)
	return err
}
