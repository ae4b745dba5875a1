package visit

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/register/transfer"
)

// harness has a register in its own database, and a simulator with the sites of its sources.
type harness struct {
	t           *testing.T
	sim         *simulator.Simulator
	db          *postgres.DB
	register    *source.Register
	imports     *transfer.Imports
	visits      *Visits
	suggestions *suggestion.Suggestions
	events      map[string]int // of the suggestions
	actor       audit.Actor
}

func newHarness(t *testing.T, added ...simulator.Site) *harness {
	t.Helper()
	sim, err := simulator.Start(simulator.Options{Sites: added})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	db := postgres.FromPool(testdb.New(t))
	register := source.NewRegister(db, nil)
	insertNoJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	changes := change.New(db, register, sourcelist.NewReader(db), insertNoJob)
	changes.Follow(change.Suggestion, suggestion.FollowUndo)
	h := &harness{t: t, sim: sim, db: db, register: register, imports: transfer.NewImports(db, changes, insertNoJob),
		events: map[string]int{}, actor: audit.Actor{Name: "Ada", Email: "ada@example.org", Role: "editor"}}
	var lock sync.Mutex
	h.suggestions = suggestion.New(db, changes, suggestion.Config{}, func(kind, event string, n int) {
		lock.Lock()
		defer lock.Unlock()
		h.events[kind+" "+event] += n
	}, slog.New(slog.DiscardHandler))
	h.visits = h.newVisits()
	return h
}

// newVisits returns the visits of one process, without pauses between requests and visits.
func (h *harness) newVisits() *Visits {
	h.t.Helper()
	client, err := fetch.New(fetch.Config{Lab: h.sim.DNS, HostInterval: -1, Timeout: 3 * time.Second,
		TLS: &tls.Config{RootCAs: h.sim.Roots()}, Refuse: func(ctx context.Context, address weburl.URL) (string, error) {
			return sourcerights.Prohibition(ctx, h.db.Pool, address)
		}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(client.Close)
	visits := New(h.db, h.suggestions, discover.New(client, h.register), slog.New(slog.DiscardHandler))
	visits.DomainInterval = 0
	return visits
}

// importList imports an OPML list of outlines with these attributes.
func (h *harness) importList(outlines ...string) *transfer.Import {
	h.t.Helper()
	list := `<opml version="2.0"><body><outline ` + strings.Join(outlines, "/>\n<outline ") + `/></body></opml>`
	done, err := h.imports.Run(h.t.Context(), h.actor, "list.opml", []byte(list))
	if err != nil {
		h.t.Fatal(err)
	}
	return done
}

// outline returns the attributes of an outline for a feed of a simulated site.
func (h *harness) outline(host, path string) string {
	return fmt.Sprintf(`xmlUrl="%s"`, h.sim.URL(host, path))
}

// run visits all homepages that are due.
func (h *harness) run() {
	h.t.Helper()
	if err := h.visits.Run(h.t.Context(), h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) list(f suggestion.Filter) []suggestion.Suggestion {
	h.t.Helper()
	f.Kind = suggestion.Field
	page, err := h.suggestions.List(h.t.Context(), suggestion.Query{Filter: f, OldestFirst: true, Limit: 500})
	if err != nil {
		h.t.Fatal(err)
	}
	return page.Suggestions
}

// values returns the suggested values of a source, by field.
func (h *harness) values(sourceID uuid.UUID) map[suggestion.FieldName]string {
	h.t.Helper()
	found := map[suggestion.FieldName]string{}
	for _, g := range h.list(suggestion.Filter{SourceIDs: []uuid.UUID{sourceID}}) {
		found[g.Field] = g.Evidence.After
	}
	return found
}

func (h *harness) decide(decision suggestion.Decision, ids ...uuid.UUID) []suggestion.Result {
	h.t.Helper()
	decided, err := h.suggestions.Decide(h.t.Context(), h.actor, suggestion.DecideInput{Decision: decision, IDs: ids})
	if err != nil {
		h.t.Fatal(err)
	}
	return decided.Results
}

// only returns the open suggestion for a field of a source.
func (h *harness) only(sourceID uuid.UUID, field suggestion.FieldName) suggestion.Suggestion {
	h.t.Helper()
	list := h.list(suggestion.Filter{SourceIDs: []uuid.UUID{sourceID}, Field: field})
	if len(list) != 1 {
		h.t.Fatalf("%d suggestions for %s", len(list), field)
	}
	return list[0]
}

// sourceOf returns the source with a domain.
func (h *harness) sourceOf(domain string) *source.Source {
	h.t.Helper()
	var id uuid.UUID
	if err := h.db.Pool.QueryRow(h.t.Context(), "SELECT id FROM sources WHERE canonical_domain = $1",
		domain).Scan(&id); err != nil {
		h.t.Fatalf("%s: %v", domain, err)
	}
	return h.get(id)
}

func (h *harness) get(id uuid.UUID) *source.Source {
	h.t.Helper()
	found, err := h.register.Get(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return found
}

func (h *harness) exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.db.Pool.Exec(h.t.Context(), sql, args...); err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) count(from string, args ...any) (n int) {
	h.t.Helper()
	if err := h.db.Pool.QueryRow(h.t.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// requests returns the number of requests for the path of a host.
func (h *harness) requests(host, path string) (n int) {
	for _, r := range h.sim.Requests(host) {
		if r.Path == path {
			n++
		}
	}
	return n
}

// waitUntil waits until a condition holds, for at most 20 s.
func waitUntil(t *testing.T, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("not within 20 s: %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
