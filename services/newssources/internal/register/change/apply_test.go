package change

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

func TestPreviewAndApply(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	sources := r.sources(3, withTag("politics"))
	r.edit(sources[1], func(d *source.Details) { d.Country = "ES" })
	r.edit(sources[2], func(d *source.Details) { d.Region, d.Country = "FR-75", "FR" })
	draft := r.draft(byTag("politics").with(set("country", "es")))
	r.want(draft, Draft, Counts{Pending: 1, Unchanged: 1, Refused: 1})
	if !draft.Previewed || draft.Title != "Set country es" || draft.Selected != 3 {
		t.Errorf("%+v", draft)
	}
	if text := r.describe(draft); !strings.Contains(text, "The region FR-75 is not in the country ES.") ||
		!strings.Contains(text, `country:→"ES"`) {
		t.Error(text)
	}
	if r.get(sources[0]).Country != "" {
		t.Error("the preview changed a source")
	}
	done := r.applied(draft)
	r.want(done, Applied, Counts{Changed: 1, Unchanged: 1, Refused: 1})
	if found := r.get(sources[0]); found.Country != "ES" || found.Version != 2 || found.UpdatedBy == nil {
		t.Errorf("%+v", found)
	}
	history, err := audit.History(t.Context(), r.db.Ent, audit.Query{SourceID: &sources[0].ID, Limit: 1})
	r.must(err)
	if e := history[0]; e.Action != "source.updated" || *e.Actor.ChangeSetID != draft.ID || e.Actor.Name != "Ada" ||
		e.Version != 2 || e.Changes[0].Field != "country" {
		t.Errorf("%+v", e)
	}
	again, err := r.Apply(t.Context(), r.actor, draft.ID, ApplyInput{})
	r.must(err)
	r.want(again, Applied, Counts{Changed: 1, Unchanged: 1, Refused: 1})
}

// TestOperations applies each operation to one source, and undoes it.
func TestOperations(t *testing.T) {
	t.Parallel()
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	for _, c := range []struct {
		name string
		spec Spec
		has  func(*source.Source) bool
	}{
		{"trim", Spec{}.with(operation.Operation{Field: "name", Action: "trim", Prefix: "The ", Suffix: " – RSS"}),
			func(s *source.Source) bool { return s.Name == "Daily" && s.Domain == "daily.example" }},
		{"replace", Spec{}.with(operation.Operation{Field: "name", Action: "replace", Find: " – RSS", With: ""}),
			func(s *source.Source) bool { return s.Name == "The Daily" }},
		{"scheme", Spec{}.with(set("homepage_url", "http")),
			func(s *source.Source) bool { return s.HomepageURL == "http://daily.example/" }},
		{"place", Spec{}.with(set("country", "ES"), set("region", "ES-CT")),
			func(s *source.Source) bool { return s.Region == "ES-CT" }},
		{"languages", Spec{}.with(operation.Operation{Field: "languages", Action: "add", Values: []string{"PT-br", "es"}},
			operation.Operation{Field: "languages", Action: "remove", Values: []string{"EN"}}),
			func(s *source.Source) bool { return strings.Join(s.Languages, " ") == "es pt-BR" }},
		{"tags", Spec{}.with(operation.Operation{Field: "tags", Action: "add", Values: []string{"POLITICS", "new"}},
			operation.Operation{Field: "tags", Action: "remove", Values: []string{"Sport"}}),
			func(s *source.Source) bool { return strings.Join(s.Tags, " ") == "new politics" }},
		{"clear", Spec{}.with(operation.Operation{Field: "tags", Action: "clear"}, operation.Operation{Field: "tier", Action: "clear"}),
			func(s *source.Source) bool { return len(s.Tags) == 0 && s.Tier == nil }},
		{"tier", Spec{}.with(set("tier", "1"), set("rights", "restricted"), set("owner", "Ana")),
			func(s *source.Source) bool { return *s.Tier == 1 && s.Rights == "restricted" && s.Owner == "Ana" }},
		{"pause", Spec{}.with(operation.Operation{Field: "lifecycle", Action: "pause", Reason: "Relaunch", Until: &until}),
			func(s *source.Source) bool {
				return s.Lifecycle == source.Paused && s.PauseReason == "Relaunch" && s.PausedUntil.Equal(until)
			}},
		{"archive", Spec{}.with(lifecycle("archive")),
			func(s *source.Source) bool { return s.Lifecycle == source.Archived && s.ArchivedAt != nil }},
		{"charset", Spec{Kinds: []feed.Kind{"rss"}}.with(set("charset", "latin1"), set("default_zone", "Europe/Madrid")),
			func(s *source.Source) bool { return s.Endpoints[0].DefaultZone == "Europe/Madrid" && s.Version == 1 }},
		{"intent", Spec{}.with(set("intent", "paused")),
			func(s *source.Source) bool { return s.Endpoints[0].Intent == source.EndpointPaused }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			tier := 3
			s := r.source("Daily", func(d *source.Details) {
				d.Name, d.Tags, d.Languages, d.Tier = "The Daily – RSS", []string{"politics", "sport"}, []string{"en", "es"}, &tier
			})
			before := r.state(s)
			c.spec.IDs = []uuid.UUID{s.ID}
			done := r.applied(r.draft(c.spec))
			r.want(done, Applied, Counts{Changed: 1})
			if found := r.get(s); !c.has(found) {
				t.Errorf("after: %s", r.state(s))
			}
			changed := r.state(s)
			undo := r.applied(r.undone(done))
			r.want(undo, Applied, Counts{Changed: 1})
			if got := r.state(s); got != before {
				t.Errorf("undone: %s, was %s", got, before)
			}
			again := r.applied(r.undone(undo))
			if got := r.state(s); got != changed {
				t.Errorf("the undo was undone: %s, was %s", got, changed)
			}
			r.applied(r.undone(again)) // the undo of an undo of an undo
			if got := r.state(s); got != before {
				t.Errorf("undone three times: %s, was %s", got, before)
			}
			if left := r.drift(); left != 0 {
				t.Errorf("%d counters are wrong", left)
			}
		})
	}
}

