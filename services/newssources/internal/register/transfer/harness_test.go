package transfer

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/ent/member"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// harness is a register in its own database, into which tests import lists.
type harness struct {
	*Imports
	t        *testing.T
	register *source.Register
	by       audit.Actor
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	row, err := db.Ent.Member.Create().SetUID("ada").SetEmail("ada@example.org").SetName("Ada").SetRole(member.RoleEditor).
		Save(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	register := source.NewRegister(db, nil)
	changes := change.New(db, register, sourcelist.NewReader(db), insertNoJob)
	changes.Follow(change.Import, FollowUndo)
	changes.FollowEnd(change.Import, FollowProposal)
	return &harness{Imports: NewImports(db, changes, insertNoJob), t: t, register: register,
		by: audit.Actor{ActorID: &row.ID, Email: row.Email, Name: row.Name, Role: "editor", RequestID: "request-1"}}
}

// insertNoJob is the EnqueueFunc of tests that apply their imports themselves.
func insertNoJob(context.Context, postgres.Tx, uuid.UUID) error { return nil }

// opml returns a list of outlines with these attributes.
func opml(outlines ...string) []byte {
	return []byte(`<opml version="2.0"><body><outline ` + strings.Join(outlines, "/>\n<outline ") + `/></body></opml>`)
}

// outlines returns a list of count outlines, perOutlet for each outlet.
func outlines(count, perOutlet int) []byte {
	list := make([]string, count)
	for i := range list {
		outlet := i % (count / perOutlet)
		list[i] = fmt.Sprintf(`title="Outlet %d - Section %d" xmlUrl="https://outlet%d.example/%d.xml" category="tag %d,tag %d"`, outlet, i, outlet, i, i%7, i%11)
	}
	return opml(list...)
}

func (r *harness) stageList(data []byte) uuid.UUID {
	r.t.Helper()
	staged, err := r.Create(r.t.Context(), r.by, "list.opml", data)
	if err != nil {
		r.t.Fatal(err)
	}
	return staged.ID
}

func (r *harness) apply(id uuid.UUID) *Import {
	r.t.Helper()
	if done, err := r.Apply(r.t.Context(), id); err != nil || !done {
		r.t.Fatalf("done: %v, %v", done, err)
	}
	return r.get(id)
}

func (r *harness) importList(data []byte) *Import {
	r.t.Helper()
	return r.apply(r.stageList(data))
}

func (r *harness) get(id uuid.UUID) *Import {
	r.t.Helper()
	found, err := r.Get(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return found
}

// counts returns the state and the counts of an import.
func counts(i *Import) string {
	return fmt.Sprintf("%s: %d created, %d exist, %d invalid, %d pending of %d", i.State, i.Created, i.Exists, i.Invalid,
		i.Pending, i.Total)
}

func (r *harness) wantCounts(i *Import, want string) {
	r.t.Helper()
	if got := counts(i); got != want {
		r.t.Errorf("got  %s\nwant %s", got, want)
	}
}

func (r *harness) rows(id uuid.UUID, q RowQuery) []Row {
	r.t.Helper()
	q.Limit = 500
	page, err := r.Rows(r.t.Context(), id, q)
	if err != nil {
		r.t.Fatal(err)
	}
	return page.Rows
}

func (r *harness) count(sql string, args ...any) (n int) {
	r.t.Helper()
	if err := r.db.Pool.QueryRow(r.t.Context(), sql, args...).Scan(&n); err != nil {
		r.t.Fatal(err)
	}
	return n
}

func (r *harness) exec(sql string, args ...any) {
	r.t.Helper()
	if _, err := r.db.Pool.Exec(r.t.Context(), sql, args...); err != nil {
		r.t.Fatal(err)
	}
}

// sourceAt returns the live source of a domain.
func (r *harness) sourceAt(domain string) *source.Source {
	r.t.Helper()
	page, err := sourcelist.NewReader(r.db).List(r.t.Context(), sourcelist.Query{Text: domain, Limit: 500})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, row := range page.Rows {
		if row.Outlet.Domain+row.Outlet.PathPrefix == domain {
			found, err := r.register.Get(r.t.Context(), row.ID)
			if err != nil {
				r.t.Fatal(err)
			}
			return found
		}
	}
	r.t.Fatalf("there is no source of %s", domain)
	return nil
}

// checkConsistency expects that there are no duplicates, that everything has its history, and that
// derived columns are correct.
func (r *harness) checkConsistency() {
	r.t.Helper()
	for what, sql := range map[string]string{
		"duplicate outlets": `SELECT count(*) - count(DISTINCT (canonical_domain, path_prefix)) FROM sources
			WHERE lifecycle <> 'archived'`,
		"duplicate addresses": `SELECT count(*) - count(DISTINCT url_key) FROM endpoints WHERE live`,
		"sources without history": `SELECT count(*) FROM sources s
			WHERE 1 <> (SELECT count(*) FROM audit_events WHERE target_id = s.id AND action = 'source.created')`,
		"endpoints without history": `SELECT count(*) FROM endpoints e
			WHERE 1 <> (SELECT count(*) FROM audit_events WHERE target_id = e.id AND action = 'endpoint.created')`,
		"history without source": `SELECT count(*) FROM audit_events a
			WHERE NOT EXISTS (SELECT FROM sources WHERE id = a.source_id)`,
		"versions without history": `SELECT count(*) FROM sources s
			WHERE version <> (SELECT max(version) FROM audit_events WHERE target_id = s.id)`,
		"wrong endpoint counts": `SELECT count(*) FROM sources s
			WHERE endpoint_count <> (SELECT count(*) FROM endpoints WHERE intent <> 'retired' AND source_id = s.id)`,
		"search text without the feed": `SELECT count(*) FROM sources s JOIN endpoints e ON e.source_id = s.id
			WHERE strpos(s.search_text, lower(e.url_key)) = 0`,
		"rows without endpoint": `SELECT count(*) FROM import_rows r WHERE result IN ('created', 'exists')
			AND NOT EXISTS (SELECT FROM endpoints WHERE id = r.endpoint_id AND source_id = r.source_id)`,
		"created rows of one endpoint": `SELECT count(*) - count(DISTINCT endpoint_id) FROM import_rows
			WHERE result = 'created'`,
	} {
		if n := r.count(sql); n != 0 {
			r.t.Errorf("%s: %d", what, n)
		}
	}
}

// waitUntil waits until an SQL condition is true.
func (r *harness) waitUntil(what, sql string, args ...any) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), time.Minute)
	defer cancel()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for {
		var isTrue bool
		if err := r.db.Pool.QueryRow(ctx, "SELECT "+sql, args...).Scan(&isTrue); err != nil {
			r.t.Fatalf("waiting until %s: %v", what, err)
		}
		if isTrue {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			r.t.Fatalf("timed out waiting until %s", what)
		}
	}
}
