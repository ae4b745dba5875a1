package check

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// wantSourceHealth compares the stored health of the source and the counters with its endpoints.
func (h *harness) wantSourceHealth(id uuid.UUID, after string, state health.State, cause health.Cause, checked int) {
	h.Helper()
	reports, err := checkreport.NewReader(h.db).Health(h.Context(), id)
	if err != nil {
		h.Fatal(err)
	}
	if reports.State != state || reports.Cause != cause {
		h.Errorf("after %s, the endpoints have %q %q, want %q %q", after, reports.State, reports.Cause, state, cause)
	}
	lists := sourcelist.NewReader(h.db)
	page, err := lists.List(h.Context(),
		sourcelist.Query{Lifecycles: []source.Lifecycle{source.Active, source.Archived}, Limit: 10})
	if err != nil || len(page.Rows) != 1 {
		h.Fatalf("after %s: %+v, %v", after, page, err)
	}
	got := page.Rows[0].Health
	if got.State != state || got.Cause != cause || got.Checked != checked {
		h.Errorf("after %s, the list has %+v, want %q %q of %d endpoints", after, got, state, cause, checked)
	}
	if state != "" && (got.Since == nil || health.WhyOf(got.Cause, got.State, got.Affected, got.Checked) != reports.Why) {
		h.Errorf("after %s, the list says %+v, want %q", after, got, reports.Why)
	}
	var newest *time.Time // of all endpoints
	for _, e := range reports.Endpoints {
		if at := e.LastNewItemAt; state != "" && at != nil && (newest == nil || newest.Before(*at)) {
			newest = at
		}
	}
	if row := page.Rows[0]; !sameTime(row.LastNewItemAt, newest) || !sameTime(row.NextCheckAt, reports.NextCheckAt) {
		h.Errorf("after %s, the list has the item %v and the check %v, want %v and %v", after, row.LastNewItemAt,
			row.NextCheckAt, newest, reports.NextCheckAt)
	}
	if drifted, err := lists.RepairCounts(h.Context()); drifted != 0 || err != nil {
		h.Errorf("after %s, %d counters differ from the sources, %v", after, drifted, err)
	}
	q := sourcelist.Query{Limit: 10, Health: []health.State{state}}
	if state == "" {
		q.Health = []health.State{health.OK}
	}
	filtered, err := lists.List(h.Context(), q)
	if err != nil || (len(filtered.Rows) == 1) != (state != "") || filtered.Total != len(filtered.Rows) {
		h.Errorf("after %s, the filter %v finds %+v, %v", after, q.Health, filtered, err)
	}
}

func sameTime(a, b *time.Time) bool { return (a == nil) == (b == nil) && (a == nil || a.Equal(*b)) }

