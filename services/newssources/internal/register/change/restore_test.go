package change

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/history"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

func (r *rig) restored(s *source.Source, version history.Version) *Set {
	r.t.Helper()
	made, err := r.RestoreSource(r.t.Context(), r.actor, s.ID, version, "")
	r.must(err)
	return r.run(made.ID)
}

// lastEvent returns the id of the newest event of a source.
func (r *rig) lastEvent(s *source.Source) uuid.UUID {
	r.t.Helper()
	list, err := audit.History(r.t.Context(), r.db.Ent, audit.Query{SourceID: &s.ID, Limit: 1})
	r.must(err)
	return list[0].ID
}

func TestRestoreEarlierVersion(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	s := r.source("Daily", withTag("politics"), func(d *source.Details) { d.Country, d.Owner = "ES", "Ana" })
	feed := s.Endpoints[0]
	event, then, before := r.lastEvent(s), time.Now(), r.state(s)
	r.edit(s, func(d *source.Details) {
		d.Name, d.Country, d.Tags, d.Notes = "Renamed", "FR", []string{"sport"}, "new"
	})
	_, err := r.register.UpdateEndpoint(t.Context(), r.actor, s.ID, feed.ID, 1,
		func(d *source.EndpointDetails) { d.URL, d.Charset = "https://daily.example/feed", "utf-8" })
	r.must(err)
	added, err := r.register.AddEndpoint(t.Context(), r.actor, s.ID,
		source.EndpointDetails{Kind: "atom", URL: "https://daily.example/atom"})
	r.must(err)

	// What others find out about a source is no version of it.
	observed := []audit.Change{{Field: "use_full_text", Before: []byte(`"allowed"`), After: []byte(`"reserved"`)}}
	r.must(r.db.Tx(t.Context(), func(tx postgres.Tx) error {
		return audit.Record(t.Context(), tx, r.actor,
			audit.Event{Action: "source.uses_changed", TargetType: audit.TargetSource, TargetID: s.ID, SourceID: s.ID,
				Changes: observed},
			audit.Event{Action: "items.released", TargetType: audit.TargetEndpoint, TargetID: feed.ID, SourceID: s.ID,
				Changes: []audit.Change{{Field: "items", After: []byte("3")}}})
	}))
	one := r.restored(s, history.Version{EventID: event, Fields: []string{"country"}})
	r.want(r.applied(one), Applied, Counts{Changed: 1})
	if found := r.get(s); found.Country != "ES" || found.Name != "Renamed" {
		t.Error(r.state(s))
	}
	changed := r.state(s)
	all := r.restored(s, history.Version{At: then})
	r.want(all, Draft, Counts{Pending: 3})
	done := r.applied(all)
	r.want(done, Applied, Counts{Changed: 3})
	found := r.get(s)
	for i, e := range found.Endpoints {
		if e.ID == added.ID && e.Intent != source.EndpointRetired {
			t.Errorf("the endpoint that was added later is %s", e.Intent)
		} else if e.ID == feed.ID {
			found.Endpoints = append(found.Endpoints[:0], found.Endpoints[i])
		}
	}
	if got := r.state(s); !strings.HasPrefix(got, strings.TrimSuffix(before, "\n]")) {
		t.Errorf("restored: %s, was %s", got, before)
	}
	r.want(r.applied(r.undone(done)), Applied, Counts{Changed: 3})
	if got := r.state(s); got != changed {
		t.Errorf("undone: %s, was %s", got, changed)
	}
	_, err = r.RestoreSource(t.Context(), r.actor, s.ID, history.Version{EventID: uuid.New()}, "")
	r.wantProblem(err, problem.NotFound)
	_, err = r.RestoreSource(t.Context(), r.actor, s.ID, history.Version{At: then.Add(-time.Hour)}, "")
	r.wantProblem(err, problem.Invalid, "did not exist")
	_, err = r.RestoreSource(t.Context(), r.actor, s.ID, history.Version{}, "")
	r.wantProblem(err, problem.Invalid)
	_, err = r.RestoreSource(t.Context(), r.actor, uuid.New(), history.Version{}, "")
	r.wantProblem(err, problem.NotFound)
}

