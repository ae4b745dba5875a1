package check

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/record"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// startStorm creates a source, starts an identity storm of its endpoint, and returns the source and
// its held items.
func (h *harness) startStorm(control *Control, query string) (*source.Source, *record.HeldSummary) {
	h.Helper()
	s, err := h.register.Create(h.Context(), audit.Actor{}, source.CreateInput{
		Details: source.Details{Name: query, HomepageURL: "https://" + query + ".example/"},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: h.sites.URL("reissues.test", "/feed?q="+query),
			Intent: source.EndpointActive}},
	})
	if err != nil {
		h.Fatal(err)
	}
	h.checkAll()
	h.reissue(query)
	h.checkAll()
	held, err := control.HeldItems(h.Context(), s.ID, endpointID(s))
	if err != nil || held == nil {
		h.Fatal("no items are held", err)
	}
	return s, held
}

// reissue changes the GUIDs of the feed.
func (h *harness) reissue(query string) {
	h.Helper()
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(h.sites.ProxyURL()), DisableKeepAlives: true}}
	request, err := http.NewRequestWithContext(h.Context(), http.MethodPost,
		h.sites.URL("reissues.test", "/feed?q="+query), nil)
	if err != nil {
		h.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		h.Fatal(err)
	}
	response.Body.Close()
}

func (h *harness) wantHeld(s *source.Source, what string, state health.State, items, held int) {
	h.Helper()
	id := endpointID(s)
	if got := value[string](h, "SELECT health FROM endpoint_states WHERE endpoint_id = $1", id); got != string(state) {
		h.Errorf("%s: the endpoint is %s, want %s", what, got, state)
	}
	if n := value[int](h, "SELECT count(*) FROM items WHERE endpoint_id = $1", id); n != items {
		h.Errorf("%s: %d items, want %d", what, n, items)
	}
	if n := value[int](h, "SELECT coalesce(sum(held), 0) FROM endpoint_held_items WHERE endpoint_id = $1", id); n != held {
		h.Errorf("%s: %d items are held, want %d", what, n, held)
	}
}

// wantNothingHeld checks that a decision about items that are no longer held is refused with a text
// that names the event that removed them.
func (h *harness) wantNothingHeld(control *Control, s *source.Source, version uuid.UUID, reason string) {
	h.Helper()
	_, err := control.DecideHeld(h.Context(), audit.Actor{}, s.ID, endpointID(s), version, record.ReleaseHeld)
	if p := problem.As(err); p.Code != problem.NothingHeld || !strings.Contains(p.Detail, "Nothing was changed: "+reason) {
		h.Errorf("%v, want %s", err, reason)
	}
}

