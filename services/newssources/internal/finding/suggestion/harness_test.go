package suggestion

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// harness has the suggestions of its own database, a real checker and simulated sites.
type harness struct {
	*testing.T
	*Suggestions
	sites  *simulator.Simulator
	actor  audit.Actor
	events map[string]int
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	sites, err := simulator.Start(simulator.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sites.Close() })
	db := postgres.FromPool(testdb.New(t))
	h := &harness{T: t, sites: sites, actor: audit.Actor{Name: "Ada Editor"}, events: map[string]int{}}
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	changes := change.New(db, source.NewRegister(db, nil), sourcelist.NewReader(db), noJob)
	changes.Follow(change.Suggestion, FollowUndo)
	changes.FollowEnd(change.Suggestion, FollowProposal)
	h.Suggestions = New(db, changes, Config{
		Interval: time.Minute, MovedSightings: 3, MovedTime: time.Hour, DuplicateShare: 0.8, DuplicateTime: time.Hour,
		ArchiveTime: time.Hour, ReplaceTime: time.Hour, ProbationTime: time.Hour, ApplySafe: true,
		SettingChecks: 3, SlowerTime: 24 * time.Hour, FasterTime: time.Hour,
	}, func(kind, event string, n int) { h.events[kind+" "+event] += n }, slog.New(slog.DiscardHandler))
	h.Finder = discover.New(h.client(), h.register)
	return h
}

// client returns a client that reaches the simulated sites.
func (h *harness) client() *fetch.Client {
	h.Helper()
	client, err := fetch.New(fetch.Config{Lab: h.sites.DNS, HostInterval: -1, Timeout: 5 * time.Second})
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(client.Close)
	return client
}

// check runs a worker until it has checked every endpoint once more.
func (h *harness) check() {
	h.Helper()
	h.exec("UPDATE endpoint_states SET next_check_at = now() - interval '1 second' WHERE enabled")
	h.exec("UPDATE check_hosts SET free_at = '-infinity', ready_at = now() - interval '1 second'")
	before := value[int](h, "SELECT coalesce(sum(checks), 0) FROM endpoint_states WHERE enabled")
	endpoints := value[int](h, "SELECT count(*) FROM endpoint_states WHERE enabled")
	h.runWorker("every endpoint is checked", func() bool {
		return value[int](h, "SELECT coalesce(sum(checks), 0) FROM endpoint_states WHERE enabled") >= before+endpoints
	})
}

// replan runs a worker until it has planned the checks of the endpoints whose schedule was changed.
func (h *harness) replan() {
	h.Helper()
	h.runWorker("the schedules are followed", func() bool {
		return value[bool](h, "SELECT bool_and(next_check_at > now()) FROM endpoint_states WHERE enabled")
	})
}

// runWorker runs a worker until a condition holds.
func (h *harness) runWorker(description string, condition func() bool) {
	h.Helper()
	client := h.client()
	ctx, stop := context.WithCancel(h.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		config := check.Config{Concurrency: 4, Limits: schedule.Limits{Min: time.Hour, Max: 2 * time.Hour},
			DrainTime: 5 * time.Second}
		check.NewWorker(h.db, client, config, silent{}, slog.New(slog.DiscardHandler)).Run(ctx)
	}()
	h.waitUntil(description, condition)
	stop()
	<-done
}

// silent is an observer of the checker.
type silent struct{}

func (silent) Checked(_, _ string, _ int, _ time.Duration) {}
func (silent) Claimed(int)                                 {}
func (silent) Recorded(_, _, _ int, _ time.Duration)       {}
func (silent) Lost(int)                                    {}
func (silent) WorkerNetworkFailure()                       {}
func (silent) UpkeepFailed()                               {}
func (silent) Offline(bool)                                {}