func TestRestoreDeletedSource(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	draft := func(d *source.Details) { d.Lifecycle, d.Country = source.Draft, "ES" }
	s := r.source("Daily", draft, withTag("politics"))
	before := r.state(s)
	r.must(r.register.Delete(t.Context(), r.actor, s.ID, 1))
	restored := r.restored(s, history.Version{})
	r.want(restored, Draft, Counts{Pending: 2})
	done := r.applied(restored)
	r.want(done, Applied, Counts{Changed: 2})
	if got := r.state(s); got != before {
		t.Errorf("restored: %s, was %s", got, before)
	}
	if found := r.get(s); found.Version != 3 || found.Endpoints[0].ID != s.Endpoints[0].ID {
		t.Errorf("%+v", found)
	}
	undone := r.applied(r.undone(done))
	r.want(undone, Applied, Counts{Changed: 1})
	if found := r.get(s); found.Lifecycle != source.Archived {
		t.Errorf("the undo of a restoration left it %s", found.Lifecycle)
	}
	r.want(r.applied(r.undone(undone)), Applied, Counts{Changed: 1})
	if got := r.state(s); got != before {
		t.Errorf("restored again: %s, was %s", got, before)
	}

	r.must(r.register.Delete(t.Context(), r.actor, s.ID, r.get(s).Version))
	r.source("Daily", func(d *source.Details) { d.Name = "The New Daily" })
	taken := r.restored(s, history.Version{})
	r.want(taken, Draft, Counts{Refused: 2})
	if text := r.describe(taken); !strings.Contains(text, "“The New Daily” is already the source for daily.example.") {
		t.Error(text)
	}
	// The domain is taken between the preview and the application.
	other := r.source("Weekly", draft)
	r.must(r.register.Delete(t.Context(), r.actor, other.ID, 1))
	late := r.restored(other, history.Version{})
	r.want(late, Draft, Counts{Pending: 2})
	r.source("Weekly", func(d *source.Details) { d.Name = "The New Weekly" })
	ended := r.applied(late)
	r.want(ended, NotApplied, Counts{Refused: 2})
	if text := r.describe(ended); !strings.Contains(text, "“The New Weekly” is already the source") {
		t.Error(text)
	}
}

func TestDeleteMany(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	drafts := r.sources(maxUnconfirmed+1, func(d *source.Details) { d.Lifecycle = source.Draft })
	kept := r.source("Kept")
	spec := of(append(drafts, kept)...).with(lifecycle("delete"))
	editor := r.member("Ed", member.RoleEditor)
	_, err := r.Create(t.Context(), editor, Input{Spec: spec})
	r.wantProblem(err, problem.RoleTooLow)
	_, err = r.Create(t.Context(), r.actor, Input{Spec: spec.with(lifecycle("delete"), set("owner", "x"))})
	r.wantProblem(err, problem.Invalid, "must be the only operation")
	draft := r.draft(spec)
	r.want(draft, Draft, Counts{Pending: len(drafts), Refused: 1})
	_, err = r.Apply(t.Context(), editor, draft.ID, ApplyInput{})
	r.wantProblem(err, problem.RoleTooLow)
	_, err = r.Apply(t.Context(), r.actor, draft.ID, ApplyInput{})
	r.wantProblem(err, problem.Invalid, "This deletes 101 sources")
	before := r.state(drafts...)
	done := r.applied(draft)
	r.want(done, Applied, Counts{Changed: len(drafts), Refused: 1})
	if _, err := r.register.Get(t.Context(), drafts[0].ID); !problem.Is(err, problem.NotFound) {
		t.Error(err)
	}
	undo := r.undone(done)
	r.want(undo, Draft, Counts{Pending: 2 * len(drafts)})
	r.want(r.applied(undo), Applied, Counts{Changed: 2 * len(drafts)})
	if got := r.state(drafts...); got != before {
		t.Error("the deleted sources differ")
	}
	if n := r.drift(); n != 0 {
		t.Errorf("%d counters are wrong", n)
	}
}
