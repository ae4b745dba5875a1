package check

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// TestDailyFigures counts the items of real checks and computes the figures of the overview.
func TestDailyFigures(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reader := checkreport.NewReader(h.db)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.addEndpoint("status-404.test", "/feed")
	h.checkAll()
	h.exec("UPDATE overview_figures SET items_until = now() - interval '3 days'")
	h.exec("UPDATE items SET first_seen_at = first_seen_at - interval '1 hour'")
	// Counted on the day of publication, on the day it was found because the publication is too old,
	// and without a date.
	h.exec(`INSERT INTO items (endpoint_id, first_seen_at, identity, title, url, published_at) VALUES
		($1, now() - interval '1 day', 'a', '', '', now() - interval '20 days'),
		($1, now() - interval '1 day', 'b', '', '', now() - interval '2 years'),
		($1, now() - interval '1 day', 'c', '', '', NULL), ($1, now(), 'd', '', '', NULL)`, endpointID(s))
	// 1,200 of the 1,500 ms are the wait before the request.
	h.exec("UPDATE attempts SET duration_ms = 1500, phases_ms[1] = 1200")
	counted := value[int](h, "SELECT count(*) FROM items") - 1 // without the newest, which is younger than settleTime

	for range 2 { // the second call finds nothing new
		if err := reader.RollUp(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	days, err := reader.SourceDays(t.Context(), s.ID, 30)
	if err != nil {
		t.Fatal(err)
	}
	total, of := 0, map[string]int{}
	for _, d := range days {
		total += d.Items
		of[d.Day.Format(time.DateOnly)] = d.Items
	}
	day := func(ago int) string {
		return value[string](h, "SELECT ((now() - make_interval(days => $1)) AT TIME ZONE 'UTC')::date::text", ago)
	}
	if total != counted || of[day(20)] != 1 || of[day(1)] < 2 {
		t.Errorf("%d items in %v, want %d", total, of, counted)
	}
	wantRecentItems(h, "after the items were counted")
	h.exec("UPDATE source_days SET day = day - 10")
	h.exec("UPDATE overview_figures SET recent_day = recent_day - 1")
	if err := reader.RollUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantRecentItems(h, "on another day")
	h.exec("UPDATE source_days SET day = day + 10")

	o, err := reader.Overview(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	today := o.Days[len(o.Days)-1]
	if o.ComputedAt == nil || o.Figures.Active != 2 || o.Figures.Fresh != 2 || today.States["ok"] != 1 ||
		today.States["degraded"] != 1 {
		t.Errorf("the overview is %+v", o)
	}
	if len(o.Figures.Worst) != 1 || o.Figures.Worst[0].Domain != "status-404.test" || o.Figures.Worst[0].Failing != 1 {
		t.Errorf("the worst hosts are %+v", o.Figures.Worst)
	}
	if len(o.Figures.Slowest) != 1 || o.Figures.Slowest[0].Domain != "elejemplo.test" ||
		o.Figures.Slowest[0].DurationMS != 300 {
		t.Errorf("the slowest hosts are %+v", o.Figures.Slowest)
	}
	if len(o.Countries) != 1 || o.Countries[0].N != 2 {
		t.Errorf("the countries are %+v", o.Countries)
	}
	if _, err := reader.SourceDays(t.Context(), uuid.New(), 30); !problem.Is(err, problem.NotFound) {
		t.Errorf("an unknown source: %v", err)
	}
}

// wantRecentItems compares the sums by which the list is sorted with the items by day.
func wantRecentItems(h *harness, when string) {
	h.Helper()
	const wrong = `
		SELECT count(*)
		FROM source_health h
		WHERE h.recent_items <> (
			SELECT coalesce(sum(d.items), 0)
			FROM source_days d
			WHERE d.source_id = h.source_id AND d.day > current_date - $1::int)`
	if n := value[int](h, wrong, checkreport.RecentDays); n > 0 {
		h.Errorf("%s: %d sources have another sum", when, n)
	}
}

// TestFreshEndpoints judges endpoints by the time of their planned check, whatever their interval
// and their last check.
func TestFreshEndpoints(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reader := checkreport.NewReader(h.db)
	id := endpointID(h.addEndpoint("elejemplo.test", "/rss/portada.xml"))
	h.assignAll()
	for name, test := range map[string]struct {
		state string // of the endpoint
		held  string // of its domain
		fresh int
	}{
		"failing, in back-off": {"interval_seconds = 600, last_attempt_at = now() - interval '20 hours', " +
			"next_check_at = now() + interval '4 hours'", "NULL", 1},
		"a window or a schedule": {"interval_seconds = 300, last_attempt_at = now() - interval '3 days', " +
			"next_check_at = now() + interval '1 day'", "NULL", 1},
		"due": {"interval_seconds = 300, last_attempt_at = now() - interval '15 minutes', " +
			"next_check_at = now() - interval '10 minutes'", "NULL", 1},
		"late": {"interval_seconds = 86400, last_attempt_at = now() - interval '1 day', " +
			"next_check_at = now() - interval '20 minutes'", "NULL", 0},
		"late, because the site said so": {"interval_seconds = 300, last_attempt_at = now() - interval '1 day', " +
			"next_check_at = now() - interval '20 minutes'", "now() + interval '1 hour'", 1},
		"late since the hold of its domain": {"interval_seconds = 300, last_attempt_at = now() - interval '1 day', " +
			"next_check_at = now() - interval '20 minutes'", "now() - interval '20 minutes'", 0},
		"never checked": {"interval_seconds = 0, last_attempt_at = NULL, next_check_at = now() - interval '20 minutes'",
			"NULL", 0},
	} {
		h.exec("UPDATE endpoint_states SET "+test.state+" WHERE endpoint_id = $1", id)
		h.exec("UPDATE check_hosts SET held_until = " + test.held)
		if err := reader.RollUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		f, err := reader.Figures(t.Context())
		if err != nil || f.ActiveEndpoints != 1 || f.FreshEndpoints != test.fresh {
			t.Errorf("%s: %d of %d endpoints are fresh, %v", name, f.FreshEndpoints, f.ActiveEndpoints, err)
		}
	}
}
