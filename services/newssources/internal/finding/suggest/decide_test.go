package suggest

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// importSource imports a source and returns it with proposals for all fields.
func (h *harness) importSource() *source.Source {
	h.t.Helper()
	h.importList(h.outline("elejemplo.test", "/rss/portada.xml"))
	h.run()
	return h.sourceOf("elejemplo.test")
}

func (h *harness) update(s *source.Source, change func(*source.Details)) *source.Source {
	h.t.Helper()
	changed, err := h.register.Update(h.t.Context(), h.actor, s.ID, s.Version, change)
	if err != nil {
		h.t.Fatal(err)
	}
	return changed
}

func TestAcceptedProposalsAreEdits(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	before := h.importSource()
	var ids []uuid.UUID
	for _, p := range h.list(Filter{}) {
		ids = append(ids, p.ID)
	}
	for _, r := range h.decide(Accept, ids...) {
		if r.Outcome != Accepted || r.Detail != "" {
			t.Errorf("%+v", r)
		}
	}
	after := h.get(before.ID)
	if after.Name != "El Ejemplo" || after.Country != "ES" || !slices.Equal(after.Languages, []string{"es"}) ||
		after.Logo == "" ||
		after.HomepageURL != h.sim.URL("elejemplo.test", "/") || after.IsNameDerived || after.IsHomepageDerived {
		t.Errorf("after: %+v", after)
	}
	if logo, err := h.register.Logo(t.Context(), after.ID); err != nil || len(logo.PNG) == 0 {
		t.Errorf("logo: %v", err)
	}
	history, err := h.register.History(t.Context(), after.ID, uuid.Nil, 100)
	if err != nil {
		t.Fatal(err)
	}
	edits := 0
	for _, entry := range history {
		if entry.Action == "source.updated" && entry.Actor.Name == h.actor.Name && len(entry.Changes) == 1 {
			edits++
		}
	}
	if edits != len(ids) || after.Version != before.Version+len(ids) {
		t.Errorf("%d edits in the history, version %d", edits, after.Version)
	}
	if open := h.list(Filter{}); len(open) != 0 {
		t.Errorf("still open: %+v", open)
	}
	if r := h.decide(Accept, ids[0])[0]; r.Outcome != Gone || r.Detail == "" {
		t.Errorf("accepted twice: %+v", r)
	}
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if open := h.list(Filter{}); len(open) != 0 {
		t.Errorf("proposed after they were accepted: %+v", open)
	}
}

func TestDismissedValuesAreNotProposedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	if r := h.decide(Dismiss, h.proposal(s.ID, Country).ID)[0]; r.Outcome != Dismissed {
		t.Fatalf("%+v", r)
	}
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if got := h.values(s.ID); got[Country] != "" || len(got) != 4 {
		t.Errorf("after another visit: %v", got)
	}
	if h.get(s.ID).Version != s.Version {
		t.Error("the source was changed")
	}
}

func TestEditsCloseProposals(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	country := h.proposal(s.ID, Country)
	s = h.update(s, func(d *source.Details) { d.Country, d.Name = "MX", "El Otro" })
	if got := h.values(s.ID); got[Country] != "" || got[Name] != "" || len(got) != 3 {
		t.Errorf("after the edit: %v", got)
	}
	if r := h.decide(Accept, country.ID)[0]; r.Outcome != Gone {
		t.Errorf("%+v", r)
	}
	s = h.update(s, func(d *source.Details) { d.Country = "" })
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if got := h.values(s.ID); got[Country] != "ES" || got[Name] != "" {
		t.Errorf("after the country was removed: %v", got)
	}
	if _, err := h.register.Archive(t.Context(), h.actor, s.ID, s.Version); err != nil {
		t.Fatal(err)
	}
	if got := h.list(Filter{}); len(got) != 0 || h.count("visits") != 0 {
		t.Errorf("after archiving: %+v", got)
	}
}

// TestChangedFieldsAreKept covers fields that were edited without deleting their proposals.
func TestChangedFieldsAreKept(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	country, name := h.proposal(s.ID, Country), h.proposal(s.ID, Name)
	h.exec("UPDATE sources SET country = 'MX', name = 'Typed', version = version + 1")
	results := h.decide(Accept, country.ID, name.ID)
	for _, r := range results {
		if r.Outcome != Changed || r.Detail == "" {
			t.Errorf("%+v", r)
		}
	}
	if after := h.get(s.ID); after.Country != "MX" || after.Name != "Typed" {
		t.Errorf("overwritten: %+v", after)
	}
}

