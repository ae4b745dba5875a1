package merge

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestMergeAndUndo merges two sources and separates them: afterwards both are as before.
func TestMergeAndUndo(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("La Voz", "lavoz.example", "/rss", "/deportes"), r.source("Voz Digital", "voz.example", "/feed")
	r.edit(into, func(d *source.Details) { d.Country = "ES" })
	r.edit(from, func(d *source.Details) {
		d.Country, d.Region, d.Owner, d.Rights = "ES", "ES-GA", "Grupo Voz", source.RightsForbidden
	})
	r.edit(from, func(d *source.Details) { d.Rights, d.RightsNote = source.RightsUnknown, "Permitted by mail" })
	before := []*source.Source{r.get(from), r.get(into)}
	var revision int
	state := func() (n int) {
		r.must(r.db.Pool.QueryRow(t.Context(), "SELECT revision FROM endpoint_states WHERE endpoint_id = $1",
			from.Endpoints[0].ID).Scan(&n))
		return n
	}
	revision = state()

	set := r.merge(from, into)
	gone, left := r.get(from), r.get(into)
	if gone.MergedInto == nil || *gone.MergedInto != into.ID || gone.Lifecycle != source.Archived {
		t.Errorf("the merged source: %+v", gone)
	}
	if left.Country != "ES" || left.Region != "ES-GA" || left.Owner != "Grupo Voz" ||
		!slices.Equal(left.Tags, []string{"La Voz", "Voz Digital"}) {
		t.Errorf("the remaining source: %+v", left.Details)
	}
	want := []source.Alias{
		{Kind: "name", Value: "La Voz", Origin: "merge"}, {Kind: "domain", Value: "lavoz.example", Origin: "merge"},
	}
	if !slices.Equal(left.Aliases, want) {
		t.Errorf("aliases: %+v", left.Aliases)
	}
	r.wantEndpoints(from, 0)
	r.wantEndpoints(into, 3)
	if state() != revision {
		t.Error("the result of a check that runs during the merge would be dropped")
	}

	r.wantState(r.undo(set), change.Applied)
	for i, s := range []*source.Source{from, into} {
		if after := r.get(s); !reflect.DeepEqual(after.Details, before[i].Details) || after.Outlet != before[i].Outlet {
			t.Errorf("after the undo: %+v, want %+v", after.Details, before[i].Details)
		}
	}
	r.wantEndpoints(from, 2)
	r.wantEndpoints(into, 1)
}

// TestMergeTakesHomepage takes the homepage of the merged source, whose domain becomes free only in the
// same transaction, and gives it back.
func TestMergeTakesHomepage(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("New", "new.example", "/rss"), r.source("Old", "old.example", "/rss")
	set := r.apply(r.draft(from, into, map[string]Choice{"homepage_url": Take, "name": Take, "tags": Keep}))
	r.wantState(set, change.Applied)
	left := r.get(into)
	if left.Domain != "new.example" || left.Name != "New" || len(left.Aliases) != 2 || left.Aliases[1].Value != "old.example" {
		t.Errorf("%+v %+v", left.Outlet, left.Details)
	}
	r.wantState(r.undo(set), change.Applied)
	if a, b := r.get(from), r.get(into); a.Domain != "new.example" || b.Domain != "old.example" || len(b.Aliases) > 0 {
		t.Errorf("after the undo: %+v, %+v", a.Details, b.Details)
	}
}

// TestPreviewCountsMovedEndpoints merges into a forbidden source, which stops the checks of the moved endpoints,
// and back into an active one, which starts them.
func TestPreviewCountsMovedEndpoints(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/1", "/2"), r.source("Into", "into.example", "/3")
	counts := func(what string, set *change.Set, stopped, checked int) {
		t.Helper()
		if e := set.Effects; e == nil || e.EndpointsStopped != stopped || e.EndpointsChecked != checked {
			t.Errorf("%s: %+v", what, e)
		}
	}
	counts("both are active", r.draft(from, into, nil), 0, 0)
	_, err := r.register.Update(t.Context(), r.actor, into.ID, into.Version, func(d *source.Details) {
		d.Rights = source.RightsForbidden
	})
	r.must(err)
	counts("into a forbidden source", r.draft(from, into, nil), 2, 0)
	counts("a forbidden source", r.draft(into, from, nil), 2, 0)
	set := r.apply(r.draft(from, into, nil))
	undo, err := r.sets.Undo(t.Context(), r.actor, set.ID, nil, "")
	r.must(err)
	counts("the undo", undo, 0, 2)
}

