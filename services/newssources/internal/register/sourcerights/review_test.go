package sourcerights_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

var (
	reserved = rights.Signal{Kind: rights.RobotsAgents, Value: "GPTBot", Address: "https://paper.example/robots.txt"}
	ada      = audit.Actor{Name: "Ada", Email: "ada@example.org", Role: "editor"}
)

type harness struct {
	*testing.T
	db       *postgres.DB
	register *source.Register
	rights   *sourcerights.Service
	source   *source.Source
}

func newHarness(t *testing.T, setting source.Rights) *harness {
	t.Helper()
	db := postgres.FromPool(testdb.New(t))
	h := &harness{T: t, db: db, register: source.NewRegister(db, nil), rights: sourcerights.New(db)}
	created, err := h.register.Create(t.Context(), ada, source.CreateInput{
		Details: source.Details{Name: "The Paper", HomepageURL: "https://paper.example/", Rights: setting},
		Endpoints: []source.EndpointDetails{{Kind: feed.RSS, URL: "https://paper.example/feed",
			Intent: source.EndpointActive}},
	})
	if err != nil {
		t.Fatal(err)
	}
	h.source = created
	return h
}

func (h *harness) do(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// read stores what the robots.txt of the endpoint declares, and reviews it.
func (h *harness) read(signals ...rights.Signal) {
	h.Helper()
	h.readOf(h.source.Endpoints[0].ID, signals...)
}

// readOf stores what the robots.txt of an endpoint declares, and reviews it.
func (h *harness) readOf(endpoint uuid.UUID, signals ...rights.Signal) {
	h.Helper()
	batch := &pgx.Batch{}
	sourcerights.QueueEndpoints(batch, []sourcerights.Reading{{ID: endpoint, Place: sourcerights.Robots,
		RobotsURL: reserved.Address, Signals: signals}})
	h.do(h.db.Pool.SendBatch(h.Context(), batch).Close())
	h.do(h.rights.Review(h.Context()))
}

// visit stores what a visit reads, and reviews it.
func (h *harness) visit(readings ...sourcerights.Reading) {
	h.Helper()
	readings = append(readings, sourcerights.Reading{Place: sourcerights.Homepage})
	for i := range readings {
		readings[i].ID = h.source.ID
	}
	h.do(h.db.Tx(h.Context(), func(tx postgres.Tx) error { return sourcerights.SaveSource(h.Context(), tx, readings) }))
	h.do(h.rights.Review(h.Context()))
}

func (h *harness) exec(statement string, args ...any) {
	h.Helper()
	_, err := h.db.Pool.Exec(h.Context(), statement, args...)
	h.do(err)
}

// want checks the state of machine learning, the review, and the number of changes in the history.
func (h *harness) want(state rights.State, review sourcerights.Review, changes int) {
	h.Helper()
	var gotState rights.State
	var gotReview sourcerights.Review
	var gotChanges int
	h.do(h.db.Pool.QueryRow(h.Context(), `SELECT use_machine_learning, rights_review,
		(SELECT count(*) FROM audit_events WHERE source_id = s.id AND action = 'source.uses_changed')
		FROM sources s WHERE id = $1`, h.source.ID).Scan(&gotState, &gotReview, &gotChanges))
	overview, err := h.rights.Get(h.Context(), h.source.ID)
	h.do(err)
	if gotState != state || gotReview != review || gotChanges != changes ||
		overview.Uses[rights.MachineLearning].State != state || overview.Review != review {
		h.Errorf("%s, review %q, %d changes; shown %+v", gotState, gotReview, gotChanges, overview)
	}
}

// TestSiteReservesMachineLearning follows a source from its first reading to the end of the reservation.
func TestSiteReservesMachineLearning(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	h.read()
	h.want(rights.Unknown, sourcerights.NoReview, 0)
	h.read(reserved)
	h.want(rights.Reserved, sourcerights.Signals, 1)
	h.do(h.rights.Reviewed(t.Context(), ada, h.source.ID))
	h.want(rights.Reserved, sourcerights.NoReview, 1)
	h.read() // for a minute
	h.read(reserved)
	h.want(rights.Reserved, sourcerights.NoReview, 1)
	h.read()
	h.exec("UPDATE rights_signals SET missing_since = now() - interval '25 hours' WHERE missing_since IS NOT NULL")
	h.do(h.rights.Review(t.Context()))
	h.want(rights.Unknown, sourcerights.Signals, 2)
	overview, err := h.rights.Get(t.Context(), h.source.ID)
	h.do(err)
	if len(overview.InForce) != 0 || len(overview.Former) != 1 || overview.Former[0].Signal != reserved {
		t.Errorf("%+v", overview)
	}
}

// TestFirstReadingNeedsReviewOnlyIfItContradictsAMember checks that an import of many sources makes no
// work.
func TestFirstReadingNeedsReviewOnlyIfItContradictsAMember(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	h.read(reserved)
	h.want(rights.Reserved, sourcerights.NoReview, 0)
	h = newHarness(t, source.Rights(rights.PermittedRights))
	h.want(rights.Allowed, sourcerights.NoReview, 0)
	h.read(reserved)
	h.want(rights.Reserved, sourcerights.Signals, 1)
}

// TestRightsOfSourceChangeUses checks that an edit of the rights takes effect in its transaction.
func TestRightsOfSourceChangeUses(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	for _, c := range []struct {
		to      source.Rights
		want    rights.State
		changes int
	}{{source.RightsForbidden, rights.Forbidden, 1}, {source.Rights(rights.RestrictedRights), rights.Reserved, 2},
		{source.Rights(rights.PermittedRights), rights.Allowed, 3}, {source.RightsUnknown, rights.Unknown, 4}} {
		current, err := h.register.Get(t.Context(), h.source.ID)
		h.do(err)
		_, err = h.register.Update(t.Context(), ada, h.source.ID, current.Version,
			func(d *source.Details) { d.Rights, d.RightsNote = c.to, "Agreed on as "+string(c.to) })
		h.do(err)
		h.want(c.want, sourcerights.NoReview, c.changes)
	}
}

// TestContractGoesBeforeSignals follows a contract from its beginning to its end.
func TestContractGoesBeforeSignals(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	h.read(reserved)
	end := time.Now().UTC().AddDate(0, 0, 60).Truncate(24 * time.Hour)
	contract := sourcerights.Contract{Party: "Paper Media Ltd", Document: "https://files.example/17", ValidUntil: &end,
		Uses: map[rights.Use]rights.State{rights.MachineLearning: rights.Allowed}, Reason: "Licence for 2026"}
	h.do(h.rights.SaveContract(t.Context(), ada, h.source.ID, contract))
	h.want(rights.Allowed, sourcerights.NoReview, 1)
	if err := h.rights.SaveContract(t.Context(), ada, h.source.ID, contract); err == nil {
		t.Error("a contract that another member has recorded was replaced")
	}
	h.do(h.rights.Review(t.Context()))
	h.want(rights.Allowed, sourcerights.NoReview, 1)
	h.exec("UPDATE rights_contracts SET valid_until = current_date + 29")
	h.do(h.rights.Review(t.Context()))
	h.want(rights.Allowed, sourcerights.ContractEnds, 2) // without it, open pages would not show the notice
	h.do(h.rights.Reviewed(t.Context(), ada, h.source.ID))
	h.do(h.rights.Review(t.Context()))
	h.want(rights.Allowed, sourcerights.NoReview, 2)
	h.exec("UPDATE rights_contracts SET valid_until = current_date - 1")
	h.do(h.rights.Review(t.Context()))
	h.want(rights.Reserved, sourcerights.ContractEnded, 3)
	h.do(h.rights.DeleteContract(t.Context(), ada, h.source.ID, 1, "Not renewed"))
	h.want(rights.Reserved, sourcerights.NoReview, 3)
	var reasons int
	h.do(h.db.Pool.QueryRow(t.Context(), `SELECT count(*) FROM audit_events
		WHERE action = 'source.contract_changed' AND actor_email = 'ada@example.org'
			AND changes @> '[{"field": "contract_reason"}]'`).Scan(&reasons))
	if reasons != 2 {
		t.Errorf("%d changes of the contract in the history", reasons)
	}
}

func TestInvalidContracts(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	yesterday := time.Now().AddDate(0, 0, -1)
	uses := map[rights.Use]rights.State{rights.Link: rights.Allowed}
	for name, c := range map[string]sourcerights.Contract{
		"empty":   {},
		"no uses": {Party: "a", Document: "b", Reason: "c"},
		"unknown use": {Party: "a", Document: "b", Reason: "c",
			Uses: map[rights.Use]rights.State{"resale": rights.Allowed}},
		"unknown state": {Party: "a", Document: "b", Reason: "c",
			Uses: map[rights.Use]rights.State{rights.Link: rights.Unknown}},
		"ended":     {Party: "a", Document: "b", Reason: "c", Uses: uses, ValidUntil: &yesterday},
		"no reason": {Party: "a", Document: "b", Reason: " \n", Uses: uses},
		"long":      {Party: fmt.Sprintf("%0201d", 1), Document: "b", Reason: "c", Uses: uses},
	} {
		if err := h.rights.SaveContract(t.Context(), ada, h.source.ID, c); err == nil {
			t.Errorf("%s: was saved", name)
		}
	}
	good := sourcerights.Contract{Party: "a", Document: "b", Reason: "c", Uses: uses}
	if err := h.rights.SaveContract(t.Context(), ada, uuid.New(), good); err == nil {
		t.Error("a contract of an unknown source was saved")
	}
}

// TestUnchangedReadingsWriteNothing checks that checks of unchanged sites write no rows.
func TestUnchangedReadingsWriteNothing(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	h.read(reserved)
	version := func() (v string) {
		h.do(h.db.Pool.QueryRow(context.Background(), "SELECT string_agg(xmin::text, ' ') FROM endpoint_rights").Scan(&v))
		return v
	}
	before := version()
	h.read(reserved)
	if after := version(); after != before {
		t.Errorf("rows were written: %s, before %s", after, before)
	}
}

// TestFirstVisitIsNoChange reads an endpoint first and the homepage later, as the checks and visits of a new
// source do. A file that appears after the first visit is a change.
func TestFirstVisitIsNoChange(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	file := sourcerights.Reading{Place: sourcerights.TDMRepFile, Signals: []rights.Signal{{
		Kind: rights.TDMReservation, Value: "1", Address: "https://paper.example/.well-known/tdmrep.json"}}}
	h.read()
	h.visit(file)
	h.want(rights.Reserved, sourcerights.NoReview, 0)

	h = newHarness(t, source.RightsUnknown)
	h.read()
	h.visit()
	h.want(rights.Unknown, sourcerights.NoReview, 0)
	h.visit(file)
	h.want(rights.Reserved, sourcerights.Signals, 1)
}

// TestChecksReplaceOlderReadingsOfRobots reads a robots.txt by a visit and by two endpoints, one of which is
// paused. What the checks read later replaces all of it. Without checks, the other readings count.
func TestChecksReplaceOlderReadingsOfRobots(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsUnknown)
	other, err := h.register.AddEndpoint(t.Context(), ada, h.source.ID, source.EndpointDetails{Kind: feed.RSS,
		URL: "https://paper.example/sport", Intent: source.EndpointActive})
	h.do(err)
	h.visit(sourcerights.Reading{Place: sourcerights.Robots, RobotsURL: reserved.Address,
		Signals: []rights.Signal{reserved}})
	h.read(reserved)
	h.readOf(other.ID, reserved)
	h.exec("UPDATE endpoints SET intent = 'paused' WHERE id = $1", other.ID)
	signal := rights.Signal{Kind: rights.ContentUsage, Value: "train-ai=y", Address: reserved.Address}
	h.read(signal)
	h.exec("UPDATE rights_signals SET missing_since = now() - interval '25 hours' WHERE missing_since IS NOT NULL")
	h.do(h.rights.Review(t.Context()))
	h.want(rights.Allowed, sourcerights.Signals, 1)
	h.exec("UPDATE endpoints SET intent = 'paused'")
	h.visit(sourcerights.Reading{Place: sourcerights.Robots, RobotsURL: reserved.Address,
		Signals: []rights.Signal{{Kind: rights.RobotsAgents, Value: "CCBot", Address: reserved.Address}}})
	h.want(rights.Reserved, sourcerights.Signals, 2)
}

