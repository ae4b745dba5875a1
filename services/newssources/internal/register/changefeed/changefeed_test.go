package changefeed

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/seal"
	"github.com/newsources/newsources/services/newssources/internal/platform/testdb"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// TestEveryChangeIsRead makes each kind of change and expects one change of the source with its value.
func TestEveryChangeIsRead(t *testing.T) {
	t.Parallel()
	db := postgres.FromPool(testdb.New(t))
	keys, err := seal.New(strings.Repeat("k", seal.MinSecret))
	must(t, err)
	register, feed, ctx, by := source.NewRegister(db, keys), New(db), t.Context(), audit.Actor{}
	var s, other *source.Source
	create := func(domain string) *source.Source {
		made, err := register.Create(ctx, by, source.CreateInput{
			Details: source.Details{Name: domain, HomepageURL: "https://" + domain + "/", Tags: []string{"News"}},
			Endpoints: []source.EndpointDetails{
				{Kind: "rss", URL: "https://" + domain + "/rss"}, {Kind: "rss", URL: "https://" + domain + "/sport"},
			}})
		must(t, err)
		return made
	}
	update := func(change func(*source.Details)) error {
		_, err := register.Update(ctx, by, s.ID, s.Version, change)
		return err
	}
	changeEndpoint := func(change func(*source.EndpointDetails)) error {
		e := s.Endpoints[0]
		_, err := register.UpdateEndpoint(ctx, by, s.ID, e.ID, e.Version, change)
		return err
	}
	cursor, err := feed.Last(ctx)
	must(t, err)
	other = create("other.example")
	for _, step := range []struct {
		name   string
		change func() error
		both   bool // also of the other source
	}{
		{"create", func() error { s = create("paper.example"); return nil }, true},
		{"update", func() error { return update(func(d *source.Details) { d.Country = "ES" }) }, false},
		{"tags", func() error { return update(func(d *source.Details) { d.Tags = []string{"news", "Local"} }) }, false},
		{"rename a tag", func() error {
			_, err := db.Pool.Exec(ctx, "UPDATE tags SET name = 'NEWS' WHERE name_key = 'news'")
			return err
		}, true},
		{"change an endpoint", func() error {
			return changeEndpoint(func(e *source.EndpointDetails) { e.Section = "World" })
		}, false},
		{"set credentials", func() error {
			return changeEndpoint(func(e *source.EndpointDetails) {
				e.SetCredentials(&credential.Credentials{Username: "ada", Password: "secret"})
			})
		}, false},
		{"remove credentials", func() error {
			return changeEndpoint(func(e *source.EndpointDetails) { e.SetCredentials(nil) })
		}, false},
		{"order endpoints", func() error {
			_, err := register.OrderEndpoints(ctx, by, s.ID, s.Version, []uuid.UUID{s.Endpoints[1].ID, s.Endpoints[0].ID})
			return err
		}, false},
		{"move an endpoint", func() error {
			_, err := db.Pool.Exec(ctx, "UPDATE endpoints SET source_id = $2 WHERE id = $1", s.Endpoints[1].ID, other.ID)
			return err
		}, true},
		{"delete an endpoint", func() error {
			return register.DeleteEndpoint(ctx, by, s.ID, s.Endpoints[0].ID, s.Endpoints[0].Version)
		}, false},
		{"archive", func() error { _, err := register.Archive(ctx, by, s.ID, s.Version); return err }, false},
		{"delete a tag", func() error {
			_, err := db.Pool.Exec(ctx, "DELETE FROM tags WHERE name_key = 'local'")
			return err
		}, false},
		{"delete", func() error { _, err := db.Pool.Exec(ctx, "DELETE FROM sources WHERE id = $1", s.ID); return err }, false},
		{"nothing", func() error { _, err := db.Pool.Exec(ctx, "UPDATE sources SET tier = 1 WHERE false"); return err }, false},
	} {
		must(t, step.change())
		want := map[uuid.UUID]bool{s.ID: step.name != "nothing", other.ID: step.both}
		changes, next, err := feed.Read(ctx, cursor, 10)
		must(t, err)
		for _, c := range changes {
			if !want[c.SourceID] {
				t.Errorf("%s: unexpected or repeated change of %s", step.name, c.SourceID)
			}
			delete(want, c.SourceID)
			now, err := register.Get(ctx, c.SourceID)
			if c.Source == nil {
				if !problem.Is(err, problem.NotFound) {
					t.Errorf("%s: %s is read as deleted: %v", step.name, c.SourceID, err)
				}
			} else if !reflect.DeepEqual(c.Source, now) {
				t.Errorf("%s: %+v was read, want %+v", step.name, c.Source, now)
			}
		}
		if want[s.ID] || want[other.ID] {
			t.Errorf("%s: missing changes in %+v", step.name, changes)
		}
		cursor = next
		if step.name != "delete" && step.name != "nothing" {
			s, err = register.Get(ctx, s.ID)
			must(t, err)
		}
	}
	list, err := feed.Sources(ctx, uuid.Nil, 5)
	must(t, err)
	if len(list) != 1 || list[0].ID != other.ID || len(list[0].Endpoints) != 3 {
		t.Errorf("the sources are %+v", list)
	}
}