// pass makes the observations older by a duration.
func (h *harness) pass(d time.Duration) {
	h.Helper()
	h.exec("UPDATE endpoint_redirects SET first_seen_at = first_seen_at - $1::interval", d)
	h.exec(`UPDATE endpoint_states
		SET observations = jsonb_set(observations::jsonb, '{pace,since}',
			to_jsonb((observations->'pace'->>'since')::timestamptz - $1::interval))
		WHERE observations->'pace' IS NOT NULL`, d)
	h.exec("UPDATE items SET first_seen_at = first_seen_at - $1::interval", d)
	h.exec("UPDATE endpoints SET created_at = created_at - $1::interval", d)
}

func (h *harness) review() {
	h.Helper()
	if err := h.Review(h.Context()); err != nil {
		h.Fatal(err)
	}
}

// add creates an active source whose endpoints have these addresses.
func (h *harness) add(host string, paths ...string) *source.Source {
	h.Helper()
	input := source.CreateInput{Details: source.Details{Name: host, HomepageURL: h.sites.URL(host, "/"), Country: "GB"}}
	for _, path := range paths {
		input.Endpoints = append(input.Endpoints,
			source.EndpointDetails{Kind: feed.RSS, URL: h.sites.URL(host, path), Intent: source.EndpointActive})
	}
	s, err := h.register.Create(h.Context(), h.actor, input)
	if err != nil {
		h.Fatal(err)
	}
	return s
}

// open returns the open suggestions of a source.
func (h *harness) open(s *source.Source) []Suggestion { return h.list(s, Open) }

func (h *harness) list(s *source.Source, states ...State) []Suggestion {
	h.Helper()
	page, err := h.List(h.Context(), Query{Filter: Filter{States: states, SourceIDs: []uuid.UUID{s.ID}}, Limit: 50})
	if err != nil {
		h.Fatal(err)
	}
	return page.Suggestions
}

// only returns the only open suggestion of a source.
func (h *harness) only(s *source.Source) Suggestion {
	h.Helper()
	list := h.open(s)
	if len(list) != 1 {
		h.Fatalf("%d open suggestions: %+v", len(list), list)
	}
	return list[0]
}

func (h *harness) mustDecide(decision Decision, s Suggestion, want Outcome) {
	h.Helper()
	if results := h.decide(decision, s.ID); len(results) != 1 || results[0].Outcome != want {
		h.Fatalf("%s: %+v, want %s", decision, results, want)
	}
}

func (h *harness) decide(decision Decision, ids ...uuid.UUID) []Result {
	h.Helper()
	decided, err := h.Decide(h.Context(), h.actor, DecideInput{Decision: decision, IDs: ids})
	if err != nil {
		h.Fatal(err)
	}
	return decided.Results
}

// address returns the present address of the first endpoint of a source.
func (h *harness) address(s *source.Source) string {
	h.Helper()
	return value[string](h, "SELECT url FROM endpoints WHERE id = $1", s.Endpoints[0].ID)
}

// actions returns the actions of the history of a source, oldest first, without its creation.
func (h *harness) actions(s *source.Source) []string {
	h.Helper()
	data := value[[]byte](h, "SELECT coalesce(json_agg(action ORDER BY id), '[]') FROM audit_events WHERE source_id = "+
		"$1 AND action NOT LIKE '%.created'", s.ID)
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		h.Fatal(err)
	}
	return list
}

func (h *harness) exec(statement string, args ...any) {
	h.Helper()
	if _, err := h.db.Pool.Exec(h.Context(), statement, args...); err != nil {
		h.Fatalf("%s: %v", statement, err)
	}
}

func value[T any](h *harness, query string, args ...any) (v T) {
	h.Helper()
	if err := h.db.Pool.QueryRow(h.Context(), query, args...).Scan(&v); err != nil {
		h.Fatalf("%s: %v", query, err)
	}
	return v
}

// waitUntil polls a condition until it holds.
func (h *harness) waitUntil(description string, condition func() bool) {
	h.Helper()
	ctx, cancel := context.WithTimeout(h.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			h.Fatalf("timeout: %s", description)
		}
	}
}