func TestHomepageOfAnotherSourceIsRefused(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	homepage := h.proposal(s.ID, Homepage)
	other, err := h.register.Create(t.Context(), h.actor,
		source.CreateInput{Details: source.Details{Name: "Other", HomepageURL: "https://other.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	h.exec("UPDATE proposals SET value = 'https://other.example/' WHERE id = $1", homepage.ID)
	r := h.decide(Accept, homepage.ID)[0]
	if r.Outcome != Refused || r.Existing == nil || r.Existing.ID != other.ID || r.Detail == "" {
		t.Errorf("%+v", r)
	}
	if got := h.proposal(s.ID, Homepage); got.ID != homepage.ID {
		t.Error("the proposal was closed")
	}
}

// TestDecidingAllInBatches verifies that consecutive batches decide every proposal up to the last
// one that the person saw, and that proposals which cannot be accepted do not stop them.
func TestDecidingAllInBatches(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const sources = 2*MaxBatch + 30
	h.exec(`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		endpoint_kinds, languages, country)
		SELECT gen_random_uuid(), now(), now(), 'Paper ' || n, 'paper', '', 'https://n' || n || '.test/', 'n' || n || '.test',
			'[]', '[]',
			CASE WHEN n % 10 = 0 THEN 'SE' ELSE '' END FROM generate_series(1, $1::int) n`, sources)
	h.exec(`INSERT INTO proposals (id, source_id, field, value, origin, created_at)
		SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(row_number() OVER (ORDER BY s.id)), 12, '0'))::uuid, s.id,
			'country', 'NO', 'test', now() FROM sources s`)
	h.exec(`INSERT INTO proposals (id, source_id, field, value, origin, created_at)
		SELECT gen_random_uuid(), s.id, 'languages', 'no', 'test', now() FROM sources s`)
	through := h.list(Filter{Field: Country})[sources-2].ID // the last proposal is newer than the page that the person saw
	input := DecideInput{Decision: Accept, Filter: Filter{Field: Country}, Through: through}
	outcomes := map[Outcome]int{}
	for {
		batch, err := h.proposals.Decide(t.Context(), h.actor, input)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range batch.Results {
			outcomes[r.Outcome]++
		}
		if input.After = batch.Next; batch.Next == uuid.Nil {
			break
		}
	}
	if outcomes[Accepted]+outcomes[Changed] != sources-1 || outcomes[Changed] < sources/10-1 {
		t.Errorf("%v", outcomes)
	}
	if open := h.count("proposals WHERE state = 'open' AND field = 'country'"); open != 1 {
		t.Errorf("%d open", open)
	}
	if n := h.count("sources WHERE country = 'SE'"); n != sources/10 {
		t.Errorf("%d typed countries remain", n)
	}
	summary, err := h.proposals.Summary(t.Context(), Filter{})
	if err != nil || summary.Sources != sources || summary.Fields[Languages] != sources || summary.Fields[Country] != 1 {
		t.Errorf("%+v, %v", summary, err)
	}
}

func TestListPagesForwardAndBack(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importSource()
	all := h.list(Filter{})
	if summary, err := h.proposals.Summary(t.Context(), Filter{}); err != nil || summary.Newest != all[len(all)-1].ID {
		t.Errorf("the newest is %+v, %v", summary, err)
	}
	first, err := h.proposals.List(t.Context(), Query{Limit: 2})
	if err != nil || len(first.Proposals) != 2 || first.Prev != "" || first.Next == "" {
		t.Fatalf("%+v, %v", first, err)
	}
	second, err := h.proposals.List(t.Context(), Query{Limit: 2, Cursor: first.Next})
	if err != nil || len(second.Proposals) != 2 || second.Proposals[0].ID != all[2].ID || second.Prev == "" {
		t.Fatalf("%+v, %v", second, err)
	}
	back, err := h.proposals.List(t.Context(), Query{Limit: 2, Cursor: second.Prev})
	if err != nil || len(back.Proposals) != 2 || back.Proposals[0].ID != all[0].ID || back.Prev != "" || back.Next == "" {
		t.Errorf("%+v, %v", back, err)
	}
	if _, err := h.proposals.List(t.Context(), Query{Limit: 2, Cursor: "x"}); err == nil {
		t.Error("an invalid cursor was accepted")
	}
}
