package httpapi

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// hubRig has the API, a worker that checks endpoints, and simulated sites with a hub.
type hubRig struct {
	*rig
	options Options
	sites   *simulator.Simulator
}

func newHubRig(t *testing.T) *hubRig {
	t.Helper()
	sites, err := simulator.Start(simulator.Options{})
	must(t, err)
	t.Cleanup(func() { sites.Close() })
	client, err := fetch.New(fetch.Config{Lab: sites.DNS, HostInterval: -1, Timeout: 5 * time.Second})
	must(t, err)
	t.Cleanup(client.Close)
	h := &hubRig{sites: sites}
	h.rig = newRig(t, func(o *Options) {
		o.Hubs.Client, o.Hubs.CheckNow = client,
			check.NewControl(o.DB, sourcelist.NewReader(o.DB), time.Second).CheckAnnounced
		h.options = *o
	})
	h.options.Hubs.CallbackURL = h.url
	metrics := observe.NewCheckMetrics("test", h.pool,
		func(context.Context) (observe.Backlog, error) { return observe.Backlog{}, nil })
	worker := check.NewWorker(h.options.DB, client, check.Config{
		Concurrency: 4, Limits: schedule.Limits{Min: time.Hour, Max: 12 * time.Hour}, DrainTime: time.Second,
	}, metrics, slog.New(slog.DiscardHandler))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		worker.Run(ctx)
		close(ended)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return h
}

// addEndpoint adds a source with a feed of announces.test and waits until its hub is recorded.
func (h *hubRig) addEndpoint(path string) uuid.UUID {
	h.t.Helper()
	s, err := h.options.Register.Create(h.t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: path,
			HomepageURL: "https://source-of" + strings.ReplaceAll(path, "/", "-") + ".example/"},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: h.sites.URL("announces.test", path),
			Intent: source.EndpointActive}},
	})
	must(h.t, err)
	id := s.Endpoints[0].ID
	h.eventually("the check has recorded the hub", "EXISTS (SELECT FROM websub_subscriptions WHERE endpoint_id = $1 AND "+
		"state = 'found')", id)
	return id
}

// eventually waits for an SQL condition.
func (h *hubRig) eventually(what, condition string, args ...any) {
	h.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var ok bool
		must(h.t, h.pool.QueryRow(h.t.Context(), "SELECT coalesce(("+condition+"), false)", args...).Scan(&ok))
		if ok {
			return
		}
		if time.Now().After(deadline) {
			var row string
			_ = h.pool.QueryRow(h.t.Context(), "SELECT json_agg(json_build_object('w', w, 'next', s.next_check_at, 'reasons', "+
				"s.next_reasons, 'items', (SELECT count(*) FROM items)))::text FROM websub_subscriptions w JOIN endpoint_states "+
				"s USING (endpoint_id)").Scan(&row)
			h.t.Fatalf("not in time: %s\n%s", what, row)
		}
	}
}

func (h *hubRig) exec(statement string, args ...any) {
	h.t.Helper()
	_, err := h.pool.Exec(h.t.Context(), statement, args...)
	must(h.t, err)
}

// requestHubs runs the job once for all subscriptions.
func (h *hubRig) requestHubs() {
	h.t.Helper()
	h.exec("UPDATE websub_subscriptions SET due_at = now() WHERE due_at IS NOT NULL")
	must(h.t, h.options.Hubs.Run(h.t.Context(), h.t.Context()))
}

// post sends a request to a simulated site or to the API, which is on loopback.
func (h *hubRig) post(address, host, signature string) int {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), http.MethodPost, address, strings.NewReader("<rss/>"))
	must(h.t, err)
	if host != "" {
		r.Host = host
	}
	r.Header.Set("Content-Type", "application/rss+xml")
	r.Header.Set("X-Hub-Signature", signature)
	response, err := h.client.Do(r)
	must(h.t, err)
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// publish publishes an item at announces.test.
func (h *hubRig) publish(path string) {
	h.t.Helper()
	if status := h.post(h.sites.ProxyURL().String()+path, "announces.test", ""); status != http.StatusOK {
		h.t.Fatalf("publishing: %d", status)
	}
}

