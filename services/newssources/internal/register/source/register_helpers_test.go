package source

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// testRegister is a register in its own database, with a member who edits it.
type testRegister struct {
	*Register
	t     *testing.T
	actor audit.Actor
}

func newTestRegister(t *testing.T) *testRegister {
	t.Helper()
	return openRegister(t, testdb.URL(t))
}

// openRegister returns a register on the database at url.
func openRegister(t *testing.T, url string) *testRegister {
	t.Helper()
	db, err := postgres.Open(t.Context(), url, 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	r := &testRegister{Register: NewRegister(db, nil), t: t}
	r.actor = r.newEditor("Ada Editor")
	return r
}

func (r *testRegister) newEditor(name string) audit.Actor {
	r.t.Helper()
	email := strings.ReplaceAll(strings.ToLower(name), " ", ".") + "@example.org"
	row, err := r.db.Ent.Member.Create().SetUID(uuid.NewString()).SetEmail(email).SetName(name).SetRole(member.RoleEditor).
		Save(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	return audit.Actor{ActorID: &row.ID, Email: email, Name: name, Role: "editor", RequestID: "request-1"}
}

// sourceInput returns the input for a source with one feed at domain.
func sourceInput(domain string, changes ...func(*CreateInput)) CreateInput {
	input := CreateInput{Details: Details{Name: "The " + domain, HomepageURL: "https://" + domain + "/"},
		Endpoints: []EndpointDetails{{Kind: "rss", URL: "https://" + domain + "/rss"}}}
	for _, change := range changes {
		change(&input)
	}
	return input
}

func (r *testRegister) create(domain string, changes ...func(*CreateInput)) *Source {
	r.t.Helper()
	made, err := r.Create(r.t.Context(), r.actor, sourceInput(domain, changes...))
	if err != nil {
		r.t.Fatal(err)
	}
	return made
}

func (r *testRegister) update(s *Source, change func(*Details)) *Source {
	r.t.Helper()
	return r.must(r.Update(r.t.Context(), r.actor, s.ID, s.Version, change))
}

func (r *testRegister) must(s *Source, err error) *Source {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

// history returns the events of a source, oldest first, as "action v1 field: before -> after; …".
func (r *testRegister) history(id uuid.UUID) []string {
	r.t.Helper()
	entries, err := audit.History(r.t.Context(), r.db.Ent, audit.Query{SourceID: &id, Limit: 1000})
	if err != nil {
		r.t.Fatal(err)
	}
	list := make([]string, len(entries))
	for i, e := range entries {
		list[len(entries)-1-i] = fmt.Sprintf("%s v%d %s", e.Action, e.Version, formatChanges(r.t, e.Changes))
	}
	return list
}

func formatChanges(t *testing.T, changes []audit.Change) string {
	t.Helper()
	parts := make([]string, len(changes))
	for i, c := range changes {
		parts[i] = fmt.Sprintf("%s: %s -> %s", c.Field, compact(t, c.Before), compact(t, c.After))
	}
	return strings.Join(parts, "; ")
}

// compact returns JSON without the white space that PostgreSQL adds.
func compact(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	if raw == nil {
		return "none"
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	data, _ := json.Marshal(value)
	return string(data)
}

func (r *testRegister) wantHistory(id uuid.UUID, want ...string) {
	r.t.Helper()
	if got, want := strings.Join(r.history(id), "\n"), strings.Join(want, "\n"); got != want {
		r.t.Errorf("the history is\n%s\nwant\n%s", got, want)
	}
}

func (r *testRegister) wantProblem(err error, code problem.Code) {
	r.t.Helper()
	_ = r.problemOf(err, code)
}

// problemOf returns the problem in err, and fails the test if its code is another one.
func (r *testRegister) problemOf(err error, code problem.Code) *problem.Error {
	r.t.Helper()
	if !problem.Is(err, code) {
		r.t.Fatalf("got %v, want a problem %s", err, code)
	}
	return problem.As(err)
}

// count returns the number that a query selects.
func (r *testRegister) count(sql string, args ...any) (n int) {
	r.t.Helper()
	if err := r.db.Pool.QueryRow(r.t.Context(), sql, args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *testRegister) exec(sql string, args ...any) {
	r.t.Helper()
	if _, err := r.db.Pool.Exec(r.t.Context(), sql, args...); err != nil {
		r.t.Fatal(err)
	}
}
