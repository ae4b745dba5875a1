package source

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// TestChangeAndHistoryAreAtomic checks that a failed change leaves neither data nor history.
func TestChangeAndHistoryAreAtomic(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	draft := r.create("draft.example", func(n *CreateInput) { n.Lifecycle = Draft })
	active, archived := r.create("active.example"), r.create("archived.example")
	archived = r.must(r.Archive(t.Context(), r.actor, archived.ID, 1))
	feed := active.Endpoints[0]

	changes := map[string]func() error{
		"create": func() error { _, err := r.Create(t.Context(), r.actor, sourceInput("new.example")); return err },
		"update": func() error {
			_, err := r.Update(t.Context(), r.actor, active.ID, 1, func(d *Details) { d.Name, d.Tags = "x", []string{"new"} })
			return err
		},
		"archive":   func() error { _, err := r.Archive(t.Context(), r.actor, active.ID, 1); return err },
		"unarchive": func() error { _, err := r.Unarchive(t.Context(), r.actor, archived.ID, archived.Version); return err },
		"delete":    func() error { return r.Delete(t.Context(), r.actor, draft.ID, 1) },
		"add an endpoint": func() error {
			_, err := r.AddEndpoint(t.Context(), r.actor, active.ID,
				EndpointDetails{Kind: "rss", URL: "https://active.example/2"})
			return err
		},
		"update an endpoint": func() error {
			_, err := r.UpdateEndpoint(t.Context(), r.actor, active.ID, feed.ID, 1, func(d *EndpointDetails) { d.Name = "x" })
			return err
		},
		"delete an endpoint": func() error { return r.DeleteEndpoint(t.Context(), r.actor, active.ID, feed.ID, 1) },
	}
	// The database rejects the history, which is written last.
	exec := func(sql string) {
		t.Helper()
		if _, err := r.db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'history rejected'; END $$`)
	exec(`CREATE TRIGGER refuse BEFORE INSERT ON audit_events EXECUTE FUNCTION refuse()`)
	before := r.checksum()
	for name, change := range changes {
		if err := change(); err == nil || !strings.Contains(err.Error(), "history rejected") {
			t.Errorf("%s: %v", name, err)
		}
		if after := r.checksum(); after != before {
			t.Errorf("%s changed the database: %s, was %s", name, after, before)
		}
	}
	exec(`DROP TRIGGER refuse ON audit_events`)

	// A change that is rejected for another reason leaves no history.
	refused := map[string]func() error{
		"create": func() error { _, err := r.Create(t.Context(), r.actor, sourceInput("active.example")); return err },
		"a second endpoint that exists": func() error {
			_, err := r.Create(t.Context(), r.actor, sourceInput("new.example", func(n *CreateInput) {
				n.Tags, n.Endpoints = []string{"new"}, append(n.Endpoints, EndpointDetails{Kind: "rss", URL: feed.URL})
			}))
			return err
		},
		"update": func() error {
			_, err := r.Update(t.Context(), r.actor, active.ID, 1,
				func(d *Details) { d.HomepageURL, d.Tags = "https://draft.example/", []string{"new"} })
			return err
		},
		"update to a wrong value": func() error {
			_, err := r.Update(t.Context(), r.actor, active.ID, 1, func(d *Details) { d.Country = "ZZ" })
			return err
		},
		"update an endpoint": func() error {
			_, err := r.UpdateEndpoint(t.Context(), r.actor, active.ID, feed.ID, 1,
				func(d *EndpointDetails) { d.URL = "https://draft.example/rss" })
			return err
		},
	}
	for name, change := range refused {
		if err := change(); !problem.Is(err, problem.DuplicateSource) && !problem.Is(err, problem.DuplicateEndpoint) &&
			!problem.Is(err, problem.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
		if after := r.checksum(); after != before {
			t.Errorf("%s changed the database: %s, was %s", name, after, before)
		}
	}
	for name, change := range changes { // without the trigger, all of them succeed
		if name == "archive" || strings.HasSuffix(name, "delete an endpoint") {
			continue
		}
		if err := change(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// checksum returns a checksum of the stored data.
func (r *testRegister) checksum() (sum string) {
	r.t.Helper()
	err := r.db.Pool.QueryRow(r.t.Context(), `SELECT concat_ws(' ',
		(SELECT md5(string_agg(s::text, '' ORDER BY id)) FROM sources s),
		(SELECT md5(string_agg(e::text, '' ORDER BY id)) FROM endpoints e),
		(SELECT string_agg(name, ',') FROM tags), (SELECT count(*) FROM source_tags), (SELECT count(*) FROM audit_events))`).Scan(&sum)
	if err != nil {
		r.t.Fatal(err)
	}
	return sum
}

func TestStaleVersionReturnsTheChanges(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example", func(n *CreateInput) { n.Country, n.Tags = "ES", []string{"a"} })
	grace := r.newEditor("Grace Editor")
	edit := func(actor audit.Actor, version int, change func(*Details)) {
		t.Helper()
		if _, err := r.Update(t.Context(), actor, made.ID, version, change); err != nil {
			t.Fatal(err)
		}
	}
	edit(r.actor, 1, func(d *Details) { d.Name, d.Country = "First", "FR" })
	edit(grace, 2, func(d *Details) { d.Name, d.Tags = "Second", []string{"b"} })
	edit(grace, 3, func(d *Details) { d.Country, d.Notes = "ES", "new" })

	_, err := r.Update(t.Context(), r.actor, made.ID, 1, func(d *Details) { d.Owner = "me" })
	p := r.problemOf(err, problem.StaleVersion)
	changed, ok := p.Extensions["changed"].(Changed)
	// The country has its former value again, so it is not a conflict.
	want := `name: "The daily.example" -> "Second"; tags: ["a"] -> ["b"]; notes: none -> "new"`
	if !ok || formatChanges(t, changed.Fields) != want || changed.Name != "Grace Editor" || changed.Version != 4 {
		t.Errorf("got %+v\n%s, want\n%s", changed, formatChanges(t, changed.Fields), want)
	}
	if !strings.HasPrefix(p.Detail, "Grace Editor changed this") {
		t.Errorf("the detail is %s", p.Detail)
	}
	_, err = r.Update(t.Context(), r.actor, made.ID, 3, func(d *Details) { d.Owner = "me" })
	changed = r.problemOf(err, problem.StaleVersion).Extensions["changed"].(Changed)
	if formatChanges(t, changed.Fields) != `country: "FR" -> "ES"; notes: none -> "new"` {
		t.Errorf("since version 3: %s", formatChanges(t, changed.Fields))
	}

	_, err = r.Update(t.Context(), r.actor, made.ID, 9, func(*Details) {}) // a version that never existed
	if r.problemOf(err, problem.StaleVersion).Extensions["changed"] != nil {
		t.Error("changes are reported for a version that never existed")
	}
	_, err = r.Archive(t.Context(), r.actor, made.ID, 1)
	_ = r.problemOf(err, problem.StaleVersion)
	_ = r.problemOf(r.Delete(t.Context(), r.actor, made.ID, 1), problem.StaleVersion)

	nameless := r.actor
	nameless.Name = ""
	edit(nameless, 4, func(d *Details) { d.Owner = "me" })
	_, err = r.Update(t.Context(), r.actor, made.ID, 4, func(*Details) {})
	if p := r.problemOf(err, problem.StaleVersion); !strings.HasPrefix(p.Detail, "ada.editor@example.org changed this") {
		t.Errorf("the detail is %s", p.Detail)
	}
}

func TestStaleEndpointReturnsTheChanges(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	made := r.create("daily.example")
	feed := made.Endpoints[0]
	if _, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, feed.ID, 1,
		func(d *EndpointDetails) { d.Name = "All" }); err != nil {
		t.Fatal(err)
	}
	_, err := r.UpdateEndpoint(t.Context(), r.actor, made.ID, feed.ID, 1, func(d *EndpointDetails) { d.Name = "Some" })
	changed := r.problemOf(err, problem.StaleVersion).Extensions["changed"].(Changed)
	if formatChanges(t, changed.Fields) != `name: none -> "All"` || changed.Version != 2 {
		t.Errorf("got %+v", changed)
	}
	_ = r.problemOf(r.DeleteEndpoint(t.Context(), r.actor, made.ID, feed.ID, 1), problem.StaleVersion)
	r.wantProblem(r.DeleteEndpoint(t.Context(), r.actor, made.ID, uuid.New(), 1), problem.NotFound)
	r.wantProblem(r.DeleteEndpoint(t.Context(), r.actor, uuid.New(), feed.ID, 1), problem.NotFound)
}