func TestDecisionsAboutHeldItems(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	control := NewControl(h.db, nil, time.Second)
	ctx := t.Context()
	actor := audit.Actor{Name: "Edith"}
	for decision, items := range map[record.HeldDecision]int{record.ReleaseHeld: 40, record.DiscardHeld: 20} {
		s, held := h.startStorm(control, string(decision))
		if held.Count != 20 || held.DocumentItems != 20 || len(held.Sample) != 10 || held.Sample[0].GUID == "" ||
			held.Sample[0].Title == "" {
			t.Fatalf("%s: %+v", decision, held)
		}
		h.checkAll() // the same document
		h.wantHeld(s, "before "+string(decision), health.Suspect, 20, 20)
		if again, err := control.HeldItems(ctx, s.ID, endpointID(s)); err != nil || again.Version != held.Version ||
			!again.Since.Equal(held.Since) {
			t.Errorf("%s: the version changed with the same document: %+v, %v", decision, again, err)
		}
		if n := value[int](h, "SELECT documents FROM endpoint_held_items WHERE endpoint_id = $1", endpointID(s)); n != 1 {
			t.Errorf("%s: %d documents with new identities", decision, n)
		}
		if outcome := value[string](h, "SELECT outcome FROM attempts WHERE endpoint_id = $1 ORDER BY started_at DESC LIMIT 1",
			endpointID(s)); outcome != "unchanged" {
			t.Errorf("%s: the second check of the document is %s", decision, outcome)
		}

		_, err := control.DecideHeld(ctx, actor, s.ID, endpointID(s), uuid.New(), decision)
		if p := problem.As(err); p.Code != problem.StaleVersion || strings.Contains(p.Detail, "a check") {
			t.Errorf("%s of another version: %v", decision, err)
		}
		if _, err := control.DecideHeld(ctx, actor, uuid.New(), endpointID(s), held.Version, decision); !problem.Is(err,
			problem.NotFound) {
			t.Errorf("%s for another source: %v", decision, err)
		}
		h.wantHeld(s, "after refused decisions", health.Suspect, 20, 20)
		h.exec("UPDATE source_health SET snoozed_until = now() + interval '1 hour' WHERE source_id = $1", s.ID)
		decided, err := control.DecideHeld(ctx, actor, s.ID, endpointID(s), held.Version, decision)
		if err != nil || decided.Count != 20 || decided.Health != health.OK {
			t.Fatalf("%s: %+v, %v", decision, decided, err)
		}
		h.wantHeld(s, string(decision), health.OK, items, 0)
		if n := value[int](h, "SELECT count(*) FROM audit_events WHERE action = 'work.ended' AND target_id = $1",
			s.ID); n != 1 {
			t.Errorf("%s: the work ended %d times", decision, n)
		}
		h.wantNothingHeld(control, s, held.Version, map[record.HeldDecision]string{
			record.ReleaseHeld: "Edith stored the held items of this endpoint as new less than a minute ago",
			record.DiscardHeld: "Edith discarded the held items of this endpoint as duplicates less than a minute ago",
		}[decision])
		h.wantNothingHeld(control, s, uuid.New(), "no items of this endpoint are held")
		if held, err := control.HeldItems(ctx, s.ID, endpointID(s)); err != nil || held != nil {
			t.Errorf("after %s: %+v, %v", decision, held, err)
		}
		h.checkAll() // the same document, and then one that the service reads completely
		h.exec("UPDATE endpoint_states SET etag = '', last_modified = '', body_hash = ''")
		h.checkAll()
		h.wantHeld(s, "checks after "+string(decision), health.OK, items, 0)
		action := map[record.HeldDecision]string{record.ReleaseHeld: "items.released",
			record.DiscardHeld: "items.discarded"}[decision]
		if n := value[int](h, "SELECT count(*) FROM audit_events WHERE action = $1 AND target_id = $2 AND actor_name = "+
			"'Edith' AND changes->0->>'after' = '20'", action, endpointID(s)); n != 1 {
			t.Errorf("%s: %d entries in the history", decision, n)
		}
	}
	if n := value[int](h, "SELECT count(*) - count(DISTINCT (endpoint_id, identity)) FROM items"); n != 0 {
		t.Errorf("%d items were stored twice", n)
	}
}