// TestCursors checks which cursors are refused, and that the newest one stays valid.
func TestCursors(t *testing.T) {
	t.Parallel()
	db := postgres.FromPool(testdb.New(t))
	feed, ctx := New(db), t.Context()
	exec := func(sql string, args ...any) {
		t.Helper()
		_, err := db.Pool.Exec(ctx, sql, args...)
		must(t, err)
	}
	read := func(cursor string) (int, string) {
		t.Helper()
		changes, next, err := feed.Read(ctx, cursor, 3)
		must(t, err)
		return len(changes), next
	}
	refused := func(cursor string, code problem.Code) {
		t.Helper()
		if _, _, err := feed.Read(ctx, cursor, 3); !problem.Is(err, code) {
			t.Errorf("%q: %v, want %s", cursor, err, code)
		}
	}
	_, beginning := read("") // of the empty register
	var cursors []string
	for range 4 {
		exec(insertSource, uuid.Must(uuid.NewV7()))
		cursor, err := feed.Last(ctx)
		must(t, err)
		cursors = append(cursors, cursor)
	}
	if n, next := read(beginning); n != 3 {
		t.Errorf("%d changes since the beginning", n)
	} else if n, last := read(next); n != 1 {
		t.Errorf("%d changes on the second page", n)
	} else if n, again := read(last); n != 0 || again != last {
		t.Errorf("%d changes after the last one", n)
	}
	if n, _ := read(""); n != 3 {
		t.Errorf("%d of the oldest changes", n)
	}
	if has, err := feed.HasChanges(ctx, cursors[2]); !has || err != nil {
		t.Errorf("no changes after the third: %v", err)
	}
	if has, err := feed.HasChanges(ctx, cursors[3]); has || err != nil {
		t.Errorf("changes after the last one: %v", err)
	}

	for _, cursor := range []string{"?", "AAAA", cursors[0] + "A", strings.ToLower(cursors[0])[:42] + "%"} {
		refused(cursor, problem.InvalidCursor)
	}
	other := postgres.FromPool(testdb.New(t))
	_, err := other.Pool.Exec(ctx, insertSource, uuid.Must(uuid.NewV7()))
	must(t, err)
	foreign, err := New(other).Last(ctx)
	must(t, err)
	refused(foreign, problem.CursorExpired)

	exec("UPDATE register_commits SET at = at - interval '31 days' WHERE seq < (SELECT max(seq) FROM register_commits)")
	must(t, feed.Purge(ctx))
	refused(cursors[2], problem.CursorExpired)
	exec("UPDATE register_commits SET at = at - interval '31 days'")
	_, newest := read("")
	must(t, feed.Purge(ctx))
	if n, _ := read(newest); n != 0 {
		t.Errorf("%d changes after a quiet month", n)
	}
	var left int
	must(t, db.Pool.QueryRow(ctx, "SELECT count(*) FROM register_changes").Scan(&left))
	if left != 1 {
		t.Errorf("%d changes are left", left)
	}
	exec("TRUNCATE sources CASCADE")
	refused(newest, problem.CursorExpired)
}