// addSubscription adds an endpoint with an active subscription.
func (h *hubRig) addSubscription() (endpoint, subscription uuid.UUID) {
	h.t.Helper()
	endpoint = h.addEndpoint("/feed")
	h.requestHubs()
	h.eventually("the hub has confirmed", "EXISTS (SELECT FROM websub_subscriptions WHERE endpoint_id = $1 AND state = "+
		"'active' AND lease_until > now() + interval '9 days')", endpoint)
	must(h.t, h.pool.QueryRow(h.t.Context(), "SELECT id FROM websub_subscriptions WHERE endpoint_id = $1", endpoint).
		Scan(&subscription))
	h.exec("UPDATE endpoint_states SET last_attempt_at = now() - interval '1 hour'")
	h.exec("UPDATE websub_subscriptions SET since = now() - interval '2 hours'")
	return endpoint, subscription
}

// TestAnnouncedItemsAreStoredAtOnce covers a subscription from its request to its end.
func TestAnnouncedItemsAreStoredAtOnce(t *testing.T) {
	t.Parallel()
	h := newHubRig(t)
	endpoint, id := h.addSubscription()
	topic := h.sites.URL("announces.test", "/feed")
	h.exec("UPDATE endpoint_states SET next_check_at = now() + interval '1 hour', next_reasons = NULL")

	h.publish("/feed")
	h.eventually("the delivery is recorded", "EXISTS (SELECT FROM websub_subscriptions WHERE id = $1 AND delivered_at "+
		"IS NOT NULL AND missed = 0)", id)
	h.eventually("the new item is stored", "(SELECT count(*) FROM items WHERE endpoint_id = $1) = 21", endpoint)
	h.eventually("the next check is after the push interval", "EXISTS (SELECT FROM endpoint_states WHERE endpoint_id = "+
		"$1 AND next_reasons::text LIKE '%announces new items%' AND next_check_at > now() + interval '5 hours')", endpoint)

	// A second delivery within a minute is checked a minute after the last check.
	h.publish("/feed")
	h.eventually("the next check is due after a minute", "EXISTS (SELECT FROM endpoint_states WHERE endpoint_id = $1 "+
		"AND next_check_at BETWEEN now() + interval '30 seconds' AND now() + interval '1 minute')", endpoint)

	// The hub sends no delivery: a scheduled check finds the item.
	h.publish("/feed?silent")
	h.exec("UPDATE websub_subscriptions SET delivered_at = now() - interval '3 hours'")
	h.exec("UPDATE endpoint_states SET last_attempt_at = now() - interval '1 hour', next_check_at = now()")
	h.exec("UPDATE check_hosts SET ready_at = now(), free_at = '-infinity' WHERE lease IS NULL")
	h.eventually("the subscription is not trusted",
		"EXISTS (SELECT FROM websub_subscriptions WHERE id = $1 AND missed = 2)", id)
	h.eventually("the usual interval applies", "EXISTS (SELECT FROM endpoint_states WHERE endpoint_id = $1 AND "+
		"next_reasons::text NOT LIKE '%WebSub%' AND next_check_at < now() + interval '2 hours')", endpoint)

	h.exec("UPDATE websub_subscriptions SET lease_until = now() + interval '1 day'")
	h.requestHubs()
	h.eventually("the lease is renewed", "EXISTS (SELECT FROM websub_subscriptions WHERE id = $1 AND state = 'active' "+
		"AND lease_until > now() + interval '9 days')", id)

	h.exec("UPDATE endpoints SET intent = 'paused' WHERE id = $1", endpoint)
	h.requestHubs()
	h.eventually("the subscription has ended", "EXISTS (SELECT FROM websub_subscriptions WHERE id = $1 AND state = "+
		"'found' AND lease_until IS NULL)", id)
	deadline := time.Now().Add(10 * time.Second)
	for ; len(h.sites.Subscribers(topic)) > 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the hub still has a subscriber")
		}
	}
	h.exec("UPDATE endpoints SET intent = 'active' WHERE id = $1", endpoint)
	h.requestHubs()
	h.eventually("the resumed endpoint is subscribed", "EXISTS (SELECT FROM websub_subscriptions WHERE id = $1 AND "+
		"state = 'active')", id)
}

