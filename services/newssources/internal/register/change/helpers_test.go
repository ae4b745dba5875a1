package change

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/operation"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// rig has change sets in its own database. Their jobs are not run: the tests call Run.
type rig struct {
	*Sets
	t     *testing.T
	actor audit.Actor
}

func newRig(t *testing.T) *rig {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	r := &rig{Sets: New(db, source.NewRegister(db, nil), sourcelist.NewReader(db), noJob), t: t}
	r.requestTime, r.maxRequestTime = 5*time.Second, 5*time.Second // a busy machine is slow
	r.actor = r.member("Ada", member.RoleAdmin)
	return r
}

func (r *rig) member(name string, role member.Role) audit.Actor {
	r.t.Helper()
	email := strings.ToLower(name) + "@example.org"
	row, err := r.db.Ent.Member.Create().SetUID(uuid.NewString()).SetEmail(email).SetName(name).SetRole(role).
		Save(r.t.Context())
	r.must(err)
	return audit.Actor{ActorID: &row.ID, Email: email, Name: name, Role: string(role), RequestID: "request-1"}
}

func (r *rig) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) exec(sql string, args ...any) {
	r.t.Helper()
	_, err := r.db.Pool.Exec(r.t.Context(), sql, args...)
	r.must(err)
}

// source creates an active source with one feed.
func (r *rig) source(name string, changes ...func(*source.Details)) *source.Source {
	r.t.Helper()
	domain := strings.ToLower(strings.ReplaceAll(name, " ", "-")) + ".example"
	input := source.CreateInput{Details: source.Details{Name: name, HomepageURL: "https://" + domain + "/"},
		Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://" + domain + "/rss", Name: "News"}}}
	for _, change := range changes {
		change(&input.Details)
	}
	made, err := r.register.Create(r.t.Context(), r.actor, input)
	r.must(err)
	return made
}

func (r *rig) sources(n int, changes ...func(*source.Details)) (list []*source.Source) {
	for i := range n {
		list = append(list, r.source(fmt.Sprintf("Outlet %d", i), changes...))
	}
	return list
}

func (r *rig) get(s *source.Source) *source.Source {
	r.t.Helper()
	found, err := r.register.Get(r.t.Context(), s.ID)
	r.must(err)
	return found
}

func (r *rig) edit(s *source.Source, change func(*source.Details)) *source.Source {
	r.t.Helper()
	changed, err := r.register.Update(r.t.Context(), r.actor, s.ID, r.get(s).Version, change)
	r.must(err)
	return changed
}

func withTag(name string) func(*source.Details) {
	return func(d *source.Details) { d.Tags = append(d.Tags, name) }
}

func byTag(name string) Spec { return Spec{Filter: &sourcelist.Query{Tags: []string{name}}} }

func (s Spec) with(operations ...operation.Operation) Spec {
	s.Operations = operations
	return s
}

func of(sources ...*source.Source) (s Spec) {
	for _, source := range sources {
		s.IDs = append(s.IDs, source.ID)
	}
	return s
}

func set(field, value string) operation.Operation {
	return operation.Operation{Field: field, Action: "set", Value: value}
}

func lifecycle(action string) operation.Operation {
	return operation.Operation{Field: "lifecycle", Action: action}
}

// draft makes a change set and completes its preview.
func (r *rig) draft(spec Spec) *Set {
	r.t.Helper()
	made, err := r.Create(r.t.Context(), r.actor, Input{Spec: spec})
	r.must(err)
	return r.run(made.ID)
}

// run previews or applies a change set to its end.
func (r *rig) run(id uuid.UUID) *Set {
	r.t.Helper()
	done, err := r.Run(r.t.Context(), id)
	r.must(err)
	if !done {
		r.t.Fatal("not done")
	}
	found, err := r.Get(r.t.Context(), id)
	r.must(err)
	return found
}

func (r *rig) applied(set *Set) *Set {
	r.t.Helper()
	input := ApplyInput{}
	if n := set.Confirmation(); n > 0 {
		input.Confirm = &n
	}
	_, err := r.Apply(r.t.Context(), r.actor, set.ID, input)
	r.must(err)
	return r.run(set.ID)
}

func (r *rig) undone(set *Set, items ...int) *Set {
	r.t.Helper()
	made, err := r.Undo(r.t.Context(), r.actor, set.ID, items, "")
	r.must(err)
	return r.run(made.ID)
}

func (r *rig) want(set *Set, state State, counts Counts) {
	r.t.Helper()
	if set.State != state || set.Counts != counts {
		r.t.Errorf("%s %+v %s, want %s %+v\n%s", set.State, set.Counts, set.Stopped, state, counts, r.describe(set))
	}
}

// describe returns the items of a change set, one per line.
func (r *rig) describe(set *Set) string {
	r.t.Helper()
	items, err := r.Items(r.t.Context(), set.ID, nil, 0, 1000)
	r.must(err)
	var b strings.Builder
	for _, i := range items {
		fmt.Fprintf(&b, "%d %s %s %s v%d %s %s", i.Number, i.Action, i.TargetType, i.TargetName, i.BaseVersion, i.Result,
			i.Reason)
		for _, c := range i.Changes {
			fmt.Fprintf(&b, " %s:%s→%s", c.Field, c.Before, c.After)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (r *rig) wantProblem(err error, code problem.Code, texts ...string) {
	r.t.Helper()
	if !problem.Is(err, code) {
		r.t.Fatalf("got %v, want %s", err, code)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			r.t.Errorf("%v does not contain %q", err, text)
		}
	}
}

// state returns the details of sources as JSON, for comparisons.
func (r *rig) state(sources ...*source.Source) string {
	r.t.Helper()
	var list []any
	for _, s := range sources {
		found := r.get(s)
		list = append(list, found.Details)
		for _, e := range found.Endpoints {
			list = append(list, e.EndpointDetails)
		}
	}
	data, err := json.MarshalIndent(list, "", " ")
	r.must(err)
	return string(data)
}
