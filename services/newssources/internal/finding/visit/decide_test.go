package visit

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// importSource imports a source and returns it with suggestions for all fields.
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

func TestAcceptedSuggestionsAreEdits(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	before := h.importSource()
	var ids []uuid.UUID
	for _, p := range h.list(suggestion.Filter{}) {
		ids = append(ids, p.ID)
	}
	for _, r := range h.decide(suggestion.Accept, ids...) {
		if r.Outcome != suggestion.AcceptedOutcome || r.Detail != "" {
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
	if open := h.list(suggestion.Filter{}); len(open) != 0 {
		t.Errorf("still open: %+v", open)
	}
	if r := h.decide(suggestion.Accept, ids[0])[0]; r.Outcome != suggestion.Gone || r.Detail == "" {
		t.Errorf("accepted twice: %+v", r)
	}
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if open := h.list(suggestion.Filter{}); len(open) != 0 {
		t.Errorf("suggested after they were accepted: %+v", open)
	}
}

// TestUndoOfAcceptedValues accepts a value, or all of a source together, and undoes it.
func TestUndoOfAcceptedValues(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	before := h.importSource()
	country := h.only(before.ID, suggestion.CountryField)
	h.decide(suggestion.Accept, country.ID)
	if r := h.decide(suggestion.Undo, country.ID)[0]; r.Outcome != suggestion.UndoneOutcome {
		t.Errorf("%+v", r)
	}
	if after := h.get(before.ID); after.Country != "" {
		t.Errorf("the country is %s", after.Country)
	}
	if r := h.decide(suggestion.Undo, country.ID)[0]; r.Outcome != suggestion.Gone {
		t.Errorf("undone twice: %+v", r)
	}
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	var ids []uuid.UUID
	for _, g := range h.list(suggestion.Filter{}) {
		ids = append(ids, g.ID)
	}
	h.decide(suggestion.Accept, ids...)
	for _, r := range h.decide(suggestion.Undo, ids...) {
		if r.Outcome != suggestion.UndoneOutcome {
			t.Errorf("%+v", r)
		}
	}
	after := h.get(before.ID)
	if len(ids) != 5 || after.Name != before.Name || after.Country != "" || len(after.Languages) != 0 ||
		after.Logo != "" || after.HomepageURL != before.HomepageURL {
		t.Errorf("%d values were accepted together; after the undo: %+v", len(ids), after)
	}
}

func TestDismissedValuesAreNotSuggestedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	country := h.only(s.ID, suggestion.CountryField)
	if r := h.decide(suggestion.Dismiss, country.ID)[0]; r.Outcome != suggestion.DismissedOutcome {
		t.Fatalf("%+v", r)
	}
	if r := h.decide(suggestion.Undo, country.ID)[0]; r.Outcome != suggestion.Gone || r.Detail == "" {
		t.Errorf("an undo: %+v", r)
	}
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if got := h.values(s.ID); got[suggestion.CountryField] != "" || len(got) != 4 {
		t.Errorf("after another visit: %v", got)
	}
	if h.get(s.ID).Version != s.Version {
		t.Error("the source was changed")
	}
}

// TestLostValuesAreSuggestedAgain covers a value that was accepted and then removed by an edit.
func TestLostValuesAreSuggestedAgain(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	h.decide(suggestion.Accept, h.only(s.ID, suggestion.CountryField).ID)
	h.update(h.get(s.ID), func(d *source.Details) { d.Country = "" })
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if got := h.values(s.ID); got[suggestion.CountryField] != "ES" || len(got) != 5 {
		t.Errorf("after another visit: %v", got)
	}
	if h.events["field open"] != 6 || h.events["field accepted"] != 1 {
		t.Errorf("counted: %v", h.events)
	}
}

func TestEditsCloseSuggestions(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	country := h.only(s.ID, suggestion.CountryField)
	s = h.update(s, func(d *source.Details) { d.Country, d.Name = "MX", "El Otro" })
	if got := h.values(s.ID); got[suggestion.CountryField] != "" || got[suggestion.NameField] != "" || len(got) != 3 {
		t.Errorf("after the edit: %v", got)
	}
	if r := h.decide(suggestion.Accept, country.ID)[0]; r.Outcome != suggestion.Gone {
		t.Errorf("%+v", r)
	}
	s = h.update(s, func(d *source.Details) { d.Country = "" })
	h.exec("UPDATE visits SET due_at = now()")
	h.run()
	if got := h.values(s.ID); got[suggestion.CountryField] != "ES" || got[suggestion.NameField] != "" {
		t.Errorf("after the country was removed: %v", got)
	}
	if _, err := h.register.Archive(t.Context(), h.actor, s.ID, s.Version); err != nil {
		t.Fatal(err)
	}
	if got := h.list(suggestion.Filter{}); len(got) != 0 || h.count("visits") != 0 {
		t.Errorf("after archiving: %+v", got)
	}
}

// TestChangedFieldsAreKept covers fields that were edited without deleting their suggestions.
func TestChangedFieldsAreKept(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	s := h.importSource()
	country, name := h.only(s.ID, suggestion.CountryField), h.only(s.ID, suggestion.NameField)
	h.exec("UPDATE sources SET country = 'MX', name = 'Typed', version = version + 1")
	results := h.decide(suggestion.Accept, country.ID, name.ID)
	for _, r := range results {
		if r.Outcome != suggestion.Changed || r.Detail == "" {
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
	homepage := h.only(s.ID, suggestion.HomepageField)
	other, err := h.register.Create(t.Context(), h.actor,
		source.CreateInput{Details: source.Details{Name: "Other", HomepageURL: "https://other.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	h.exec("UPDATE suggestions SET evidence = jsonb_set(evidence, '{after}', '\"https://other.example/\"') WHERE id = $1",
		homepage.ID)
	r := h.decide(suggestion.Accept, homepage.ID)[0]
	if r.Outcome != suggestion.Refused || r.Existing == nil || r.Existing.ID != other.ID || r.Detail == "" {
		t.Errorf("%+v", r)
	}
	if got := h.only(s.ID, suggestion.HomepageField); got.ID != homepage.ID {
		t.Error("the suggestion was closed")
	}
}

// TestDecidingAllInBatches verifies that consecutive batches decide every suggestion up to the last
// one that the person saw, and that suggestions which cannot be accepted do not stop them.
func TestDecidingAllInBatches(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	const sources = 2*suggestion.MaxBatch + 30
	h.exec(`INSERT INTO sources (id, created_at, updated_at, name, name_key, search_text, homepage_url, canonical_domain,
		endpoint_kinds, languages, country)
		SELECT gen_random_uuid(), now(), now(), 'Paper ' || n, 'paper', '', 'https://n' || n || '.test/', 'n' || n || '.test',
			'[]', '[]',
			CASE WHEN n % 10 = 0 THEN 'SE' ELSE '' END FROM generate_series(1, $1::int) n`, sources)
	h.exec(`INSERT INTO suggestions (id, kind, state, source_id, field, subject, evidence)
		SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(row_number() OVER (ORDER BY s.id)), 12, '0'))::uuid,
			'field', 'open', s.id, 'country', 'country=NO', '{"after": "NO"}'
		FROM sources s`)
	h.exec(`INSERT INTO suggestions (id, kind, state, source_id, field, subject, evidence)
		SELECT gen_random_uuid(), 'field', 'open', s.id, 'languages', 'languages=no', '{"after": "no"}' FROM sources s`)
	countries := suggestion.Filter{Field: suggestion.CountryField}
	through := h.list(countries)[sources-2].ID // the last suggestion is newer than the page that the person saw
	input := suggestion.DecideInput{Decision: suggestion.Accept, Filter: countries, Through: through}
	outcomes := map[suggestion.Outcome]int{}
	for {
		decided, err := h.suggestions.Decide(t.Context(), h.actor, input)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range decided.Results {
			outcomes[r.Outcome]++
		}
		if input.After = decided.Next; decided.Next == uuid.Nil {
			break
		}
	}
	if outcomes[suggestion.AcceptedOutcome]+outcomes[suggestion.Changed] != sources-1 ||
		outcomes[suggestion.Changed] < sources/10-1 {
		t.Errorf("%v", outcomes)
	}
	if open := h.count("suggestions WHERE state = 'open' AND field = 'country'"); open != 1 {
		t.Errorf("%d open", open)
	}
	if n := h.count("sources WHERE country = 'SE'"); n != sources/10 {
		t.Errorf("%d typed countries remain", n)
	}
	summary, err := h.suggestions.Summarize(t.Context(), uuid.Nil)
	if err != nil || summary.Sources != sources || summary.Fields[suggestion.LanguagesField] != sources ||
		summary.Fields[suggestion.CountryField] != 1 {
		t.Errorf("%+v, %v", summary, err)
	}
}

func TestListPagesForwardAndBack(t *testing.T) {
	t.Parallel()
	h := newHarness(t)
	h.importSource()
	all := h.list(suggestion.Filter{})
	if summary, err := h.suggestions.Summarize(t.Context(), uuid.Nil); err != nil || summary.Newest != all[len(all)-1].ID {
		t.Errorf("the newest is %+v, %v", summary, err)
	}
	query := suggestion.Query{Filter: suggestion.Filter{Kind: suggestion.Field}, OldestFirst: true, Limit: 2}
	first := h.page(query, "")
	if len(first.Suggestions) != 2 || first.Prev != "" || first.Next == "" {
		t.Fatalf("%+v", first)
	}
	second := h.page(query, first.Next)
	if len(second.Suggestions) != 2 || second.Suggestions[0].ID != all[2].ID || second.Prev == "" {
		t.Fatalf("%+v", second)
	}
	back := h.page(query, second.Prev)
	if len(back.Suggestions) != 2 || back.Suggestions[0].ID != all[0].ID || back.Prev != "" || back.Next == "" {
		t.Errorf("%+v", back)
	}
	query.OldestFirst = false
	newest := h.page(query, "")
	older := h.page(query, newest.Next)
	if newest.Suggestions[0].ID != all[4].ID || older.Suggestions[0].ID != all[2].ID ||
		h.page(query, older.Prev).Suggestions[0].ID != all[4].ID {
		t.Errorf("newest first: %+v, %+v", newest, older)
	}
	query.Cursor = "x"
	if _, err := h.suggestions.List(t.Context(), query); err == nil {
		t.Error("an invalid cursor was accepted")
	}
	if page := h.page(suggestion.Query{Limit: 2}, ""); len(page.Suggestions) != 0 {
		t.Errorf("a list without a kind: %+v", page)
	}
}

func (h *harness) page(query suggestion.Query, cursor string) *suggestion.Page {
	h.t.Helper()
	query.Cursor = cursor
	page, err := h.suggestions.List(h.t.Context(), query)
	if err != nil {
		h.t.Fatal(err)
	}
	return page
}
