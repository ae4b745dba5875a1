package sourcelist

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// testRegister is a register in its own database with a reader of its lists, and a member who edits
// it.
type testRegister struct {
	*source.Register
	*Reader
	t     *testing.T
	actor audit.Actor
}

func newTestRegister(t *testing.T) *testRegister {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	r := &testRegister{Register: source.NewRegister(db, nil), Reader: NewReader(db), t: t}
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
func sourceInput(domain string, changes ...func(*source.CreateInput)) source.CreateInput {
	input := source.CreateInput{Details: source.Details{Name: "The " + domain, HomepageURL: "https://" + domain + "/"},
		Endpoints: []source.EndpointDetails{{Kind: "rss", URL: "https://" + domain + "/rss"}}}
	for _, change := range changes {
		change(&input)
	}
	return input
}

func (r *testRegister) create(domain string, changes ...func(*source.CreateInput)) *source.Source {
	r.t.Helper()
	made, err := r.Create(r.t.Context(), r.actor, sourceInput(domain, changes...))
	if err != nil {
		r.t.Fatal(err)
	}
	return made
}

func (r *testRegister) update(s *source.Source, change func(*source.Details)) *source.Source {
	r.t.Helper()
	return r.must(r.Update(r.t.Context(), r.actor, s.ID, s.Version, change))
}

func (r *testRegister) must(s *source.Source, err error) *source.Source {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
	return s
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
