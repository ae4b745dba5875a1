package source

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// TestAddressesOfOtherSourcesAreNoAliases checks that an address belongs to one live source.
func TestAddressesOfOtherSourcesAreNoAliases(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	paper, other := r.create("paper.example"), r.create("other.example")
	add := func(s *Source, kind, value string) (*Source, error) {
		return r.Update(t.Context(), r.actor, s.ID, s.Version, func(d *Details) {
			d.SetAliases(append(d.Aliases, Alias{Kind: kind, Value: value}))
		})
	}
	paper = r.must(add(paper, AliasDomain, "old-paper.example"))
	for name, c := range map[string]struct{ kind, value, owner string }{
		"homepage of another source":    {AliasDomain, "https://www.paper.example/", paper.Name},
		"former domain of another one":  {AliasDomain, "old-paper.example", paper.Name},
		"the same as a path, in effect": {AliasPath, "old-paper.example", paper.Name},
	} {
		_, err := add(other, c.kind, c.value)
		if !problem.Is(err, problem.Invalid) || !strings.Contains(problem.As(err).Fields[0].Detail, "“"+c.owner+"”") ||
			problem.As(err).Fields[0].Pointer != "/aliases/0/value" {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := r.Update(t.Context(), r.actor, other.ID, other.Version, func(d *Details) {
		d.HomepageURL = "https://old-paper.example/"
	})
	if !problem.Is(err, problem.Invalid) || problem.As(err).Fields[0].Pointer != "/homepage_url" {
		t.Errorf("a homepage that is an alias of another source: %v", err)
	}
	other = r.must(add(other, AliasName, paper.Name)) // outlets may have one name
	paper = r.must(r.Archive(t.Context(), r.actor, paper.ID, paper.Version))
	other = r.must(add(other, AliasDomain, "old-paper.example"))
	if len(other.Aliases) != 2 {
		t.Errorf("aliases: %v", other.Aliases)
	}
	// An alias that the source has already does not prevent other edits.
	paper = r.must(r.Unarchive(t.Context(), r.actor, paper.ID, paper.Version))
	r.must(add(paper, AliasName, "The Old Paper"))
}

func TestPathsOfAliasesAreNotDropped(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]struct{ kind, alias, problem string }{
		"https://www.old.example/": {AliasDomain, "old.example", ""},
		"old.example/news": {AliasDomain, "",
			"This address has the path /news. Choose the kind “Path” or remove the path."},
		"co.uk":                      {AliasDomain, "", "“co.uk” " + manyOutlets},
		"www.co.uk":                  {AliasDomain, "", "“www.co.uk” " + manyOutlets},
		"https://com.au/news":        {AliasPath, "", "“https://com.au/news” " + manyOutlets},
		"github.io":                  {AliasDomain, "", "“github.io” " + manyOutlets},
		"amazonaws.com":              {AliasDomain, "", "“amazonaws.com” " + manyOutlets},
		"https://t.co/abc":           {AliasDomain, "", "“https://t.co/abc” " + manyOutlets},
		"paper.s3.amazonaws.com":     {AliasDomain, "paper.s3.amazonaws.com", ""},
		"https://www.blogspot.com/":  {AliasDomain, "", "“https://www.blogspot.com/” " + manyOutlets},
		"medium.com":                 {AliasDomain, "", "“medium.com” " + manyOutlets},
		"feeds.feedburner.com":       {AliasDomain, "", "“feeds.feedburner.com” " + manyOutlets},
		"paper.github.io":            {AliasDomain, "paper.github.io", ""},
		"https://www.paper.co.uk/":   {AliasDomain, "paper.co.uk", ""},
		"paper.blogspot.com":         {AliasDomain, "paper.blogspot.com", ""},
		"https://old.example/news/":  {AliasPath, "old.example/news", ""},
		"https://old.example":        {AliasPath, "old.example", ""},
		"https://medium.com/@letter": {AliasDomain, "medium.com/@letter", ""}, // the platform has many outlets
	} {
		var wrong problem.Fields
		a := Alias{Kind: want.kind, Value: value}
		normalizeAlias(&wrong, "/aliases/0", &a)
		err := wrong.Err()
		switch {
		case want.problem != "":
			if !problem.Is(err, problem.Invalid) || problem.As(err).Fields[0].Detail != want.problem {
				t.Errorf("%s: %v", value, err)
			}
		case err != nil || a.Value != want.alias:
			t.Errorf("%s: %+v, %v", value, a, err)
		}
	}
}

// TestAliasesAreFoundByTheirIndex checks the plans for a table without statistics, as after a large import:
// a plan that reads all sources for each alias takes minutes.
func TestAliasesAreFoundByTheirIndex(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	id := r.create("paper.example").ID
	for _, sql := range []string{"ALTER TABLE sources DISABLE TRIGGER USER", `
		INSERT INTO sources
		SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'canonical_domain', n || '.example',
			'notes', repeat('A long note. ', 120)))).*
		FROM sources s, generate_series(1, 3000) n`} {
		if _, err := r.db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	keys, ids, texts := make([]string, 500), make([]uuid.UUID, 500), make([]string, 500)
	for i := range keys {
		texts[i] = fmt.Sprintf("old-paper%d.example", i)
		keys[i], ids[i] = Outlet{Domain: texts[i]}.key(), id
	}
	for sql, args := range map[string][]any{
		selectOwners: {ids, texts, make([]string, len(keys)), keys},
	} {
		rows, err := r.db.Pool.Query(t.Context(), "EXPLAIN "+sql, args...)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if text := strings.Join(plan, "\n"); err != nil || !strings.Contains(text, "sources_by_alias") {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// manyOutlets is the end of the problem of an alias that belongs to many outlets.
const manyOutlets = "belongs to many outlets, each of which has its own address on it. Enter the address of the " +
	"outlet, such as paper.co.uk or paper.github.io."

// TestPathsOfAliasesFindTheirSource finds a source by the longest part of a path that is an alias of it or the path
// of a section.
func TestPathsOfAliasesFindTheirSource(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	paper, portal := r.create("paper.example"), r.create("portal.example")
	section := r.must(r.Create(t.Context(), r.actor, sourceInput("portal.example", func(input *CreateInput) {
		input.Name, input.HomepageURL, input.DuplicateReason = "Sport", "https://portal.example/zurich/sport/", "A section"
		input.Endpoints = nil
	})))
	paper = r.must(r.Update(t.Context(), r.actor, paper.ID, paper.Version, func(d *Details) {
		d.SetAliases([]Alias{{Kind: AliasPath, Value: "portal.example/zurich"},
			{Kind: AliasPath, Value: "other.example/a/b"}})
	}))
	blog := r.must(r.Create(t.Context(), r.actor, sourceInput("blog.paper.example", func(input *CreateInput) {
		input.ImportedOutlet, input.Endpoints = &Outlet{Domain: "blog.paper.example"}, nil
	})))
	for address, want := range map[string]*Source{
		"https://www.blog.paper.example/":          blog,
		"https://en.blog.paper.example/a/feed":     blog,
		"https://news.paper.example/a":             paper,
		"https://portal.example/":                  portal,
		"https://portal.example/zuric":             portal,
		"https://portal.example/zurich":            paper,
		"http://www.portal.example/zurich/feed":    paper,
		"https://portal.example/zurich/sportfeed":  paper,
		"https://portal.example/zurich/sport/feed": section,
		"https://other.example/a/b/c/d?page=1":     paper,
		"https://other.example/a":                  nil,
	} {
		parsed, err := weburl.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		match, err := r.Match(t.Context(), parsed)
		if err != nil || (match == nil) != (want == nil) || match != nil && match.SourceID != want.ID {
			t.Errorf("%s matches %+v, %v", address, match, err)
		}
	}
	for homepage, owner := range map[string]*Source{
		"https://other.example/a/b/":     paper,
		"https://portal.example/zurich/": paper,
		"https://portal.example/news":    portal,
	} {
		_, err := r.Create(t.Context(), r.actor, CreateInput{Details: Details{Name: "Again", HomepageURL: homepage}})
		if !problem.Is(err, problem.DuplicateSource) || !strings.Contains(problem.DetailOf(err), "“"+owner.Name+"”") {
			t.Errorf("a second source for %s: %v", homepage, err)
		}
	}
	_, err := r.Update(t.Context(), r.actor, portal.ID, portal.Version, func(d *Details) {
		d.HomepageURL = "https://portal.example/zurich/home"
	})
	if !problem.Is(err, problem.Invalid) || problem.As(err).Fields[0].Pointer != "/homepage_url" {
		t.Errorf("a homepage that is an alias of another source: %v", err)
	}
	if _, err := r.Create(t.Context(), r.actor, CreateInput{Details: Details{Name: "Free",
		HomepageURL: "https://other.example/a"}}); err != nil {
		t.Errorf("a page above the path of an alias: %v", err)
	}
}

// TestSectionOfAliasHasItsPath creates sections at addresses that are aliases of another source, which keeps the other
// addresses there.
func TestSectionOfAliasHasItsPath(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	paper := r.create("paper.example", func(input *CreateInput) {
		input.Aliases = []Alias{{Kind: AliasDomain, Value: "old.example"}, {Kind: AliasPath, Value: "portal.example/zurich"}}
	})
	owner := func(address string) uuid.UUID {
		t.Helper()
		parsed, err := weburl.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		match, err := r.Match(t.Context(), parsed)
		if err != nil || match == nil {
			t.Fatalf("%s matches %+v, %v", address, match, err)
		}
		return match.SourceID
	}
	for homepage, others := range map[string][]string{
		"https://old.example/sport/":           {"https://old.example/", "https://old.example/politics"},
		"https://portal.example/zurich/sport/": {"https://portal.example/zurich", "https://portal.example/zurich/politics"},
	} {
		section := r.must(r.Create(t.Context(), r.actor, CreateInput{Details: Details{Name: "Sport", HomepageURL: homepage},
			DuplicateReason: "own newsroom"}))
		if !strings.HasSuffix(section.PathPrefix, "/sport") || owner(homepage+"feed") != section.ID {
			t.Errorf("%s is %+v", homepage, section.Outlet)
		}
		for _, other := range others {
			if owner(other) != paper.ID {
				t.Errorf("%s belongs to the section", other)
			}
		}
	}
}

// TestOwnAddressIsNoAlias refuses the address of a source as its alias, and keeps those that it has already.
func TestOwnAddressIsNoAlias(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	own := []Alias{{Kind: AliasName, Value: "Former"}, {Kind: AliasDomain, Value: "www.paper.example"}}
	wantRefused := func(err error) {
		t.Helper()
		if !problem.Is(err, problem.Invalid) || problem.As(err).Fields[0].Pointer != "/aliases/1/value" {
			t.Errorf("its own address as an alias: %v", err)
		}
	}
	_, err := r.Create(t.Context(), r.actor,
		sourceInput("paper.example", func(input *CreateInput) { input.Aliases = own }))
	wantRefused(err)
	paper := r.create("paper.example")
	_, err = r.Update(t.Context(), r.actor, paper.ID, paper.Version, func(d *Details) { d.SetAliases(own) })
	wantRefused(err)
	section := r.must(r.Create(t.Context(), r.actor, CreateInput{Details: Details{Name: "Sport",
		HomepageURL: "https://paper.example/sport"}, DuplicateReason: "A section"}))
	_, err = r.Update(t.Context(), r.actor, section.ID, section.Version, func(d *Details) {
		d.SetAliases([]Alias{own[0], {Kind: AliasPath, Value: "paper.example/sport/"}})
	})
	wantRefused(err)
	paper = r.must(r.Update(t.Context(), r.actor, paper.ID, paper.Version, func(d *Details) {
		d.SetAliases([]Alias{{Kind: AliasDomain, Value: "new.example"}})
	}))
	paper = r.must(r.Update(t.Context(), r.actor, paper.ID, paper.Version, func(d *Details) { // a move to the new domain
		d.HomepageURL = "https://new.example/"
	}))
	if len(paper.Aliases) > 0 {
		t.Errorf("aliases after the move: %v", paper.Aliases)
	}
	changes, err := audit.Diff(nil, Details{Name: "Paper", HomepageURL: "https://paper.example/", Aliases: own})
	if err != nil {
		t.Fatal(err)
	}
	input, err := Deleted{ID: uuid.New(), Changes: changes}.createInput() // of a row of a table, or a restoration
	if err != nil || len(input.Aliases) != 1 {
		t.Errorf("aliases of a row: %v, %v", input.Aliases, err)
	}
}

// TestSearchTextHasUnicodeAliases searches for the Unicode form of an internationalized alias.
func TestSearchTextHasUnicodeAliases(t *testing.T) {
	t.Parallel()
	for kind, value := range map[string]string{AliasDomain: "xn--zrich-blatt-thb.test",
		AliasPath: "xn--zrich-blatt-thb.test/a"} {
		alias := Alias{Kind: kind, Value: value}
		text := derive("Blatt", "https://blatt.test/", Outlet{Domain: "blatt.test"}, []Alias{alias}, nil).search
		if !strings.Contains(text, textkey.Fold("zürich-blatt.test")) || !strings.Contains(text, value) {
			t.Errorf("the search text with the alias %s is %q", value, text)
		}
	}
}
