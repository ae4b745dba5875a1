package tableimport

import (
	"context"
	"fmt"
	"strings"
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

// harness is a register in its own database, into which tests import tables.
type harness struct {
	*Tables
	t  *testing.T
	by audit.Actor
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	db, err := postgres.Open(t.Context(), testdb.URL(t), 8)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	noJob := func(context.Context, postgres.Tx, uuid.UUID) error { return nil }
	sets := change.New(db, source.NewRegister(db, nil), sourcelist.NewReader(db), noJob)
	sets.Follow(change.Table, FollowUndo)
	sets.FollowEnd(change.Table, FollowEnd)
	sets.SetItemsFunc(change.Table, InsertItems)
	h := &harness{Tables: New(db, sets), t: t}
	h.by = h.member("ada", member.RoleEditor)
	return h
}

func (h *harness) member(name string, role member.Role) audit.Actor {
	h.t.Helper()
	row, err := h.db.Ent.Member.Create().SetUID(name).SetEmail(name + "@example.org").SetName(name).SetRole(role).
		Save(h.t.Context())
	h.must(err)
	return audit.Actor{ActorID: &row.ID, Email: row.Email, Name: row.Name, Role: role.String()}
}

func (h *harness) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) stage(name, table string) uuid.UUID {
	h.t.Helper()
	id, err := h.Create(h.t.Context(), h.by, name, []byte(table))
	h.must(err)
	return id
}

// apply applies a table to its end.
func (h *harness) apply(id uuid.UUID) *change.Set {
	h.t.Helper()
	h.must(h.Apply(h.t.Context(), h.by, id))
	return h.run(id)
}

func (h *harness) run(id uuid.UUID) *change.Set {
	h.t.Helper()
	done, err := h.changes.Run(h.t.Context(), id)
	h.must(err)
	set, err := h.changes.Get(h.t.Context(), id)
	h.must(err)
	if !done {
		h.t.Fatalf("not done: %+v", set)
	}
	return set
}

// results returns the rows as "number result reason", one per line.
func (h *harness) results(id uuid.UUID) string {
	h.t.Helper()
	page, err := h.Rows(h.t.Context(), id, RowQuery{Limit: 500})
	h.must(err)
	var b strings.Builder
	for _, r := range page.Rows {
		b.WriteString(strings.TrimSpace(fmt.Sprintf("%d %s %s", r.Number, r.Result, r.Reason)) + "\n")
	}
	return b.String()
}

func (h *harness) wantResults(id uuid.UUID, want string) {
	h.t.Helper()
	if got := h.results(id); got != want {
		h.t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// sources returns the sources with their endpoints, one per line.
func (h *harness) sources() string {
	h.t.Helper()
	rows, err := h.db.Pool.Query(h.t.Context(), `
		SELECT s.name, s.lifecycle, s.country, s.languages::text,
			coalesce((SELECT string_agg(e.url, ' ' ORDER BY e.url) FROM endpoints e WHERE e.source_id = s.id AND e.live), '')
		FROM sources s
		ORDER BY s.name`)
	h.must(err)
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var name, lifecycle, country, languages, feeds string
		h.must(rows.Scan(&name, &lifecycle, &country, &languages, &feeds))
		fmt.Fprintf(&b, "%s %s %s %s %s\n", name, lifecycle, country, languages, feeds)
	}
	h.must(rows.Err())
	return b.String()
}
