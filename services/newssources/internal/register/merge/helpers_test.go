package merge

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// rig merges sources in its own database. The jobs of change sets are not run: the tests call Run.
type rig struct {
	*Merges
	t        *testing.T
	register *source.Register
	actor    audit.Actor
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	register := source.NewRegister(db, nil)
	r := &rig{New(db, change.New(db, register, sourcelist.NewReader(db), noJob)), t, register, audit.Actor{}}
	row, err := db.Ent.Member.Create().SetUID("ada").SetEmail("ada@example.org").SetName("Ada").
		SetRole(member.RoleAdmin).Save(t.Context())
	r.must(err)
	r.actor = audit.Actor{ActorID: &row.ID, Email: row.Email, Name: row.Name, Role: string(row.Role)}
	return r
}

func (r *rig) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// source creates an active source with a feed for each path.
func (r *rig) source(name, domain string, paths ...string) *source.Source {
	r.t.Helper()
	input := source.CreateInput{Details: source.Details{Name: name, HomepageURL: "https://" + domain + "/",
		Tags: []string{name}}}
	for _, path := range paths {
		input.Endpoints = append(input.Endpoints, source.EndpointDetails{Kind: "rss", URL: "https://" + domain + path})
	}
	made, err := r.register.Create(r.t.Context(), r.actor, input)
	r.must(err)
	return made
}

func (r *rig) get(s *source.Source) *source.Source {
	r.t.Helper()
	found, err := r.register.Get(r.t.Context(), s.ID)
	r.must(err)
	return found
}

func (r *rig) edit(s *source.Source, change func(*source.Details)) {
	r.t.Helper()
	_, err := r.register.Update(r.t.Context(), r.actor, s.ID, r.get(s).Version, change)
	r.must(err)
}

func (r *rig) archive(s *source.Source) {
	r.t.Helper()
	_, err := r.register.Archive(r.t.Context(), r.actor, s.ID, r.get(s).Version)
	r.must(err)
}

func (r *rig) draft(from, into *source.Source, choices map[string]Choice) *change.Set {
	r.t.Helper()
	set, err := r.Draft(r.t.Context(), r.actor, Input{From: from.ID, Into: into.ID, Choices: choices})
	r.must(err)
	return set
}

func (r *rig) apply(set *change.Set) *change.Set {
	r.t.Helper()
	set, err := r.sets.Apply(r.t.Context(), r.actor, set.ID, change.ApplyInput{})
	r.must(err)
	return r.run(set)
}

func (r *rig) run(set *change.Set) *change.Set {
	r.t.Helper()
	_, err := r.sets.Run(r.t.Context(), set.ID)
	r.must(err)
	set, err = r.sets.Get(r.t.Context(), set.ID)
	r.must(err)
	return set
}

func (r *rig) merge(from, into *source.Source) *change.Set {
	r.t.Helper()
	set := r.apply(r.draft(from, into, nil))
	r.wantState(set, change.Applied)
	return set
}

func (r *rig) undo(set *change.Set) *change.Set {
	r.t.Helper()
	undo, err := r.sets.UndoNow(r.t.Context(), r.actor, set.ID, nil)
	r.must(err)
	return r.run(undo)
}

// wantState fails the test unless a change set has a state, and prints its items.
func (r *rig) wantState(set *change.Set, want change.State) {
	r.t.Helper()
	if set.State != want {
		items, err := r.sets.Items(r.t.Context(), set.ID, nil, 0, 100)
		r.must(err)
		for _, i := range items {
			r.t.Logf("%s %s: %s (%s)", i.TargetType, i.TargetName, i.Result, i.Reason)
		}
		r.t.Fatalf("the change set is %s, want %s", set.State, want)
	}
}

// wantEndpoints fails the test unless a source has this number of live endpoints that are checked.
func (r *rig) wantEndpoints(s *source.Source, want int) {
	r.t.Helper()
	var live, counted, checked int
	r.must(r.db.Pool.QueryRow(r.t.Context(), `
		SELECT s.endpoint_count, h.checked, (SELECT count(*) FROM endpoints e WHERE e.source_id = s.id AND e.live)
		FROM sources s
		JOIN source_health h ON h.source_id = s.id
		WHERE s.id = $1`, s.ID).Scan(&counted, &checked, &live))
	if live != want || counted != want || checked != want {
		r.t.Errorf("“%s” has %d live endpoints, %d counted, %d checked, want %d", s.Name, live, counted, checked, want)
	}
}