// drift returns the number of counters that differ from the sources.
func (r *rig) drift() int {
	r.t.Helper()
	n, err := r.lists.RepairCounts(r.t.Context())
	r.must(err)
	return n
}

func TestChangedSourcesAreConflicts(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	sources := r.sources(3)
	draft := r.draft(of(sources...).with(set("country", "ES")))
	r.edit(sources[1], func(d *source.Details) { d.Notes = "edited meanwhile" })
	done := r.applied(draft)
	r.want(done, AppliedInPart, Counts{Changed: 2, Conflict: 1})
	if r.get(sources[1]).Country != "" {
		t.Error("a changed source was overwritten")
	}
	r.edit(sources[0], func(d *source.Details) { d.Notes = "edited since" })
	undo := r.undone(done)
	r.want(undo, Draft, Counts{Pending: 1, Conflict: 1})
	r.want(r.applied(undo), Applied, Counts{Changed: 1, Conflict: 1})
	if r.get(sources[0]).Country != "ES" || r.get(sources[2]).Country != "" {
		t.Error("the undo is wrong")
	}
}

// TestOverlappingSets applies two drafts of the same sources: each source has the value of the first.
func TestOverlappingSets(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	sources := r.sources(4)
	first, second := r.draft(of(sources[:3]...).with(set("owner", "one"))), r.draft(of(sources[1:]...).with(set("owner", "two")))
	r.want(r.applied(first), Applied, Counts{Changed: 3})
	r.want(r.applied(second), AppliedInPart, Counts{Changed: 1, Conflict: 2})
	var owners []string
	for _, s := range sources {
		owners = append(owners, r.get(s).Owner)
	}
	if got := strings.Join(owners, " "); got != "one one one two" {
		t.Error(got)
	}
}

