package check

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/article"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestStatesOfSimulatedSites checks sites that demonstrate one condition each, three times, as if
// hours had passed.
func TestStatesOfSimulatedSites(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	want := map[string]string{
		"ten.test/section/1/rss": "ok", "gzip.test/feed": "ok", "moved-301.test/feed": "ok", "chain.test/feed": "ok",
		"status-401.test/feed": "blocked unauthorized", "status-403.test/feed": "blocked forbidden",
		"challenge.test/feed":     "blocked challenge",
		"robots-forbid.test/feed": "blocked robots", "status-404.test/feed": "degraded not_found",
		"status-410.test/feed": "failing gone",
		"status-429.test/feed": "degraded rate_limited", "status-500.test/feed": "degraded server_error",
		"status-304.test/feed": "failing bad_response",
		"loop.test/feed":       "failing too_many_redirects", "to-private.test/feed": "failing blocked_address",
		"reset.test/feed":    "degraded reset",
		"to-login.test/feed": "suspect html_instead_of_feed", "empty-later.test/feed": "suspect empty",
		"guids-change.test/feed": "suspect identity_storm",
		"bomb-gzip.test/feed":    "failing too_large", "nowhere.test/feed": "failing dns",
	}
	for address := range want {
		host, path, _ := cutHost(address)
		h.addEndpoint(host, path)
	}
	for range 3 {
		h.checkAll()
		h.exec(`UPDATE endpoint_states
			SET failing_since = failing_since - interval '2 hours', last_success_at = last_success_at - interval '2 hours',
			cause_since = cause_since - interval '2 hours'`)
	}
	for address, state := range want {
		host, path, _ := cutHost(address)
		got := value[string](h, `SELECT trim(health || ' ' || health_cause) FROM endpoint_states
			JOIN endpoints e ON e.id = endpoint_id WHERE url = $1`, h.sites.URL(host, path))
		if got != state {
			detail := value[string](h, `SELECT last_detail FROM endpoint_states JOIN endpoints e ON e.id = endpoint_id
				WHERE url = $1`, h.sites.URL(host, path))
			t.Errorf("%s: %s, want %s (%s)", address, got, state, detail)
		}
	}
	if n := value[int](h, "SELECT count(*) FROM attempts"); n != 3*len(want) {
		t.Errorf("%d attempts", n)
	}
	if n := value[int](h, "SELECT count(*) FROM endpoint_states WHERE next_check_at <= now() OR "+
		"json_array_length(next_reasons) = 0"); n != 0 {
		t.Errorf("%d endpoints without a next check", n)
	}
	// The host asked to wait 120 s; its other endpoints wait too.
	if wait := value[time.Duration](h, "SELECT ready_at - now() FROM check_hosts WHERE domain = 'status-429.test' AND "+
		"held_until = free_at"); wait < 100*time.Second {
		t.Errorf("the host that limits requests is requested again in %s", wait)
	}
	if n := value[int](h, "SELECT count(*) FROM items JOIN endpoints e ON e.id = endpoint_id WHERE e.url LIKE "+
		"'%guids-change%'"); n != 20 {
		t.Errorf("%d items of a site whose identities change", n)
	}
}

func cutHost(address string) (host, path string, ok bool) {
	i := slices.Index([]byte(address), '/')
	return address[:i], address[i:], i > 0
}

func TestUnchangedDocumentIsNotStoredAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.addEndpoint("elejemplo.test", "/rss/portada.xml") // 304
	h.addEndpoint("brotli.test", "/feed")               // no validators: equal body
	h.addEndpoint("beispielzeitung.test", "/feed.json") // another format
	h.addEndpoint("status-404.test", "/feed")           // no items at all
	h.addEndpoint("nowhere.test", "/portada.xml")       // cannot be resolved
	h.checkAll()
	items := value[int](h, "SELECT count(*) FROM items")
	if items != 42 || h.counts.newItems != 42 {
		t.Errorf("%d items, %d counted", items, h.counts.newItems)
	}
	h.checkAll()
	if again := value[int](h, "SELECT count(*) FROM items"); again != items {
		t.Errorf("%d items after the second check", again)
	}
	got := map[string]int{}
	rows, err := h.db.Pool.Query(t.Context(), "SELECT outcome, count(*) FROM attempts GROUP BY 1")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var outcome string
		var n int
		if err := rows.Scan(&outcome, &n); err != nil {
			t.Fatal(err)
		}
		got[outcome] = n
	}
	want := map[string]int{"ok": 3, "not_modified": 2, "unchanged": 1, "not_found": 2, "dns": 2}
	if len(got)+1 < len(want) || got["ok"] != 3 || got["not_modified"]+got["unchanged"] != 3 || got["unchanged"] != 1 ||
		got["dns"] != 2 {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestGapsBetweenItems(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	items := func(hours ...int) (list []feed.Item) {
		for _, hour := range hours {
			published := at.Add(time.Duration(hour) * time.Hour)
			list = append(list, feed.Item{Published: &published})
		}
		return list
	}
	var k article.KnownItems
	k.AddTimes(items(-1, -3, -2, 5), at) // the last one is in the future
	k.AddTimes(items(1, -10), at.Add(2*time.Hour))
	k.AddTimes([]feed.Item{{}, {}}, at.Add(4*time.Hour))
	want := []time.Duration{time.Hour, time.Hour, 2 * time.Hour, 3 * time.Hour}
	if got := k.GapTimes(); !slices.Equal(got, want) || !k.Newest.Equal(at.Add(4*time.Hour)) {
		t.Errorf("got %v, newest %s", got, k.Newest)
	}
	k.AddTimes(items(90, 80, 3), at.Add(5*time.Hour)) // the last one was published late, the others have wrong dates
	if got := k.GapTimes(); !slices.Equal(got, append(want, time.Hour)) || !k.Newest.Equal(at.Add(5*time.Hour)) {
		t.Errorf("after dates in the future: got %v, newest %s", got, k.Newest)
	}
}

// TestNewItemsWithDatesInTheFuture checks a feed whose items are all dated 2041.
func TestNewItemsWithDatesInTheFuture(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.addEndpoint("future.test", "/feed")
	h.checkAll()
	foundAt := value[time.Time](h, "SELECT max(first_seen_at) FROM items")
	if n := value[int](h, "SELECT count(*) FROM items WHERE published_at <= first_seen_at + interval '24 hours'"); n != 5 {
		t.Errorf("%d of 5 items are dated at most 24 hours ahead", n)
	}
	reports, err := checkreport.NewReader(h.db).Health(t.Context(), s.ID)
	if err != nil || !sameTime(reports.Endpoints[0].LastNewItemAt, &foundAt) {
		t.Errorf("the endpoint has %+v, %v, want an item of %s", reports, err, foundAt)
	}
	h.wantSourceHealth(s.ID, "the check", health.OK, health.None, 1) // the list has the same time
}

func TestWrongValidatorsAreNoLongerSent(t *testing.T) {
	t.Parallel()
	at := time.Now()
	f := record.Finding{Task: &queue.Task{BodyHash: "a", FullCheckAt: &at, ClaimedAt: at.Add(time.Hour)}}
	if !sendsValidators(&f) {
		t.Error("validators are not sent")
	}
	f.WrongValidators = maxWrongValidators
	if sendsValidators(&f) {
		t.Error("wrong validators are sent")
	}
	f.WrongValidators, f.ClaimedAt = 0, at.Add(25*time.Hour)
	if sendsValidators(&f) {
		t.Error("no full check within a day")
	}
}

// TestRunDrains stops a worker while a site does not answer: the check is returned to the queue,
// and a finished one is recorded.
func TestRunDrains(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.config.DrainTime = 100 * time.Millisecond
	h.addEndpoint("hang.test", "/feed")
	h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		h.Worker.Run(ctx)
	}()
	h.waitUntil("one check ends and the other one waits", func() bool {
		// robots.txt and the feed
		return len(h.sites.Requests("hang.test")) >= 2 && value[int](h, "SELECT count(*) FROM attempts") == 1
	})
	stop()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Fatal("the worker doesn't stop")
	}
	if n := value[int](h, "SELECT count(*) FROM check_hosts WHERE lease IS NOT NULL"); n != 0 {
		t.Errorf("%d leases remain", n)
	}
	if due := value[int](h, "SELECT count(*) FROM check_hosts WHERE domain = 'hang.test' AND ready_at <= now()"); due != 1 {
		t.Error("the interrupted check is not due")
	}
	if n := value[int](h, "SELECT count(*) FROM attempts"); n != 1 {
		t.Errorf("%d attempts", n)
	}
}