// TestHeldItemsEndWithoutADecision covers the changes of the site and of the settings that end an
// identity storm.
func TestHeldItemsEndWithoutADecision(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	control := NewControl(h.db, nil, time.Second)

	s, held := h.startStorm(control, "withdrawn")
	h.reissue("withdrawn")
	h.checkAll()
	h.wantHeld(s, "the known identities", health.OK, 20, 0)
	if n := value[int](h, "SELECT count(*) FROM audit_events WHERE action = 'items.withdrawn' AND actor_id IS NULL AND "+
		"source_id = $1 AND changes->0->>'after' = '20'", s.ID); n != 1 {
		t.Errorf("%d entries in the history", n)
	}
	h.wantNothingHeld(control, s, held.Version, "a check found the known IDs again less than a minute ago")
	h.reissue("withdrawn")
	h.checkAll()
	later, err := control.HeldItems(t.Context(), s.ID, endpointID(s))
	if err != nil || later == nil {
		t.Fatal("no items are held again", err)
	}
	h.exec("DELETE FROM endpoint_held_items")
	// The audit log has an event of earlier held items only.
	h.wantNothingHeld(control, s, later.Version, "no items of this endpoint are held")

	s, held = h.startStorm(control, "settings")
	h.exec("UPDATE endpoints SET schedule = '{\"interval_seconds\": 3600}' WHERE id = $1", endpointID(s))
	h.checkAll()
	h.checkAll()
	h.wantHeld(s, "another schedule", health.Suspect, 20, 20)
	if _, err := h.register.UpdateEndpoint(t.Context(), audit.Actor{Name: "Edith"}, s.ID, endpointID(s), 1,
		func(d *source.EndpointDetails) { d.IdentityPolicy = feed.IdentityLink }); err != nil {
		t.Fatal(err)
	}
	h.checkAll()
	h.wantHeld(s, "another identity policy", health.OK, 20, 0)
	h.wantNothingHeld(control, s, held.Version, "Edith changed the settings of this endpoint less than a minute ago")

	// After a failure, the health has another cause. The items remain held, and a member can decide
	// about them.
	s, held = h.startStorm(control, "failure")
	h.exec("UPDATE endpoint_states SET health = 'failing', health_cause = 'server_error' WHERE endpoint_id = $1",
		endpointID(s))
	if decided, err := control.DecideHeld(t.Context(), audit.Actor{}, s.ID, endpointID(s), held.Version,
		record.DiscardHeld); err != nil || decided.Health != health.Failing {
		t.Errorf("a decision about a failing endpoint: %+v, %v", decided, err)
	}
	h.wantHeld(s, "failure", health.Failing, 20, 0)
}

// TestConcurrentDecisionsAboutHeldItems lets members decide while a check of the endpoint is
// recorded.
func TestConcurrentDecisionsAboutHeldItems(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	control := NewControl(h.db, nil, time.Second)
	for round := range 5 {
		query := fmt.Sprintf("round-%d", round)
		s, held := h.startStorm(control, query)
		id := endpointID(s)
		if round%2 == 1 { // an endpoint whose domain is not assigned has no queue to lock
			h.exec("UPDATE endpoint_states SET domain = NULL WHERE endpoint_id = $1", id)
		} else {
			if round == 4 {
				h.reissue(query)
			}
			h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 second', etag = '', body_hash = '' WHERE "+
				"endpoint_id = $1", id)
			h.exec("UPDATE check_hosts SET free_at = '-infinity', ready_at = now() - interval '1 second', endpoint_id = $1", id)
		}
		var findings []*record.Finding
		for _, claimed := range h.claimSome(10) {
			findings = append(findings, h.perform(t.Context(), claimed))
		}
		var group sync.WaitGroup
		var mu sync.Mutex
		outcomes := map[string]int{}
		start := make(chan struct{})
		for i := range 6 {
			decision := []record.HeldDecision{record.ReleaseHeld, record.DiscardHeld}[i%2]
			group.Go(func() {
				<-start
				_, err := control.DecideHeld(t.Context(), audit.Actor{}, s.ID, id, held.Version, decision)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil:
					outcomes[string(decision)]++
				case problem.Is(err, problem.NothingHeld):
					outcomes["late"]++
				default:
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		group.Go(func() {
			<-start
			if err := h.record(t.Context(), findings); err != nil {
				t.Error(err)
			}
		})
		close(start)
		group.Wait()
		decided := outcomes[string(record.ReleaseHeld)] + outcomes[string(record.DiscardHeld)]
		if round == 4 { // the site uses the known identities again, which may end the storm before the decisions
			if decided > 1 || decided+outcomes["late"] != 6 {
				t.Errorf("round %d: %v", round, outcomes)
			}
		} else if decided != 1 || outcomes["late"] != 5 {
			t.Errorf("round %d: %v", round, outcomes)
		}
		h.wantHeld(s, query, health.OK, 20+20*outcomes[string(record.ReleaseHeld)], 0)
		if n := value[int](h, "SELECT count(*) FROM audit_events WHERE source_id = $1 AND action LIKE 'items.%'",
			s.ID); n != 1 {
			t.Errorf("round %d: %d entries in the history", round, n)
		}
		if n := value[int](h, "SELECT count(*) - count(DISTINCT identity) FROM items WHERE endpoint_id = $1", id); n != 0 {
			t.Errorf("round %d: %d items were stored twice", round, n)
		}
	}
}