// TestRefusedMerges lists the pairs that cannot be merged.
func TestRefusedMerges(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	a, b, c := r.source("A", "a.example"), r.source("B", "b.example"), r.source("C", "c.example")
	archived, licensed := r.source("D", "d.example"), r.source("E", "e.example")
	r.archive(archived)
	_, err := r.db.Pool.Exec(t.Context(), "INSERT INTO rights_contracts (source_id, party, document, uses, reason) "+
		"SELECT id, 'Media', 'File', '{}', 'Signed' FROM unnest($1::uuid[]) id", []uuid.UUID{licensed.ID, b.ID})
	r.must(err)
	_, err = r.db.Pool.Exec(t.Context(),
		"UPDATE rights_contracts SET valid_until = '2026-01-31' WHERE source_id = $1", b.ID)
	r.must(err)
	r.merge(a, b)
	for name, test := range map[string]struct {
		input Input
		code  problem.Code
	}{
		"into itself":       {Input{From: b.ID, Into: b.ID}, problem.Invalid},
		"a loop":            {Input{From: b.ID, Into: a.ID}, problem.Merged},
		"a merged source":   {Input{From: a.ID, Into: c.ID}, problem.Merged},
		"into an archived":  {Input{From: b.ID, Into: archived.ID}, problem.Archived},
		"a contract":        {Input{From: licensed.ID, Into: b.ID}, problem.Invalid},
		"an unknown source": {Input{From: uuid.New(), Into: b.ID}, problem.NotFound},
		"an unknown field": {Input{From: c.ID, Into: b.ID, Choices: map[string]Choice{"logo": Take}},
			problem.Invalid},
		"two countries": {Input{From: c.ID, Into: b.ID, Choices: map[string]Choice{"country": Both}}, problem.Invalid},
	} {
		if _, err := r.Draft(t.Context(), r.actor, test.input); !problem.Is(err, test.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := r.register.Unarchive(t.Context(), r.actor, a.ID, r.get(a).Version); !problem.Is(err, problem.Merged) {
		t.Errorf("a merged source is unarchived: %v", err)
	}
	if _, err := r.register.AddEndpoint(t.Context(), r.actor, a.ID, source.EndpointDetails{Kind: "rss",
		URL: "https://a.example/x"}); !problem.Is(err, problem.Merged) {
		t.Errorf("a merged source gets an endpoint: %v", err)
	}
}

// TestMergePartIntoParent verifies that a part can be merged into its parent or the source that remains of it, and
// that the other parts of a merged parent have the remaining source as their parent in files.
func TestMergePartIntoParent(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	parent, part := r.source("Paper", "paper.example"), r.source("Sport", "sport.example")
	other, culture := r.source("Other", "other.example"), r.source("Culture", "culture.example")
	for _, s := range []*source.Source{part, culture} {
		r.edit(s, func(d *source.Details) { d.ParentID = &parent.ID })
	}
	r.merge(part, parent)
	if got := r.get(parent); got.ParentID != nil {
		t.Errorf("the remaining source is a part of %s", got.ParentID)
	}
	r.merge(parent, other)
	outlets, err := listfile.FindOutlets(t.Context(), r.db.Pool, []uuid.UUID{parent.ID})
	r.must(err)
	if got := outlets[parent.ID].Domain; got != "other.example" {
		t.Errorf("the parent in files is %q", got)
	}
	r.merge(culture, other)
	if got := r.get(other); got.ParentID != nil {
		t.Errorf("the remaining source is a part of %s", got.ParentID)
	}
}

// TestMergeArchivedSource merges an archived source, whose endpoints the other source has already.
func TestMergeArchivedSource(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from := r.source("Copy", "copy.example", "/rss", "/more")
	r.archive(from)
	into := r.source("Original", "original.example")
	_, err := r.register.AddEndpoint(t.Context(), r.actor, into.ID, source.EndpointDetails{Kind: "rss",
		URL: "https://copy.example/rss"})
	r.must(err)
	set := r.merge(from, into)
	r.wantEndpoints(into, 2)
	r.wantState(r.undo(set), change.Applied)
	r.wantEndpoints(into, 1)
	after := r.get(from)
	if after.Lifecycle != source.Archived || len(after.Endpoints) != 2 || after.MergedInto != nil {
		t.Errorf("%+v", after)
	}
	if _, err := r.register.Unarchive(t.Context(), r.actor, from.ID, after.Version); !problem.Is(err,
		problem.DuplicateEndpoint) {
		t.Errorf("unarchiving a copy: %v", err)
	}
}

// TestMergeOfThree merges three sources in two orders. All ids lead to the last one, and the merges are
// undone in the reverse order only.
func TestMergeOfThree(t *testing.T) {
	t.Parallel()
	for _, chained := range []bool{true, false} {
		r := newRig(t)
		a, b, c := r.source("A", "a.example", "/1"), r.source("B", "b.example", "/2"), r.source("C", "c.example", "/3")
		var first, second *change.Set
		if chained {
			first, second = r.merge(a, b), r.merge(b, c)
			if undo := r.undo(first); undo.Changed > 0 || undo.Refused != 3 {
				t.Errorf("the first merge is undone before the second one: %+v", undo.Counts)
			}
		} else {
			first, second = r.merge(b, c), r.merge(a, c)
		}
		r.wantEndpoints(c, 3)
		if found, err := source.Survivors(t.Context(), r.db.Pool, a.ID, b.ID, c.ID); err != nil || len(found) != 2 ||
			found[a.ID] != c.ID || found[b.ID] != c.ID {
			t.Errorf("survivors: %v, %v", found, err)
		}
		for _, value := range []string{"a.example", "b.example"} {
			if !slices.ContainsFunc(r.get(c).Aliases, func(a source.Alias) bool { return a.Value == value }) {
				t.Errorf("%s is no alias: %+v", value, r.get(c).Aliases)
			}
		}
		r.wantState(r.undo(second), change.Applied)
		r.wantState(r.undo(first), change.Applied)
		for _, s := range []*source.Source{a, b, c} {
			if r.wantEndpoints(s, 1); len(r.get(s).Aliases) > 0 {
				t.Errorf("aliases of %s: %+v", s.Name, r.get(s).Aliases)
			}
		}
	}
}

// TestErrorsNameTheLastSource merges in a chain. A merge, an edit and a new endpoint of the first source are refused
// with the id of the last one.
func TestErrorsNameTheLastSource(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	a, b, c := r.source("A", "a.example"), r.source("B", "b.example"), r.source("C", "c.example")
	r.merge(a, b)
	r.merge(b, c)
	_, merge := r.Draft(t.Context(), r.actor, Input{From: c.ID, Into: a.ID})
	_, edit := r.register.Update(t.Context(), r.actor, a.ID, r.get(a).Version, func(d *source.Details) { d.Owner = "X" })
	_, add := r.register.AddEndpoint(t.Context(), r.actor, a.ID,
		source.EndpointDetails{Kind: "rss", URL: "https://a.example/x"})
	for name, err := range map[string]error{"merge": merge, "edit": edit, "add": add} {
		if !problem.Is(err, problem.Merged) || !strings.Contains(problem.DetailOf(err), c.ID.String()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSuggestionsFollowTheirEndpoints merges a source with open suggestions about its endpoint and about its
// homepage, and separates it.
func TestSuggestionsFollowTheirEndpoints(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/rss"), r.source("Into", "into.example")
	_, err := r.db.Pool.Exec(t.Context(), `
		INSERT INTO suggestions (id, state, source_id, endpoint_id, kind, subject, evidence)
		VALUES (gen_random_uuid(), 'open', $1, NULL, 'other_outlet', 'endpoint', jsonb_build_object('endpoint_id', $2::uuid)),
			(gen_random_uuid(), 'open', $1, NULL, 'other_outlet', 'homepage', '{}'),
			(gen_random_uuid(), 'open', $1, $2, 'slower', '', '{}')`, from.ID, from.Endpoints[0].ID)
	r.must(err)
	want := func(of *source.Source, n int) {
		t.Helper()
		var count int
		r.must(r.db.Pool.QueryRow(t.Context(),
			"SELECT count(*) FROM suggestions WHERE source_id = $1 AND state = 'open'", of.ID).Scan(&count))
		if count != n {
			t.Errorf("%s has %d open suggestions, want %d", of.Name, count, n)
		}
	}
	set := r.merge(from, into)
	want(from, 1)
	want(into, 2)
	r.wantState(r.undo(set), change.Applied)
	want(from, 3)
}

// TestChangesBetweenPreviewAndMerge makes a change after the preview: nothing is merged.
func TestChangesBetweenPreviewAndMerge(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for name, edit := range map[string]func(from, into *source.Source){
		"an edit of the merged source":    func(from, _ *source.Source) { r.edit(from, func(d *source.Details) { d.Owner = "X" }) },
		"an edit of the remaining source": func(_, into *source.Source) { r.edit(into, func(d *source.Details) { d.Owner = "X" }) },
		"an endpoint of an import": func(from, _ *source.Source) {
			r.must(r.db.Tx(t.Context(), func(tx postgres.Tx) error {
				details := source.EndpointDetails{Kind: "rss", URL: from.HomepageURL + "imported"}
				if err := details.Validate(); err != nil {
					return err
				}
				return source.InsertAll(t.Context(), tx, nil, r.actor, nil, []*source.ExtendInput{{SourceID: from.ID,
					Endpoints: []source.EndpointDetails{details}}})
			}))
		},
		"another merge":              func(from, _ *source.Source) { r.merge(from, r.source("Third", from.Domain[:1]+"3.example")) },
		"an archived remaining one":  func(_, into *source.Source) { r.archive(into) },
		"an edited endpoint of them": func(from, _ *source.Source) { r.editEndpoint(from) },
	} {
		domain := strings.ReplaceAll(name, " ", "-")
		from, into := r.source("From "+name, domain+".example", "/rss"), r.source("Into "+name, "into-"+domain+".example")
		set := r.draft(from, into, nil)
		edit(from, into)
		if set = r.apply(set); set.State == change.Applied || set.Changed > 0 {
			t.Errorf("after %s, the merge is %s: %+v", name, set.State, set.Counts)
		}
		if after := r.get(from); after.MergedInto != nil && *after.MergedInto == into.ID {
			t.Errorf("after %s, the source is merged", name)
		}
	}
}

// editEndpoint changes the first endpoint of a source, wherever it is.
func (r *rig) editEndpoint(s *source.Source) {
	r.t.Helper()
	found, err := r.register.FindEndpoint(r.t.Context(), s.Endpoints[0].ID)
	r.must(err)
	_, err = r.register.UpdateEndpoint(r.t.Context(), r.actor, found.SourceID, found.ID, found.Version,
		func(d *source.EndpointDetails) { d.Section = "Sport" })
	r.must(err)
}

// TestAliasesFindSources looks the former address of a merged source up in all places.
func TestAliasesFindSources(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	from, into := r.source("From", "from.example", "/rss"), r.source("Into", "into.example")
	r.merge(from, into)
	r.edit(into, func(d *source.Details) {
		d.Aliases = append(d.Aliases, source.Alias{Kind: "path", Value: "https://www.host.example/paper/", To: "2020-12-31"},
			source.Alias{Kind: "domain", Value: "Former.Example"}, source.Alias{Kind: "name", Value: " former  name "},
			source.Alias{Kind: "name", Value: "Former Name"})
	})
	if got := r.get(into).Aliases[2:]; !slices.Equal(got, []source.Alias{
		{Kind: "path", Value: "host.example/paper", To: "2020-12-31", Origin: "person"},
		{Kind: "domain", Value: "former.example", Origin: "person"}, {Kind: "name", Value: "former name", Origin: "person"},
	}) {
		t.Errorf("aliases: %+v", got)
	}
	for _, address := range []string{"https://from.example/news/1.html", "http://www.former.example"} {
		parsed, err := weburl.Parse(address)
		r.must(err)
		if m, err := r.register.Match(t.Context(), parsed); err != nil || m == nil || m.SourceID != into.ID {
			t.Errorf("%s matches %+v, %v", address, m, err)
		}
	}
	r.must(r.db.Tx(t.Context(), func(tx postgres.Tx) error {
		outlets := []source.Outlet{{Domain: "former.example"}, {Domain: "host.example", PathPrefix: "/paper"},
			{Domain: "into.example"}, {Domain: "unknown.example"}}
		found, err := source.FindSources(t.Context(), tx, outlets)
		if len(found) != 3 || !found[outlets[0]].IsAlias || !found[outlets[1]].IsAlias || found[outlets[2]].IsAlias {
			t.Errorf("found: %+v", found)
		}
		return err
	}))
	var found int
	r.must(r.db.Pool.QueryRow(t.Context(), `
		SELECT count(*)
		FROM sources
		WHERE id = $1 AND search_text LIKE '%former name%' AND search_text LIKE '%from.example%'`, into.ID).Scan(&found))
	if found != 1 {
		t.Error("the search does not find the source by its aliases")
	}
}
