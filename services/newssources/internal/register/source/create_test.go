package source

import (
	"context"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

func TestSecondSourceOfAnOutletNeedsAReasonAndAPath(t *testing.T) {
	t.Parallel()
	ctx, actor := context.Background(), audit.Actor{Name: "Test"}
	r := NewRegister(postgres.FromPool(testdb.New(t)), nil)
	add := func(homepage, reason string) (*Source, error) {
		return r.Create(ctx, actor,
			CreateInput{Details: Details{Name: "Example", HomepageURL: homepage}, DuplicateReason: reason})
	}
	if _, err := add("https://example.org/", "unnecessary reason"); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ homepage, reason string }{
		"without a reason":    {"https://example.org/sport", ""},
		"with a blank reason": {"https://example.org/sport", "  "},
		"without a path":      {"https://www.example.org/", "another team"},
	} {
		if _, err := add(c.homepage, c.reason); !problem.Is(err, problem.DuplicateSource) {
			t.Errorf("%s: %v, want duplicate_source", name, err)
		}
	}
	sport, err := add("https://example.org/sport/", "separate team")
	if err != nil {
		t.Fatal(err)
	}
	if sport.PathPrefix != "/sport" || !strings.Contains(sport.Notes, "separate team") {
		t.Errorf("path prefix %q, notes %q", sport.PathPrefix, sport.Notes)
	}
	if _, err := add("https://example.org/sport", "again"); !problem.Is(err, problem.DuplicateSource) {
		t.Errorf("the same section twice: %v, want duplicate_source", err)
	}
	edited, err := r.Update(ctx, actor, sport.ID, sport.Version, func(d *Details) { d.Name = "Example Sport" })
	if err != nil || edited.PathPrefix != "/sport" {
		t.Errorf("an edit of its name: prefix %q, error %v", edited.PathPrefix, err)
	}
}

// TestForbiddenOutletStaysForbidden checks that a source that is added again inherits “forbidden” from the archived
// one, which only a reason lifts.
func TestForbiddenOutletStaysForbidden(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	input := CreateInput{Details: Details{Name: "Paper", HomepageURL: "https://paper.example/", Rights: RightsForbidden,
		RightsNote: "A letter of May 12."}}
	paper := r.must(r.Create(t.Context(), r.actor, input))
	r.must(r.Archive(t.Context(), r.actor, paper.ID, paper.Version))
	input.Rights, input.RightsNote = "permitted", ""
	again := r.must(r.Create(t.Context(), r.actor, input))
	if again.Rights != RightsForbidden || again.RightsNote != "A letter of May 12." {
		t.Errorf("the new source is %s: %q", again.Rights, again.RightsNote)
	}
	for note, isReason := range map[string]bool{"": false, "A letter  of May 12.": false, ".": false, "They agreed.": true} {
		d := again.Details
		d.Rights, d.RightsNote = "permitted", note
		if err := d.CheckRightsNote(again.Details); (err == nil) != isReason {
			t.Errorf("%q: %v", note, err)
		}
	}
}

// TestAddressesOfArchivedForbiddenSource gives addresses of an archived forbidden source to others, which become
// forbidden unless a new note on rights says why not.
func TestAddressesOfArchivedForbiddenSource(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	archive := func(domain string) {
		t.Helper()
		s := r.create(domain, func(input *CreateInput) {
			input.Rights, input.RightsNote = RightsForbidden, "A letter of May 12."
			input.Aliases = []Alias{{Kind: AliasDomain, Value: "old-" + domain}}
		})
		r.must(r.Archive(t.Context(), r.actor, s.ID, s.Version))
	}
	archive("forbidden.example")
	other := r.create("other.example", func(input *CreateInput) { input.Rights, input.RightsNote = "permitted", "A contract" })
	changes := map[string]struct {
		change  func(*Details)
		inherit bool
	}{
		"homepage":           {func(d *Details) { d.HomepageURL = "https://forbidden.example/news" }, true},
		"former domain":      {func(d *Details) { d.HomepageURL = "https://old-forbidden.example/" }, true},
		"alias":              {func(d *Details) { d.SetAliases([]Alias{{Kind: AliasDomain, Value: "forbidden.example"}}) }, true},
		"with other rights":  {func(d *Details) { d.HomepageURL, d.Rights = "https://forbidden.example/", "restricted" }, true},
		"with a reason":      {func(d *Details) { d.HomepageURL, d.RightsNote = "https://forbidden.example/", "They agreed." }, false},
		"an unrelated alias": {func(d *Details) { d.SetAliases([]Alias{{Kind: AliasDomain, Value: "more.example"}}) }, false},
	}
	for name, c := range changes {
		outcomes, err := PlanEdits(t.Context(), r.db.Pool, []Edit{{ID: other.ID, Version: other.Version,
			Change: func(_ *Source, after *Details) error { c.change(after); return nil }}}, nil)
		if err != nil || outcomes[0].Err != nil {
			t.Fatal(err, outcomes[0].Err)
		}
		after := outcomes[0].After
		isInherited := after.Rights == RightsForbidden && after.RightsNote == "A letter of May 12."
		if isInherited != c.inherit || (after.Rights == RightsForbidden) != c.inherit {
			t.Errorf("%s: %s, %q", name, after.Rights, after.RightsNote)
		}
	}
	for _, c := range []struct {
		domain  string
		aliases []Alias
	}{{"old-forbidden.example", nil}, {"new.example", []Alias{{Kind: AliasDomain, Value: "old-forbidden.example"}}}} {
		s := r.create(c.domain, func(input *CreateInput) { input.Aliases = c.aliases })
		if s.Rights != RightsForbidden {
			t.Errorf("a new source at %s with %v is %s", c.domain, c.aliases, s.Rights)
		}
		r.must(r.Archive(t.Context(), r.actor, s.ID, s.Version))
	}
	first := r.create("twice.example")
	first = r.must(r.Archive(t.Context(), r.actor, first.ID, first.Version))
	if first = r.must(r.Unarchive(t.Context(), r.actor, first.ID, first.Version)); first.Rights != RightsUnknown {
		t.Errorf("unarchived: %s", first.Rights)
	}
	first = r.must(r.Archive(t.Context(), r.actor, first.ID, first.Version))
	archive("twice.example")
	if first = r.must(r.Unarchive(t.Context(), r.actor, first.ID, first.Version)); first.Rights != RightsForbidden {
		t.Errorf("unarchived after a forbidden source: %s", first.Rights)
	}
}