func TestStopAndResume(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.applyChunk, r.previewChunk = 2, 2
	sources := r.sources(7)
	draft := r.draft(of(sources...).with(set("owner", "Ana")))
	r.want(draft, Draft, Counts{Pending: 7})

	// The process ends between two chunks: the third chunk waits for a locked source.
	holder, err := r.db.Pool.Begin(t.Context())
	r.must(err)
	defer func() { _ = holder.Rollback(context.Background()) }()
	_, err = holder.Exec(t.Context(), "SELECT FROM sources WHERE id = $1 FOR UPDATE", sources[4].ID)
	r.must(err)
	stopped, err := r.Apply(t.Context(), r.actor, draft.ID, ApplyInput{})
	r.must(err)
	r.want(stopped, Applying, Counts{Pending: 3, Changed: 4})
	r.must(holder.Rollback(t.Context()))
	r.want(r.run(draft.ID), Applied, Counts{Changed: 7})
	for _, s := range sources {
		if found := r.get(s); found.Version != 2 {
			t.Errorf("%s has version %d", s.Name, found.Version)
		}
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	sources := r.sources(3)
	draft := r.draft(of(sources...).with(set("owner", "Ana")))
	cancelled, err := r.Cancel(t.Context(), r.actor, draft.ID)
	r.must(err)
	r.want(cancelled, Cancelled, Counts{Pending: 3})
	_, err = r.Apply(t.Context(), r.actor, draft.ID, ApplyInput{})
	r.wantProblem(err, problem.BadTransition)

	draft = r.draft(of(sources...).with(set("owner", "Ana")))
	r.startApplying(draft)
	r.applyOne(draft)
	half, err := r.Cancel(t.Context(), r.actor, draft.ID)
	r.must(err)
	r.want(half, AppliedInPart, Counts{Changed: 1, Pending: 2})
	r.want(r.run(draft.ID), AppliedInPart, Counts{Changed: 1, Pending: 2})
	r.want(r.applied(r.undone(half)), Applied, Counts{Changed: 1})
}

// startApplying sets the state of a draft, so that the test applies it chunk by chunk.
func (r *rig) startApplying(set *Set) {
	r.exec("UPDATE change_sets SET state = 'applying', announced = pending, applied_by_id = $2 WHERE id = $1", set.ID,
		r.actor.ActorID)
}

func (r *rig) applyOne(set *Set) {
	r.t.Helper()
	count, err := r.applyNext(r.t.Context(), set.ID, 1, &chunk{sets: r.Sets})
	r.must(err)
	if count != 1 {
		r.t.Fatalf("%d items", count)
	}
}

func TestDemotedAuthorStops(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.actor = r.member("Ed", member.RoleEditor)
	draft := r.draft(of(r.sources(3)...).with(set("owner", "Ana")))
	r.startApplying(draft)
	r.applyOne(draft)
	r.exec("UPDATE members SET role = 'viewer' WHERE id = $1", r.actor.ActorID)
	stopped := r.run(draft.ID)
	r.want(stopped, AppliedInPart, Counts{Changed: 1, Pending: 2})
	if !strings.Contains(stopped.Stopped, "may not change these sources any more") {
		t.Error(stopped.Stopped)
	}
}

// TestOneItemIsRefused verifies that an item that the database refuses does not stop the others.
func TestOneItemIsRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	sources := r.sources(5)
	r.want(r.applied(r.draft(of(sources...).with(lifecycle("archive")))), Applied, Counts{Changed: 5})
	other := r.source("Outlet 3", func(d *source.Details) { d.Name = "The Other One" })
	done := r.applied(r.draft(of(sources...).with(lifecycle("unarchive"))))
	r.want(done, AppliedInPart, Counts{Changed: 4, Refused: 1})
	if text := r.describe(done); !strings.Contains(text, "“The Other One” is already the source for outlet-3.example.") {
		t.Error(text)
	}
	if r.get(other).Lifecycle != source.Active || r.get(sources[3]).Lifecycle != source.Archived ||
		r.get(sources[4]).Lifecycle != source.Active {
		t.Error("wrong lifecycles")
	}
}

func TestSelectionsAreCompared(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.sources(3, withTag("politics"))
	two := 2
	_, err := r.Create(t.Context(), r.actor, Input{Spec: byTag("politics").with(set("country", "ES")), Expected: &two})
	r.wantProblem(err, problem.SelectionChanged, "3 sources match now, not 2")
	draft := r.draft(byTag("politics").with(set("country", "ES")))
	_, err = r.Apply(t.Context(), r.actor, draft.ID, ApplyInput{Expected: &two})
	r.wantProblem(err, problem.SelectionChanged)
	added := r.source("Added", withTag("politics"))
	_, err = r.Apply(t.Context(), r.actor, draft.ID, ApplyInput{})
	r.wantProblem(err, problem.SelectionChanged, "4 sources match now, not 3")
	if d := problem.As(err).Extensions["selection"].(Difference); *d.Added != 1 || *d.Removed != 0 {
		t.Errorf("%+v", d)
	}
	_, err = r.Preview(t.Context(), r.actor, draft.ID)
	r.must(err)
	r.want(r.applied(r.run(draft.ID)), Applied, Counts{Changed: 4})
	if r.get(added).Country != "ES" {
		t.Error("the added source was not changed")
	}
}

