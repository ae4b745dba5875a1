package check

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// TestReportsShowWhatChecksRecorded reads the results of real checks.
func TestReportsShowWhatChecksRecorded(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reader := checkreport.NewReader(h.db)
	s, err := h.register.Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "Two feeds", HomepageURL: "https://two.example/"},
		Endpoints: []source.EndpointDetails{
			{Kind: feed.RSS, URL: h.sites.URL("chain.test", "/feed"), Intent: source.EndpointActive},
			{Kind: feed.RSS, URL: h.sites.URL("nowhere.test", "/feed"), Intent: source.EndpointActive},
			{Kind: feed.RSS, URL: h.sites.URL("nowhere.test", "/paused"), Intent: source.EndpointPaused},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	before, err := reader.Health(t.Context(), s.ID)
	if err != nil || before.State != health.New || len(before.Endpoints) != 3 {
		t.Fatalf("got %+v, %v", before, err)
	}
	h.checkAll()
	h.checkAll()

	got, err := reader.Health(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != health.Degraded || got.Cause != health.DNS || !strings.Contains(got.Reason, "on 1 of 2 endpoints") ||
		got.NextCheckAt == nil {
		t.Errorf("the source is %+v", got)
	}
	works, broken, paused := got.Endpoints[0], got.Endpoints[1], got.Endpoints[2]
	if works.Health != health.OK || works.Checks != 2 || works.LastNewItemAt == nil || len(works.NextReasons) == 0 {
		t.Errorf("the working endpoint is %+v", works)
	}
	if broken.HealthCause != health.DNS || broken.FailedChecks != 2 || broken.LastDetail == "" ||
		broken.LastSuccessAt != nil {
		t.Errorf("the broken endpoint is %+v", broken)
	}
	if paused.Enabled || paused.Checks != 0 {
		t.Errorf("the paused endpoint is %+v", paused)
	}

	attempts, next, err := reader.Attempts(t.Context(), checkreport.AttemptQuery{EndpointID: works.EndpointID, Limit: 1})
	if err != nil || len(attempts) != 1 || next == "" || len(attempts[0].Redirects) == 0 || attempts[0].Status == 0 {
		t.Fatalf("got %+v, %q, %v", attempts, next, err)
	}
	older, next, err := reader.Attempts(t.Context(),
		checkreport.AttemptQuery{EndpointID: works.EndpointID, Cursor: next, Limit: 1})
	if err != nil || len(older) != 1 || next != "" || !older[0].StartedAt.Before(attempts[0].StartedAt) ||
		older[0].ItemsNew != older[0].Items || older[0].Items == 0 {
		t.Errorf("the second page is %+v, %q, %v", older, next, err)
	}

	all, _, err := reader.Items(t.Context(), checkreport.ItemQuery{EndpointID: works.EndpointID, Limit: 100})
	if err != nil || len(all) != older[0].Items {
		t.Fatalf("%d items, %v", len(all), err)
	}
	var paged []checkreport.Item
	for q := (checkreport.ItemQuery{EndpointID: works.EndpointID, Limit: 3}); ; {
		page, next, err := reader.Items(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if paged, q.Cursor = append(paged, page...), next; next == "" {
			break
		}
	}
	if len(paged) != len(all) {
		t.Errorf("%d items on pages of 3, want %d", len(paged), len(all))
	}
	words := strings.Fields(all[0].Title)
	found, _, err := reader.Items(t.Context(),
		checkreport.ItemQuery{EndpointID: works.EndpointID, Text: strings.ToUpper(words[len(words)-1]) + " http", Limit: 100})
	if err != nil || len(found) == 0 || len(found) > len(all) {
		t.Errorf("a search finds %d items, %v", len(found), err)
	}
	if none, _, err := reader.Items(t.Context(),
		checkreport.ItemQuery{EndpointID: works.EndpointID, Text: "100%_absent", Limit: 100}); err != nil || len(none) != 0 {
		t.Errorf("a search without matches finds %v, %v", none, err)
	}
}

// TestStreamHasEachItemOnce covers a program that follows the items of all endpoints with small
// answers.
func TestStreamHasEachItemOnce(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reader := checkreport.NewReader(h.db)
	h.addEndpoint("ten.test", "/section/1/rss")
	deleted := h.addEndpoint("chain.test", "/feed")
	h.checkAll()
	recorded := value[int](h, "SELECT count(*) FROM items")
	items, next, err := reader.Stream(t.Context(), "", "", 1000)
	if err != nil || len(items) != 0 || next == "" {
		t.Fatalf("items that were just found: %d, %q, %v", len(items), next, err)
	}
	h.exec("UPDATE items SET first_seen_at = first_seen_at - interval '3 minutes'")
	h.exec("DELETE FROM endpoints WHERE id = $1", endpointID(deleted))
	seen := map[string]bool{}
	withSource := 0
	for {
		page, after, err := reader.Stream(t.Context(), next, "", 7)
		if err != nil || after == "" {
			t.Fatal(after, err)
		}
		for _, i := range page {
			seen[i.EndpointID.String()+i.IdentityText()] = true
			if i.SourceID != nil {
				withSource++
			}
		}
		if next = after; len(page) == 0 {
			break
		}
	}
	if len(seen) != recorded || recorded == 0 || withSource == 0 || withSource == recorded {
		t.Errorf("%d of %d items, %d with a source", len(seen), recorded, withSource)
	}
	if again, after, err := reader.Stream(t.Context(), next, "", 7); err != nil || len(again) != 0 || after != next {
		t.Errorf("the end of the stream has %d items, %v", len(again), err)
	}
	if all, _, err := reader.Stream(t.Context(), "2020-01-01T00:00:00Z", "", 1000); err != nil || len(all) != recorded {
		t.Errorf("from a time: %d items, %v", len(all), err)
	}
	h.exec("UPDATE sources SET rights = 'forbidden'")
	of := value[uuid.UUID](h, "SELECT i.endpoint_id FROM items i JOIN endpoints e ON e.id = i.endpoint_id LIMIT 1")
	if page, next, err := reader.Items(t.Context(), checkreport.ItemQuery{EndpointID: of, Limit: 100}); err != nil ||
		len(page) != 0 || next != "" {
		t.Errorf("%d items of a forbidden source, %v", len(page), err)
	}
	if allowed, _, err := reader.Stream(t.Context(), "2020-01-01T00:00:00Z", "", 1000); err != nil ||
		len(allowed) != recorded-withSource {
		t.Errorf("with forbidden sources: %d items, %v", len(allowed), err)
	}
	if plan := explain(h, "SELECT * FROM items i WHERE first_seen_at >= now() - interval '1 hour' ORDER BY "+
		"first_seen_at, endpoint_id, identity LIMIT 10"); !strings.Contains(plan, "Index Scan using items_") {
		t.Errorf("no index:\n%s", plan)
	}
}

func TestReportsOfUnknownObjects(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	reader := checkreport.NewReader(h.db)
	s := h.addEndpoint("ten.test", "/section/1/rss")
	for name, read := range map[string]func() error{
		"health": func() error { _, err := reader.Health(t.Context(), uuid.New()); return err },
		"attempts": func() error {
			_, _, err := reader.Attempts(t.Context(), checkreport.AttemptQuery{EndpointID: uuid.New(), Limit: 1})
			return err
		},
		"items": func() error {
			_, _, err := reader.Items(t.Context(), checkreport.ItemQuery{EndpointID: uuid.New(), Limit: 1})
			return err
		},
	} {
		if err := read(); !problem.Is(err, problem.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if list, _, err := reader.Attempts(t.Context(),
		checkreport.AttemptQuery{EndpointID: endpointID(s), Limit: 1}); err != nil || len(list) != 0 {
		t.Errorf("an endpoint without checks has %v, %v", list, err)
	}
	for _, cursor := range []string{"x", "e30", "bnVsbA"} {
		if _, _, err := reader.Attempts(t.Context(),
			checkreport.AttemptQuery{EndpointID: endpointID(s), Cursor: cursor, Limit: 1}); !problem.Is(err,
			problem.InvalidCursor) {
			t.Errorf("%s: %v", cursor, err)
		}
	}
}

// TestChecksAreFilteredByResult reads the few failures and new items among many checks. Each page
// examines a bounded number of checks.
func TestChecksAreFilteredByResult(t *testing.T) {
	t.Parallel()
	const checks, failed, added = 12_000, 11_500, 5500 // numbers of checks ago
	h := newHarness(t)
	s := h.addEndpoint("elejemplo.test", "/rss/portada.xml")
	h.exec(`INSERT INTO attempts (endpoint_id, started_at, requested, outcome, cause, detail, health, status, duration_ms,
		phases_ms, wire_bytes, bytes, content_type, items, items_new)
		SELECT $1, now() - n * interval '5 min', false, 'ok', CASE WHEN n IN (3, $3) THEN 'timeout' ELSE '' END, '', 'ok',
			200, 1, '{}', 1, 1, '', 20, CASE n WHEN $4 THEN 2 ELSE 0 END
		FROM generate_series(1, $2::int) n`, endpointID(s), checks, failed, added)
	reader := checkreport.NewReader(h.db)
	for result, want := range map[checkreport.AttemptResult][]int{"": {20}, checkreport.Failed: {1, 0, 1},
		checkreport.NewItems: {0, 1, 0}} {
		q := checkreport.AttemptQuery{EndpointID: endpointID(s), Result: result, Limit: 20}
		var sizes []int
		for page := range want {
			list, next, err := reader.Attempts(t.Context(), q)
			if err != nil || (next == "") != (page == 2) {
				t.Fatalf("%q, page %d: %q, %v", result, page, next, err)
			}
			for _, a := range list {
				if result == checkreport.Failed && a.Cause == "" || result == checkreport.NewItems && a.ItemsNew == 0 {
					t.Errorf("%q: %+v", result, a)
				}
			}
			q.Cursor = next
			sizes = append(sizes, len(list))
		}
		if !slices.Equal(sizes, want) {
			t.Errorf("%q: pages of %v checks, want %v", result, sizes, want)
		}
	}
	_, next, err := reader.Attempts(t.Context(), checkreport.AttemptQuery{EndpointID: endpointID(s), Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := reader.Attempts(t.Context(),
		checkreport.AttemptQuery{EndpointID: endpointID(s), Result: checkreport.Failed, Cursor: next,
			Limit: 1}); !problem.Is(err, problem.InvalidCursor) {
		t.Errorf("the cursor of another list: %v", err)
	}
}