// TestHealthOfASourceFollowsItsEndpoints changes the endpoints of a source in every way.
func TestHealthOfASourceFollowsItsEndpoints(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s, err := h.register.Create(t.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: "Two feeds", HomepageURL: "https://two.example/", Lifecycle: source.Active},
		Endpoints: []source.EndpointDetails{
			{Kind: feed.RSS, URL: h.sites.URL("chain.test", "/feed"), Intent: source.EndpointActive},
			{Kind: feed.RSS, URL: h.sites.URL("status-403.test", "/feed"), Intent: source.EndpointActive},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.wantSourceHealth(s.ID, "creating", health.New, health.None, 2)
	h.checkAll()
	h.wantSourceHealth(s.ID, "a check", health.Degraded, health.Forbidden, 2)
	for range 3 {
		h.checkAll()
		h.exec("UPDATE endpoint_states SET failing_since = failing_since - interval '5 hours', cause_since = cause_since - " +
			"interval '5 hours'")
	}
	h.wantSourceHealth(s.ID, "more checks", health.Blocked, health.Forbidden, 2)
	work, err := worklist.New(h.db, nil).Groups(t.Context(), worklist.Query{})
	if err != nil || len(work) != 1 || work[0] != (worklist.Group{Cause: health.Forbidden, Sources: 1}) {
		t.Errorf("the work is %v, %v", work, err)
	}
	since := value[time.Time](h, "SELECT since FROM source_health")
	h.checkAll()
	if again := value[time.Time](h, "SELECT since FROM source_health"); !again.Equal(since) {
		t.Errorf("a check that changes nothing moved the beginning from %s to %s", since, again)
	}
	facets, err := sourcelist.NewReader(h.db).Facets(t.Context(), sourcelist.Query{Text: "two"}, "health")
	if err != nil || len(facets.Counts["health"]) != 1 ||
		facets.Counts["health"][0] != (sourcelist.Count{Value: "blocked", Count: 1}) {
		t.Errorf("the facet of a search has %v, %v", facets, err)
	}
	facets, err = sourcelist.NewReader(h.db).Facets(t.Context(), sourcelist.Query{}, "health")
	if err != nil || len(facets.Counts["health"]) != 1 || facets.Counts["health"][0].Count != 1 {
		t.Errorf("the facet has %v, %v", facets, err)
	}

	broken := s.Endpoints[1]
	paused, err := h.register.UpdateEndpoint(t.Context(), audit.Actor{}, s.ID, broken.ID, broken.Version,
		func(d *source.EndpointDetails) { d.Intent = source.EndpointPaused })
	if err != nil {
		t.Fatal(err)
	}
	h.wantSourceHealth(s.ID, "pausing the endpoint", health.OK, health.None, 1)
	if _, err = h.register.UpdateEndpoint(t.Context(), audit.Actor{}, s.ID, broken.ID, paused.Version,
		func(d *source.EndpointDetails) { d.Intent = source.EndpointActive }); err != nil {
		t.Fatal(err)
	}
	h.wantSourceHealth(s.ID, "resuming the endpoint", health.Blocked, health.Forbidden, 2)
	if err := h.register.DeleteEndpoint(t.Context(), audit.Actor{}, s.ID, broken.ID, paused.Version+1); err != nil {
		t.Fatal(err)
	}
	h.wantSourceHealth(s.ID, "deleting the endpoint", health.OK, health.None, 1)
	now, err := h.register.Get(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.register.Archive(t.Context(), audit.Actor{}, s.ID, now.Version); err != nil {
		t.Fatal(err)
	}
	h.wantSourceHealth(s.ID, "archiving", "", health.None, 0)
	h.exec("DELETE FROM endpoints")
	h.exec("DELETE FROM sources")
	if n := value[int](h, "SELECT count(*) FROM source_health"); n != 0 {
		t.Errorf("%d rows of a deleted source", n)
	}
}

// TestFailedRecentlyIsOnTheWorkListInTime checks an endpoint whose site answers with errors, before
// and after the stated time.
func TestFailedRecentlyIsOnTheWorkListInTime(t *testing.T) {
	t.Parallel()
	h := newHarness(t, simulator.Site{Host: "errors.test",
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(map[bool]int{true: http.StatusNotFound, false: http.StatusBadGateway}[r.URL.Path == "/robots.txt"])
		})})
	s := h.addEndpoint("errors.test", "/feed")
	wantGroups := func(after string, state health.State, want ...worklist.Group) {
		t.Helper()
		h.checkAll()
		h.wantSourceHealth(s.ID, after, state, health.ServerError, 1)
		groups, err := worklist.New(h.db, nil).Groups(h.Context(), worklist.Query{})
		if err != nil || !slices.Equal(groups, want) {
			t.Errorf("after %s: %+v, %v", after, groups, err)
		}
	}
	wantGroups("the first failure", health.Degraded)
	h.exec("UPDATE endpoint_states SET failing_since = failing_since - interval '5 hours 59 minutes'")
	wantGroups("less than six hours", health.Degraded)
	h.exec("UPDATE endpoint_states SET failing_since = failing_since - interval '1 minute'")
	wantGroups("six hours", health.Failing, worklist.Group{Cause: health.ServerError, Sources: 1})
}

// TestARecoveryEndsTheWork checks that the transaction that records a recovery ends the work on the
// source and adds it to its history.
func TestARecoveryEndsTheWork(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	recovers, fails := h.addEndpoint("chain.test", "/feed"), h.addEndpoint("status-403.test", "/feed")
	h.exec(`INSERT INTO members (id, uid, email, name, role, created_at, updated_at)
		VALUES ('00000000-0000-7000-8000-000000000001', 'u', 'ada@example.org', 'Ada', 'editor', now(), now())`)
	h.exec("UPDATE endpoint_states SET health = 'failing', health_cause = 'http_forbidden', failures = 9")
	h.exec("UPDATE source_health SET assignee_id = '00000000-0000-7000-8000-000000000001', snoozed_until = " +
		"'2126-01-01T00:00:00Z'")
	h.checkAll()
	h.checkAll()
	const hasWork = "SELECT assignee_id IS NOT NULL AND snoozed_until IS NOT NULL FROM source_health WHERE source_id = $1"
	if value[bool](h, hasWork, recovers.ID) || !value[bool](h, hasWork, fails.ID) {
		t.Error("the work must end on the source that works, and on no other")
	}
	if n := value[int](h, "SELECT work_version FROM source_health WHERE source_id = $1", recovers.ID); n != 1 {
		t.Errorf("the work has the version %d", n)
	}
	entries, err := audit.History(t.Context(), h.db.Ent, audit.Query{Action: "work.ended", Limit: 10})
	if err != nil || len(entries) != 1 || entries[0].TargetID != recovers.ID || entries[0].ID.Version() != 7 {
		t.Fatalf("the history has %+v, %v", entries, err)
	}
	want := []audit.Change{
		{Field: "assignee", Before: json.RawMessage(`"Ada"`)},
		{Field: "snoozed_until", Before: json.RawMessage(`"2126-01-01T00:00:00Z"`)},
	}
	if got := entries[0].Changes; !reflect.DeepEqual(got, want) {
		t.Errorf("the changes are %s", got)
	}
}