func TestInvalidInput(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	s := r.source("Daily")
	for _, c := range []struct {
		operation operation.Operation
		text      string
	}{
		{set("country", "ZZ"), "“ZZ” is not a country code"},
		{set("region", "ES"), "is not a region code"},
		{set("tier", "six"), "Enter a tier"},
		{set("homepage_url", "ftp"), "“ftp” is not a scheme"},
		{set("name", "x"), "has no action set"},
		{set("paywall", "thick"), "“thick” isn't one of"},
		{set("charset", "klingon"), "not a character encoding"},
		{operation.Operation{Field: "name", Action: "trim"}, "Enter a prefix or a suffix"},
		{operation.Operation{Field: "tags", Action: "add"}, "needs values"},
		{operation.Operation{Field: "tags", Action: "rename", Find: "x"}, "needs with"},
		{operation.Operation{Field: "paywall", Action: "clear"}, "has no action clear"},
		{operation.Operation{Field: "lifecycle", Action: "pause", Until: new(time.Time)}, "in the past"},
	} {
		_, err := r.Create(t.Context(), r.actor, Input{Spec: of(s).with(c.operation)})
		r.wantProblem(err, problem.Invalid, c.text)
	}
	r.maxSelected = 2
	r.sources(2, withTag("many"))
	r.want(r.draft(byTag("many").with(set("country", "ES"))), Draft, Counts{Pending: 2})
	r.source("Third", withTag("many"))
	_, err := r.Create(t.Context(), r.actor, Input{Spec: byTag("many").with(set("country", "ES"))})
	r.wantProblem(err, problem.LimitReached, "A change set can have at most 2 sources. Add a filter")
	empty := r.draft(byTag("none such").with(set("country", "ES")))
	r.want(empty, Draft, Counts{})
	r.want(r.applied(empty), Applied, Counts{})
	emptied := r.draft(of(s).with(operation.Operation{Field: "name", Action: "trim", Prefix: "Daily"}))
	r.want(emptied, Draft, Counts{Refused: 1})
	if text := r.describe(emptied); !strings.Contains(text, "would leave the name empty") {
		t.Error(text)
	}
	unknown := r.draft(Spec{IDs: []uuid.UUID{uuid.New()}}.with(set("country", "ES")))
	r.want(unknown, Draft, Counts{Refused: 1})
}

func TestTagsEverywhere(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	sources := r.sources(3, withTag("politics"))
	both := r.edit(sources[1], func(d *source.Details) { d.Tags = append(d.Tags, "Policy") })
	_, err := r.register.Archive(t.Context(), r.actor, sources[2].ID, 1)
	r.must(err)
	everywhere := Spec{Filter: &sourcelist.Query{Tags: []string{"politics"},
		Lifecycles: []source.Lifecycle{source.Draft, source.Active, source.Paused, source.Archived}}}
	respell := r.applied(r.draft(everywhere.with(operation.Operation{Field: "tags", Action: "rename", Find: "politics", With: "Politics"})))
	r.want(respell, Applied, Counts{Changed: 3})
	if tags := r.get(both).Tags; strings.Join(tags, " ") != "Policy Politics" {
		t.Errorf("%q", tags)
	}
	r.want(r.applied(r.undone(respell)), Applied, Counts{Changed: 3})
	if tags := r.get(sources[2]).Tags; strings.Join(tags, " ") != "politics" {
		t.Errorf("%q", tags)
	}
	_, err = r.Undo(t.Context(), r.actor, respell.ID, []int{1}, "")
	r.wantProblem(err, problem.Invalid, "share the spelling")

	merged := r.applied(r.draft(everywhere.with(operation.Operation{Field: "tags", Action: "rename", Find: "Politics", With: "policy"})))
	r.want(merged, Applied, Counts{Changed: 3})
	for i, s := range sources {
		if tags := r.get(s).Tags; strings.Join(tags, " ") != "Policy" {
			t.Errorf("source %d: %q", i, tags)
		}
	}
	if n := r.drift(); n != 0 {
		t.Errorf("%d counters are wrong", n)
	}
	r.want(r.applied(r.undone(merged, 1, 2)), Applied, Counts{Changed: 2})
	if a, b, c := r.get(sources[0]).Tags, r.get(both).Tags, r.get(sources[2]).Tags; strings.Join(a, " ") != "politics" ||
		strings.Join(b, " ") != "Policy politics" || strings.Join(c, " ") != "Policy" {
		t.Errorf("%q %q %q", a, b, c)
	}
}