func TestForgedDeliveriesAreIgnored(t *testing.T) {
	t.Parallel()
	h := newHubRig(t)
	_, id := h.addSubscription()
	h.exec("UPDATE endpoint_states SET next_check_at = now() + interval '1 hour'")
	h.exec("UPDATE websub_subscriptions SET hub = 'https://hub.test/'") // hubs without https get no secret
	callback := h.url + websub.CallbackPath + id.String()
	for _, signature := range []string{"", "sha256=00", "sha256=" + strings.Repeat("0", 64), "md5=00", "sha1=x",
		"sha256"} {
		if status := h.post(callback, "", signature); status != http.StatusAccepted {
			t.Errorf("%q: %d", signature, status)
		}
	}
	h.eventually("nothing was changed", "NOT EXISTS (SELECT FROM websub_subscriptions WHERE delivered_at IS NOT NULL) "+
		"AND NOT EXISTS (SELECT FROM endpoint_states WHERE next_check_at < now() + interval '50 minutes')")
	if status := h.post(h.url+websub.CallbackPath+uuid.NewString(), "", "sha256=00"); status != http.StatusGone {
		t.Errorf("an unknown subscription: %d", status)
	}
	var sealed []byte
	must(t, h.pool.QueryRow(t.Context(), "SELECT sealed FROM websub_subscriptions WHERE id = $1", id).Scan(&sealed))
	secret, err := h.options.Hubs.Keys.Open(sealed, id[:])
	must(t, err)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("<rss/>"))
	if status := h.post(callback, "", "sha256="+hex.EncodeToString(mac.Sum(nil))); status != http.StatusAccepted {
		t.Errorf("a signed delivery: %d", status)
	}
	h.eventually("the signed delivery is recorded",
		"EXISTS (SELECT FROM websub_subscriptions WHERE delivered_at IS NOT NULL)")
	limited := false
	for range 20 {
		limited = limited || h.post(callback, "", "sha256=00") == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("the rate of deliveries is not limited")
	}
}

func TestRefusedSubscriptions(t *testing.T) {
	t.Parallel()
	h := newHubRig(t)
	denied, unavailable := h.addEndpoint("/denied"), h.addEndpoint("/unavailable")
	h.requestHubs()
	h.eventually("the denial is recorded with its reason", "EXISTS (SELECT FROM websub_subscriptions WHERE endpoint_id "+
		"= $1 AND state = 'denied' AND detail LIKE '%does not serve%' AND due_at > now() + interval '20 hours')", denied)
	h.exec("UPDATE websub_subscriptions SET due_at = NULL WHERE endpoint_id = $1", denied)
	for range 2 { // the hub may have been skipped after the other request
		h.requestHubs()
	}
	h.eventually("the request is repeated later", "EXISTS (SELECT FROM websub_subscriptions WHERE endpoint_id = $1 AND "+
		"state = 'failed' AND failures >= 2 AND due_at > now() + interval '9 minutes')", unavailable)
}

// TestHubsNeedNoToken covers requests that belong to no subscription, and browsers.
func TestHubsNeedNoToken(t *testing.T) {
	t.Parallel()
	a := newRig(t)
	a.expectUnchanged()
	anonymous := a.withToken("")
	path := websub.CallbackPath + uuid.NewString()
	anonymous.get(path + "?hub.mode=subscribe&hub.topic=x&hub.challenge=y&hub.verify_token=z").problem(problem.NotFound)
	anonymous.get(path+"?hub.mode=denied&hub.topic=x", "Accept", "text/html").problem(problem.NotFound)
	anonymous.get(path).problem(problem.BadRequest)
	anonymous.get(websub.CallbackPath + "1").problem(problem.NotFound)
}