// TestProhibition covers addresses below the domains, paths and aliases of forbidden sources and of others.
func TestProhibition(t *testing.T) {
	t.Parallel()
	h := newHarness(t, source.RightsForbidden)
	create := func(homepage string, rights source.Rights, aliases ...source.Alias) *source.Source {
		t.Helper()
		made, err := h.register.Create(t.Context(), ada, source.CreateInput{Details: source.Details{Name: homepage,
			HomepageURL: "https://" + homepage, Rights: rights, Aliases: aliases},
			Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://feeds.example/" + homepage}}})
		h.do(err)
		return made
	}
	archive := func(s *source.Source) *source.Source {
		t.Helper()
		s, err := h.register.Archive(t.Context(), ada, s.ID, s.Version)
		h.do(err)
		return s
	}
	create("former.example", source.RightsUnknown)
	create("forbidden.example/", source.RightsForbidden, source.Alias{Kind: source.AliasDomain, Value: "old.example"},
		source.Alias{Kind: source.AliasPath, Value: "shared.example/forbidden"},
		source.Alias{Kind: source.AliasName, Value: "name.example"})
	create("shared.example/", source.RightsUnknown, source.Alias{Kind: source.AliasPath, Value: "old.example/sold"})
	archive(create("archived.example", source.RightsForbidden,
		source.Alias{Kind: source.AliasDomain, Value: "old-archived.example"}))
	archive(create("archived-permitted.example", "permitted"))
	archive(create("again.example", source.RightsForbidden))
	again := create("again.example", source.RightsUnknown)
	_, err := h.register.Update(t.Context(), ada, again.ID, again.Version,
		func(d *source.Details) { d.Rights, d.RightsNote = "permitted", "They agreed." })
	h.do(err)
	// As a merge adds it, although another source has the domain.
	_, err = h.db.Pool.Exec(t.Context(), `UPDATE sources
		SET aliases = aliases || '[{"kind": "domain", "value": "former.example", "origin": "merge"}]'
		WHERE canonical_domain = 'forbidden.example'`)
	h.do(err)
	for address, isForbidden := range map[string]bool{
		"https://paper.example/":                    true,
		"https://www.paper.example/a/b?c":           true,
		"http://old.example/":                       true,
		"https://feeds.old.example/rss.xml":         true,
		"https://old.example/sold/feed":             false,
		"https://old.example/soldier":               true,
		"https://shared.example/":                   false,
		"https://shared.example/forbidden":          true,
		"https://shared.example/forbidden/feed.xml": true,
		"https://shared.example/forbidden2/feed":    false,
		"https://name.example/":                     false,
		"https://former.example/":                   false,
		"https://other.example/paper.example":       false,
		"https://archived.example/rss":              true,
		"https://old-archived.example/":             true,
		"https://feeds.example/archived.example":    true,
		"https://archived-permitted.example/":       false,
		"https://again.example/rss":                 false,
		"https://feeds.example/again.example":       false,
	} {
		at, err := weburl.Parse(address)
		h.do(err)
		reason, err := sourcerights.Prohibition(t.Context(), h.db.Pool, at)
		if h.do(err); (reason != "") != isForbidden {
			t.Errorf("%s: %q", address, reason)
		}
	}
}
